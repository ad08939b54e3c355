package main

import (
	"github.com/urfave/cli/v2"

	"crosstable/pipeline/stage"
	"crosstable/sim/study"
)

func presetCommands() []*cli.Command {
	var out []*cli.Command
	for _, p := range stage.Presets {
		out = append(out, &cli.Command{
			Name:  p.Name,
			Usage: "preset: " + p.Question,
			Flags: studyFlags(),
			Action: func(c *cli.Context) error {
				if c.NArg() > 0 {
					return usageError("%s takes no arguments, only flags", p.Name)
				}
				return runStudy(c, p.Study, alignedSummary)
			},
		})
	}
	return out
}

func simulateAdviceCommand() *cli.Command {
	return &cli.Command{
		Name:  "advice",
		Usage: "how many rounds for the aim: a sentence, a table and a chart",
		Flags: studyFlags(
			&cli.StringFlag{Name: "aim", Usage: "winner, sole-winner, top2, top4, top8 or qualify (one in eight)", Value: "winner"},
			&cli.Float64Flag{Name: "target", Usage: "share of the aim that is enough, 0 to 1 (default: where another two rounds gain less than 3 points in 100)"}),
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usageError("advice takes no arguments, only flags")
			}
			a, err := stage.ParseAim(c.String("aim"))
			if err != nil {
				return usageError("aim %v", err)
			}
			target := c.Float64("target")
			if c.IsSet("target") && !(target > 0 && target <= 1) {
				return usageError("target: %g is not a share between 0 and 1", target)
			}
			return runStudy(c, a.Study, func(r *study.Results) string { return stage.Advice(r, a, target) }, stage.RoundsOnly)
		},
	}
}
