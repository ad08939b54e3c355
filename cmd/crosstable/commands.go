package main

import "github.com/urfave/cli/v2"

// commands lists the commands in the order of the help page; each stands in a file of its name.
func commands() []*cli.Command {
	return []*cli.Command{
		rateCommand(),
		diffCommand(),
		runCommand(),
		standingsCommand(),
		pairCommand(),
		checkCommand(),
		convertCommand(),
		validateCommand(),
		generateCommand(),
		regulationsCommand(),
		prizeCommand(),
		membersCommand(),
		simulateCommand(),
		benchCommand(),
		listCommand(),
		explainCommand(),
		completionCommand(),
	}
}
