package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/rating"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
)

// explainPlayerFlags are the flags of explain that ask for a player's rating.
func explainPlayerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "player", Usage: "id of a player (or his name): why his rating is what it is"},
		&cli.StringFlag{Name: "period", Usage: "the period, such as 2015-Q1"},
	}
}

// explainPlayer answers explain --player ID --period 2015-Q1 DIR.
func explainPlayer(c *cli.Context) (done bool, err error) {
	if c.String("player") == "" {
		if c.String("period") != "" {
			return true, usageError("explain --period needs --player")
		}
		return false, nil
	}
	return true, tellPlayer(c)
}

func tellPlayer(c *cli.Context) error {
	switch {
	case c.String("period") == "":
		return usageError("explain --player needs --period, such as 2015-Q1")
	case c.NArg() != 1:
		return usageError("explain --player needs the folder that rate wrote: explain --player J017 --period 2015-Q1 DIR")
	}
	if _, err := period.ParsePeriod(c.String("period")); err != nil {
		return usageError("--period: %v", err)
	}
	a, err := period.Explain(c.Context, c.Args().First(), c.String("period"), c.String("player"))
	var unknown *period.UnknownPlayer
	if errors.As(err, &unknown) {
		return badInput(fmt.Errorf("%w%s", err, maybeMeant(unknown.Player, unknown.Known())))
	}
	if err != nil {
		return inputError(err)
	}
	if c.Bool("json") {
		return render.JSON(c.App.Writer, a)
	}
	return printAccount(c.App.Writer, a)
}

// maybeMeant suggests a near word and stays silent where none is near: a list may have thousands.
func maybeMeant(word string, valid []string) string {
	if s := didYouMean(word, valid); strings.Contains(s, "did you mean") {
		return s
	}
	return ""
}

func printAccount(w io.Writer, a *period.PlayerAccount) error {
	fmt.Fprintf(w, "%s %s, %s: %s -> %s\n", a.ID, a.Name, a.Period, a.Before, a.After)
	printGames(w, a)
	if len(a.Skipped) > 0 {
		t := render.New("not rated", "ended", "", "opponent", "result", "why")
		for _, g := range a.Skipped {
			t.Row(g.Game, g.End, g.Color, g.Opponent, g.Result, g.Fate)
		}
		fmt.Fprintf(w, "\n%s\n", t.Text())
	}
	if len(a.Steps) > 0 {
		printCorrection(w, a)
	}
	for _, n := range playerNumbers(a) {
		fmt.Fprintf(w, "\n%s", n)
	}
	fmt.Fprintln(w)
	switch {
	case a.Incomplete:
		fmt.Fprintf(w, "%d games are reached, but the earlier games are not known: no correction\n%s %s = %s\n", a.Mark, a.Before, sum(a.Changes), a.After)
	case a.Rp != "":
		fmt.Fprintf(w, "corrected rating %s, table changes of the games after no. %d: %s; new rating %s\n", a.Rp, a.Mark, a.Changes, a.After)
	default:
		fmt.Fprintf(w, "%s %s = %s\n", a.Before, sum(a.Changes), a.After)
	}
	return nil
}

// printGames prints the table of a player's rated games: with a column of table rows where the rules have
// such, and one for each number that the system shows of a side.
func printGames(w io.Writer, a *period.PlayerAccount) {
	if len(a.Games) == 0 {
		fmt.Fprintln(w, "\nno rated game in this period")
		return
	}
	row := ""
	numbers := map[string]bool{}
	for _, g := range a.Games {
		row = cmp.Or(row, rating.FindRule(g.Rule).Row)
		for n := range g.Numbers {
			numbers[n] = true
		}
	}
	names := slices.Sorted(maps.Keys(numbers))
	header := append([]string{"no.", "game", "ended", "", "opponent", "own", "opp.", "difference", cmp.Or(row, "table row"),
		"result", "change"}, names...)
	t := render.New(header...)
	right := []int{1, 6, 7, 8, 9, 11}
	for i := range names {
		right = append(right, 12+i)
	}
	t.Right(right...)
	for i, g := range a.Games {
		row := ""
		if g.Row > 0 {
			row = fmt.Sprint(g.Row)
		}
		cells := []any{int(a.First) + i, g.Game, g.End, g.Color, g.Opponent, ratingFrom(g.Own, g.OwnFrom),
			ratingFrom(g.Against, g.AgainstFrom), side(g), row, g.Result, g.Change}
		for _, n := range names {
			cells = append(cells, g.Numbers[n])
		}
		t.Row(cells...)
	}
	fmt.Fprintf(w, "\n%s\n", t.Text())
	if note := sourceNote(a.Games); note != "" {
		fmt.Fprintln(w, note)
	}
}

