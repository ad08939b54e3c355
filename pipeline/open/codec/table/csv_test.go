package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"crosstable/pipeline/issue"
)

type rec struct {
	line  int
	cells []string
}

// lexAll cuts text with the comma; max 0 is 1 MiB.
func lexAll(t testing.TB, r io.Reader, max, want int) (out []rec, issues []issue.Issue) {
	t.Helper()
	if max == 0 {
		max = 1 << 20
	}
	l := newLexer(r, "f.csv", max, func(i issue.Issue) { issues = append(issues, i) })
	l.want = want
	for {
		cells, line, err := l.next()
		if err == io.EOF {
			return out, issues
		}
		if err == errSkipped {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		x := rec{line: line}
		for _, c := range cells {
			x.cells = append(x.cells, string(c))
		}
		out = append(out, x)
	}
}

func TestLexerLinesAndQuotes(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     string // line:cell|cell;...
		codes    string
	}{
		{"plain", "a,b\n1,2\n", "1:a|b;2:1|2", ""},
		{"no final newline", "a,b\n1,2", "1:a|b;2:1|2", ""},
		{"CRLF", "a,b\r\n1,2\r\n", "1:a|b;2:1|2", ""},
		{"CR only", "a,b\r1,2\r3,4", "1:a|b;2:1|2;3:3|4", ""},
		{"mixed line ends", "a\n1\r2\r\n3", "1:a;2:1;3:2;4:3", ""},
		{"blank lines count", "a,b\n\n\r\n1,2\n", "1:a|b;4:1|2", ""},
		{"quoted newline keeps the count", "a,\"x\ny\r\nz\rw\"\n1,2\n", "1:a|x\ny\r\nz\rw;5:1|2", ""},
		{"doubled quote", `"a ""b"" c",d` + "\n", `1:a "b" c|d`, ""},
		{"quote inside a cell is text", "the \"Rook\" club,2\n", `1:the "Rook" club|2`, ""},
		{"spaces before a quote", "a, \"b,c\" ,d\n", "1:a|b,c|d", ""},
		{"text behind a quote", "\"a\"b,c\n", "1:ab|c", ""},
		{"empty cells", ",,\n", "1:||", ""},
		{"quoted last cell at the end", "a,\"b\"", "1:a|b", ""},
		{"quoted empty cell", "a,\"\"\n1,2", "1:a|;2:1|2", ""},
		{"open quote at the end loses one line", "a,b\n1,\"2\n3,4\n5,6\n", "1:a|b;3:3|4;4:5|6", "csv-quote"},
		{"only an open quote", "\"", "", "csv-quote"},
	} {
		for _, one := range []bool{false, true} {
			var r io.Reader = strings.NewReader(c.in)
			if one {
				r = iotest.OneByteReader(r)
			}
			recs, issues := lexAll(t, r, 0, 0)
			var got []string
			for _, x := range recs {
				got = append(got, fmt.Sprintf("%d:%s", x.line, strings.Join(x.cells, "|")))
			}
			if g := strings.Join(got, ";"); g != c.want {
				t.Errorf("%s (byte by byte %v):\n got %q\nwant %q", c.name, one, g, c.want)
			}
			var codes []string
			for _, i := range issues {
				codes = append(codes, i.Code)
			}
			if g := strings.Join(codes, ","); g != c.codes {
				t.Errorf("%s: codes %q, want %q", c.name, g, c.codes)
			}
		}
	}
}

// A stray quote that a later one closes swallows the lines between; they come back because the row that results
// has the wrong number of cells.
func TestStrayQuoteCostsOneLine(t *testing.T) {
	in := "id,name\n1,\"Tanaka\n2,Sato\n3,\"Ito\n4,Abe\n"
	recs, issues := lexAll(t, strings.NewReader(in), 0, 2)
	var ids []string
	for _, r := range recs {
		ids = append(ids, r.cells[0])
	}
	if got := strings.Join(ids, " "); got != "id 2 4" {
		t.Errorf("rows %s, want id 2 4", got)
	}
	if len(issues) != 2 || issues[0].Line != 2 || issues[1].Line != 4 {
		t.Errorf("issues %v, want csv-quote on lines 2 and 4", issues)
	}
}

// aBig gives n bytes of one character without holding them.
type aBig struct {
	n int64
	c byte
}

func (b *aBig) Read(p []byte) (int, error) {
	if b.n == 0 {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), b.n))
	for i := range p[:n] {
		p[i] = b.c
	}
	b.n -= int64(n)
	return n, nil
}

