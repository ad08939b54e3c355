package office

import (
	"context"
	"fmt"
	"io"
	"slices"

	"crosstable/engine"
	"crosstable/engine/member"
	"crosstable/pipeline/codec/games"
	"crosstable/pipeline/codec/table"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/record"
)

// Names of the files of the members' office.
const (
	MembersFile    = "members.csv"
	PawnLedgerFile = "pawn-ledger.csv"
	FeesFile       = "fees.csv"
	LossesFile     = "losses.csv"
)

// MemberOptions say what the members' office works on.
type MemberOptions struct {
	Members string // members.csv: id, name, kind, birth, joined, paid_until, pawn
	Pawn    string // moves of pawn: date, id, move, amount, yen, note; "" none
	Today   record.Date
	// Since, if it is set, gives the members who joined from that day to Today the credit of their first year,
	// unless the moves have a credit for them already.
	Since   record.Date
	Games   []string // running national games, for the losses at the end of April
	Reading Reading
}

// Member is a row of members.csv and what became of it.
type Member struct {
	ID, Name  string
	Kind      *member.Kind
	Birth     record.Date
	Joined    record.Date
	PaidUntil record.Date
	Account   *member.Account
	Owes      int // yen, for the business year of today
	Line      int
}

// PawnMove is a row of the pawn ledger.
type PawnMove struct {
	Date    record.Date
	Member  int
	Move    member.Move
	Amount  int
	Balance int // after it
	Note    string
}

// Members is the result.
type Members struct {
	Today   record.Date
	Members []Member
	Moves   []PawnMove
	Losses  []record.Game
	Issues  []issue.Issue
}

var (
	memberSchema = table.NewSchema("members", nil,
		table.Column{Name: "id", Needed: true, Aliases: []string{"member no", "会員番号", "会员编号"}},
		table.Column{Name: "name", Aliases: []string{"氏名", "姓名"}},
		table.Column{Name: "kind", Needed: true, Aliases: []string{"区分", "会員区分", "种类"}},
		table.Column{Name: "birth", Aliases: []string{"birthday", "birth date", "生年月日", "出生日期"}},
		table.Column{Name: "joined", Aliases: []string{"入会", "入会日", "入会日期"}},
		table.Column{Name: "paid_until", Aliases: []string{"paid to", "会費納入", "納入済", "缴费至"}},
		table.Column{Name: "pawn", Aliases: []string{"ポーン", "兵"}})
	pawnSchema = table.NewSchema("pawn moves", nil,
		table.Column{Name: "date", Needed: true, Aliases: []string{"日付", "日期"}},
		table.Column{Name: "id", Needed: true, Aliases: []string{"member no", "会員番号", "会员编号"}},
		table.Column{Name: "move", Needed: true, Aliases: []string{"kind", "摘要", "种类"}},
		table.Column{Name: "amount", Aliases: []string{"pawn", "ポーン", "数量"}},
		table.Column{Name: "yen", Aliases: []string{"cash", "円", "現金", "日元"}},
		table.Column{Name: "note", Aliases: []string{"備考", "备注"}})
)

type memberCells struct {
	ID        table.ID   `csv:"id"`
	Name      table.Text `csv:"name"`
	Kind      string     `csv:"kind"`
	Birth     string     `csv:"birth"`
	Joined    string     `csv:"joined"`
	PaidUntil string     `csv:"paid_until"`
	Pawn      table.Int  `csv:"pawn"`
}

type pawnCells struct {
	Date   string     `csv:"date"`
	ID     table.ID   `csv:"id"`
	Move   string     `csv:"move"`
	Amount table.Int  `csv:"amount"`
	Yen    table.Int  `csv:"yen"`
	Note   table.Text `csv:"note"`
}

