package doubleswiss

import (
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

func BenchmarkRound(b *testing.B) {
	pairtest.Benchmark(b, func() engine.Pairer { return &Pairer{} })
}
