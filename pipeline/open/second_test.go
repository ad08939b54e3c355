package open_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/open"
)

// What a reader swallows, or takes for something else, the second count sees; what is whole raises no alarm.
func TestSecondCount(t *testing.T) {
	lost := filepath.Join(fixtures.Dir(), "faults", "lost")
	files, err := os.ReadDir(lost)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]int{}
	for _, f := range files {
		said[f.Name()[:3]] = suspicious(t, filepath.Join(lost, f.Name()))
	}
	for _, name := range []string{"640", "641", "643", "645", "661", "664"} {
		if said[name] == 0 {
			t.Errorf("%s: nothing is said", name)
		}
	}
	for name, text := range map[string]string{
		"plain.csv": "game,white,black,result,end\n1,A,B,1-0,2015-01-02\n\n2,C,D,0-1,2015-01-02\n,,,,\n",
		"title.csv": "League, spring\n\ngame;white;black;result;end;note\n1;A;B;1-0;2015-01-02;\"a\nb\"\n",
		"again.csv": "white,black,result,end\nA,B,1-0,2015-01-02\nwhite,black,result,end\nA,B,1-0,2015-01-03\n",
		"bad.csv":   "white,black,result,end\nA,B,7-7,2015-01-02\nA,B,1-0,2015-01-03,extra\nA\n",
		"plain.pgn": "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {[Event] } 1-0\n\n[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*\n",
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if n := suspicious(t, file); n != 0 {
			t.Errorf("%s: a false alarm of %d", name, n)
		}
	}
}

// suspicious gives how many things of a file the second count misses, or 1 if the file was refused.
func suspicious(t *testing.T, name string) int {
	t.Helper()
	r, err := open.Games(context.Background(), name, open.Options{})
	if err != nil {
		t.Log(err)
		return 1
	}
	defer r.Close()
	if _, _, err := r.All(); err != nil {
		t.Log(err)
		return 1
	}
	f, ok := r.SecondCount()
	if !ok {
		t.Fatalf("%s is not counted", name)
	}
	told := false
	for _, i := range r.Notes() {
		told = told || i.Code == "second-count" && strings.Contains(i.Message, "may be lost")
	}
	if told != f.Lost() {
		t.Errorf("%s: %v, told: %v", name, f, told)
	}
	return max(f.Seen-f.Handed, 0)
}