// playerNumbers are the numbers that the system shows of the player's period, in the order in which any
// system of the table declares them, then others by name.
func playerNumbers(a *period.PlayerAccount) []string {
	var out []string
	rest := maps.Clone(a.Numbers)
	for _, c := range rating.PlayerColumns() {
		if v, ok := rest[c.Name]; ok {
			out = append(out, c.Word+": "+v)
			delete(rest, c.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		out = append(out, name+": "+rest[name])
	}
	if len(out) > 0 {
		out[len(out)-1] += "\n"
	}
	return out
}

// printCorrection prints the passes of a correction and the games that it used.
func printCorrection(w io.Writer, a *period.PlayerAccount) {
	fmt.Fprintf(w, "\ncorrection at %d games since joining\n", a.Mark)
	if len(a.Used) > 0 {
		t := render.New("no.", "period", "game", "ended", "opponent", "opp.", "result", "more than 360 away in pass")
		t.Right(1, 6)
		for _, g := range a.Used {
			left := ""
			if g.LeftOut > 0 {
				left = fmt.Sprint(g.LeftOut)
			}
			t.Row(g.Number, g.Period, g.Game, g.End, g.Opponent, g.Rating, g.Result, left)
		}
		fmt.Fprintf(w, "%s\n\n", t.Text())
	}
	header := []string{"pass", "games", "won", "drawn", "lost", "mean of opponents", "Rp"}
	if len(a.Used) == 0 { // a folder without corrections.csv: the passes name what they left out
		header = append(header, "more than 360 away")
	}
	t := render.New(header...)
	t.Right(1, 2, 3, 4, 5, 6, 7)
	for _, p := range a.Steps {
		row := []any{p.Pass, p.Games, p.Wins, p.Draws, p.Losses, period.Fraction(p.OpponentSum, int64(p.Games)), p.Rp, p.Excluded}
		t.Row(row[:len(header)]...)
	}
	fmt.Fprintln(w, t.Text())
}

// sum writes a signed change as a summand: "+ 12", "- 9".
func sum(change string) string {
	if sign := change[:1]; sign == "+" || sign == "-" {
		return sign + " " + change[1:]
	}
	return "+ " + change
}

// side tells the difference, and in which column of the table the player stands.
func side(g period.GameLine) string {
	return strings.TrimSpace(fmt.Sprint(g.Difference, " ", rating.FindRule(g.Rule).Side))
}

// marks show where a rating came from, where it was not the file's own column.
var marks = map[string]string{"list": "", "current-list": "*", "newcomer": "°", "elo-tag": "†"}

func ratingFrom(n int32, from string) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n) + marks[from]
}

func sourceNote(games []period.GameLine) string {
	var notes []string
	for _, n := range []struct{ from, text string }{
		{"current-list", "* from the list of the period, for want of the list in force when the game began"},
		{"newcomer", "° rating on joining"},
		{"elo-tag", "† from the PGN's Elo tag"},
	} {
		for _, g := range games {
			if g.OwnFrom == n.from || g.AgainstFrom == n.from {
				notes = append(notes, n.text)
				break
			}
		}
	}
	return strings.Join(notes, "\n")
}
