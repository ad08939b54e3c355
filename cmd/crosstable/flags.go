package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
)

// The layer between the library of flags and the stages: flags are made from a stage's table of options, and what was
// given comes back as a stage that is ready to run.

// wordFlag is a text flag whose words the shell can complete.
type wordFlag struct {
	*cli.StringFlag
	words func() []string
}

// wordsFlag is wordFlag for a flag that is repeated.
type wordsFlag struct {
	*cli.GenericFlag
	words func() []string
}

// repeated is a flag that keeps each value whole: a ranking has commas of its own.
type repeated struct{ values []string }

func (r *repeated) Set(v string) error { r.values = append(r.values, v); return nil }
func (r *repeated) String() string     { return strings.Join(r.values, " ") }

// words gives the values of a repeated flag.
func words(c *cli.Context, name string) []string {
	if r, ok := c.Generic(name).(*repeated); ok {
		return r.values
	}
	return nil
}

// optionFlags makes a flag of every option that is one.
func optionFlags(options []stage.Option) []cli.Flag {
	var out []cli.Flag
	for i := range options {
		o := &options[i]
		if o.Value.Shape == stage.IsStage || o.Arg && !o.Flag {
			continue
		}
		def := o.Value.Default()
		switch o.Value.Shape {
		case stage.IsFlag:
			out = append(out, &cli.BoolFlag{Name: o.Name, Aliases: o.Aliases, Usage: o.Help, Value: def == "true"})
		case stage.IsInt:
			n, _ := strconv.Atoi(def)
			out = append(out, &cli.IntFlag{Name: o.Name, Aliases: o.Aliases, Usage: o.Help, Value: n})
		case stage.IsUint:
			n, _ := strconv.ParseUint(def, 10, 64)
			out = append(out, &cli.Uint64Flag{Name: o.Name, Aliases: o.Aliases, Usage: o.Help, Value: n})
		case stage.IsNumber:
			v, _ := strconv.ParseFloat(def, 64)
			out = append(out, &cli.Float64Flag{Name: o.Name, Aliases: o.Aliases, Usage: o.Help, Value: v})
		case stage.IsTexts, stage.IsFiles:
			out = append(out, wordsFlag{&cli.GenericFlag{Name: o.Name, Aliases: o.Aliases, Usage: o.Help, Value: &repeated{}}, o.Completions})
		default:
			out = append(out, wordFlag{&cli.StringFlag{Name: o.Name, Aliases: o.Aliases, Usage: o.Help, Value: def}, o.Completions})
		}
	}
	return out
}

// stageFlags are the flags of a kind of stage and more.
func stageFlags(kind string, more ...cli.Flag) []cli.Flag {
	return append(optionFlags(kindOf(kind).Setup(false).Options), more...)
}

func kindOf(name string) *stage.Kind {
	k, err := stage.Find(name)
	if err != nil {
		panic(err) // the table of commands names a kind that is not there
	}
	return k
}

// given gives the texts that a flag was set to.
func given(c *cli.Context, o *stage.Option) []string {
	if !c.IsSet(o.Name) {
		return nil
	}
	switch o.Value.Shape {
	case stage.IsFlag:
		return []string{strconv.FormatBool(c.Bool(o.Name))}
	case stage.IsInt:
		return []string{strconv.Itoa(c.Int(o.Name))}
	case stage.IsUint:
		return []string{strconv.FormatUint(c.Uint64(o.Name), 10)}
	case stage.IsNumber:
		return []string{strconv.FormatFloat(c.Float64(o.Name), 'g', -1, 64)}
	case stage.IsTexts, stage.IsFiles:
		return words(c, o.Name)
	}
	return []string{c.String(o.Name)}
}

// setStage makes a stage of a kind from the flags and the arguments, and lets it check them.
func setStage(c *cli.Context, kind string, args []string) (*stage.Setup, error) {
	s := kindOf(kind).Setup(false)
	if err := setFlags(c, s, args); err != nil {
		return nil, err
	}
	return s, flagError(c.Command.Name, s.Check())
}

func setFlags(c *cli.Context, s *stage.Setup, args []string) error {
	for i := range s.Options {
		o := &s.Options[i]
		texts := []string(nil)
		if o.Value.Shape != stage.IsStage && (!o.Arg || o.Flag) {
			texts = given(c, o)
		}
		if o.Arg {
			texts = append(slices.Clone(texts), args...)
		}
		if o.Value.Shape == stage.IsFiles && len(texts) > 0 {
			found, err := open.Names(texts, open.Options{})
			if err != nil {
				return inputError(err)
			}
			texts = found
		}
		for _, t := range texts {
			if err := s.Set(o.Name, t); err != nil {
				return flagError(c.Command.Name, err)
			}
		}
	}
	return nil
}

