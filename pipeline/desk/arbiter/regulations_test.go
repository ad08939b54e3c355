package arbiter

import (
	"testing"

	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
)

// A sheet in Japanese or Chinese describes every system and handicap in its language.
func TestRegulationsAreDescribedInEveryLanguage(t *testing.T) {
	for lang := range settingLabels {
		if lang == "en" {
			continue
		}
		for _, row := range pairing.Systems {
			if row.SummaryIn(lang) == row.Summary {
				t.Errorf("%s: no summary of %s", lang, row.Name)
			}
		}
		for _, row := range handicap.Schemes {
			if !row.Nothing && row.SummaryIn(lang) == row.Summary {
				t.Errorf("%s: no summary of %s", lang, row.Name)
			}
		}
	}
}
