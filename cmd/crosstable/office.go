package main

import "github.com/urfave/cli/v2"

func prizeCommand() *cli.Command {
	return &cli.Command{
		Name:      "prize",
		Usage:     "annual prize for most games (年間最多対局賞), by mode: postal, email, web",
		ArgsUsage: "GAMES...",
		Flags:     stageFlags("prize", &cli.StringFlag{Name: "out", Usage: "folder for prize.csv, prize-pawn.csv and issues.csv"}),
		Action:    runOffice("prize"),
	}
}

func membersCommand() *cli.Command {
	return &cli.Command{
		Name:      "members",
		Usage:     "fees paid and due, the pawn ledger, entry fees, and the games that unpaid members lose at the end of April",
		ArgsUsage: "MEMBERS.csv",
		Flags: stageFlags("members",
			&cli.StringFlag{Name: "out", Usage: "folder for members.csv, pawn-ledger.csv, fees.csv, payments.csv, losses.csv, entry-fees.csv, issues.csv"}),
		Action: runOffice("members"),
	}
}

func runOffice(kind string) cli.ActionFunc {
	return func(c *cli.Context) error {
		s, err := setStage(c, kind, c.Args().Slice())
		if err != nil {
			return err
		}
		return intoFolder(c, s, false)
	}
}
