package trf

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/event"
)

// trfFiles lists every TRF among the fixtures and, where present, the reference data.
func trfFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(fixtures.Dir(), "trf", "*.trf"))
	if err != nil || len(files) < 10 {
		t.Fatalf("fixtures: %d files, %v", len(files), err)
	}
	shared := filepath.Join(fixtures.Dir(), "..", "..", "shared", "data")
	_ = filepath.WalkDir(shared, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".trf") || strings.HasSuffix(path, ".input") || strings.HasSuffix(path, ".tab")) {
			files = append(files, path)
		}
		return nil
	})
	return files
}

// Every file comes back byte for byte, line ends included.
func TestRoundTripIsByteForByte(t *testing.T) {
	n := 0
	for _, f := range trfFiles(t) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := Parse(data, f)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		var b bytes.Buffer
		if _, err := Write(&b, e, Keep); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), data) {
			t.Errorf("%s: comes back different: %s", f, firstDifference(data, b.Bytes()))
		}
		n++
	}
	t.Logf("%d files", n)
}

func firstDifference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			got := ""
			if i < len(y) {
				got = y[i]
			}
			return "line " + string(rune('0'+i%10)) + ": " + x[i] + " -> " + got
		}
	}
	return "length"
}

// plain drops what belongs to the file and not to the event.
func plain(e *event.Event) *event.Event {
	c := snapshot(e)
	c.File = ""
	for i := range c.Players {
		c.Players[i].Line = 0
		c.Players[i].Club = ""
		if len(c.Players[i].Rounds) == 0 {
			c.Players[i].Rounds = nil
		}
	}
	return c
}

// Written anew in either dialect and read again, an event says the same.
func TestBothDialectsKeepTheEvent(t *testing.T) {
	for _, f := range trfFiles(t) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := Parse(data, f)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		for _, d := range []Dialect{TRF16, TRF26} {
			var b bytes.Buffer
			lost, err := Write(&b, e, d)
			if err != nil {
				t.Fatal(err)
			}
			if len(lost) > 0 {
				continue
			}
			again, issues, err := Parse(b.Bytes(), f)
			if err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			x, y := sameMeaning(e), sameMeaning(again)
			if !reflect.DeepEqual(x, y) {
				t.Errorf("%s, dialect %d: the event has changed (%d issues)\n%s", filepath.Base(f), d, len(issues), eventDifference(x, y))
			}
		}
	}
}

// sameMeaning replaces what has several spellings by what it means.
func sameMeaning(e *event.Event) *event.Event {
	c := plain(e)
	coming := e.Finished() + 1
	for i := range c.Asked {
		if c.Asked[i].Round == 0 {
			c.Asked[i].Round = coming
		}
	}
	asked := map[event.Asked]bool{}
	for _, a := range c.Asked {
		asked[a] = true
	}
	c.Asked = nil
	for r := range 30 {
		for p := range e.Players {
			for _, k := range []engine.Outcome{engine.ByeZero, engine.ByeHalf, engine.ByeFull} {
				if a := (event.Asked{Round: r, Player: engine.Player(p), Kind: k}); asked[a] {
					c.Asked = append(c.Asked, a)
				}
			}
		}
	}
	for i := range c.Forbidden {
		if c.Forbidden[i].Last == 0 {
			c.Forbidden[i].Last = max(e.PlannedRounds, coming)
		}
	}
	// Virtual points round by round, player by player.
	last := e.PlannedRounds
	for _, v := range e.Virtual {
		last = max(last, v.To)
	}
	c.Virtual = nil
	for p := range e.Players {
		for r := 1; r <= last; r++ {
			v := engine.Points(0)
			for _, x := range e.Virtual {
				if x.First <= engine.Player(p) && engine.Player(p) <= x.Last && x.From <= r && r <= x.To {
					v = x.Points
				}
			}
			if v != 0 {
				c.Virtual = append(c.Virtual, event.Virtual{First: engine.Player(p), Last: engine.Player(p), From: r, To: r, Points: v})
			}
		}
	}
	for i := range c.Players {
		p := &c.Players[i]
		if !p.HasStated {
			p.Stated, p.HasStated = e.Sum(engine.Player(i), e.Finished()), true
		}
	}
	return c
}

func eventDifference(a, b *event.Event) string {
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			if x.Type().Field(i).Name == "Players" {
				for k := range a.Players {
					if k >= len(b.Players) || !reflect.DeepEqual(a.Players[k], b.Players[k]) {
						return sprint(a.Players[k]) + "\n" + sprint(b.Players[k])
					}
				}
			}
			return x.Type().Field(i).Name + ": " + sprint(x.Field(i).Interface()) + "\n" + sprint(y.Field(i).Interface())
		}
	}
	return "nothing"
}
