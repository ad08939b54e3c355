package stage

import (
	"fmt"
	"math"
	"strings"

	"crosstable/engine/pairing"
	"crosstable/pipeline/render"
	"crosstable/sim/study"
)

// Preset is a study that answers a common question; its flags are those of `simulate study`.
type Preset struct {
	Name, Question string
	levels         map[string][]string
	baseline       string
}

// Presets is the table of preset studies.
var Presets = []Preset{
	{"rounds", "How many rounds find the strongest, and how true is the ranking?",
		map[string][]string{"rounds": {"5-9"}}, ""},
	{"handicaps", "What does a handicap of the pairing change?",
		map[string][]string{"rounds": {"5,7,9"}, "handicap": {"none,ab,baku,z,macmahon:band=200:bar=2200:floor=1800"}}, "handicap=none"},
	{"systems", "Which pairing system ranks best?",
		map[string][]string{"system": {"jca,dutch,monrad,random"}}, "system=jca"},
	{"tiebreaks", "Which tie-break orders the tied by strength?",
		map[string][]string{"ranking": {"BH/C1,lot", "BH,lot", "SB,lot", "PS,lot", "ARO,lot", "DE,lot", "lot"}}, "ranking=lot"},
}

// Study makes the study of the preset.
func (p Preset) Study() (*study.Study, error) {
	s := study.New()
	s.Question = p.Question
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

// Aim is what an organiser wants from a number of rounds.
type Aim struct {
	metric, Words string
	share         float64 // of a full success: 1 for shares, K for hits
}

// ParseAim reads the name of an aim.
func ParseAim(text string) (Aim, error) {
	switch text {
	case "winner":
		return Aim{"strongest_first", "the strongest player wins", 1}, nil
	case "sole-winner":
		return Aim{"sole_first", "one player alone has the top score", 1}, nil
	case "top2":
		return Aim{"top2_set", "the first two are the two strongest", 1}, nil
	case "top4":
		return Aim{"top4_hits", "the four strongest are among the first four", 4}, nil
	case "top8":
		return Aim{"top8_hits", "the eight strongest are among the first eight", 8}, nil
	case "qualify":
		return Aim{"qualify_one_in_8", "the strongest eighth qualifies", 1}, nil
	}
	return Aim{}, &WordError{text, []string{"winner", "sole-winner", "top2", "top4", "top8", "qualify"}}
}

// Study makes the study of the question: rounds are compared.
func (a Aim) Study() (*study.Study, error) {
	s := study.New()
	s.Question = "How many rounds until " + a.Words + "?"
	// Published ratings are not strengths; certainty about them would flatter every answer.
	for _, f := range [][2]string{{"rounds", "5-9"}, {"rating-noise", "80"}} {
		if err := s.Set(f[0], f[1]); err != nil {
			return nil, err
		}
	}
	s.Replicates = 2000
	return s, nil
}

// RoundsOnly refuses a study that compares anything but rounds.
func RoundsOnly(s *study.Study) error {
	for i, f := range study.Factors {
		if f.Name != "rounds" && len(s.Levels[i]) > 1 {
			return &UsageError{fmt.Errorf("%s: advice compares rounds only; for more factors use `simulate study`", f.Name)}
		}
	}
	return nil
}

// Advice is the sentence: the least number of rounds that reaches the target, or after which two more
// rounds gain little.
func Advice(r *study.Results, a Aim, target float64) string {
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
	t := render.New("rounds", a.Words, "95 %", "round without legal pairing")
	for _, p := range ps {
		t.Row(p.rounds, Percent(p.mean)+" %", Percent(p.lo)+"-"+Percent(p.hi), Percent(p.unpairable)+" %")
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
				choice, why = i, fmt.Sprintf("the fewest that reach %s %%", Percent(target))
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
		fmt.Fprintf(&b, "%d players, %s: play %d rounds (%s). Then %s in %s %% of the events (%s-%s).\n", n, r.Grid[choice].System, p.rounds, why, a.Words, Percent(p.mean), Percent(p.lo), Percent(p.hi))
		if p.unpairable > 0 {
			fmt.Fprintf(&b, "Risk that some round has no legal pairing: %s %%.\n", Percent(p.unpairable))
		} else {
			fmt.Fprintf(&b, "No event of %d met a round without a legal pairing (risk below %s %%).\n", r.Totals.Replicates, Percent(p.hu))
		}
	case target > 0:
		last := ps[len(ps)-1]
		fmt.Fprintf(&b, "%d players, %s: %d rounds are not enough for %s %%; %s in %s %% of the events.\n", n, r.Grid[0].System, last.rounds, Percent(target), a.Words, Percent(last.mean))
	default:
		last := ps[len(ps)-1]
		fmt.Fprintf(&b, "%d players, %s: every further round still helps; with %d rounds %s in %s %% of the events.\n", n, r.Grid[0].System, last.rounds, a.Words, Percent(last.mean))
	}
	if r.Grid[0].Noise > 0 {
		fmt.Fprintf(&b, "Ratings are taken as strengths with an error of ±%g points.\n", r.Grid[0].Noise)
	}
	return b.String()
}
