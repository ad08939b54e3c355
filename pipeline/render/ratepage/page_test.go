package ratepage

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/words"
)

// The same result gives the same bytes, and the page is whole: every tag closed, every link inside it leads
// somewhere, nothing is loaded from anywhere.
func TestPageIsSelfContained(t *testing.T) {
	r := league(t, 40, 6, 1)
	for _, lang := range words.Languages() {
		s := page(t, r, Options{Lang: lang})
		if s != page(t, r, Options{Lang: lang}) {
			t.Errorf("%s: two pages of one result differ", lang)
		}
		checkMarkup(t, s)
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(s, -1) {
			if ids[m[1]] {
				t.Errorf("%s: id %s stands twice", lang, m[1])
			}
			ids[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(s, -1) {
			if target, ok := strings.CutPrefix(m[1], "#"); !ok || !ids[target] {
				t.Errorf("%s: link to %q leads nowhere", lang, m[1])
			}
		}
		for _, bad := range []string{"src=", "url(", "@import", "http://www.w3.org/1999/xlink\" href", "%!"} {
			if strings.Contains(s, bad) {
				t.Errorf("%s: the page holds %q", lang, bad)
			}
		}
	}
}

// checkMarkup reads the page as XML does: a tag too many or too few is found.
func checkMarkup(t *testing.T, s string) {
	t.Helper()
	// Scripts and style sheets are no XML.
	s = regexp.MustCompile(`(?s)<(script|style)>.*?</(script|style)>`).ReplaceAllString(s, "")
	s = strings.NewReplacer("<br>", "<br/>", " hidden>", " hidden=\"\">", " open>", " open=\"\">").Replace(s)
	s = regexp.MustCompile(`<(meta|input)([^>]*)>`).ReplaceAllString(s, "<$1$2/>")
	d := xml.NewDecoder(strings.NewReader(s))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			line, _ := d.InputPos()
			t.Fatalf("markup: %v\n%s", err, strings.Split(s, "\n")[line-1])
		}
	}
}

// Whatever a file holds is text on the page.
func TestEverythingIsEscaped(t *testing.T) {
	const evil = `"><script>alert(1)</script><b x='`
	r := league(t, 6, 12, 2)
	for i := range r.List.Entries {
		r.List.Entries[i].ID += evil
		r.List.Entries[i].Name += evil
		for k := range r.History[i] {
			r.History[i][k].OpponentName += evil
		}
	}
	for i := range r.Rows {
		r.Rows[i].Event, r.Rows[i].Note, r.Rows[i].ID, r.Rows[i].Reason = evil, evil, evil, evil
	}
	for i := range r.Files {
		r.Files[i].Name, r.Files[i].Encoding = evil, evil
	}
	r.System, r.Info = evil, evil
	r.Issues = []issue.Issue{{File: evil, Line: 3, Code: evil, Message: evil, Hint: evil}}
	s := page(t, r, Options{Title: evil, Lang: "ja"})
	if n := strings.Count(s, "<script"); n != 1 {
		t.Errorf("%d scripts on the page", n)
	}
	if strings.Contains(s, "<b x=") || strings.Contains(s, `<script>alert`) {
		t.Error("text became markup")
	}
	checkMarkup(t, s)
}

// Groups of issues have title and hint in the language of the page; a hint that an issue has of its own stays.
func TestIssuesInTheLanguageOfThePage(t *testing.T) {
	r := league(t, 8, 3, 2)
	own := issue.New("rate-late", "a.csv", 2, 0, "late")
	own.Hint = "ask the director"
	r.Issues = []issue.Issue{issue.New("games-dates", "a.csv", 3, 0, "message"), own, issue.New("table-header-again", "a.csv", 4, 0, "no hint")}
	for lang, want := range map[string][]string{
		"en": {"<b>The game ends before it starts</b>", ">check the two dates<", "ask the director", "<b>The header stands in the middle"},
		"ja": {"<b>終了日が開始日より前</b>", ">両方の日付を確かめる<", "ask the director", "<b>ファイルの途中に見出しがある</b>"},
		"zh": {"<b>对局结束早于开始</b>", ">请核对两个日期<", "ask the director", "<b>文件中间又出现表头</b>"},
	} {
		s := page(t, r, Options{Lang: lang})
		for _, text := range want {
			if !strings.Contains(s, text) {
				t.Errorf("%s: %q is not on the page", lang, text)
			}
		}
		if lang != "en" && strings.Contains(s, "check the two dates") {
			t.Errorf("%s: the hint stands in English", lang)
		}
	}
}

