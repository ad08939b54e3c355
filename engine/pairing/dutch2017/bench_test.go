package dutch2017

import (
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/dutch"
	"crosstable/engine/pairing/pairtest"
)

// One iteration is one round, by the text of 2017 and by the one in force.
func BenchmarkRound(b *testing.B) {
	b.Run("2017", func(b *testing.B) {
		pairtest.Benchmark(b, func() engine.Pairer { return dutch.NewEdition(edition) })
	})
	b.Run("2026", func(b *testing.B) {
		pairtest.Benchmark(b, func() engine.Pairer { return new(dutch.Pairer) })
	})
}
