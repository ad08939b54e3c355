package period

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

func TestWhichRowsAreTheSameGame(t *testing.T) {
	base := Row{White: 1, Black: 2, Result: engine.WhiteWins, Details: &Details{Event: "Q1 open", Round: "1"}, End: day(2015, 2, 16)}
	with := func(f func(*Row)) Row {
		r, d := base, *base.Details
		r.Details = &d
		f(&r)
		return r
	}
	bare := func(res engine.Result) Row { return Row{White: 1, Black: 2, Result: res, Details: &Details{}} }
	id := with(func(r *Row) { r.ID = "7" })
	for _, tc := range []struct {
		name string
		a, b Row
		want agreement
	}{
		{"everything equal", base, base, sameGame},
		{"another day", base, with(func(r *Row) { r.End.Day = 17 }), differentGames},
		{"one date for both in a PGN, the start in a table", with(func(r *Row) { r.Start = r.End }), with(func(r *Row) { r.Start = day(2014, 12, 1) }), sameGame},
		{"two known starts", with(func(r *Row) { r.Start = day(2014, 12, 2) }), with(func(r *Row) { r.Start = day(2014, 12, 1) }), differentGames},
		{"another round", base, with(func(r *Row) { r.Round = "2" }), differentGames},
		{"another event", base, with(func(r *Row) { r.Event = "Q2 open" }), differentGames},
		{"event in other case", base, with(func(r *Row) { r.Event = "q1  Open" }), sameGame},
		{"colours changed", base, with(func(r *Row) { r.White, r.Black = 2, 1 }), differentGames},
		{"another result", base, with(func(r *Row) { r.Result = engine.Draw }), contradiction},
		{"the second file knows less", base, with(func(r *Row) { r.Event, r.Round = "", "" }), sameGame},
		{"month only", base, with(func(r *Row) { r.End.Day = 0 }), sameGame},
		{"other moves on one day", with(func(r *Row) { r.Moves = 5 }), with(func(r *Row) { r.Moves = 6 }), differentGames},
		{"moves in one file only", with(func(r *Row) { r.Moves = 5 }), base, sameGame},
		{"loss by withdrawal written as forfeit", base, with(func(r *Row) { r.Result = engine.BlackForfeits }), sameGame},
		{"nothing known, same result", bare(engine.Draw), bare(engine.Draw), sameGame},
		{"nothing known, other result", bare(engine.Draw), bare(engine.WhiteWins), differentGames},
		{"same id", id, id, sameGame},
		{"same id, other day", id, with(func(r *Row) { r.ID = "7"; r.End.Day = 20 }), sameGame},
		{"same id, other result", id, with(func(r *Row) { r.ID = "7"; r.Result = engine.BlackWins }), contradiction},
		{"same id, colours changed", id, with(func(r *Row) { r.ID = "7"; r.White, r.Black = 2, 1 }), contradiction},
		{"same id, other players, same event", id, with(func(r *Row) { r.ID = "7"; r.Black = 3 }), contradiction},
		{"ids numbered within events", id, with(func(r *Row) { r.ID = "7"; r.Black = 3; r.Event = "Q2 open" }), differentGames},
		{"two ids on one day", id, with(func(r *Row) { r.ID = "8" }), differentGames},
		{"one file without ids", id, base, sameGame},
	} {
		if got := compare(&tc.a, &tc.b); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
		if got := compare(&tc.b, &tc.a); got != tc.want {
			t.Errorf("%s, exchanged: %d, want %d", tc.name, got, tc.want)
		}
	}
}

// doubles must find what comparing every row with every earlier one finds.
func TestDoublesAgreeWithComparingAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.Bool().Draw(t, "all with ids")
		kinds := rapid.IntRange(1, 4).Draw(t, "ids")
		skip := rapid.IntRange(0, 1).Draw(t, "no row without event")
		players := rapid.Int32Range(2, 4).Draw(t, "players")
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Row {
			r := Row{White: rapid.Int32Range(0, players-1).Draw(t, "w"), Black: rapid.Int32Range(0, players-1).Draw(t, "b"),
				Result:  rapid.SampledFrom([]engine.Result{engine.WhiteWins, engine.Draw}).Draw(t, "result"),
				Details: &Details{Event: rapid.SampledFrom([]string{"", "a", "b", "B", "c"}[skip:]).Draw(t, "event")}}
			if ids || rapid.Bool().Draw(t, "id") {
				r.ID = rapid.SampledFrom([]string{"1", "2", "3", "4"}[:kinds]).Draw(t, "which")
			}
			r.End = rapid.SampledFrom([]record.Date{{}, day(2015, 1, 0), day(2015, 1, 1), day(2015, 1, 2), day(2015, 2, 1)}).Draw(t, "end")
			return r
		}), 0, 160).Draw(t, "rows")
		type pair struct{ row, other int32 }
		equal := map[pair]bool{}
		hasEarlier := map[int32]bool{}
		for i := range rows {
			for j := range i {
				if compare(&rows[j], &rows[i]) != differentGames {
					equal[pair{int32(i), int32(j)}] = true
					hasEarlier[int32(i)] = true
				}
			}
		}
		got := doubles(rows, func(*Row) bool { return true })
		seen := map[int32]bool{}
		for _, d := range got {
			if d.first >= d.row || seen[d.row] {
				t.Fatalf("%+v: out of order or twice", d)
			}
			seen[d.row] = true
		}
		for i := range rows {
			if hasEarlier[int32(i)] != seen[int32(i)] {
				t.Fatalf("row %d: earlier equal %v, found %v in %+v", i, hasEarlier[int32(i)], seen[int32(i)], got)
			}
		}
		if !slices.IsSortedFunc(got, func(a, b double) int { return int(a.row - b.row) }) {
			t.Fatal("not in the order of rows")
		}
	})
}
