// Package games reads and writes the tables of a rating committee: games, rating lists, newcomers and
// aliases as CSV or xlsx, the results file of the Japanese federation (NCS), and the fixed-column lists of FIDE
// and ICCF. Games become record.Game, lists become List.
//
// The columns and the names by which they are known, also in Japanese, Chinese and German, are the tables
// of this file.
package games

import (
	"fmt"
	"slices"
	"strings"

	"crosstable/pipeline/open/codec/table"
)

// gameSchema is a games table (CLI.md, "Files"). The NCS results file is one of its dialects: White's points
// instead of a result, both names in kanji as well.
var gameSchema = table.NewSchema("games",
	[][]string{{"white_id", "white", "white_kanji"}, {"black_id", "black", "black_kanji"},
		{"result", "white_points", "winner"}},
	table.Column{Name: "game", Aliases: []string{"game id", "game no", "game number", "対局ID", "対局番号", "対局No", "局番",
		"对局", "對局", "对局编号", "對局編號", "对局号", "對局號", "对局ID", "局号", "partie", "partienr", "partienummer", "spielnr"},
		Weak: []string{"id"}},
	table.Column{Name: "event", Aliases: []string{"event name", "tournament", "tournament name", "source", "大会",
		"大会名", "棋戦", "棋戦名", "トーナメント", "赛事", "赛事名称", "比赛", "比赛名称", "賽事", "賽事名稱", "比賽", "比賽名稱", "turnier",
		"turniername", "veranstaltung"}},
	table.Column{Name: "site", Aliases: []string{"place", "venue", "会場", "場所", "地点", "ort"}},
	table.Column{Name: "round", Aliases: []string{"rd", "rnd", "回戦", "ラウンド", "节", "轮", "轮次", "輪次", "runde"}},
	table.Column{Name: "start", Aliases: []string{"start date", "date start", "started", "begin", "begin date", "開始",
		"開始日", "対局開始日", "開始年月日", "開始日付", "対局開始基準日", "开始", "开始日期", "开始时间", "開始日期", "beginn", "startdatum", "anfang"}},
	table.Column{Name: "end", Aliases: []string{"end date", "date end", "ended", "finish", "finish date", "finished",
		"終了", "終了日", "対局終了日", "終了年月日", "終了日付", "終局日", "结束", "结束日期", "结束时间", "終局日期", "結束日期", "ende", "enddatum"}},
	table.Column{Name: "date", Aliases: []string{"day", "played", "played on", "game date", "utc date",
		"utc date time", "date time", "日付", "対局日", "年月日", "日期", "比赛日期", "对局日期", "對局日期", "datum", "spieldatum"}},
	table.Column{Name: "white_id", Aliases: []string{"white player id", "white no", "white number", "white code",
		"white fide id", "白ID", "白番ID", "白番号", "白番番号", "白会員番号", "先手ID", "先手番号", "先手会員番号", "白方ID", "白方编号", "白方編號",
		"红方ID", "红方编号", "先手编号", "weiß id", "weiß nr", "weiss id", "weiss nr", "id weiß", "id weiss"}},
	table.Column{Name: "white", Aliases: []string{"white name", "white player", "name white", "白", "白番", "白氏名", "白名前",
		"白番氏名", "白番名", "先手", "先手氏名", "先手名", "白方", "白方姓名", "白棋", "红方", "红方姓名", "紅方", "先手姓名", "weiß", "weiss",
		"weißspieler", "weissspieler", "name weiß"}},
	table.Column{Name: "white_kanji", Aliases: []string{"白漢字", "白漢字氏名"}},
	table.Column{Name: "black_id", Aliases: []string{"black player id", "black no", "black number", "black code",
		"black fide id", "黒ID", "黒番ID", "黒番号", "黒番番号", "黒会員番号", "後手ID", "後手番号", "後手会員番号", "黑方ID", "黑方编号", "黑方編號",
		"后手编号", "schwarz id", "schwarz nr", "id schwarz"}},
	table.Column{Name: "black", Aliases: []string{"black name", "black player", "name black", "黒", "黒番", "黒氏名", "黒名前",
		"黒番氏名", "黒番名", "後手", "後手氏名", "後手名", "黑", "黑方", "黑方姓名", "黑棋", "后手", "后手姓名", "schwarz", "schwarzspieler",
		"name schwarz"}},
	table.Column{Name: "black_kanji", Aliases: []string{"黒漢字", "黒漢字氏名"}},
	table.Column{Name: "result", Aliases: []string{"res", "outcome", "結果", "勝敗", "勝負", "结果", "比赛结果", "对局结果", "赛果",
		"胜负", "對局結果", "ergebnis", "resultat", "erg"}},
	table.Column{Name: "white_points", Aliases: []string{"white point", "white score", "points white", "白得点", "白の得点",
		"白点数", "先手得点", "白方得分", "红方得分", "punkte weiß", "punkte weiss", "weiß punkte"}},
	table.Column{Name: "winner", Aliases: []string{"winner id", "won by", "勝者", "勝者ID", "勝者番号", "勝った人", "胜者", "胜方",
		"勝方", "胜者ID", "sieger", "gewinner", "sieger id"}},
	table.Column{Name: "white_rating", Aliases: []string{"white rtg", "rating white", "白レーティング", "白レイティング", "白R",
		"先手レーティング", "先手レイティング", "白方等级分", "红方等级分", "wertung weiß", "weiß wertung", "dwz weiß", "dwz weiss"}},
	table.Column{Name: "black_rating", Aliases: []string{"black rtg", "rating black", "黒レーティング", "黒レイティング", "黒R",
		"後手レーティング", "後手レイティング", "黑方等级分", "wertung schwarz", "schwarz wertung", "dwz schwarz"}},
	table.Column{Name: "white_elo", Aliases: []string{"elo white", "白Elo", "elo weiß"}},
	table.Column{Name: "black_elo", Aliases: []string{"elo black", "黒Elo", "elo schwarz"}},
	table.Column{Name: "mode", Aliases: []string{"time", "kind of play", "種別", "対局形式", "対局方法", "形式", "赛制", "比赛形式",
		"modus", "spielart"}},
	table.Column{Name: "rated", Aliases: []string{"is rated", "counts", "レーティング対象", "レイティング対象", "公式", "公式戦", "是否计分",
		"计分", "gewertet"}},
	table.Column{Name: "reason", Aliases: []string{"理由", "事由", "終局理由", "原因", "grund"}},
	table.Column{Name: "note", Aliases: []string{"notes", "remark", "remarks", "comment", "memo", "備考", "注記", "メモ",
		"备注", "備註", "说明", "bemerkung", "bemerkungen", "notiz"}},
	table.Column{Name: "moves", Aliases: []string{"pgn moves", "movetext", "棋譜", "指し手", "着法", "棋谱", "züge",
		"partieverlauf"}},
)

