package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// eventReaders: one row per format that holds an event; data is the whole input in UTF-8 (or an xlsx file).
var eventReaders = []struct {
	format source.Format
	read   func(c *cli.Context, data []byte, name string) (*event.Event, []issue.Issue, error)
}{
	{source.FormatTRF, func(_ *cli.Context, data []byte, name string) (*event.Event, []issue.Issue, error) {
		return trf.Parse(data, name)
	}},
	{source.FormatJSON, func(_ *cli.Context, data []byte, name string) (*event.Event, []issue.Issue, error) {
		return evjson.Read(bytes.NewReader(data), name)
	}},
	{source.FormatCSV, readEventTable},
	{source.FormatXLSX, readEventTable},
	{source.FormatPGN, func(c *cli.Context, data []byte, name string) (*event.Event, []issue.Issue, error) {
		all, issues, err := collect(pgn.NewReader(bytes.NewReader(data), name, pgn.Options{}))
		if err != nil {
			return nil, issues, err
		}
		e, more := event.FromGames(name, ofEvent(c, all))
		return e, append(issues, more...), nil
	}},
	{source.FormatNCS, readEventTable},
}

// readEvent reads a tournament file of any known format; games become a crosstable. Issues are the caller's to
// tell.
func readEvent(c *cli.Context, name string) (*event.Event, []issue.Issue, error) {
	in, err := source.Open(c.Context, name, source.Options{Stdin: c.App.Reader, Encoding: c.String("encoding"), Format: sourceFormat(c)})
	if err != nil {
		return nil, nil, openError(err)
	}
	defer in.Close()
	e, issues, err := eventFrom(c, in, name)
	if err != nil {
		tellIssues(c.App.ErrWriter, issues)
	}
	return e, issues, err
}

// eventFrom reads the event of an opened input. On an error the issues are those found before it.
func eventFrom(c *cli.Context, in *source.Input, name string) (*event.Event, []issue.Issue, error) {
	data, err := io.ReadAll(in.Reader)
	if err != nil {
		return nil, in.Issues(), openError(err)
	}
	for _, r := range eventReaders {
		if r.format != in.Format {
			continue
		}
		e, issues, err := r.read(c, data, name)
		issues = append(in.Issues(), issues...)
		if err == nil && e.N() == 0 {
			err = fmt.Errorf("%s: no players", name)
		}
		if err != nil {
			return nil, issues, badInput(err)
		}
		return e, issues, nil
	}
	return nil, in.Issues(), badInput(fmt.Errorf("%s: a %s file is not an event", name, in.Format))
}

// sourceFormat is what --from states.
func sourceFormat(c *cli.Context) source.Format {
	f, _ := source.FindFormat(c.String("from"))
	return f
}

// openError gives bad content exit code 3; trouble with the file itself keeps 5.
func openError(err error) error {
	var bad *source.BadInput
	var undecided *source.UndecidedError
	if errors.As(err, &bad) || errors.As(err, &undecided) {
		return badInput(err)
	}
	return err
}

// gameReader is what the readers of games have in common.
type gameReader interface {
	Next(*record.Game) error
	Issues() []issue.Issue
}

// ofEvent keeps the games whose event's name has the words of --event in it.
func ofEvent(c *cli.Context, all []record.Game) []record.Game {
	want := strings.ToLower(c.String("event"))
	if want == "" {
		return all
	}
	return slices.DeleteFunc(all, func(g record.Game) bool { return !strings.Contains(strings.ToLower(g.Event), want) })
}

func collect(r gameReader) ([]record.Game, []issue.Issue, error) {
	var all []record.Game
	for {
		var g record.Game
		err := r.Next(&g)
		if errors.Is(err, io.EOF) {
			return all, r.Issues(), nil
		}
		if err != nil {
			return nil, r.Issues(), err
		}
		all = append(all, g)
	}
}

// readEventTable reads a table as what its header says: games, a crosstable, or players and pairings in two
// files, of which either may be named.
func readEventTable(c *cli.Context, data []byte, name string) (*event.Event, []issue.Issue, error) {
	opt := eventtab.Options{}
	if t := c.String("points"); t != "" {
		ps, err := eventtab.ParsePoints(t)
		if err != nil {
			return nil, nil, usageError("--points: %v", err)
		}
		opt.Points = &ps
	}
	_, withPlayers := sibling(name, "games", "players")
	if r, err := games.NewReader(bytes.NewReader(data), name, table.Options{}); err == nil && !withPlayers {
		defer func() { _ = r.Close() }()
		all, issues, err := collect(r)
		if err != nil {
			return nil, issues, err
		}
		e, more := event.FromGames(name, ofEvent(c, all))
		if opt.Points != nil {
			e.Points = *opt.Points
		}
		return e, append(issues, more...), nil
	}
	playersName, players, gamesName := name, data, c.String("games")
	if eventtab.IsPairings(data, name) {
		other, ok := sibling(name, "games", "players")
		if !ok {
			return nil, nil, fmt.Errorf("%s: pairings by number need the table of players; name that file and give this one with --games", name)
		}
		raw, err := os.ReadFile(other)
		if err != nil {
			return nil, nil, err
		}
		playersName, players, gamesName = other, raw, name
	} else if gamesName == "" {
		gamesName, _ = sibling(name, "players", "games")
	}
	e, issues, err := eventtab.Read(bytes.NewReader(players), playersName, opt)
	if err != nil || gamesName == "" {
		return e, issues, err
	}
	pairs := data
	if gamesName != name {
		in, err := source.Open(c.Context, gamesName, source.Options{Encoding: c.String("encoding")})
		if err != nil {
			return nil, issues, err
		}
		defer in.Close()
		if pairs, err = io.ReadAll(in.Reader); err != nil {
			return nil, issues, err
		}
	}
	more, err := eventtab.ReadPairings(bytes.NewReader(pairs), gamesName, e, opt)
	return e, append(issues, more...), err
}

