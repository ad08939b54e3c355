package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/record"
	"crosstable/pipeline/stage"
)

func validateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "read files of any kind and print what is wrong with them",
		ArgsUsage: "FILE...",
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "notes", Usage: "print all notes too, which need no action"},
			jsonFlag(),
		}, inputFlags()...),
		Action: runValidate,
	}
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

func runValidate(c *cli.Context) error {
	if c.NArg() == 0 {
		return usageError("validate needs files")
	}
	files, err := open.Names(c.Args().Slice(), reading(c))
	if err != nil {
		return err
	}
	var all []validated
	var failed error
	warnings := 0
	for _, name := range files {
		v, issues, err := validateFile(c, name)
		v.File, v.Issues = name, []issueJSON{}
		for _, i := range issues {
			if i.Severity != issue.Note {
				v.warnings++
			} else if !c.Bool("notes") && i.Code != "source-encoding" { // a guess is never silent
				continue
			}
			v.Issues = append(v.Issues, issueJSON{i.Line, i.Column, i.Field, i.Code, i.Severity.String(), i.Message, i.Hint})
			if !c.Bool("json") {
				fmt.Fprintf(c.App.Writer, "%s: %s\n", i.Severity, i)
			}
		}
		if err != nil {
			v.Error = err.Error()
			if failed == nil {
				failed = err
			}
			if !c.Bool("json") {
				fmt.Fprintf(c.App.Writer, "error: %v\n", err)
			}
		} else if !c.Bool("json") {
			tags := ""
			if v.Tags != nil {
				tags = ", " + stage.Plural(*v.Tags, "Result tag")
			}
			fmt.Fprintf(c.App.Writer, "%s: %s, %d %s%s, %d to look at\n", name, v.Kind, v.Count, v.Unit, tags, v.warnings)
		}
		warnings += v.warnings
		all = append(all, v)
	}
	if c.Bool("json") {
		enc := json.NewEncoder(c.App.Writer)
		enc.SetIndent("", "  ")
		if err := enc.Encode(all); err != nil {
			return err
		}
	}
	switch {
	case failed != nil:
		return exitLike(failed)
	case warnings > 0:
		return findings()
	}
	return nil
}

// validateFile reads one file by what it is: games, a rating list, an event.
func validateFile(c *cli.Context, name string) (validated, []issue.Issue, error) {
	o := reading(c)
	o.KeepBad = true
	s, err := open.Any(c.Context, name, o, true)
	if err != nil {
		return validated{}, s.Issues, openError(err)
	}
	defer s.Close()
	switch {
	case s.Event != nil:
		return validated{Kind: "event", Count: s.Event.N(), Unit: "players"}, s.Issues, nil
	case s.List != nil:
		return validated{Kind: "rating list", Count: len(s.List.Entries), Unit: "players"}, s.Issues, nil
	case s.People == games.Newcomers:
		return validated{Kind: s.People.String(), Count: s.Count, Unit: "players"}, s.Issues, nil
	case s.People == games.Aliases:
		return validated{Kind: "aliases", Count: s.Count, Unit: "names"}, s.Issues, nil
	}
	n := 0
	for {
		var g record.Game
		err := s.Games.Next(&g)
		if errors.Is(err, io.EOF) {
			v := validated{Kind: "games", Count: n, Unit: "games"}
			if tags, isPGN := s.Games.ResultTags(); isPGN {
				v.Tags = &tags
			}
			return v, s.Said(), nil
		}
		if err != nil {
			return validated{}, s.Said(), openError(err)
		}
		n++
	}
}
