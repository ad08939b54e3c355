package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/pipeline/job"
	"crosstable/pipeline/open"
	tables "crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
)

// Exit codes of the command-line contract.
const (
	exitDone      = 0
	exitFindings  = 1   // done, with findings: rows set aside, differing rounds
	exitUsage     = 2   // wrong usage
	exitBadInput  = 3   // bad input, nothing written
	exitNoPairing = 4   // no legal pairing
	exitFiles     = 5   // file or disk trouble
	exitFault     = 70  // a fault of the program itself
	exitInterrupt = 130 // interrupted
)

// exit is an error with the exit code the process should end with. A nil err is silent.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}
func (e *exit) Unwrap() error { return e.err }

// usageError is wrong usage: exit 2.
func usageError(format string, args ...any) error {
	return &exit{exitUsage, fmt.Errorf(format, args...)}
}

// badInput is input that stops the command: exit 3.
func badInput(err error) error { return &exit{exitBadInput, err} }

// findings ends with exit 1 and no message of its own.
func findings() error { return &exit{exitFindings, nil} }

// run is the whole program; tests call it in process.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if fault := recover(); fault != nil {
			outdir.Leave()
			fmt.Fprintf(stderr, "crosstable: a fault of the program: %v; nothing half-written is left. Please report it with the input.\n", fault)
			code = exitFault
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	finished := make(chan struct{})
	defer close(finished)
	go leaveWhenInterrupted(ctx, stop, finished, stderr)
	stderr = render.Terminal{W: stderr}
	out := &watched{w: stdout}
	app := newApp(stdin, render.Terminal{W: out}, stderr)
	if words, asked := completeValue(app, args); asked {
		for _, w := range words {
			fmt.Fprintln(stdout, w)
		}
		return exitDone
	}
	args, err := flagsFirst(app, args)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	code = exitCode(ctx, err, stderr)
	if out.err != nil && (code == exitDone || code == exitFindings) {
		fmt.Fprintln(stderr, "crosstable: the output could not be written:", out.err)
		code = exitFiles
	}
	return code
}

// watched remembers that something could not be written, for commands and libraries that print without looking back.
type watched struct {
	w   io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

// leaveWhenInterrupted ends a program that does not come to an end by itself after an interrupt: it may wait for a
// pipe or a terminal. Results are built beside their place, so leaving at any moment is safe; a second
// interrupt ends it at once.
func leaveWhenInterrupted(ctx context.Context, stop func(), finished <-chan struct{}, stderr io.Writer) {
	select {
	case <-finished:
		return
	case <-ctx.Done():
	}
	stop()
	select {
	case <-finished:
	case <-time.After(2 * time.Second):
		outdir.Leave()
		fmt.Fprintln(stderr, "crosstable: interrupted; nothing half-written is left")
		os.Exit(exitInterrupt)
	}
}

func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	if err == nil {
		return exitDone
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(stderr, "crosstable: interrupted; nothing half-written is left")
		return exitInterrupt
	}
	code := exitFiles
	var e *exit
	var no *engine.NoPairing
	var lib cli.ExitCoder
	var input *source.BadInput
	var undecided *source.UndecidedError
	var header *tables.HeaderError
	var problems job.Problems
	var reading *open.OptionError
	var option *stage.OptionError
	var usage *stage.UsageError
	switch {
	case errors.As(err, &e):
		code = e.code
		if e.err == nil {
			return code
		}
	case errors.As(err, &no):
		code = exitNoPairing
	case errors.As(err, &input), errors.As(err, &undecided), errors.As(err, &header), errors.As(err, &problems),
		errors.As(err, &reading), errors.As(err, &option), errors.As(err, &usage): // of a stage of a job; commands say usage
		code = exitBadInput
	case errors.As(err, &lib):
		// The library's own exits are help for a topic that does not exist.
		code = exitUsage
	}
	fmt.Fprintln(stderr, "crosstable:", err)
	if code == exitUsage {
		fmt.Fprintln(stderr, "see: crosstable help")
	}
	return code
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                 "crosstable",
		Usage:                "rate, pair, check and simulate tournaments",
		Version:              version(),
		Reader:               stdin,
		Writer:               stdout,
		ErrWriter:            stderr,
		EnableBashCompletion: true,
		HideHelpCommand:      false,
		Suggest:              true,
		Commands:             commands(),
		ExitErrHandler:       func(*cli.Context, error) {},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			return usageError("%v", err)
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return cli.ShowAppHelp(c)
			}
			var names []string
			for _, cmd := range c.App.Commands {
				names = append(names, cmd.Name)
			}
			return usageError("no command %q%s", c.Args().First(), didYouMean(c.Args().First(), names))
		},
	}
	var guard func(cmds []*cli.Command)
	guard = func(cmds []*cli.Command) {
		for _, cmd := range cmds {
			cmd.OnUsageError = func(c *cli.Context, err error, _ bool) error {
				return usageError("%s: %v", c.Command.FullName(), err)
			}
			if own := cmd.BashComplete; own != nil {
				// A word that begins with "-" asks for flags, whatever else the command completes.
				cmd.BashComplete = func(c *cli.Context) {
					if n := len(os.Args); n > 2 && strings.HasPrefix(os.Args[n-2], "-") {
						cli.DefaultCompleteWithFlags(cmd)(c)
						return
					}
					own(c)
				}
			}
			guard(cmd.Subcommands)
		}
	}
	guard(app.Commands)
	return app
}