// sibling gives the file beside name that has one word in its name replaced by another, if it is there.
func sibling(name, old, with string) (string, bool) {
	dir, base := filepath.Split(name)
	i := strings.LastIndex(base, old)
	if i < 0 {
		return "", false
	}
	other := filepath.Join(dir, base[:i]+with+base[i+len(old):])
	if _, err := os.Stat(other); err != nil {
		return "", false
	}
	return other, true
}

// tellIssues prints issues for people.
func tellIssues(w io.Writer, issues []issue.Issue) {
	for _, i := range issues {
		fmt.Fprintf(w, "%s: %s\n", i.Severity, i)
	}
}

// inputFlags are the flags of commands that read event files.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Usage: "format of the input: trf, csv, json, pgn, xlsx; recognised by content"},
		&cli.StringFlag{Name: "games", Usage: "table of pairings beside a table of players; else the file of that name beside it (x.players.csv, x.games.csv)"},
		&cli.StringFlag{Name: "event", Usage: "of games of several events, those whose event has this in its name"},
		&cli.StringFlag{Name: "points", Usage: "values of results where a table does not state them: 3:1:0, or 3:1:0:3:2:0 by side, with :bye=1"},
		&cli.StringFlag{Name: "encoding", Usage: "encoding of the input; recognised by content", Action: func(_ *cli.Context, name string) error {
			if err := source.CheckEncoding(name); err != nil {
				return usageError("--encoding: %v", err)
			}
			return nil
		}},
	}
}

// pairingFlags are the flags of commands that pair.
func pairingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "system", Usage: "pairing system, with options: jca, dutch, monrad ... (crosstable list systems)"},
		&cli.StringFlag{Name: "handicap", Usage: "handicap, with options: ab:share=0.5:points=1, baku ... (crosstable list handicaps); else what the file says"},
		&cli.IntFlag{Name: "rounds", Usage: "announced number of rounds; else what the file says"},
		&cli.IntFlag{Name: "baku-group", Usage: "players accelerated in a file with _BAKU, where it was not the first half rounded up to an even number"},
		&cli.Uint64Flag{Name: "seed", Usage: "seed of the event's lots"},
		&cli.StringFlag{Name: "lang", Usage: "language of explanations: en, ja, zh", Value: "en"},
	}
}

// setup is what --system and --handicap ask for.
type setup struct {
	pairer engine.Pairer
	scheme engine.Scheme // nil: what the file says
}

func pairingSetup(c *cli.Context) (setup, error) {
	var s setup
	if c.String("system") == "" {
		return s, usageError("--system is needed: one of %s", strings.Join(rowNames(pairing.Systems), ", "))
	}
	var err error
	if s.pairer, err = pairing.New(c.String("system")); err != nil {
		return s, usageError("--system: %v", err)
	}
	if h := c.String("handicap"); h != "" {
		if s.scheme, err = handicap.New(h); err != nil {
			return s, usageError("--handicap: %v", err)
		}
	}
	if !slices.Contains([]string{"en", "ja", "zh"}, c.String("lang")) {
		return s, usageError("--lang is one of en, ja, zh")
	}
	return s, nil
}

// adjust lets the flags override what the file says of the event.
func adjust(c *cli.Context, e *event.Event) {
	if n := c.Int("rounds"); n > 0 {
		e.PlannedRounds = n
	}
	e.BakuGroup = c.Int("baku-group")
}

// rowNames lists a table's names.
func rowNames[T method.Row](rows []T) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.MethodInfo().Name)
	}
	return out
}

// tableKind says what a table's header is the header of; a table with rounds is an event whatever else it has.
func tableKind(data []byte, name string) games.Kind {
	r, bad := games.NewReader(bytes.NewReader(data), name, table.Options{})
	if bad == nil {
		_ = r.Close()
		return games.Games
	}
	var mismatch *table.HeaderError
	if !errors.As(bad, &mismatch) {
		return games.Games // cut, a bomb, damaged: no other table either, and opening it again costs as much again
	}
	header, err := eventtab.Header(bytes.NewReader(data), name)
	if err != nil {
		// No table of players either. Where the games header was found and something is wrong with it, its
		// message is the one to give.
		if mismatch.Line > 0 && !eventtab.IsPairings(data, name) {
			return games.Games
		}
		return games.NoKind
	}
	if _, rounds := eventtab.Fits(header); rounds > 0 || eventtab.IsPairings(data, name) {
		return games.NoKind
	}
	return games.Recognise(header)
}
