package fide

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"testing"

	"crosstable/fixtures"
)

func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := fixtures.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func hundredths(t *testing.T, s string) int64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return int64(math.Round(100 * f))
}

func TestExpectedAgreesWithTypedTable(t *testing.T) {
	rows := readCSV(t, "fide_rating/fide_pd.csv")
	if len(rows) != 51 {
		t.Fatalf("%d ranges", len(rows))
	}
	for _, r := range rows {
		from, _ := strconv.Atoi(r[0])
		to := 2000
		if r[1] != "" {
			to, _ = strconv.Atoi(r[1])
		}
		for d := int64(from); d <= int64(to); d++ {
			if got := Expected(d); got != hundredths(t, r[2]) {
				t.Fatalf("difference %d: %d, table %s", d, got, r[2])
			}
			if got := Expected(-d); d > 0 && got != hundredths(t, r[3]) {
				t.Fatalf("difference -%d: %d, table %s", d, got, r[3])
			}
		}
	}
}

func TestDifferenceAgreesWithTypedTable(t *testing.T) {
	rows := readCSV(t, "fide_rating/fide_dp.csv")
	if len(rows) != 101 {
		t.Fatalf("%d entries", len(rows))
	}
	for _, r := range rows {
		if got := Difference(hundredths(t, r[0])); strconv.Itoa(int(got)) != r[1] {
			t.Errorf("p %s: %d, table %s", r[0], got, r[1])
		}
	}
}