// version comes from the build: the module's version or the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				v = "devel-" + s.Value[:12]
			}
		}
	}
	return v + " " + info.GoVersion
}

// flagsFirst moves the flags that follow positional arguments in front of them: urfave/cli/v2 stops
// looking for flags at the first positional argument. "--" keeps its meaning, "-" is an argument.
func flagsFirst(app *cli.App, args []string) ([]string, error) {
	if n := len(args); slices.Contains(args, "--generate-bash-completion") {
		if n > 2 && args[n-2] == "--" { // a flag about to be typed, not the end of flags
			args = slices.Clone(args)
			args[n-2] = "-"
		}
		return args, nil
	}
	flags, depth := commandFlags(app, args)
	out, rest := slices.Clone(args[:depth]), args[depth:]
	takesValue := func(name string) bool {
		f := flagNamed(flags, name)
		_, isBool := f.(*cli.BoolFlag)
		return f != nil && !isBool
	}
	var positional []string
	for len(rest) > 0 {
		a := rest[0]
		rest = rest[1:]
		if a == "--" {
			positional = append(positional, rest...)
			break
		}
		if !strings.HasPrefix(a, "-") || a == "-" {
			positional = append(positional, a)
			continue
		}
		out = append(out, a)
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if !hasValue && takesValue(name) && len(rest) > 0 {
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	if len(positional) > 0 {
		out = append(append(out, "--"), positional...)
	}
	return out, nil
}

// commandFlags walks down to the command that is meant: its flags, and how many words name it.
func commandFlags(app *cli.App, args []string) (flags []cli.Flag, depth int) {
	cmds := app.Commands
	flags, depth = app.Flags, 1
	for depth < len(args) && !strings.HasPrefix(args[depth], "-") {
		i := slices.IndexFunc(cmds, func(c *cli.Command) bool { return c.HasName(args[depth]) })
		if i < 0 {
			break
		}
		cmds, flags, depth = cmds[i].Subcommands, cmds[i].Flags, depth+1
	}
	return flags, depth
}

func flagNamed(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func jsonFlag() *cli.BoolFlag { return &cli.BoolFlag{Name: "json", Usage: "print JSON"} }

func didYouMean(word string, valid []string) string {
	if best, ok := method.Nearest(word, valid); ok {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return "; known: " + strings.Join(valid, ", ")
}

func printMethods(w io.Writer, rows []method.Info) error {
	t := render.New("name", "what it is", "source")
	for _, r := range rows {
		name := r.Name
		if len(r.Aliases) > 0 {
			name += " (" + strings.Join(r.Aliases, ", ") + ")"
		}
		t.Row(name, r.Summary, r.Source)
		for _, o := range r.Options {
			d := o.Summary
			if o.Default != "" {
				d += "; default " + o.Default
			}
			t.Row("  :"+o.Key+"="+o.Values, d, "")
		}
	}
	_, err := fmt.Fprintln(w, t.Text())
	return err
}