// listSchema is a rating list.
var listSchema = table.NewSchema("rating list",
	[][]string{{"id", "name"}},
	table.Column{Name: "id", Aliases: []string{"player id", "player no", "player number", "member id", "member no",
		"member number", "fide id", "id number", "会員番号", "会員No", "会員ID", "登録番号", "选手编号", "選手番号", "会员号", "会员编号", "注册号",
		"mitgliedsnummer", "mitglieds nr", "spieler nr", "spieler id", "pkz"},
		Weak: []string{"no", "number", "code", "番号", "编号", "編號", "nr", "nummer"}},
	table.Column{Name: "name", Aliases: []string{"player", "player name", "full name", "氏名", "名前", "選手", "選手名", "会員名",
		"姓名", "选手", "棋手", "棋手姓名", "選手姓名", "spieler", "spielername"}},
	table.Column{Name: "rating", Needed: true, Number: true, Aliases: []string{"rtg", "rating points",
		"current rating", "レーティング", "レイティング", "レート", "点数", "等级分", "等級分", "elo", "elo rating", "srtng", "wertung",
		"wertungszahl", "wertzahl", "dwz", "ingo"}, Weak: []string{"r"}},
	table.Column{Name: "games", Number: true, Aliases: []string{"rated games", "number of games", "gms", "sgm", "局数",
		"対局数", "試合数", "通算対局数", "对局数", "棋局数", "總局數", "partien", "partienzahl", "anzahl partien"}, Weak: []string{"n"}},
	table.Column{Name: "status", Aliases: []string{"kind", "state", "状態", "区分", "種別", "ステータス", "状态", "類別"}},
)

