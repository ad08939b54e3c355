package office

import (
	"context"
	"fmt"
	"io"
	"slices"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/office/fees"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/record"
)

// Names of the files of the members' office.
const (
	MembersFile    = "members.csv"
	PawnLedgerFile = "pawn-ledger.csv"
	FeesFile       = "fees.csv"
	LossesFile     = "losses.csv"
	PaymentsFile   = "payments.csv"
	EntryFeesFile  = "entry-fees.csv"
)

// MemberOptions say what the members' office works on.
type MemberOptions struct {
	Members string   // members.csv: id, name, kind, birth, joined, paid_until, pawn
	Pawn    []string // moves of pawn: date, id, move, amount, yen, note
	// Payments are yearly fees paid: date, id, years, yen, pawn, note; "" none. They extend paid_until.
	Payments string
	Today    record.Date
	EntryFee int // yen; entry-fees.csv then says what each member pays for it, 0: not written
	// Since, if it is set, gives the members who joined from that day to Today the credit of their first year,
	// unless the moves have a credit for them already.
	Since   record.Date
	Games   []string // running national games, for the losses at the end of April
	Reading open.Options
}

// Member is a row of members.csv and what became of it.
type Member struct {
	ID, Name  string
	Kind      *fees.Kind
	Birth     record.Date
	Joined    record.Date
	PaidUntil record.Date
	Account   *fees.Account
	Owes      int // yen, for the business year of today
	Line      int
	lossOwes  bool // owed at the end of April
}

// Payment is a yearly fee paid for one year or several.
type Payment struct {
	Date      record.Date
	Member    int
	Years     int
	Yen, Pawn int
	Until     record.Date // paid_until after it
	Note      string
	due, line int
}

// PawnMove is a row of the pawn ledger.
type PawnMove struct {
	Date    record.Date
	Member  int
	Move    fees.Move
	Amount  int
	Balance int // after it
	Note    string
}

