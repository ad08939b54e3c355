package ratepage

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/period"
	"crosstable/pipeline/record"
	"crosstable/pipeline/words"
)

var someNames = []string{"佐藤 健一", "鈴木 大輔", "高橋 由美子", "田中 宏", "Lindqvist, Åsa", "伊藤 誠", "渡辺 直樹", "山本 さくら",
	"中村 隆", "小林 恵", "加藤 一郎", "O'Brien, Pat", "吉田 明", "山田 花子", "佐々木 修", "山口 真", "松本 清", "井上 学", "木村 拓", "林 偉"}

// league makes a rated period of players, some provisional and some at a mark, from luck.
func league(t testing.TB, players, perPlayer int, seed uint64) *period.RateResult {
	t.Helper()
	luck := rand.New(rand.NewPCG(seed, 7))
	r := &period.RateResult{System: "jcca", Info: "JCCA quick table", Period: period.NewPeriod(2015, 1), Lag: 2,
		Before: &games.List{}, List: &games.List{}, Joined: make([]bool, players), History: make([][]period.Past, players)}
	before := make([]rating.Entry, players)
	for p := range players {
		e := rating.Entry{Rating: int32(900 + luck.IntN(1100)), Games: int32(20 + luck.IntN(150)), Status: rating.Established}
		if p%4 == 1 {
			e.Games, e.Status = int32(luck.IntN(20)), rating.Provisional
			for range e.Games {
				past := period.Past{Opponent: e.Rating - 500 + int32(luck.IntN(1000)), Score: int8(luck.IntN(3) - 1), OpponentName: someNames[luck.IntN(len(someNames))]}
				r.History[p] = append(r.History[p], past)
				e.Past = append(e.Past, rating.Past{Opponent: past.Opponent, Score: past.Score})
			}
		}
		before[p] = e
		name := someNames[p%len(someNames)]
		if p >= len(someNames) {
			name += fmt.Sprint(" ", p/len(someNames)+1)
		}
		r.List.Entries = append(r.List.Entries, games.Entry{ID: fmt.Sprintf("J%03d", p+1), Name: name, Rating: e.Rating, Rated: true, Games: e.Games, HasGames: true})
		r.Joined[p] = e.Status == rating.Provisional && e.Games == 0
	}
	r.Before.Entries = append(r.Before.Entries, r.List.Entries...)
	n := players * perPlayer / 2
	r.Files = []period.File{{Name: "games/第1四半期.csv", Format: "csv", Encoding: "CP932"}, {Name: "games/server.pgn", Format: "pgn", Encoding: "UTF-8"}}
	for i := range n {
		w := luck.IntN(players)
		b := (w + 1 + luck.IntN(players-1)) % players
		f := i % 2
		r.Rows = append(r.Rows, period.Row{ID: fmt.Sprintf("G%04d", i+1), Details: &period.Details{Event: "順位戦 A級"}, File: int32(f), Line: int32(i + 2),
			End: record.Date{Year: 2015, Month: uint8(1 + i*3/n), Day: uint8(1 + luck.IntN(28))}, White: int32(w), Black: int32(b),
			WhiteRating: before[w].Rating, BlackRating: before[b].Rating})
		r.Rated = append(r.Rated, int32(i))
		r.Games = append(r.Games, rating.Game{White: int32(w), Black: int32(b), WhiteRating: before[w].Rating, BlackRating: before[b].Rating, Score: int8(luck.IntN(3) - 1)})
		r.Files[f].Account.In++
		r.Files[f].Account.ByFate[period.Rated]++
	}
	r.Files[1].Account.In += 3
	r.Files[1].Account.ByFate[period.NotFinished]++
	r.Files[1].Account.ByFate[period.AsideDuplicate] += 2
	for _, f := range r.Files {
		r.Account.In += f.Account.In
		for i, c := range f.Account.ByFate {
			r.Account.ByFate[i] += c
		}
	}
	r.Issues = []issue.Issue{
		{File: "games/server.pgn", Line: 1204, Code: "x-duplicate", Severity: issue.SetAside, Message: "the same game as games/第1四半期.csv:17", Hint: "nothing to do if it is one game reported twice"},
		{File: "games/server.pgn", Line: 1310, Column: 7, Code: "x-date", Severity: issue.Warning, Message: "month 13 <b>does not exist</b>", Hint: "write 2015.03.01"},
	}
	sys, err := rating.New("jcca")
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Rate(&r.Rating, &rating.Period{Before: before, Games: r.Games}); err != nil {
		t.Fatal(err)
	}
	return r
}

func page(t testing.TB, r *period.RateResult, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Rate(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// To look at: CROSSTABLE_LOOK=dir go test -run Look ./pipeline/render/ratepage
func TestLook(t *testing.T) {
	dir := os.Getenv("CROSSTABLE_LOOK")
	if dir == "" {
		t.Skip("writes sample pages into $CROSSTABLE_LOOK")
	}
	for _, lang := range words.Languages() {
		s := page(t, league(t, 48, 7, 3), Options{Title: "", Lang: lang})
		if err := os.WriteFile(filepath.Join(dir, "rate-"+lang+".html"), []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