// MakeMembers reads the members and their pawn moves and says who owes what, on the day of Today.
func MakeMembers(ctx context.Context, opt MemberOptions) (*Members, error) {
	m := &Members{Today: opt.Today}
	byID := map[string]int{}
	col := memberSchema.Index
	issues, err := readTable(ctx, opt.Members, memberSchema, opt.Reading, func(t *table.Reader, c *memberCells) error {
		x := Member{ID: string(c.ID), Name: string(c.Name), Line: t.Line()}
		if i, twice := byID[x.ID]; twice || x.ID == "" {
			line := 0
			if twice {
				line = m.Members[i].Line
			}
			t.Bad(col("id"), "member-id", "id %q is missing or stands on line %d already", x.ID, line)
			return nil
		}
		var ok [4]bool
		if x.Kind, ok[0] = member.FindKind(c.Kind); !ok[0] {
			t.Bad(col("kind"), "member-kind", "%q is no kind of member", c.Kind)
			return nil
		}
		x.Birth, ok[1] = day(t, col("birth"), c.Birth, !x.Kind.UnderAt)
		x.Joined, ok[2] = day(t, col("joined"), c.Joined, true)
		x.PaidUntil, ok[3] = day(t, col("paid_until"), c.PaidUntil, true)
		if !ok[1] || !ok[2] || !ok[3] {
			return nil
		}
		if !x.Birth.IsZero() && !x.Joined.IsZero() && x.Joined.Compare(x.Birth) < 0 {
			t.Bad(col("joined"), "member-dates", "joined %s, before the birth on %s", x.Joined, x.Birth)
			return nil
		}
		var err error
		if x.Account, err = member.Open(int(c.Pawn.N)); err != nil {
			t.Bad(col("pawn"), "member-pawn", "%v", err)
			return nil
		}
		if x.Kind.UnderAt {
			if until := member.JuniorUntil(memberDate(x.Birth)); until.Before(memberDate(opt.Today)) {
				t.Warn(col("kind"), "member-junior", "%s was a junior until %s; another kind is due", x.ID, recordDate(until))
			}
		}
		if x.Kind.OwesAt(memberDate(x.PaidUntil), memberDate(opt.Today)) {
			x.Owes = x.Kind.Fee
		}
		byID[x.ID] = len(m.Members)
		m.Members = append(m.Members, x)
		return nil
	})
	m.Issues = append(m.Issues, issues...)
	if err != nil {
		return nil, err
	}
	if err := m.movePawn(ctx, opt, byID); err != nil {
		return nil, err
	}
	for i := range m.Members {
		if err := m.Members[i].Account.Check(); err != nil {
			return nil, fmt.Errorf("member %s: %w; please report this", m.Members[i].ID, err)
		}
	}
	if err := m.verifyTotals(); err != nil {
		return nil, err
	}
	return m, m.losses(ctx, opt, byID)
}