// Members is the result.
type Members struct {
	Today   record.Date
	Members []Member
	Moves   []PawnMove
	// Payments are those that were entered, in the order of their dates.
	Payments []Payment
	EntryFee int
	Losses   []record.Game
	Issues   []issue.Issue
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
	paymentSchema = table.NewSchema("payments", nil,
		table.Column{Name: "date", Needed: true, Aliases: []string{"日付", "入金日", "日期"}},
		table.Column{Name: "id", Needed: true, Aliases: []string{"member no", "会員番号", "会员编号"}},
		table.Column{Name: "years", Needed: true, Aliases: []string{"年数", "年分"}},
		table.Column{Name: "yen", Aliases: []string{"cash", "円", "現金", "金額", "日元"}},
		table.Column{Name: "pawn", Aliases: []string{"ポーン", "兵"}},
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

// paymentCells is a row of payments, read and written; name and paid_until are only written.
type paymentCells struct {
	Date  string     `csv:"date"`
	ID    table.ID   `csv:"id"`
	Name  table.Text `csv:"name"`
	Years table.Int  `csv:"years"`
	Yen   table.Int  `csv:"yen"`
	Pawn  table.Int  `csv:"pawn"`
	Until string     `csv:"paid_until"`
	Note  table.Text `csv:"note"`
}

// MakeMembers reads the members and their pawn moves and says who owes what, on the day of Today.
func MakeMembers(ctx context.Context, opt MemberOptions) (*Members, error) {
	m := &Members{Today: opt.Today, EntryFee: opt.EntryFee}
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
		if x.Kind, ok[0] = fees.FindKind(c.Kind); !ok[0] {
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
		if x.Account, err = fees.Open(int(c.Pawn.N)); err != nil {
			t.Bad(col("pawn"), "member-pawn", "%v", err)
			return nil
		}
		if x.Kind.UnderAt {
			if until := fees.JuniorUntil(memberDate(x.Birth)); until.Before(memberDate(opt.Today)) {
				t.Warn(col("kind"), "member-junior", "%s was a junior until %s; another kind is due", x.ID, recordDate(until))
			}
		}
		byID[x.ID] = len(m.Members)
		m.Members = append(m.Members, x)
		return nil
	})
	m.Issues = append(m.Issues, issues...)
	if err != nil {
		return nil, err
	}
	payments, err := m.readPayments(ctx, opt, byID)
	if err != nil {
		return nil, err
	}
	if err := m.movePawn(ctx, opt, byID, payments); err != nil {
		return nil, err
	}
	for i := range m.Members {
		x := &m.Members[i]
		if !x.Account.Left && x.Kind.OwesAt(memberDate(x.PaidUntil), memberDate(opt.Today)) {
			x.Owes = x.Kind.Fee
		}
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

// readPayments reads the fees paid; what cannot be a payment is set aside.
func (m *Members) readPayments(ctx context.Context, opt MemberOptions, byID map[string]int) ([]Payment, error) {
	if opt.Payments == "" {
		return nil, nil
	}
	col := paymentSchema.Index
	var all []Payment
	later, first := 0, 0
	reached := map[int]fees.Date{} // how far the payments so far go
	paidUntil := func(i int) fees.Date {
		if d, ok := reached[i]; ok {
			return d
		}
		return memberDate(m.Members[i].PaidUntil)
	}
	issues, err := readTable(ctx, opt.Payments, paymentSchema, opt.Reading, func(t *table.Reader, c *paymentCells) error {
		i, ok := byID[string(c.ID)]
		if !ok {
			t.Bad(col("id"), "pawn-member", "nobody with id %q is a member", string(c.ID))
			return nil
		}
		d, ok := day(t, col("date"), c.Date, false)
		if !ok {
			return nil
		}
		due, err := m.Members[i].Kind.Due(int(c.Years.N))
		if err != nil {
			t.Bad(col("years"), "fee-years", "%v", err)
			return nil
		}
		paid := int(c.Yen.N) + int(c.Pawn.N)*fees.PawnYen
		on, until := memberDate(d), paidUntil(i)
		if x := &m.Members[i]; x.Kind.UnderAt {
			last := fees.JuniorUntil(memberDate(x.Birth))
			beyond := fees.YearsBeyond(until, on, last, int(c.Years.N))
			if full := x.Kind.DueBeyond(int(c.Years.N), beyond); paid == full {
				due = full
			} else if beyond > 0 && paid == due {
				t.Warn(col("years"), "fee-junior",
					"%s: %d of the %d years lie after %s; with the full fee for these it is %d yen, %d are paid",
					x.ID, beyond, c.Years.N, recordDate(last), full, paid)
			}
		}
		if c.Yen.N < 0 || c.Pawn.N < 0 || paid != due {
			t.Bad(col("yen"), "fee-amount", "%s: %d years are %d yen; %d yen and %d pawn are %d", string(c.ID), c.Years.N, due,
				c.Yen.N, c.Pawn.N, paid)
			return nil
		}
		if d.Compare(opt.Today) > 0 {
			if later++; later == 1 {
				first = t.Line()
			}
			return nil
		}
		reached[i] = fees.ExtendPaid(until, on, int(c.Years.N))
		all = append(all, Payment{Date: d, Member: i, Years: int(c.Years.N), Yen: int(c.Yen.N), Pawn: int(c.Pawn.N),
			Note: string(c.Note), due: due, line: t.Line()})
		return nil
	})
	m.Issues = append(m.Issues, issues...)
	m.later(opt, opt.Payments, first, later)
	slices.SortStableFunc(all, func(a, b Payment) int { return a.Date.Compare(b.Date) })
	return all, err
}

// later tells of rows dated after the day of the office: they wait.
func (m *Members) later(opt MemberOptions, file string, first, n int) {
	if n > 0 {
		m.Issues = append(m.Issues, issue.New("office-later", file, first, 0,
			"%d rows are dated after %s and not entered; this is the first", n, opt.Today))
	}
}

// ledgerRow is a row of the day book: a move of pawn, or a payment, whose pawn moves with it.
type ledgerRow struct {
	PawnMove
	payment *Payment
	file    string
	line    int
}

// movePawn enters the moves and the payments in the order of their dates; what would make a balance negative is set
// aside. A first year is credited once its fee is paid.
func (m *Members) movePawn(ctx context.Context, opt MemberOptions, byID map[string]int, payments []Payment) error {
	all, credited, err := m.readPawn(ctx, opt, byID)
	if err != nil {
		return err
	}
	for k := range payments {
		p := &payments[k]
		all = append(all, ledgerRow{PawnMove{Date: p.Date, Member: p.Member, Move: fees.Spent, Amount: p.Pawn,
			Note: feeNote}, p, opt.Payments, p.line})
	}
	for i := range m.Members { // first years paid before these files
		if n := m.creditOf(opt, i, credited); n > 0 {
			credited[i] = true
			all = append(all, ledgerRow{PawnMove{Date: m.Members[i].Joined, Member: i, Move: fees.Credited, Amount: n,
				Note: creditNote}, nil, opt.Members, m.Members[i].Line})
		}
	}
	slices.SortStableFunc(all, func(a, b ledgerRow) int { return a.Date.Compare(b.Date) })
	lossDay := fees.LossDay(memberDate(opt.Today).BusinessYear())
	atLossDay := func() {
		for i := range m.Members {
			x := &m.Members[i]
			x.lossOwes = x.Kind.OwesAt(memberDate(x.PaidUntil), lossDay)
		}
	}
	seenLossDay := false
	for k := range all {
		d := &all[k]
		if !seenLossDay && lossDay.Before(memberDate(d.Date)) {
			atLossDay()
			seenLossDay = true
		}
		m.enter(opt, d, credited)
	}
	if !seenLossDay {
		atLossDay()
	}
	return nil
}

// readPawn reads the moves of pawn; credited are those who have their first-year credit among them.
func (m *Members) readPawn(ctx context.Context, opt MemberOptions, byID map[string]int) (all []ledgerRow,
	credited map[int]bool, err error) {
	col := pawnSchema.Index
	credited = map[int]bool{}
	later, first, file := 0, 0, ""
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
		mv, ok := fees.FindMove(c.Move)
		if !ok {
			t.Bad(col("move"), "pawn-move", "%q is no move of pawn", c.Move)
			return nil
		}
		amount := int(c.Amount.N)
		if mv == fees.Bought && c.Yen.Set {
			bought := fees.PawnFor(int(c.Yen.N))
			if c.Amount.Set && amount != bought {
				t.Bad(col("amount"), "pawn-amount", "%d yen buy %d pawn, not %d", c.Yen.N, bought, amount)
				return nil
			}
			amount = bought
		}
		if d.Compare(opt.Today) > 0 {
			if later++; later == 1 {
				first = t.Line()
			}
			return nil
		}
		credited[i] = credited[i] || mv == fees.Credited
		all = append(all, ledgerRow{PawnMove{Date: d, Member: i, Move: mv, Amount: amount, Note: string(c.Note)}, nil, file,
			t.Line()})
		return nil
	}
	for _, file = range opt.Pawn {
		later, first = 0, 0
		issues, err := readTable(ctx, file, pawnSchema, opt.Reading, use)
		m.Issues = append(m.Issues, issues...)
		if err != nil {
			return nil, nil, err
		}
		m.later(opt, file, first, later)
	}
	return all, credited, nil
}

// enter enters one row of the day book.
func (m *Members) enter(opt MemberOptions, d *ledgerRow, credited map[int]bool) {
	x := &m.Members[d.Member]
	before := x.Account.Balance
	code := "pawn-amount"
	var err error
	switch {
	case d.payment == nil || d.Amount > 0:
		err = x.Account.Apply(d.Move, d.Amount)
	case x.Account.Left:
		err, code = fmt.Errorf("the member has left and pays no fee"), "fee-amount"
	}
	if err != nil {
		m.Issues = append(m.Issues, issue.New(code, d.file, d.line, 0, "%s: %v", x.ID, err))
		return
	}
	if d.Move == fees.Forfeited {
		d.Amount = before
	}
	if d.Amount > 0 || d.payment == nil {
		d.Balance = x.Account.Balance
		m.Moves = append(m.Moves, d.PawnMove)
	}
	if p := d.payment; p != nil {
		x.PaidUntil = recordDate(fees.ExtendPaid(memberDate(x.PaidUntil), memberDate(p.Date), p.Years))
		p.Until = x.PaidUntil
		m.Payments = append(m.Payments, *p)
		if n := m.creditOf(opt, d.Member, credited); n > 0 {
			credited[d.Member] = true
			m.enter(opt, &ledgerRow{PawnMove{Date: p.Date, Member: d.Member, Move: fees.Credited, Amount: n, Note: creditNote},
				nil, d.file, d.line}, credited)
		}
	}
}

// creditOf is the pawn that a member who joined from Since on gets back for his first year, once that is paid and
// unless he has it.
func (m *Members) creditOf(opt MemberOptions, i int, credited map[int]bool) int {
	x := &m.Members[i]
	if opt.Since.IsZero() || x.Joined.IsZero() || x.Joined.Compare(opt.Since) < 0 || x.Joined.Compare(opt.Today) > 0 ||
		credited[i] {
		return 0
	}
	joined := memberDate(x.Joined)
	if memberDate(x.PaidUntil).Before(fees.YearEnd(joined.BusinessYear())) {
		return 0
	}
	return fees.FirstYearCredit(x.Kind.Fee, joined)
}

// Notes of the moves that the program makes.
const (
	feeNote    = "yearly fee"
	creditNote = "first-year credit"
)

// verifyTotals checks the whole ledger: the openings and the moves give the balances, the payments the fees.
func (m *Members) verifyTotals() error {
	want, have := 0, 0
	for i := range m.Members {
		want += m.Members[i].Account.Opening
		have += m.Members[i].Account.Balance
	}
	for _, v := range m.Moves {
		if v.Move == fees.Spent || v.Move == fees.Forfeited {
			want -= v.Amount
		} else {
			want += v.Amount
		}
	}
	if want != have {
		return fmt.Errorf("the pawn ledger gives %d, the accounts hold %d; please report this", want, have)
	}
	due, paid, spent := 0, 0, 0
	for _, p := range m.Payments {
		due, paid, spent = due+p.due, paid+p.Yen+p.Pawn*fees.PawnYen, spent+p.Pawn
	}
	inLedger := 0
	for _, v := range m.Moves {
		if v.Move == fees.Spent && v.Note == feeNote {
			inLedger += v.Amount
		}
	}
	if due != paid || inLedger < spent {
		return fmt.Errorf("fees of %d yen are due, %d were paid, %d of %d pawn stand in the ledger; please report this",
			due, paid, inLedger, spent)
	}
	return nil
}

// losses makes the running national games of members who owe the year's fee at the end of April into losses.
func (m *Members) losses(ctx context.Context, opt MemberOptions, byID map[string]int) error {
	lossDay := recordDate(fees.LossDay(memberDate(opt.Today).BusinessYear()))
	if len(opt.Games) > 0 && opt.Today.Compare(lossDay) < 0 {
		m.Issues = append(m.Issues, issue.New("fee-early", "", 0, 0,
			"running games are lost at the end of %s; today is %s, so there are no losses yet", lossDay, opt.Today))
		return nil
	}
	owes := func(id string) bool {
		i, ok := byID[id]
		return ok && m.Members[i].lossOwes
	}
	for _, file := range opt.Games {
		issues, err := readGames(ctx, file, opt.Reading, func(g *record.Game) error {
			if g.Result != engine.NoResult && g.Result != engine.Adjourned || !g.Start.IsZero() && g.Start.Compare(lossDay) > 0 {
				return nil
			}
			for _, id := range [2]string{g.White.ID, g.Black.ID} {
				if i, ok := byID[id]; ok && m.Members[i].Kind.WebOnly && modeOf(g.Mode) >= 0 &&
					modes[modeOf(g.Mode)].name != "web" {
					m.Issues = append(m.Issues, issue.New("member-web-only", file, g.Line, 0, "%s is a %s member and plays %s", id,
						m.Members[i].Kind.Name, g.Mode))
				}
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
				m.Issues = append(m.Issues, issue.New("fee-both", file, g.Line, 0,
					"%s and %s both owe the fee: both lose, and the game is not rated", g.White.ID, g.Black.ID))
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

// entryFeeCells is a row of entry-fees.csv. Who owes the yearly fee cannot enter.
type entryFeeCells struct {
	ID    table.ID   `csv:"id"`
	Name  table.Text `csv:"name"`
	Kind  string     `csv:"kind"`
	Yen   table.Int  `csv:"yen"`
	Pawn  table.Int  `csv:"pawn"`
	Enter string     `csv:"may_enter"` // yes, web (web events only), or no
}

func (x *Member) mayEnter() string {
	switch {
	case x.Account.Left || x.Owes > 0:
		return "no"
	case x.Kind.WebOnly:
		return "web"
	}
	return "yes"
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
	files := []file{
		{MembersFile, func(w io.Writer) error {
			var rows []memberCells
			for i := range m.Members {
				x := &m.Members[i]
				if x.Account.Left {
					continue // his pawn is forfeited; the ledger tells
				}
				rows = append(rows, memberCells{table.ID(x.ID), table.Text(x.Name), x.Kind.Name, x.Birth.String(),
					x.Joined.String(), x.PaidUntil.String(), table.NewInt(int32(x.Account.Balance))})
			}
			return table.Write(w, rows)
		}},
		{PawnLedgerFile, func(w io.Writer) error {
			var rows []pawnLedgerCells
			for _, v := range m.Moves {
				x := &m.Members[v.Member]
				rows = append(rows, pawnLedgerCells{v.Date.String(), table.ID(x.ID), table.Text(x.Name), v.Move.String(),
					table.NewInt(int32(v.Amount)), table.NewInt(int32(v.Balance)), table.Text(v.Note)})
			}
			return table.Write(w, rows)
		}},
		{FeesFile, func(w io.Writer) error {
			var rows []feeCells
			for i := range m.Members {
				if x := &m.Members[i]; x.Owes > 0 {
					rows = append(rows, feeCells{table.ID(x.ID), table.Text(x.Name), x.Kind.Name, x.PaidUntil.String(),
						table.NewInt(int32(x.Owes)), table.NewInt(int32(x.Owes / fees.PawnYen))})
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
		{PaymentsFile, func(w io.Writer) error {
			var rows []paymentCells
			for _, p := range m.Payments {
				x := &m.Members[p.Member]
				rows = append(rows, paymentCells{p.Date.String(), table.ID(x.ID), table.Text(x.Name),
					table.NewInt(int32(p.Years)), table.NewInt(int32(p.Yen)), table.NewInt(int32(p.Pawn)), p.Until.String(),
					table.Text(p.Note)})
			}
			return table.Write(w, rows)
		}},
	}
	if m.EntryFee > 0 {
		files = append(files, file{EntryFeesFile, func(w io.Writer) error {
			var rows []entryFeeCells
			for i := range m.Members {
				x := &m.Members[i]
				yen, pawn := x.Kind.EntryFee(m.EntryFee)
				rows = append(rows, entryFeeCells{table.ID(x.ID), table.Text(x.Name), x.Kind.Name, table.NewInt(int32(yen)),
					table.NewInt(int32(pawn)), x.mayEnter()})
			}
			return table.Write(w, rows)
		}})
	}
	return writeAll(dir, prefix, files)
}
