package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/urfave/cli/v2"

	"crosstable/fixtures"
)

var update = flag.Bool("update", false, "rewrite expected output in scripts, golden files and documents")

// TestMain makes this test binary answer to the name crosstable, so that scripts and documents run the
// program as it is, flags and exit codes included.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"crosstable": func() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/script/*.txtar. Beside testscript's own commands a script has
//
//	code N PROGRAM ARG...   the program must end with exit code N; stdout and stderr can be matched after it
//	lines FILE N            the file must have N lines
//	badfile KIND FILE       makes a file of a kind of trouble (badfile_test.go)
//
// and the variable $FIXTURES, the path of the fixtures folder (read it, never write to it).
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("FIXTURES", fixtures.Dir())
			env.Setenv("LC_ALL", "C.UTF-8")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code":    scriptCode,
			"lines":   scriptLines,
			"badfile": scriptBadFile,
		},
	})
}

func scriptCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var failed *exec.ExitError
		if !errors.As(err, &failed) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = failed.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func scriptLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE N")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := ts.ReadFile(args[0])
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	if n != want {
		ts.Fatalf("%s has %d lines, want %d", args[0], n, want)
	}
}

// The library prints its help to stdout when a required flag is missing and answers with an error of its
// own; commands check what they need themselves, so that wrong usage is one line on stderr and exit 2.
func TestNoCommandUsesRequiredFlags(t *testing.T) {
	var walk func(prefix string, cmds []*cli.Command)
	walk = func(prefix string, cmds []*cli.Command) {
		for _, c := range cmds {
			for _, f := range c.Flags {
				if r, ok := f.(cli.RequiredFlag); ok && r.IsRequired() {
					t.Errorf("%s%s: flag --%s is Required; check it in the action with usageError", prefix, c.Name, f.Names()[0])
				}
			}
			walk(prefix+c.Name+" ", c.Subcommands)
		}
	}
	walk("", commands())
}

// Every command says what it does and what its arguments are called, once.
func TestCommandsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commands() {
		if c.Usage == "" {
			t.Errorf("command %s has no Usage", c.Name)
		}
		for _, n := range c.Names() {
			if seen[n] {
				t.Errorf("two commands are called %s", n)
			}
			seen[n] = true
		}
		for _, f := range c.Flags {
			if d, ok := f.(cli.DocGenerationFlag); ok && d.GetUsage() == "" {
				t.Errorf("%s --%s has no Usage", c.Name, f.Names()[0])
			}
		}
	}
}
