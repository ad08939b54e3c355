package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// The scripts ask the program itself for the words that may come next, so they never need changing when a
// command or a table of methods does.
var (
	//go:embed completion/crosstable.bash
	bashCompletion string
	//go:embed completion/crosstable.zsh
	zshCompletion string
	//go:embed completion/crosstable.fish
	fishCompletion string
)

var shells = []struct{ name, script string }{
	{"bash", bashCompletion},
	{"zsh", zshCompletion},
	{"fish", fishCompletion},
}

func completionCommand() *cli.Command {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell: bash, zsh, fish",
		ArgsUsage: "SHELL",
		Description: "bash:  source <(crosstable completion bash)\n" +
			"zsh:   source <(crosstable completion zsh)\n" +
			"fish:  crosstable completion fish | source",
		BashComplete: func(c *cli.Context) {
			for _, n := range names {
				fmt.Fprintln(c.App.Writer, n)
			}
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("completion needs one of: bash, zsh, fish")
			}
			for _, s := range shells {
				if s.name == c.Args().First() {
					_, err := io.WriteString(c.App.Writer, s.script)
					return err
				}
			}
			return usageError("no shell %q%s", c.Args().First(), didYouMean(c.Args().First(), names))
		},
	}
}

// completeValue gives the words that may stand after the flag that is last on the command line: methods with their
// aliases, formats, languages. asked is false where something else is to be completed.
func completeValue(app *cli.App, args []string) (words []string, asked bool) {
	n := len(args)
	if n < 3 || args[n-1] != "--generate-bash-completion" || !strings.HasPrefix(args[n-2], "-") {
		return nil, false
	}
	flags, _ := commandFlags(app, args[:n-2])
	switch f := flagNamed(flags, strings.TrimLeft(args[n-2], "-")).(type) {
	case wordFlag:
		words = f.words()
	case wordsFlag:
		words = f.words()
	}
	return words, len(words) > 0
}
