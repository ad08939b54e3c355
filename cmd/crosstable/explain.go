package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"

	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/render"
	texts "crosstable/pipeline/words"
)

// explanation is what explain says about one word.
type explanation struct {
	Word   string   `json:"code"`
	Kind   string   `json:"kind"` // "issue", "rule", or the table of methods: "tiebreak"
	Title  string   `json:"title"`
	Text   []string `json:"text,omitempty"` // paragraphs
	Hint   string   `json:"hint,omitempty"`
	Source string   `json:"source,omitempty"`
}

// explainers is the table of what explain knows, in the order in which it is asked. words lists the words for
// suggestions and completion.
var explainers = []struct {
	words func() []string
	find  func(word string) []explanation
}{
	{issueWords, explainIssue},
	{ruleWords, explainRule},
	{methodWords, explainMethod},
}

// explainMore are further ways of explain with flags of their own; do reports whether its flags are given.
type explainMore struct {
	flags []cli.Flag
	do    func(c *cli.Context) (done bool, err error)
}

func explainCommand() *cli.Command {
	flags := []cli.Flag{jsonFlag()}
	for _, m := range explainExtras {
		flags = append(flags, m.flags...)
	}
	return &cli.Command{
		Name:      "explain",
		Usage:     "explain an issue code, a tie-break, a system, a rule; or why a rating is what it is",
		ArgsUsage: "[CODE...]",
		Description: "Without a code: all issue codes.\n" +
			"crosstable explain csv-result\n" +
			"crosstable explain BH/C1\n" +
			"crosstable explain --player J017 --period 2015-Q1 DIR",
		Flags: flags,
		BashComplete: func(c *cli.Context) {
			for _, e := range explainers {
				for _, w := range e.words() {
					fmt.Fprintln(c.App.Writer, w)
				}
			}
		},
		Action: func(c *cli.Context) error {
			for _, m := range explainExtras {
				if done, err := m.do(c); done || err != nil {
					return err
				}
			}
			if c.NArg() == 0 {
				return listIssueCodes(c.App.Writer, c.Bool("json"))
			}
			var all []explanation
			for _, word := range c.Args().Slice() {
				found := explainWord(word)
				if len(found) == 0 {
					var words []string
					for _, e := range explainers {
						words = append(words, e.words()...)
					}
					hint := "; crosstable explain lists the issue codes, crosstable list the methods"
					if near, ok := method.Nearest(word, words); ok {
						hint = fmt.Sprintf("; did you mean %q?", near)
					}
					return usageError("nothing is called %q%s", word, hint)
				}
				all = append(all, found...)
			}
			if c.Bool("json") {
				return render.JSON(c.App.Writer, all)
			}
			for i, e := range all {
				if i > 0 {
					fmt.Fprintln(c.App.Writer)
				}
				if err := printExplanation(c.App.Writer, e); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func explainWord(word string) []explanation {
	for _, e := range explainers {
		if found := e.find(word); len(found) > 0 {
			return found
		}
	}
	return nil
}

func printExplanation(w io.Writer, e explanation) error {
	const width = 96
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n", e.Word, e.Kind, e.Title)
	for _, p := range e.Text {
		b.WriteByte('\n')
		if !strings.Contains(p, "\n") { // a table keeps its lines
			p = text.WrapSoft(p, width)
		}
		for line := range strings.Lines(p) {
			fmt.Fprintln(&b, strings.TrimRight(line, " \n"))
		}
	}
	if e.Hint != "" {
		fmt.Fprintf(&b, "\nWhat to do: %s\n", e.Hint)
	}
	if e.Source != "" {
		fmt.Fprintf(&b, "Source: %s\n", e.Source)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func issueWords() []string {
	var out []string
	for _, c := range issue.Codes() {
		out = append(out, c.Code)
	}
	return out
}

// severityMeans says what a severity means for the row.
var severityMeans = map[issue.Severity]string{
	issue.Note:     "A note: nothing needs to be done.",
	issue.Warning:  "A warning: the data was used and should be looked at.",
	issue.SetAside: "Set aside: the row was not used. It is counted in the account and stands in issues.csv.",
}

func explainIssue(word string) []explanation {
	c, ok := issue.Lookup(strings.ToLower(word))
	if !ok {
		return nil
	}
	return []explanation{{Word: c.Code, Kind: "issue", Title: c.Title, Text: []string{c.Explain, severityMeans[c.Severity]}, Hint: c.Hint}}
}

func ruleWords() []string {
	var out []string
	for _, r := range pairing.Rules() {
		out = append(out, r.Code)
	}
	return out
}

func explainRule(word string) []explanation {
	var out []explanation
	for _, r := range pairing.Rules() {
		if !strings.EqualFold(r.Code, word) {
			continue
		}
		e := explanation{Word: r.Code, Kind: "rule", Title: texts.In("en").Get("rule." + r.Code), Source: r.Source}
		if ja := texts.In("ja"); ja.Has("rule." + r.Code) {
			e.Text = append(e.Text, ja.Get("rule."+r.Code))
		}
		if r.Lot {
			e.Text = append(e.Text, "Drawn by lot: another outcome is no error.")
		}
		out = append(out, e)
	}
	return out
}

func methodWords() []string {
	var out []string
	for _, t := range methodTables {
		for _, m := range t.rows() {
			out = append(out, m.Name)
		}
	}
	return out
}

// explainMethod finds a word in the tables of methods. Options and modifiers (BH/C1, ab:share=0.5) do not
// matter for the name.
func explainMethod(word string) []explanation {
	base := word
	if i := strings.IndexAny(word, ":/"); i > 0 {
		base = word[:i]
	}
	var out []explanation
	for _, t := range methodTables {
		for _, m := range t.rows() {
			if !isCalled(m, base) {
				continue
			}
			e := explanation{Word: m.Name, Kind: strings.TrimSuffix(t.name, "s"), Title: m.Summary, Source: m.Source}
			if m.Explain != "" {
				e.Text = append(e.Text, m.Explain)
			}
			if len(m.Aliases) > 0 {
				e.Text = append(e.Text, "Also called "+strings.Join(m.Aliases, ", ")+".")
			}
			if len(m.Options) > 0 {
				opts := render.New("option", "values", "default", "what it does")
				for _, o := range m.Options {
					opts.Row(o.Key, o.Values, o.Default, o.Summary)
				}
				e.Text = append(e.Text, opts.Text())
			}
			out = append(out, e)
		}
	}
	return out
}

func isCalled(m method.Info, word string) bool {
	if strings.EqualFold(m.Name, word) {
		return true
	}
	for _, a := range m.Aliases {
		if strings.EqualFold(a, word) {
			return true
		}
	}
	return false
}

func listIssueCodes(w io.Writer, asJSON bool) error {
	codes := issue.Codes()
	if asJSON {
		type row struct {
			Code     string `json:"code"`
			Severity string `json:"severity"`
			Title    string `json:"title"`
			Explain  string `json:"explain"`
			Hint     string `json:"hint,omitempty"`
		}
		rows := make([]row, len(codes))
		for i, c := range codes {
			rows[i] = row{c.Code, c.Severity.String(), c.Title, c.Explain, c.Hint}
		}
		return render.JSON(w, rows)
	}
	t := render.New("code", "severity", "what it is")
	for _, c := range codes {
		t.Row(c.Code, c.Severity.String(), c.Title)
	}
	_, err := fmt.Fprintln(w, t.Text())
	return err
}
