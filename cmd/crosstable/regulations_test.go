package main

import (
	"testing"

	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
)

// A sheet in Japanese or Chinese describes every system and handicap in its language.
func TestRegulationsAreDescribedInEveryLanguage(t *testing.T) {
	for lang := range summaries {
		known := map[string]bool{}
		for _, row := range pairing.Systems {
			known[row.Name] = true
			if summaryIn(lang, row.Info) == row.Summary {
				t.Errorf("%s: no summary of %s", lang, row.Name)
			}
		}
		for _, row := range handicap.Schemes {
			known[row.Name] = true
			if row.Name != "none" && summaryIn(lang, row.Info) == row.Summary {
				t.Errorf("%s: no summary of %s", lang, row.Name)
			}
		}
		for name := range summaries[lang] {
			if !known[name] {
				t.Errorf("%s: %s is no system and no handicap", lang, name)
			}
		}
	}
}
