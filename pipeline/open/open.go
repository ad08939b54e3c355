// Package open is the one way in: it turns what a user names (a file, a folder, a glob, "-") into games, an event,
// a rating list or another table, whatever format it comes in. Commands, stages of a job and the validator all read
// through it, so that each of them sees the same.
//
//	open.Names(args, opt)       what the user named -> files
//	open.Inputs(names, opt)     files -> the very files that a read of them takes, companions too
//	open.Games(ctx, name, opt)  a stream of games; an event of any form gives its games
//	open.Event(ctx, name, opt)  an event; games of any form become a crosstable
//	open.List(ctx, name, opt)   a rating list
//	open.Table(ctx, name, ...)  another table of people, payments, ratings
//	open.Any(ctx, name, ...)    whatever the file holds, for convert and validate
//
// A format is a row of the table in formats.go and a codec below pipeline/open/codec. Bytes, compression and
// encodings are those of pipeline/open/source. With Options.Log each of them notes what it read by the hash of the
// bytes, taken while they were read.
package open

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
)

// Options of reading, as users write them: the same words are flags of commands and keys of jobs. The zero value
// decides everything by content. Check tells words that mean nothing.
type Options struct {
	Base  string    // folder that relative names are in; "" the working folder
	Stdin io.Reader // what "-" reads; nil is os.Stdin
	Log   *Log      // notes what was read; may be nil
	// Made opens what an earlier stage of the same run made, as source.Options has it.
	Made func(name string) (io.ReadCloser, error)

	From      string // format of games and events: a name of Formats
	Encoding  string // one of source.Encodings
	Separator string // of text tables: comma, semicolon, tab, bar or the sign
	Sheet     string // of a workbook of games or of an event
	AllSheets bool   // the caller reads each of Reader.MoreSheets too, as Sheet; they are named FILE[SHEET] then
	DateOrder string // day-first, month-first: how 03/04/2015 is meant
	Locale    string // point, comma: what 1,234 means
	// Columns and ListColumns say which header stands for a column, of games files and of rating lists:
	// {"rating": "RRtng"}.
	Columns, ListColumns map[string]string

	PGNDate    string // end (or ""), start: what a PGN's only date is
	OnConflict string // aside (or ""), tag, terminator: which result of a PGN counts
	CheckMoves bool   // replay the moves of PGN games; findings are issues
	Jobs       int    // workers of CheckMoves; 0 all processors
	KeepBad    bool   // rows of games with unreadable cells come too (conversion)

	GamesFile string // table of pairings beside a table of players; "" the file of that name beside it
	EventName string // of games of several events, those whose event has this in its name
	// MaxEventMiB is how large an event may be after decompression; 0 is 64.
	MaxEventMiB int
	Points      string // values of results where a table does not state them: 3:1:0
}

// word is one meaning of an option's word.
type word[T any] struct {
	name  string
	sign  string // another spelling
	value T
}

var (
	separators = []word[byte]{{"comma", ",", ','}, {"semicolon", ";", ';'}, {"tab", "\t", '\t'}, {"bar", "|", '|'}}
	dateOrders = []word[date.Order]{{"day-first", "", date.DayFirst}, {"month-first", "", date.MonthFirst}}
	locales    = []word[table.Locale]{{"point", "", table.PointLocale}, {"comma", "", table.CommaLocale}}
	pgnDates   = []word[bool]{{"end", "", false}, {"start", "", true}}
)

