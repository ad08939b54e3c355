package stage

import (
	"fmt"
	"slices"
	"strings"

	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/source"
)

// The options of reading are the same rows wherever files are read.

func encodingOption(o *open.Options) Option {
	return Option{Name: "encoding", Help: "encoding of the files; recognised by content", Value: Text(&o.Encoding, source.CheckEncoding),
		Words: source.Encodings}
}

// word is a text that open knows the words of.
func word(to *string, option string) Value {
	return Text(to, func(s string) error {
		words := open.Values(option)
		if s != "" && !slices.Contains(words, s) && !(option == "separator" && strings.Contains(",;\t|", s)) {
			return &WordError{s, words}
		}
		return nil
	})
}

func wordOption(to *string, name, help string) Option {
	return Option{Name: name, Help: help, Value: word(to, name), Words: func() []string { return open.Values(name) }}
}

// fromOption is the format of what is read.
func fromOption(o *open.Options, help string) Option {
	return Option{Name: "from", Help: help, Words: open.FormatNames, Value: Text(&o.From, func(s string) error {
		if _, ok := open.FindFormat(s); s != "" && !ok {
			return fmt.Errorf("no format %q; known: %s", s, strings.Join(open.FormatNames(), ", "))
		}
		return nil
	})}
}

// tableOptions say how tables are read.
func tableOptions(o *open.Options) []Option {
	return []Option{
		wordOption(&o.Separator, "separator", "separator of CSV files: comma, semicolon, tab, bar; found by content"),
		{Name: "sheet", Help: "sheet of xlsx games files", Value: Text(&o.Sheet)},
		{Name: "max-event-size", Help: "MiB that an event file may have after decompression; 0 is 64", Value: Int(&o.MaxEventMiB, 0, 4096)},
		wordOption(&o.DateOrder, "date-order", "how 03/04/2015 is meant: day-first, month-first"),
		wordOption(&o.Locale, "locale", "what 1,234 and 1.234 mean: point (1,234.5), comma (1.234,5); such numbers are refused otherwise"),
	}
}

// columnOptions say which headers stand for which columns.
func columnOptions(o *open.Options) []Option {
	return []Option{
		{Name: "column", OldKeys: []string{"columns"}, Value: columns(&o.Columns, games.CheckColumn),
			Help: "COLUMN=HEADER: which header of games files stands for a column; repeat for several"},
		{Name: "list-column", OldKeys: []string{"list-columns"}, Value: columns(&o.ListColumns, games.CheckListColumn),
			Help: "COLUMN=HEADER for rating lists, such as rating=RRtng"},
	}
}

// ReadingOptions are the options of a command that reads lists and is no stage.
func ReadingOptions(o *open.Options) []Option {
	return slices.Concat([]Option{encodingOption(o)}, tableOptions(o), columnOptions(o))
}

// columns is COLUMN=HEADER, one a time.
func columns(to *map[string]string, check func(string) error) Value {
	return Value{Shape: IsTexts, set: func(s string) error {
		column, header, ok := strings.Cut(s, "=")
		if !ok || header == "" {
			return fmt.Errorf("%q: COLUMN=HEADER was expected, such as rating=RRtng", s)
		}
		if err := check(column); err != nil {
			return err
		}
		if *to == nil {
			*to = map[string]string{}
		}
		(*to)[column] = header
		return nil
	}}
}

// pgnOptions say what is taken from a PGN.
func pgnOptions(o *open.Options) []Option {
	return []Option{
		{Name: "pgn-date", Help: "a PGN's only date is the end (and start) or the start of the game: end, start", Value: OneOf(&o.PGNDate, "end", "start")},
		{Name: "on-conflict", Help: "a PGN's Result tag and terminator disagree: aside, tag, terminator", Value: OneOf(&o.OnConflict, "aside", "tag", "terminator")},
		{Name: "check-moves", Help: "replay the moves of PGN games and report what is wrong", Value: Flag(&o.CheckMoves)},
	}
}

// eventOptions say how events are read.
func eventOptions(o *open.Options) []Option {
	return slices.Concat([]Option{
		fromOption(o, "format of the input: trf, csv, json, pgn, xlsx; recognised by content"),
		{Name: "games", Value: File(&o.GamesFile),
			Help: "table of pairings beside a table of players; else the file of that name beside it (x.players.csv, x.games.csv)"},
		{Name: "event", Help: "of games of several events, those whose event has this in its name", Value: Text(&o.EventName)},
		{Name: "points", Value: Text(&o.Points),
			Help: "values of results where a table does not state them: 3:1:0, or 3:1:0:3:2:0 by side, with :bye=1"},
		encodingOption(o),
	}, tableOptions(o))
}

// companions gives what a read of an event takes beside the file.
func companions(base, name string) ([]string, error) {
	return open.Inputs([]string{name}, open.Options{Base: base})[1:], nil
}