// setOptions sets options that belong to no stage.
func setOptions(c *cli.Context, options []stage.Option) error {
	for i := range options {
		for _, t := range given(c, &options[i]) {
			if err := options[i].Value.Set(t); err != nil {
				return flagError(c.Command.Name, &stage.OptionError{Option: options[i].Name, Err: err})
			}
		}
	}
	return nil
}

// flagError words what is wrong with options in terms of flags.
func flagError(command string, err error) error {
	var word *stage.WordError
	var missing *stage.MissingError
	var option *stage.OptionError
	var reading *open.OptionError
	var usage *stage.UsageError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &usage):
		return usageError("%v", usage.Err)
	case errors.As(err, &missing) && missing.Option.Arg && !missing.Option.Flag:
		return usageError("%s needs %s: %s", command, strings.ToUpper(missing.Option.Name), missing.Option.Help)
	case errors.As(err, &missing):
		return usageError("%s needs --%s: %s", command, missing.Option.Name, missing.Option.Help)
	case errors.As(err, &option) && errors.As(err, &word):
		return usageError("--%s %v", option.Option, word)
	case errors.As(err, &option):
		return usageError("--%s: %v", option.Option, option.Err)
	case errors.As(err, &reading):
		return usageError("--%s: %v", reading.Option, reading.Err)
	}
	return usageError("%v", err)
}

// runEnv is where a command's stage runs. Issues are told as they come, so many of each part of the work.
func runEnv(c *cli.Context, most int) *stage.Env {
	w := c.App.ErrWriter
	return &stage.Env{Stdin: c.App.Reader, Program: "crosstable " + version(), Getenv: os.Getenv,
		Page: stage.Page{HTML: true, Languages: []string{"en"}},
		Note: func(text string) { fmt.Fprintln(w, "note: "+text) },
		Warn: func(text string) { fmt.Fprintln(w, "warning: "+text) },
		Fail: func(err error) { fmt.Fprintln(w, "crosstable:", err) },
		Tell: func(issues []issue.Issue, file string) { tellSome(w, issues, most, file) },
	}
}

// intoFolder runs a stage whose results go to --out, if that is given, and tells of them. With --json the result is printed
// as JSON. Exit 1 if there are findings.
func intoFolder(c *cli.Context, s *stage.Setup, needed bool) error {
	out := c.String("out")
	if out == "" && needed {
		return usageError("%s needs --out, the folder for the results", c.Command.Name)
	}
	e := runEnv(c, 5)
	shown := ""
	if out != "" {
		inputs, err := s.Reads("")
		if err != nil {
			return inputError(err)
		}
		if e.Dir, err = outdir.Begin(out, inputs...); err != nil {
			return err
		}
		defer e.Dir.Abort()
		if err := e.Dir.Kind(s.Kind.Name); err != nil {
			return err
		}
		shown = e.Dir.Target() + "/"
	}
	told := e.Tell
	e.Tell = func(issues []issue.Issue, file string) { told(issues, shown+file) }
	r, err := stage.Run(c.Context, s, e)
	if err != nil {
		return inputError(err)
	}
	if err := c.Context.Err(); err != nil { // interrupted while working or writing
		return err
	}
	if e.Dir != nil {
		if err := e.Dir.Commit(); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		err = render.JSON(c.App.Writer, r.JSON)
	} else if r.Print != nil {
		err = r.Print(c.App.Writer)
	}
	if err != nil {
		return err
	}
	tellSome(c.App.ErrWriter, r.Issues, 20, shown+period.IssuesFile)
	if r.Findings {
		return findings()
	}
	return nil
}

// tellIssues prints issues for people.
func tellIssues(w io.Writer, issues []issue.Issue) {
	for _, i := range issues {
		fmt.Fprintf(w, "%s: %s\n", i.Severity, i)
	}
}

// tellSome prints issues, the worst first, and says where the rest is.
func tellSome(w io.Writer, issues []issue.Issue, most int, file string) {
	worst := slices.Clone(issues)
	slices.SortStableFunc(worst, func(a, b issue.Issue) int { return int(b.Severity) - int(a.Severity) })
	tellIssues(w, worst[:min(most, len(worst))])
	if n := len(worst) - most; n > 0 {
		fmt.Fprintf(w, "and %d more in %s\n", n, file)
	}
}
