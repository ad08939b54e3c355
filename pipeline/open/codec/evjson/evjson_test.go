package evjson

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/trf"
)

// meaning is the event without what belongs to its file.
func meaning(e *event.Event) event.Event {
	c := *e
	c.File, c.Source = "", nil
	c.Players = append([]event.Player(nil), e.Players...)
	for i := range c.Players {
		c.Players[i].Line = 0
		if len(c.Players[i].Rounds) == 0 {
			c.Players[i].Rounds = nil
		}
	}
	return c
}

// Every TRF fixture, turned into JSON and back, says the same.
func TestRoundTripOfEveryFixture(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(fixtures.Dir(), "trf", "*.trf"))
	if len(files) < 10 {
		t.Fatal("no fixtures")
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := trf.Parse(data, f)
		if err != nil {
			t.Fatal(err)
		}
		e.SetMark("regulations", "sha256:1")
		e.Players[1].Club, e.Players[1].Fouls, e.Players[1].Gone, e.Players[1].K = "北京", 3, true, 20
		e.Points.Value[engine.Drawn][engine.Black] = 2
		var b bytes.Buffer
		if err := Write(&b, e); err != nil {
			t.Fatal(err)
		}
		again, _, err := Read(bytes.NewReader(b.Bytes()), "x.json")
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if x, y := meaning(e), meaning(again); !reflect.DeepEqual(x, y) {
			t.Errorf("%s:\n%+v\n%+v", f, x, y)
		}
	}
}

func TestFaultsHaveTheirPlace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x.json:1:1: EOF"},
		{"{\n \"format\": \"crosstable-event\",\n \"version\": 1,\n \"playrs\": []}", "x.json:4:"},
		{"{\"format\": \"crosstable-event\", \"version\": 1, \"players\": 7}", "x.json:1:"},
		{"{\"format\": \"other\", \"version\": 1, \"players\": []}", `"format" is "other"`},
		{"{\"format\": \"crosstable-event\", \"version\": 2, \"players\": []}", "version 2"},
		{"{\"format\": \"crosstable-event\", \"version\": 1, \"players\": []}", "no players"},
		{`{"format": "crosstable-event", "version": 1, "players": [{"no":1,"name":"A","rounds":[]},{"no":1,"name":"B","rounds":[]}]}`, "two players have the number 1"},
		{`{"format": "crosstable-event", "version": 1, "points": {"win": 0.3}, "players": [{"no":1,"name":"A","rounds":[]}]}`, "win is 0.3"},
		{`{"format": "crosstable-event", "version": 1, "players": [{"no":1,"name":"A","rounds":[]}], "byes": [{"player": 3, "kind": "H"}]}`, "no player has the number 3"},
	} {
		_, _, err := Read(strings.NewReader(c.text), "x.json")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestCellsThatDoNotFit(t *testing.T) {
	text := `{"format": "crosstable-event", "version": 1, "players": [
	{"no":1,"name":"A","rounds":[{"opponent":2,"color":"w","result":"1"},{"result":"1"},{"opponent":2,"result":"H"},{"opponent":9,"result":"1"}]},
	{"no":2,"name":"B","rounds":[{"opponent":1,"color":"b","result":"0"}]}]}`
	e, issues, err := Read(strings.NewReader(text), "x.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(issues) != 3 || issues[0].Code != "json-field" || issues[1].Code != "json-field" || issues[2].Code != "event-opponent" {
		t.Errorf("%v", issues)
	}
	if s, err := e.State(); err != nil || s.Score[0] != 2 {
		t.Errorf("score %v, %v", s.Score, err)
	}
}

// The words of other documents (color, federation, points as numbers) are written; the older ones are still read.
func TestOlderWordsAreReadAndNotWritten(t *testing.T) {
	const text = `{"format": "crosstable-event", "version": 1, "firstColour": "b", "players": [
	{"no":1,"name":"A","fed":"JPN","points":"1","rounds":[{"opponent":2,"colour":"b","result":"1"}]},
	{"no":2,"name":"B","fed":"CHN","points":"0","rounds":[{"opponent":1,"colour":"w","result":"0"}]}]}`
	newer := strings.NewReplacer("olour", "olor", `"fed"`, `"federation"`, `"1","rounds`, `1,"rounds`, `"0","rounds`, `0,"rounds`).Replace(text)
	var written [2]string
	for i, in := range []string{text, newer} {
		e, issues, err := Read(strings.NewReader(in), "x.json")
		if err != nil || len(issues) != 0 {
			t.Fatal(err, issues)
		}
		p := e.Players[0]
		if e.FirstColor != engine.Black || p.Fed != "JPN" || p.Stated != 2 || p.Rounds[0].Color != engine.Black {
			t.Errorf("first %v, %+v", e.FirstColor, p)
		}
		var b bytes.Buffer
		if err := Write(&b, e); err != nil {
			t.Fatal(err)
		}
		written[i] = b.String()
	}
	if written[0] != written[1] {
		t.Errorf("older words give\n%s\nnewer ones\n%s", written[0], written[1])
	}
	for _, old := range []string{"olour", `"fed"`, `"points": "`} {
		if strings.Contains(written[0], old) {
			t.Errorf("%s is still written:\n%s", old, written[0])
		}
	}
	for _, word := range []string{`"firstColor": "b"`, `"federation": "JPN"`, `"points": 1`, `"color": "w"`} {
		if !strings.Contains(written[0], word) {
			t.Errorf("%s is not written:\n%s", word, written[0])
		}
	}
}

// The schema beside the documentation is the one in the program, and is JSON.
func TestSchemaIsPublished(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(fixtures.Dir(), "..", "docs", "schema", "event.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != Schema || !json.Valid(doc) {
		t.Error("docs/schema/event.schema.json is not the program's")
	}
	// Every field that Write knows stands in the schema.
	var s struct {
		Properties map[string]any `json:"properties"`
	}
	if err := json.Unmarshal(doc, &s); err != nil {
		t.Fatal(err)
	}
	typ := reflect.TypeFor[file]()
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if s.Properties[name] == nil {
			t.Errorf("the schema has no field %q", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format": "crosstable-event", "version": 1, "rounds": 3, "players": [{"no":1,"name":"A","rounds":[{"opponent":2,"colour":"w","result":"1"}]},{"no":2,"name":"B","rounds":[{"opponent":1,"colour":"b","result":"0"},{"result":"U"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, _, err := Read(bytes.NewReader(data), "f.json")
		if err != nil {
			return
		}
		if _, err := e.State(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, e); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Read(&b, "g.json"); err != nil {
			t.Fatal(err)
		}
	})
}
