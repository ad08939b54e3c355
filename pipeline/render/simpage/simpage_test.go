package simpage

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"crosstable/pipeline/words"
	"crosstable/sim/study"
)

// small plays a study of eight scenarios with few events.
func small(t *testing.T) *study.Results {
	t.Helper()
	s := study.New()
	for _, f := range [][2]string{{"system", "jca,dutch"}, {"players", "8"}, {"rounds", "4"}, {"handicap", "none,ab,baku,z"}} {
		if err := s.Set(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	s.Replicates, s.Block, s.Seed = 3, 3, 1
	totals, err := s.Run(context.Background(), study.RunOptions{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Results(totals)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every scenario is in the charts, in as many parts as it takes, and shares of pairs say of how many they are.
func TestChartsShowAllScenarios(t *testing.T) {
	r := small(t)
	html, charts, err := Build(r, words.In("en"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, c := range charts {
		all[c.Name] = string(c.Data)
	}
	for _, name := range []string{"place-error", "color-histogram", "float-histogram", "gap-by-round", "convergence", "place-shift"} {
		both := all["charts/"+name+"-1.svg"] + all["charts/"+name+"-2.svg"]
		for k := range r.Grid {
			if !strings.Contains(both, r.Label(k)) {
				t.Errorf("%s lacks %s", name, r.Label(k))
			}
		}
	}
	for k := range r.Grid {
		if !strings.Contains(string(html), "True rank and final place: "+r.Label(k)) {
			t.Errorf("no heat map of %s", r.Label(k))
		}
	}
	for name, svg := range all {
		if strings.Contains(name, "tiebreak-") && !regexp.MustCompile(` n=[\d,]+`).MatchString(svg) {
			t.Errorf("%s does not say n", name)
		}
	}
	if strings.Contains(string(html), "; the first") {
		t.Error("the page shows some scenarios only")
	}
}

// The page speaks its language: none of the catalog's English is left where the language has other words.
func TestPageSpeaksItsLanguage(t *testing.T) {
	r := small(t)
	for _, lang := range words.Languages()[1:] {
		w := words.In(lang)
		html, _, err := Build(r, w)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(html), `<html lang="`+lang+`">`) || strings.Contains(string(html), "%!") {
			t.Errorf("%s: the page is of another language, or a verb is wrong", lang)
		}
		for _, key := range words.In("en").Keys() {
			en := words.In("en").Get(key)
			if strings.HasPrefix(key, "sim.") && len(en) > 25 && !strings.Contains(en, "%") && strings.Contains(string(html), ">"+en+"<") {
				t.Errorf("%s: %q is English", lang, en)
			}
		}
	}
}
