package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

// The whole command on damaged inputs, with a count that shares nothing with the program as the oracle: every game
// and every player of the files carries a mark (~012~) on a line of its own. After any mutation a run that ends with
// exit 0 must have every line that still looks like a game in its account, and every player whose line is whole on
// the next list; a run that ends with exit 1 must balance; no run may panic or end in any other way than documented.
// CROSSTABLE_LONG=1 makes 10,000 runs.
func TestMutatedInputsLoseNothingInSilence(t *testing.T) {
	runs := 120
	if os.Getenv("CROSSTABLE_LONG") != "" {
		runs = 10_000
	}
	dir := t.TempDir()
	quiet := 0
	for n := range runs {
		m := mutation{r: rand.New(rand.NewPCG(1, uint64(n))), dir: dir}
		exit0, err := m.try()
		if err != nil {
			t.Errorf("run %d: %v\n%s", n, err, m.describe())
			if n > 20 && t.Failed() {
				break
			}
		}
		if exit0 {
			quiet++
		}
	}
	if quiet == 0 || quiet == runs {
		t.Errorf("%d of %d runs ended with exit 0: the mutations are all harmless or all deadly", quiet, runs)
	}
}

type mutation struct {
	r      *rand.Rand
	dir    string
	format string
	list   string // the list, perhaps mutated
	games  string // the text of the games, perhaps mutated
	said   string
}

func (m *mutation) describe() string {
	return fmt.Sprintf("format %s\n--- list\n%q\n--- games\n%q\n--- said\n%s", m.format, m.list, m.games, m.said)
}

const mutatedPlayers, mutatedGames = 12, 30

// originals are a list and the games in a format.
func (m *mutation) originals() {
	var list, games strings.Builder
	list.WriteString("id,name,rating,games,note\n")
	for i := range mutatedPlayers {
		fmt.Fprintf(&list, "%03d,Player %c,%d,%d,~%03d~\n", i+1, 'A'+i, 1200+i*37, 20+i, i+1)
	}
	sep := ","
	if m.format == "semicolon" {
		sep = ";"
	}
	if m.format != "pgn" {
		games.WriteString(strings.Join([]string{"game", "end", "white_id", "black_id", "result", "note"}, sep) + "\n")
	}
	for g := range mutatedGames {
		white, black := g%mutatedPlayers, (g%mutatedPlayers+1+g/mutatedPlayers)%mutatedPlayers
		day, result := fmt.Sprintf("2015-02-%02d", 1+g%28), []string{"1-0", "0-1", "1/2-1/2"}[g%3]
		if m.format == "pgn" {
			fmt.Fprintf(&games, "[Event \"E ~%03d~\"]\n[Date %q]\n[Round \"%d\"]\n[White \"Player %c\"]\n[Black \"Player %c\"]\n[Result %q]\n\n1. e4 e5 {a note} %s\n\n",
				g, strings.ReplaceAll(day, "-", "."), g+1, 'A'+white, 'A'+black, result, result)
			continue
		}
		games.WriteString(strings.Join([]string{fmt.Sprintf("g%03d", g), day, fmt.Sprintf("%03d", white+1), fmt.Sprintf("%03d", black+1), result,
			fmt.Sprintf("~%03d~", g)}, sep) + "\n")
	}
	m.list, m.games = list.String(), games.String()
}

// damage changes a text in one to three places.
func (m *mutation) damage(s string) string {
	scraps := []string{`"`, `""`, ",", ";", "\n", "\r", "\r\n", "{", "}", "(", "[", "]", "\x00", "\x1b[2J", " ", "\xff", "\u202e", "'", "\t", "|", "0", "-1",
		"1e999", "9999999999", "=1+1", "\ufeff", "[Event \"", "id,name", "*", "%", ";", "é", "\xe9"}
	for range 1 + m.r.IntN(3) {
		lines := strings.SplitAfter(s, "\n")
		at := m.r.IntN(len(s) + 1)
		line := m.r.IntN(len(lines))
		switch m.r.IntN(9) {
		case 0, 1, 2: // something in between
			s = s[:at] + scraps[m.r.IntN(len(scraps))] + s[at:]
		case 3: // bytes lost
			s = s[:at] + s[min(len(s), at+1+m.r.IntN(4)):]
		case 4: // a line twice
			lines[line] += lines[m.r.IntN(len(lines))]
			s = strings.Join(lines, "")
		case 5: // a line elsewhere
			other := m.r.IntN(len(lines))
			lines[line], lines[other] = lines[other], lines[line]
			s = strings.Join(lines, "")
		case 6: // a line without its end
			lines[line] = strings.TrimRight(lines[line], "\n")
			s = strings.Join(lines, "")
		case 7: // the end lost
			if m.r.IntN(4) == 0 {
				s = s[:at]
			}
		case 8: // a character in the place of another
			if at < len(s) {
				s = s[:at] + scraps[m.r.IntN(len(scraps))] + s[at+1:]
			}
		}
		if s == "" {
			s = "\n"
		}
	}
	return s
}