// OptionError is a word of an option that means nothing. A command ends with exit 2.
type OptionError struct {
	// from, encoding, separator, sheet, date-order, locale, column, list-column, pgn-date, on-conflict, points
	Option string
	Err    error
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

// Unwrap gives the cause.
func (e *OptionError) Unwrap() error { return e.Err }

func oneOf[T any](option, text string, words []word[T]) (none T, err error) {
	if text == "" {
		return none, nil
	}
	var names []string
	for _, w := range words {
		if text == w.name || text == w.sign && w.sign != "" {
			return w.value, nil
		}
		names = append(names, w.name)
	}
	return none, &OptionError{option, fmt.Errorf("%q is not one of %s", text, strings.Join(names, ", "))}
}

// Values lists the words of an option, for help and completion; nil where there is no list.
func Values(option string) []string {
	names := func(n int, at func(int) string) (out []string) {
		for i := range n {
			out = append(out, at(i))
		}
		return out
	}
	switch option {
	case "from":
		return FormatNames()
	case "separator":
		return names(len(separators), func(i int) string { return separators[i].name })
	case "date-order":
		return names(len(dateOrders), func(i int) string { return dateOrders[i].name })
	case "locale":
		return names(len(locales), func(i int) string { return locales[i].name })
	case "pgn-date":
		return names(len(pgnDates), func(i int) string { return pgnDates[i].name })
	case "on-conflict":
		return []string{"aside", "tag", "terminator"}
	}
	return nil
}

// parsed are the options with their words understood.
type parsed struct {
	*Options
	format source.Format
	games  table.Options // of tables of games and of events
	people table.Options // of lists and other tables of people: no sheet, no columns of games
	pgn    pgn.Options
	event  eventtab.Options
}

// Check reports the first option whose word means nothing, as an *OptionError.
func (o *Options) Check() error {
	_, err := o.parse()
	return err
}

func (o *Options) parse() (*parsed, error) {
	p := &parsed{Options: o}
	if o.From != "" {
		var ok bool
		if p.format, ok = FindFormat(o.From); !ok {
			return nil, &OptionError{"from", fmt.Errorf("no format %q; known: %s", o.From, strings.Join(FormatNames(), ", "))}
		}
	}
	if err := source.CheckEncoding(o.Encoding); err != nil {
		return nil, &OptionError{"encoding", err}
	}
	var err error
	if p.people.Separator, err = oneOf("separator", o.Separator, separators); err != nil {
		return nil, err
	}
	if p.people.DateOrder, err = oneOf("date-order", o.DateOrder, dateOrders); err != nil {
		return nil, err
	}
	if p.people.Locale, err = oneOf("locale", o.Locale, locales); err != nil {
		return nil, err
	}
	p.games = p.people
	p.games.Sheet, p.games.AllSheets, p.games.KeepBad = o.Sheet, o.AllSheets, o.KeepBad
	p.event.Options = p.games
	p.event.KeepBad = false
	p.games.Columns = o.Columns
	for _, c := range slices.Sorted(maps.Keys(o.Columns)) {
		if err := games.CheckColumn(c); err != nil {
			return nil, &OptionError{"column", err}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(o.ListColumns)) {
		if err := games.CheckListColumn(c); err != nil {
			return nil, &OptionError{"list-column", err}
		}
	}
	if p.pgn.DateStart, err = oneOf("pgn-date", o.PGNDate, pgnDates); err != nil {
		return nil, err
	}
	if p.pgn.OnConflict, err = pgn.ParseConflict(o.OnConflict); err != nil {
		return nil, &OptionError{"on-conflict", err}
	}
	if o.Points != "" {
		ps, err := eventtab.ParsePoints(o.Points)
		if err != nil {
			return nil, &OptionError{"points", err}
		}
		p.event.Points = &ps
	}
	return p, nil
}

// Path is where a name stands: relative names are below Base.
func (o *Options) Path(name string) string { return source.In(o.Base, name) }

// Names turns what the user named into files: source.ExpandIn Base. A table of games beside its players, when
// both are named, is left out: it is read with them (see Inputs).
func Names(args []string, o Options) ([]string, error) {
	found, err := source.ExpandIn(o.Base, args)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(name string) bool {
		players, ok := o.sibling(name, "games", "players")
		return ok && slices.Contains(found, players) && o.pairsByNumber(name)
	}), nil
}

// Inputs lists the very files that reading names takes, in order and each once: the files themselves, and the
// companions of tables (x.games.csv of x.players.csv and the other way round), which a table of an event is read
// with. Hash these to know whether a result still stands.
func Inputs(names []string, o Options) []string {
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, name := range names {
		add(name)
		for _, w := range [...][2]string{{"players", "games"}, {"games", "players"}} {
			if other, ok := o.sibling(name, w[0], w[1]); ok {
				add(other)
			}
		}
	}
	add(o.GamesFile)
	return out
}

// sibling gives the file beside name that has one word in its name replaced by another, if it is there.
func (o *Options) sibling(name, old, with string) (string, bool) {
	if name == "-" {
		return "", false
	}
	dir, base := filepath.Split(name)
	i := strings.LastIndex(base, old)
	if i < 0 {
		return "", false
	}
	other := dir + base[:i] + with + base[i+len(old):]
	if _, err := os.Stat(o.Path(other)); err != nil {
		return "", false
	}
	return other, true
}

// open opens a file in the format that from states.
func (p *parsed) open(ctx context.Context, name string, from source.Format) (*source.Input, error) {
	return source.Open(ctx, name, source.Options{Base: p.Base, Kinds: Formats(), Encoding: p.Encoding, Format: from,
		Stdin: p.Stdin, Made: p.Made, Hash: p.Log != nil})
}

// close reads an input to its end, notes its hash and closes it.
func (p *parsed) close(in *source.Input) error {
	var err error
	if p.Log != nil {
		var sum string
		if sum, err = in.Sum(); err == nil {
			p.Log.add(Read{File: in.Name, Size: in.Size(), SHA256: sum})
		}
	}
	return errors.Join(err, in.Close())
}

// whole reads an input to its end. The issues are those of the input.
func (p *parsed) whole(ctx context.Context, name string, from source.Format) ([]byte, *source.Input, error) {
	in, err := p.open(ctx, name, from)
	if err != nil {
		return nil, nil, err
	}
	data, err := io.ReadAll(p.bounded(in.Name, in.Reader))
	return data, in, errors.Join(err, p.close(in))
}

// Read is what was read of a file: its size and hash as stored.
type Read struct {
	File   string
	Size   int64
	SHA256 string
}

// Log notes the files that were read, with the hash of exactly the bytes that went into the result.
type Log struct{ reads []Read }

func (l *Log) add(r Read) {
	if !slices.Contains(l.reads, r) {
		l.reads = append(l.reads, r)
	}
}

// Reads gives what was read, in the order of the first reading. A file that changed between two readings stands
// twice.
func (l *Log) Reads() []Read { return l.reads }

// Sum hashes a file without reading it as anything.
func Sum(ctx context.Context, name string, o Options) (Read, error) {
	return source.Sum(ctx, name, source.Options{Base: o.Base, Stdin: o.Stdin},
		func(size int64, sum string) Read { return Read{name, size, sum} })
}

// bad makes trouble with a file's content a *source.BadInput; trouble with the file itself stays what it is.
func bad(name string, err error) error {
	var is *source.BadInput
	var undecided *source.UndecidedError
	var option *OptionError
	var path *fs.PathError
	if err == nil || errors.As(err, &is) || errors.As(err, &undecided) || errors.As(err, &option) ||
		errors.As(err, &path) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &source.BadInput{File: name, What: strings.TrimPrefix(err.Error(), name+": "), Err: err}
}

// notes puts what is to be said of an input before what is to be said of its content.
func notes(in *source.Input, found []issue.Issue) []issue.Issue {
	return append(slices.Clone(in.Issues()), found...)
}