// The numbers on the page are those of the result.
func TestPageNumbers(t *testing.T) {
	r := league(t, 30, 6, 4)
	s := html.UnescapeString(page(t, r, Options{}))
	rows := regexp.MustCompile(`(?s)<tr><td class="n same">(\d*)</td><td>(.*?)</td><td class="n r">([^<]*)</td><td class="n \w+">([^<]*)</td><td class="n">(\d+)</td>`).FindAllStringSubmatch(s, -1)
	if len(rows) != 30 {
		t.Fatalf("%d rows in the list, want 30", len(rows))
	}
	idIn := regexp.MustCompile(`J\d{3}`)
	before := 1 << 30
	for i, m := range rows {
		id := idIn.FindString(m[2])
		p, err := strconv.Atoi(id[1:])
		if err != nil {
			t.Fatal(err)
		}
		c := &r.Rating.Players[p-1]
		want := strconv.Itoa(int(c.After.Rating))
		if c.After.Status == rating.Provisional {
			want = "(" + want + ")"
		}
		if m[3] != want || m[5] != strconv.Itoa(int(c.After.Games)) {
			t.Errorf("%s: %s after %s games, want %s after %d", id, m[3], m[5], want, c.After.Games)
		}
		if got := strings.NewReplacer("−", "-", "+", "").Replace(m[4]); c.Played > 0 && got != strconv.Itoa(int(c.After.Rating-c.Before.Rating)) {
			t.Errorf("%s: change %s, want %d", id, m[4], c.After.Rating-c.Before.Rating)
		}
		if now := int(c.After.Rating); now > before {
			t.Errorf("%s stands below a lower rating", id)
		} else if m[1] != "" && m[1] != strconv.Itoa(i+1) || m[1] == "" && now != before {
			t.Errorf("%s has rank %q on row %d", id, m[1], i+1)
		} else {
			before = now
		}
	}
	for _, want := range []string{"93 rows read = 90 rated + 1 not rated + 2 set aside", ">2015-Q1<", "valid 2015-07-01 to 2015-09-30"} {
		if !strings.Contains(s, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A page has limits and says where it stops.
func TestPageStopsSomewhere(t *testing.T) {
	r := league(t, 50, 8, 5)
	s := page(t, r, Options{Players: 10, ListRows: 20, Issues: 1})
	if n := strings.Count(s, `<div class="part"`); n != 10 {
		t.Errorf("%d parts, want 10", n)
	}
	for _, want := range []string{"30 more players are in list.csv.", "40 more players are in ledger.csv.", "1 more are in issues.csv."} {
		if !strings.Contains(s, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	checkMarkup(t, s)
}

// A period without anything is a page too.
func TestEmptyPeriod(t *testing.T) {
	r := league(t, 0, 0, 1)
	r.Issues = nil
	checkMarkup(t, page(t, r, Options{}))
	r = league(t, 3, 0, 1)
	checkMarkup(t, page(t, r, Options{Lang: "zh"}))
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{decimal(1, 3), "0.3"}, {decimal(-1, 3), "−0.3"}, {decimal(1, 20), "0.1"}, {decimal(-1, 1000), "0.0"}, {decimal(39, 2), "19.5"},
		{halves(0), "0"}, {halves(1), "½"}, {halves(9), "4½"}, {signed(0).Text, "0"}, {signed(-20).Text, "−20"}, {signed(7).Text, "+7"},
		{scaled(-15, 10).Text, "−1.5"}, {scaled(20, 10).Text, "+2"}, {scaled(25, 10).Text, "+2.5"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func BenchmarkPage(b *testing.B) {
	r := league(b, 1000, 8, 1)
	b.ReportAllocs()
	for b.Loop() {
		if err := Rate(io.Discard, r, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
