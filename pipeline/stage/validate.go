package stage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/record"
)

// Validate reads files of any kind for what is wrong with them.
type Validate struct {
	reading open.Options
	files   Input
	notes   bool
	json    bool
}

func newValidate() Stage { return &Validate{} }

// Options is the table of validate.
func (s *Validate) Options() []Option {
	head := []Option{
		{Name: "files", Needed: true, Arg: true, Help: "games, lists, events, newcomers, aliases", Value: FilesWith(&s.files, companions, "pair", "convert", "members")},
		{Name: "notes", Help: "print all notes too, which need no action", Value: Flag(&s.notes)},
		{Name: "json", Help: "print JSON", Value: Flag(&s.json)},
	}
	return append(append(append(head, eventOptions(&s.reading)...), columnOptions(&s.reading)...), pgnOptions(&s.reading)...)
}

// Check implements Stage.
func (s *Validate) Check(*Setup) error { return s.reading.Check() }

// Run writes validate.txt or validate.json.
func (s *Validate) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	s.reading.KeepBad = true
	out := &Result{}
	var text strings.Builder
	var all []validated
	for _, name := range e.inputs(s.files) {
		v, issues, err := s.one(ctx, name)
		v.File, v.Issues = name, []issueJSON{}
		for _, i := range issues {
			if i.Severity != issue.Note {
				v.warnings++
			} else if !s.notes && i.Code != "source-encoding" { // a guess is never silent
				continue
			}
			v.Issues = append(v.Issues, issueJSON{i.Line, i.Column, i.Field, i.Code, i.Severity.String(), i.Message, i.Hint})
			fmt.Fprintf(&text, "%s: %s\n", i.Severity, i)
		}
		if err != nil {
			v.Error = err.Error()
			if out.Failed == nil {
				out.Failed = err
			}
			fmt.Fprintf(&text, "error: %v\n", err)
		} else {
			tags := ""
			if v.Tags != nil {
				tags = ", " + Plural(*v.Tags, "Result tag")
			}
			fmt.Fprintf(&text, "%s: %s, %d %s%s, %d to look at\n", name, v.Kind, v.Count, v.Unit, tags, v.warnings)
		}
		out.Findings = out.Findings || v.warnings > 0
		out.Rows += v.Count
		all = append(all, v)
	}
	out.Docs = []Doc{{Name: "validate.txt", Write: func(w io.Writer) error { _, err := io.WriteString(w, text.String()); return err }}}
	if s.json {
		out.Docs = []Doc{{Name: "validate.json", Write: func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(all)
		}}}
	}
	return out, nil
}

// validated is the report of one file.
type validated struct {
	File     string      `json:"file"`
	Kind     string      `json:"kind"`
	Count    int         `json:"count"`
	Unit     string      `json:"unit"`
	Tags     *int        `json:"result_tags,omitempty"` // of a PGN
	Issues   []issueJSON `json:"issues"`
	Error    string      `json:"error,omitempty"`
	warnings int
}

type issueJSON struct {
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Field    string `json:"field,omitempty"`
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// one reads one file by what it is: games, a rating list, an event.
func (s *Validate) one(ctx context.Context, name string) (validated, []issue.Issue, error) {
	held, err := open.Any(ctx, name, s.reading, true)
	if err != nil {
		return validated{}, held.Issues, err
	}
	defer held.Close()
	switch {
	case held.Event != nil:
		return validated{Kind: "event", Count: held.Event.N(), Unit: "players"}, held.Issues, nil
	case held.List != nil:
		return validated{Kind: "rating list", Count: len(held.List.Entries), Unit: "players"}, held.Issues, nil
	case held.People == games.Newcomers:
		return validated{Kind: held.People.String(), Count: held.Count, Unit: "players"}, held.Issues, nil
	case held.People == games.Aliases:
		return validated{Kind: "aliases", Count: held.Count, Unit: "names"}, held.Issues, nil
	}
	n := 0
	for {
		var g record.Game
		err := held.Games.Next(&g)
		if errors.Is(err, io.EOF) {
			v := validated{Kind: "games", Count: n, Unit: "games"}
			if tags, isPGN := held.Games.ResultTags(); isPGN {
				v.Tags = &tags
			}
			return v, held.Said(), nil
		}
		if err != nil {
			return validated{}, held.Said(), err
		}
		n++
	}
}
