package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/pairing"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
	"crosstable/sim/study"
)

// preset is a study that answers a common question; its flags are those of `simulate study`.
type preset struct {
	name, question string
	levels         map[string][]string
	baseline       string
}

// presets is the table of preset studies.
var presets = []preset{
	{"rounds", "How many rounds find the strongest, and how true is the ranking?",
		map[string][]string{"rounds": {"5-9"}}, ""},
	{"handicaps", "What does a handicap of the pairing change?",
		map[string][]string{"rounds": {"5,7,9"}, "handicap": {"none,ab,baku,z,macmahon:band=200:bar=2200:floor=1800"}}, "handicap=none"},
	{"systems", "Which pairing system ranks best?",
		map[string][]string{"system": {"jca,dutch,monrad,random"}}, "system=jca"},
	{"tiebreaks", "Which tie-break orders the tied by strength?",
		map[string][]string{"ranking": {"BH/C1,lot", "BH,lot", "SB,lot", "PS,lot", "ARO,lot", "DE,lot", "lot"}}, "ranking=lot"},
}

func presetCommands() []*cli.Command {
	var out []*cli.Command
	for _, p := range presets {
		out = append(out, &cli.Command{
			Name:  p.name,
			Usage: "preset: " + p.question,
			Flags: append(factorFlags(), runFlags()...),
			Action: func(c *cli.Context) error {
				if c.NArg() > 0 {
					return usageError("%s takes no arguments, only flags", p.name)
				}
				s, err := p.study()
				if err != nil {
					return err
				}
				if err := applyStudyFlags(c, s); err != nil {
					return err
				}
				return runStudy(c, s)
			},
		})
	}
	return out
}

func (p preset) study() (*study.Study, error) {
	s := study.New()
	s.Question = p.question
	for _, f := range study.Factors {
		texts, ok := p.levels[f.Name]
		if !ok {
			continue
		}
		if f.Name == "system" {
			texts = []string{existing(texts[0])}
		}
		if err := s.Set(f.Name, texts...); err != nil {
			return nil, err
		}
	}
	if p.baseline != "" {
		if err := s.SetBaseline(p.baseline); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// existing keeps the systems that the table has.
func existing(list string) string {
	var out []string
	for _, name := range strings.Split(list, ",") {
		if _, err := pairing.New(name); err == nil {
			out = append(out, name)
		}
	}
	return strings.Join(out, ",")
}

// aim is what an organiser wants from a number of rounds.
type aim struct {
	metric, words string
	share         float64 // of a full success: 1 for shares, K for hits
}

func parseAim(text string) (aim, error) {
	switch text {
	case "winner":
		return aim{"strongest_first", "the strongest player wins", 1}, nil
	case "sole-winner":
		return aim{"sole_first", "one player alone has the top score", 1}, nil
	case "top2":
		return aim{"top2_set", "the first two are the two strongest", 1}, nil
	case "top4":
		return aim{"top4_hits", "the four strongest are among the first four", 4}, nil
	case "top8":
		return aim{"top8_hits", "the eight strongest are among the first eight", 8}, nil
	case "qualify":
		return aim{"qualify_one_in_8", "the strongest eighth qualifies", 1}, nil
	}
	return aim{}, fmt.Errorf("aim %q%s", text, didYouMean(text, []string{"winner", "sole-winner", "top2", "top4", "top8", "qualify"}))
}

func simulateAdviceCommand() *cli.Command {
	flags := append(factorFlags(), runFlags()...)
	flags = append(flags,
		&cli.StringFlag{Name: "aim", Usage: "winner, sole-winner, top2, top4, top8 or qualify (one in eight)", Value: "winner"},
		&cli.Float64Flag{Name: "target", Usage: "share of the aim that is enough, 0 to 1 (default: where another two rounds gain less than 3 points in 100)"})
	return &cli.Command{
		Name:  "advice",
		Usage: "how many rounds for the aim: a sentence, a table and a chart",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usageError("advice takes no arguments, only flags")
			}
			a, err := parseAim(c.String("aim"))
			if err != nil {
				return usageError("%v", err)
			}
			target := c.Float64("target")
			if c.IsSet("target") && !(target > 0 && target <= 1) {
				return usageError("target: %g is not a share between 0 and 1", target)
			}
			s := study.New()
			s.Question = "How many rounds until " + a.words + "?"
			// Published ratings are not strengths; certainty about them would flatter every answer.
			for _, f := range [][2]string{{"rounds", "5-9"}, {"rating-noise", "80"}} {
				if err := s.Set(f[0], f[1]); err != nil {
					return err
				}
			}
			s.Replicates = 2000
			if err := applyStudyFlags(c, s); err != nil {
				return err
			}
			for i, f := range study.Factors {
				if f.Name != "rounds" && len(s.Levels[i]) > 1 {
					return usageError("%s: advice compares rounds only; for more factors use `simulate study`", f.Name)
				}
			}
			return runStudyThen(c, s, func(r *study.Results) string { return adviceText(r, a, target) })
		},
	}
}