// movePawn enters the moves in the order of their dates; what would make a balance negative is set aside.
func (m *Members) movePawn(ctx context.Context, opt MemberOptions, byID map[string]int) error {
	col := pawnSchema.Index
	type dated struct {
		PawnMove
		line int
	}
	var all []dated
	var issues []issue.Issue
	var err error
	credited := map[int]bool{}
	use := func(t *table.Reader, c *pawnCells) error {
		i, ok := byID[string(c.ID)]
		if !ok {
			t.Bad(col("id"), "pawn-member", "nobody with id %q is a member", string(c.ID))
			return nil
		}
		d, ok := day(t, col("date"), c.Date, false)
		if !ok {
			return nil
		}
		mv, ok := member.FindMove(c.Move)
		if !ok {
			t.Bad(col("move"), "pawn-move", "%q is no move of pawn", c.Move)
			return nil
		}
		amount := int(c.Amount.N)
		if mv == member.Bought && c.Yen.Set {
			bought := member.PawnFor(int(c.Yen.N))
			if c.Amount.Set && amount != bought {
				t.Bad(col("amount"), "pawn-amount", "%d yen buy %d pawn, not %d", c.Yen.N, bought, amount)
				return nil
			}
			amount = bought
		}
		credited[i] = credited[i] || mv == member.Credited
		all = append(all, dated{PawnMove{Date: d, Member: i, Move: mv, Amount: amount, Note: string(c.Note)}, t.Line()})
		return nil
	}
	if opt.Pawn != "" {
		issues, err = readTable(ctx, opt.Pawn, pawnSchema, opt.Reading, use)
		m.Issues = append(m.Issues, issues...)
		if err != nil {
			return err
		}
	}
	if !opt.Since.IsZero() {
		for i := range m.Members {
			x := &m.Members[i]
			if x.Joined.IsZero() || x.Joined.Compare(opt.Since) < 0 || x.Joined.Compare(opt.Today) > 0 || credited[i] {
				continue
			}
			if n := member.FirstYearCredit(x.Kind.Fee, memberDate(x.Joined)); n > 0 {
				all = append(all, dated{PawnMove{Date: x.Joined, Member: i, Move: member.Credited, Amount: n, Note: "first-year credit"}, x.Line})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b dated) int { return a.Date.Compare(b.Date) })
	for _, d := range all {
		x := &m.Members[d.Member]
		before := x.Account.Balance
		if err := x.Account.Apply(d.Move, d.Amount); err != nil {
			m.Issues = append(m.Issues, issue.New("pawn-amount", opt.Pawn, d.line, 0, "%s: %v", x.ID, err))
			continue
		}
		if d.Move == member.Forfeited {
			d.Amount = before
		}
		d.Balance = x.Account.Balance
		m.Moves = append(m.Moves, d.PawnMove)
	}
	return nil
}

// verifyTotals checks the whole ledger: the openings and the moves give the balances.
func (m *Members) verifyTotals() error {
	want, have := 0, 0
	for i := range m.Members {
		want += m.Members[i].Account.Opening
		have += m.Members[i].Account.Balance
	}
	for _, v := range m.Moves {
		if v.Move == member.Spent || v.Move == member.Forfeited {
			want -= v.Amount
		} else {
			want += v.Amount
		}
	}
	if want != have {
		return fmt.Errorf("the pawn ledger gives %d, the accounts hold %d; please report this", want, have)
	}
	return nil
}

// losses makes the running national games of members who owe the year's fee at the end of April into losses.
func (m *Members) losses(ctx context.Context, opt MemberOptions, byID map[string]int) error {
	lossDay := recordDate(member.LossDay(memberDate(opt.Today).BusinessYear()))
	if len(opt.Games) > 0 && opt.Today.Compare(lossDay) < 0 {
		m.Issues = append(m.Issues, issue.New("fee-early", "", 0, 0, "running games are lost at the end of %s; today is %s, so there are no losses yet", lossDay, opt.Today))
		return nil
	}
	owes := func(id string) bool {
		i, ok := byID[id]
		return ok && m.Members[i].Owes > 0
	}
	for _, file := range opt.Games {
		issues, err := readGames(ctx, file, opt.Reading, func(g *record.Game) error {
			if g.Result != engine.NoResult && g.Result != engine.Adjourned || !g.Start.IsZero() && g.Start.Compare(lossDay) > 0 {
				return nil
			}
			w, b := owes(g.White.ID), owes(g.Black.ID)
			if !w && !b {
				return nil
			}
			x := *g
			x.End, x.Reason, x.ResultText = lossDay, "fee", ""
			switch {
			case w && b:
				x.Result = engine.DoubleForfeit
				m.Issues = append(m.Issues, issue.New("fee-both", file, g.Line, 0, "%s and %s both owe the fee: both lose, and the game is not rated", g.White.ID, g.Black.ID))
			case w:
				x.Result = engine.BlackWins
			default:
				x.Result = engine.WhiteWins
			}
			m.Losses = append(m.Losses, x)
			return nil
		})
		m.Issues = append(m.Issues, issues...)
		if err != nil {
			return err
		}
	}
	return nil
}

type pawnLedgerCells struct {
	Date    string     `csv:"date"`
	ID      table.ID   `csv:"id"`
	Name    table.Text `csv:"name"`
	Move    string     `csv:"move"`
	Amount  table.Int  `csv:"amount"`
	Balance table.Int  `csv:"balance"`
	Note    table.Text `csv:"note"`
}

type feeCells struct {
	ID        table.ID   `csv:"id"`
	Name      table.Text `csv:"name"`
	Kind      string     `csv:"kind"`
	PaidUntil string     `csv:"paid_until"`
	Yen       table.Int  `csv:"yen"`
	Pawn      table.Int  `csv:"pawn"`
}

// Write writes the files of the members' office.
func (m *Members) Write(dir *outdir.Dir, prefix string) error {
	return writeAll(dir, prefix, []file{
		{MembersFile, func(w io.Writer) error {
			var rows []memberCells
			for i := range m.Members {
				x := &m.Members[i]
				rows = append(rows, memberCells{table.ID(x.ID), table.Text(x.Name), x.Kind.Name, x.Birth.String(), x.Joined.String(), x.PaidUntil.String(), table.NewInt(int32(x.Account.Balance))})
			}
			return table.Write(w, rows)
		}},
		{PawnLedgerFile, func(w io.Writer) error {
			var rows []pawnLedgerCells
			for _, v := range m.Moves {
				x := &m.Members[v.Member]
				rows = append(rows, pawnLedgerCells{v.Date.String(), table.ID(x.ID), table.Text(x.Name), v.Move.String(), table.NewInt(int32(v.Amount)), table.NewInt(int32(v.Balance)), table.Text(v.Note)})
			}
			return table.Write(w, rows)
		}},
		{FeesFile, func(w io.Writer) error {
			var rows []feeCells
			for i := range m.Members {
				if x := &m.Members[i]; x.Owes > 0 {
					rows = append(rows, feeCells{table.ID(x.ID), table.Text(x.Name), x.Kind.Name, x.PaidUntil.String(), table.NewInt(int32(x.Owes)), table.NewInt(int32(x.Owes / member.PawnYen))})
				}
			}
			return table.Write(w, rows)
		}},
		{LossesFile, func(w io.Writer) error {
			out := games.NewWriter(w)
			for i := range m.Losses {
				if err := out.Write(&m.Losses[i]); err != nil {
					return err
				}
			}
			return out.Flush()
		}},
	})
}
