package period

import (
	"maps"
	"slices"

	"crosstable/pipeline/issue"
)

// maxIssues is how many issues of rows a run keeps with their places; a variable for the test. More of them (a file of
// another federation, whose ids are all unknown) help nobody and would fill the memory: they are counted by code. The
// account of the rows is whole all the same.
var maxIssues = 200_000

// keep takes issues of rows.
func (r *rater) keep(found ...issue.Issue) {
	for _, i := range found {
		if len(r.issues) < maxIssues {
			r.issues = append(r.issues, i)
			continue
		}
		if r.more == nil {
			r.more = map[string]int{}
		}
		r.more[i.Code]++
	}
}

// counted says of each code how many issues were counted only.
func (r *rater) counted() (out []issue.Issue) {
	for _, code := range slices.Sorted(maps.Keys(r.more)) {
		out = append(out, issue.New("issues-more", "", 0, 0, "%d further issues %s were counted only", r.more[code], code))
	}
	return out
}
