package record

import (
	"testing"
	"time"

	"crosstable/engine"
)

func on(year, month, day int) Date {
	return Date{Year: int16(year), Month: uint8(month), Day: uint8(day)}
}

func TestWhichRowsAreTheSameGame(t *testing.T) {
	base := Evidence{White: 1, Black: 2, Result: engine.WhiteWins, Event: "Q1 open", Round: "1", End: on(2015, 2, 16)}
	with := func(f func(*Evidence)) Evidence {
		r := base
		f(&r)
		return r
	}
	bare := func(res engine.Result) Evidence { return Evidence{White: 1, Black: 2, Result: res} }
	id := with(func(r *Evidence) { r.ID = "7" })
	for _, tc := range []struct {
		name string
		a, b Evidence
		want Agreement
	}{
		{"everything equal", base, base, Same},
		{"another day, the same round", base, with(func(r *Evidence) { r.End.Day = 17 }), Same},
		{"a month later, the same round", base, with(func(r *Evidence) { r.End.Month = 3 }), Doubtful},
		{"another day without round", with(func(r *Evidence) { r.Round = "" }), with(func(r *Evidence) { r.Round, r.End.Day = "", 17 }), Different},
		{"a day apart without round, in two files", with(func(r *Evidence) { r.Round = "" }), with(func(r *Evidence) { r.Round, r.End.Day, r.File = "", 17, 1 }), Doubtful},
		{"a day apart with equal moves", with(func(r *Evidence) { r.Round, r.Moves = "", 5 }), with(func(r *Evidence) { r.Round, r.End.Day, r.Moves = "", 17, 5 }), Same},
		{"a day apart with equal moves, another result", with(func(r *Evidence) { r.Round, r.Moves = "", 5 }),
			with(func(r *Evidence) { r.Round, r.End.Day, r.Moves, r.Result = "", 17, 5, engine.Draw }), Contradiction},
		{"one round of ?", with(func(r *Evidence) { r.Round = "?" }), with(func(r *Evidence) { r.Round, r.End.Day = "?", 17 }), Different},
		{"one date for both in a PGN, the start in a table", with(func(r *Evidence) { r.Start = r.End }), with(func(r *Evidence) { r.Start = on(2014, 12, 1) }), Same},
		{"two known starts", with(func(r *Evidence) { r.Start, r.Round = on(2014, 12, 2), "" }), with(func(r *Evidence) { r.Start = on(2014, 12, 1) }), Different},
		{"two known starts in one round", with(func(r *Evidence) { r.Start = on(2014, 12, 2) }), with(func(r *Evidence) { r.Start = on(2014, 12, 1) }), Same},
		{"another round", base, with(func(r *Evidence) { r.Round = "2" }), Different},
		{"another event", base, with(func(r *Evidence) { r.Event = "Q2 open" }), Different},
		{"event in other case", base, with(func(r *Evidence) { r.Event = "q1  Open" }), Same},
		{"colours changed in one round", base, with(func(r *Evidence) { r.White, r.Black = 2, 1 }), Doubtful},
		{"colours changed, equal moves", with(func(r *Evidence) { r.Moves = 5 }), with(func(r *Evidence) { r.White, r.Black, r.Moves = 2, 1, 5 }), Contradiction},
		{"colours changed without round", with(func(r *Evidence) { r.Round = "" }), with(func(r *Evidence) { r.White, r.Black, r.Round = 2, 1, "" }), Different},
		{"colours changed, one winner in two files", with(func(r *Evidence) { r.Round = "" }),
			with(func(r *Evidence) { r.White, r.Black, r.Round, r.Result, r.File = 2, 1, "", engine.BlackWins, 1 }), Doubtful},
		{"another result", base, with(func(r *Evidence) { r.Result = engine.Draw }), Contradiction},
		{"the second file knows less", base, with(func(r *Evidence) { r.Event, r.Round = "", "" }), Same},
		{"month only", base, with(func(r *Evidence) { r.End.Day = 0 }), Same},
		{"other moves in one round", with(func(r *Evidence) { r.Moves = 5 }), with(func(r *Evidence) { r.Moves = 6 }), Doubtful},
		{"other moves on one day", with(func(r *Evidence) { r.Moves, r.Round = 5, "" }), with(func(r *Evidence) { r.Moves = 6 }), Different},
		{"equal moves under another event", with(func(r *Evidence) { r.Moves = 5 }), with(func(r *Evidence) { r.Moves, r.Event = 5, "Quarter 1" }), Doubtful},
		{"moves in one file only", with(func(r *Evidence) { r.Moves = 5 }), base, Same},
		{"loss by withdrawal written as forfeit", base, with(func(r *Evidence) { r.Result = engine.BlackForfeits }), Same},
		{"nothing known, same result", bare(engine.Draw), bare(engine.Draw), Same},
		{"nothing known, other result", bare(engine.Draw), bare(engine.WhiteWins), Different},
		{"same id", id, id, Same},
		{"same id, other day", id, with(func(r *Evidence) { r.ID = "7"; r.End.Day = 20 }), Same},
		{"same id, other result", id, with(func(r *Evidence) { r.ID = "7"; r.Result = engine.BlackWins }), Contradiction},
		{"same id, colours changed", id, with(func(r *Evidence) { r.ID = "7"; r.White, r.Black = 2, 1 }), Contradiction},
		{"same id, other players, same event", id, with(func(r *Evidence) { r.ID = "7"; r.Black = 3 }), Contradiction},
		{"ids numbered within events", id, with(func(r *Evidence) { r.ID = "7"; r.Black = 3; r.Event = "Q2 open" }), Different},
		{"two ids on one day", id, with(func(r *Evidence) { r.ID = "8" }), Different},
		{"one file without ids", id, base, Same},
	} {
		if got := Compare(&tc.a, &tc.b); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
		if got := Compare(&tc.b, &tc.a); got != tc.want {
			t.Errorf("%s, exchanged: %d, want %d", tc.name, got, tc.want)
		}
	}
}

func TestDaysAreThoseOfTheCalendar(t *testing.T) {
	first := time.Date(1895, 12, 30, 0, 0, 0, 0, time.UTC)
	base := on(1895, 12, 30).Days()
	for i := range 80_000 {
		d := first.AddDate(0, 0, i)
		if got := on(d.Year(), int(d.Month()), d.Day()).Days() - base; got != i {
			t.Fatalf("%s is day %d, got %d", d.Format(time.DateOnly), i, got)
		}
	}
}