// adviceText is the sentence: the least number of rounds that reaches the target, or after which two more
// rounds gain little.
func adviceText(r *study.Results, a aim, target float64) string {
	type point struct {
		rounds         int
		mean, lo, hi   float64
		unpairable, hu float64
	}
	var ps []point
	for k, sc := range r.Grid {
		p := point{rounds: sc.Rounds}
		for _, x := range r.Results {
			switch {
			case x.Scenario != k:
			case x.Metric == a.metric:
				p.mean, p.lo, p.hi = x.Mean/a.share, x.Lo/a.share, x.Hi/a.share
			case x.Metric == "unpairable":
				p.unpairable, p.hu = x.Mean, x.Hi
			}
		}
		ps = append(ps, p)
	}
	var b strings.Builder
	n := r.Grid[0].Players
	t := render.New("rounds", a.words, "95 %", "round without legal pairing")
	for _, p := range ps {
		t.Row(p.rounds, stage.Percent(p.mean)+" %", stage.Percent(p.lo)+"-"+stage.Percent(p.hi), stage.Percent(p.unpairable)+" %")
	}
	fmt.Fprintln(&b, t.Text())
	fmt.Fprintln(&b)
	choice := -1
	why := ""
	for i, p := range ps {
		if math.IsNaN(p.mean) {
			continue
		}
		if target > 0 {
			if p.mean >= target {
				choice, why = i, fmt.Sprintf("the fewest that reach %s %%", stage.Percent(target))
				break
			}
			continue
		}
		later := -1
		for j := i + 1; j < len(ps); j++ {
			if ps[j].rounds >= p.rounds+2 {
				later = j
				break
			}
		}
		if later >= 0 && ps[later].mean-p.mean < 0.03 {
			choice, why = i, fmt.Sprintf("two more would gain %.1f points in 100", 100*(ps[later].mean-p.mean))
			break
		}
	}
	switch {
	case choice >= 0:
		p := ps[choice]
		fmt.Fprintf(&b, "%d players, %s: play %d rounds (%s). Then %s in %s %% of the events (%s-%s).\n", n, r.Grid[choice].System, p.rounds, why, a.words, stage.Percent(p.mean), stage.Percent(p.lo), stage.Percent(p.hi))
		if p.unpairable > 0 {
			fmt.Fprintf(&b, "Risk that some round has no legal pairing: %s %%.\n", stage.Percent(p.unpairable))
		} else {
			fmt.Fprintf(&b, "No event of %d met a round without a legal pairing (risk below %s %%).\n", r.Totals.Replicates, stage.Percent(p.hu))
		}
	case target > 0:
		last := ps[len(ps)-1]
		fmt.Fprintf(&b, "%d players, %s: %d rounds are not enough for %s %%; %s in %s %% of the events.\n", n, r.Grid[0].System, last.rounds, stage.Percent(target), a.words, stage.Percent(last.mean))
	default:
		last := ps[len(ps)-1]
		fmt.Fprintf(&b, "%d players, %s: every further round still helps; with %d rounds %s in %s %% of the events.\n", n, r.Grid[0].System, last.rounds, a.words, stage.Percent(last.mean))
	}
	if r.Grid[0].Noise > 0 {
		fmt.Fprintf(&b, "Ratings are taken as strengths with an error of ±%g points.\n", r.Grid[0].Noise)
	}
	return b.String()
}