// try makes a run and judges it.
func (m *mutation) try() (exit0 bool, err error) {
	m.format = []string{"comma", "semicolon", "pgn", "xlsx"}[m.r.IntN(4)]
	m.originals()
	clean := m.list
	if m.r.IntN(3) == 0 {
		m.list = m.damage(m.list)
	} else {
		m.games = m.damage(m.games)
	}
	list, games, out := filepath.Join(m.dir, "list.csv"), filepath.Join(m.dir, "games.csv"), filepath.Join(m.dir, "out")
	body := []byte(m.games)
	switch m.format {
	case "pgn":
		games = filepath.Join(m.dir, "games.pgn")
	case "xlsx":
		games, body = filepath.Join(m.dir, "games.xlsx"), m.workbook()
	}
	for name, data := range map[string][]byte{list: []byte(m.list), games: body} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return false, err
		}
	}
	if err := os.RemoveAll(out); err != nil {
		return false, err
	}
	code, err := m.run("rate", "--system", "elo", "--list", list, "--games", games, "--period", "2015-Q1", "--out", out)
	if err != nil {
		return false, err
	}
	switch code {
	case exitDone, exitFindings:
		return code == exitDone, m.judge(code, clean, out)
	case exitBadInput, exitUsage:
		if _, err := os.Stat(out); err == nil {
			return false, fmt.Errorf("exit %d and yet a result", code)
		}
		return false, nil
	}
	return false, fmt.Errorf("exit %d", code)
}

// run runs the program and turns a panic into an error.
func (m *mutation) run(args ...string) (code int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	var said bytes.Buffer
	code = run(append([]string{"crosstable"}, args...), strings.NewReader(""), &said, &said)
	m.said = said.String()
	return code, nil
}

var mark = regexp.MustCompile(`~\d{3}~`)

// judge compares a result with the dumb count.
func (m *mutation) judge(code int, cleanList, out string) error {
	data, err := os.ReadFile(filepath.Join(out, "summary.json"))
	if err != nil {
		return err
	}
	var sum struct {
		Rows struct {
			In       int `json:"in"`
			Rated    int `json:"rated"`
			NotRated int `json:"not_rated"`
			Aside    int `json:"set_aside"`
		} `json:"rows"`
	}
	if err := json.Unmarshal(data, &sum); err != nil {
		return err
	}
	if r := sum.Rows; r.In != r.Rated+r.NotRated+r.Aside {
		return fmt.Errorf("the account does not balance: %+v", r)
	}
	if code != exitDone {
		return nil
	}
	if want := m.looksLikeGames(); sum.Rows.In < want {
		return fmt.Errorf("exit 0, but of %d things that look like games %d are in the account", want, sum.Rows.In)
	}
	next, err := os.ReadFile(filepath.Join(out, "list.csv"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(cleanList) {
		if id := line[:3]; mark.MatchString(line) && strings.Contains("\n"+m.list, "\n"+line) && !strings.Contains(string(next), "\n"+id+",") {
			return fmt.Errorf("exit 0, but player %s is not on the next list", id)
		}
	}
	return nil
}

// looksLikeGames counts lines with a mark and enough delimiters, or Event tags with a mark.
func (m *mutation) looksLikeGames() (n int) {
	for line := range strings.Lines(strings.ReplaceAll(m.games, "\r", "\n")) {
		switch {
		case !mark.MatchString(line):
		case m.format == "pgn":
			if strings.HasPrefix(strings.TrimLeft(line, " \t\ufeff"), "[Event \"") {
				n++
			}
		case strings.Count(line, ",") >= 5 || strings.Count(line, ";") >= 5:
			n++
		}
	}
	return n
}

// workbook is the games' text as the sheet of a workbook: one row a line, its cells as inline strings, without care
// for what may not stand in XML.
func (m *mutation) workbook() []byte {
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	var sheet strings.Builder
	sheet.WriteString(`<worksheet ` + main + `><sheetData>`)
	for line := range strings.Lines(m.games) {
		sheet.WriteString("<row>")
		for cell := range strings.SplitSeq(strings.TrimRight(line, "\n"), ",") {
			sheet.WriteString(`<c t="inlineStr"><is><t>` + cell + `</t></is></c>`)
		}
		sheet.WriteString("</row>\n")
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"_rels/.rels", `<Relationships><Relationship Id="a" Type="` + rel + `officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook ` + main + `><sheets><sheet name="S" r:id="b"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="b" Type="` + rel + `worksheet" Target="s.xml"/></Relationships>`},
		{"xl/s.xml", sheet.String()},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