func TestHugeLineTakesBoundedMemory(t *testing.T) {
	const size = 64 << 20
	for _, c := range []struct {
		name string
		big  io.Reader
		code string
	}{
		{"no quote", &aBig{size, 'x'}, "csv-line-too-long"},
		{"inside a quote", io.MultiReader(strings.NewReader(`"`), &aBig{size, 'x'}), "csv-quote"},
		{"NUL bytes", &aBig{size, 0}, "csv-line-too-long"},
		{"separators", &aBig{size, ','}, "csv-line-too-long"},
	} {
		in := io.MultiReader(strings.NewReader("a,b\n"), c.big, strings.NewReader("\n1,2\n"))
		var issues []issue.Issue
		l := newLexer(in, "f.csv", 1<<20, func(i issue.Issue) { issues = append(issues, i) })
		var lines []int
		for {
			_, line, err := l.next()
			if err == io.EOF {
				break
			}
			if err == nil {
				lines = append(lines, line)
			}
		}
		if !slices.Equal(lines, []int{1, 3}) || len(issues) != 1 || issues[0].Code != c.code || issues[0].Line != 2 {
			t.Errorf("%s: lines %v, issues %v", c.name, lines, issues)
		}
		if len(l.buf) > 1<<20 || cap(l.scratch) > 4<<20 {
			t.Errorf("%s: the buffer grew to %d and %d bytes", c.name, len(l.buf), cap(l.scratch))
		}
	}
}

func TestLinesOfFixedColumns(t *testing.T) {
	in := io.MultiReader(strings.NewReader("\ufeff\"a\" b,c\r\n\r\nd;e\r"), &aBig{1 << 20, 'x'}, strings.NewReader("\nf"))
	l := NewLines(in, "f.txt", 64<<10)
	var got []string
	for {
		text, line, err := l.Next()
		if err == io.EOF {
			break
		}
		got = append(got, fmt.Sprintf("%d:%s", line, text))
	}
	if g := strings.Join(got, " "); g != `1:"a" b,c 3:d;e 5:f` {
		t.Errorf("lines %q", g)
	}
	if is := l.Issues(); len(is) != 1 || is[0].Line != 4 || is[0].Code != "csv-line-too-long" {
		t.Errorf("issues %v", is)
	}
}

func TestLexerGivesTheReadersError(t *testing.T) {
	bad := errors.New("disk")
	l := newLexer(io.MultiReader(strings.NewReader("a,b\n1,2\n"), iotest.ErrReader(bad)), "f.csv", 1<<20, func(issue.Issue) {})
	var err error
	for err == nil {
		_, _, err = l.next()
	}
	if !errors.Is(err, bad) || !strings.Contains(err.Error(), "f.csv:3") {
		t.Errorf("error %v, want that of the reader with its place", err)
	}
}

// FuzzCSV compares with encoding/csv wherever that accepts the text (it takes a bare CR as data), and for any
// text checks that cutting it byte by byte gives the same.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\"a\nb\",c\n", "\"\"\"\",x", "a\rb\r\n", "\"a\"b\n\"", ",\n\n,", "\x00,\"\x00\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, issues := lexAll(t, strings.NewReader(in), 0, 0)
		slow, _ := lexAll(t, iotest.OneByteReader(strings.NewReader(in)), 0, 0)
		if fmt.Sprint(got) != fmt.Sprint(slow) {
			t.Fatalf("%q byte by byte: %v, at once: %v", in, slow, got)
		}
		last := 0
		for _, r := range got {
			if r.line <= last {
				t.Fatalf("%q: line %d after %d", in, r.line, last)
			}
			last = r.line
		}
		if strings.ContainsAny(in, "\r\ufeff") {
			return
		}
		c := csv.NewReader(strings.NewReader(in))
		c.FieldsPerRecord = -1
		want, err := c.ReadAll()
		if err != nil {
			return
		}
		want = slices.DeleteFunc(want, func(r []string) bool { return len(r) == 1 && r[0] == "" })
		if len(issues) > 0 || len(got) != len(want) {
			t.Fatalf("%q: %v, issues %v; encoding/csv gives %q", in, got, issues, want)
		}
		for i := range want {
			if !slices.Equal(got[i].cells, want[i]) {
				t.Fatalf("%q, record %d: %q, want %q", in, i, got[i].cells, want[i])
			}
		}
	})
}

// BenchmarkCSV is the lexer alone, beside encoding/csv with a reused record.
func BenchmarkCSV(b *testing.B) {
	row := "G0000017,Open 12,2014-12-27,2015-02-16,J00025,Player 00025,J00020,Player 00020,1-0,1600,1600\n"
	data := bytes.Repeat([]byte(row), 200_000)
	b.Run("lexer", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			l := newLexer(bytes.NewReader(data), "", 1<<20, func(issue.Issue) {})
			for {
				if _, _, err := l.next(); err != nil {
					break
				}
			}
		}
	})
	b.Run("encoding-csv", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			c := csv.NewReader(bytes.NewReader(data))
			c.ReuseRecord = true
			for {
				if _, err := c.Read(); err != nil {
					break
				}
			}
		}
	})
}