// newcomerSchema is newcomers.csv.
var newcomerSchema = table.NewSchema("newcomers",
	[][]string{{"id"}, {"rating", "level"}},
	listSchema.Columns[0], listSchema.Columns[1],
	table.Column{Name: "rating", Number: true, Aliases: listSchema.Columns[2].Aliases, Weak: listSchema.Columns[2].Weak},
	table.Column{Name: "level", Aliases: []string{"strength", "棋力", "レベル", "経験", "水平", "级别", "stärke", "niveau"}},
)

// unratedSchema is newcomers.csv for a rating system in which players may begin without a rating.
var unratedSchema = table.NewSchema("newcomers", [][]string{{"id"}}, newcomerSchema.Columns...)

// aliasSchema is a file of other names: each row says that a name, or an id of another body, is a player
// of the list.
var aliasSchema = table.NewSchema("alias",
	[][]string{{"alias"}, {"id", "name"}},
	table.Column{Name: "alias", Aliases: []string{"other name", "also", "as written", "別名", "異名", "表記", "别名",
		"alias name"}},
	listSchema.Columns[0], listSchema.Columns[1],
)

// schemas are the tables of this package, for the page docs/headers.md.
var schemas = []*table.Schema{gameSchema, listSchema, newcomerSchema, aliasSchema}

// Columns of gameSchema by their place, so that the hot loop looks nothing up.
var (
	colGame, colEvent, colSite, colRound   = gameCol("game"), gameCol("event"), gameCol("site"), gameCol("round")
	colStart, colEnd, colDate              = gameCol("start"), gameCol("end"), gameCol("date")
	colWhiteID, colWhite, colWhiteKanji    = gameCol("white_id"), gameCol("white"), gameCol("white_kanji")
	colBlackID, colBlack, colBlackKanji    = gameCol("black_id"), gameCol("black"), gameCol("black_kanji")
	colResult, colPoints, colWinner        = gameCol("result"), gameCol("white_points"), gameCol("winner")
	colWhiteRating, colBlackRating         = gameCol("white_rating"), gameCol("black_rating")
	colWhiteElo, colBlackElo, colMode      = gameCol("white_elo"), gameCol("black_elo"), gameCol("mode")
	colRated, colReason, colNote, colMoves = gameCol("rated"), gameCol("reason"), gameCol("note"), gameCol("moves")
)

func gameCol(name string) int {
	i := gameSchema.Index(name)
	if i < 0 {
		panic("games: no column " + name)
	}
	return i
}

// Kind is what a table holds, by its header.
type Kind uint8

// Kinds of tables.
const (
	NoKind Kind = iota
	Games
	RatingList
	Newcomers
	Aliases
)

// String names the kind as messages do.
func (k Kind) String() string {
	return [...]string{"", "games", "rating list", "newcomers", "alias"}[k]
}

// Recognise says what a row of headers is the header of. A games header wins over a list's: it needs more; a
// level makes newcomers of what could be a list.
func Recognise(header []string) Kind {
	level := slices.ContainsFunc(header,
		func(h string) bool { return newcomerSchema.Match(h) == newcomerSchema.Index("level") })
	for _, k := range []struct {
		kind   Kind
		schema *table.Schema
	}{{Games, gameSchema}, {Aliases, aliasSchema}, {RatingList, listSchema}, {Newcomers, newcomerSchema}} {
		if found, whole := k.schema.Fits(header); whole && found >= 2 && !(level && k.kind == RatingList) {
			return k.kind
		}
	}
	return NoKind
}

// CheckColumn reports a column that games files do not have.
func CheckColumn(name string) error { return checkColumn(gameSchema, name) }

// CheckListColumn reports a column that rating lists do not have.
func CheckListColumn(name string) error { return checkColumn(listSchema, name) }

func checkColumn(s *table.Schema, name string) error {
	var names []string
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	if s.Index(name) >= 0 {
		return nil
	}
	return fmt.Errorf("a %s file has no column %q; its columns are %s", s.Kind, name, strings.Join(names, ", "))
}
