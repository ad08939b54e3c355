package engine

// PointSystem says what each outcome is worth, in half points, by the side the player had.
// Index the second dimension with Color; rounds without a colour use NoColor.
// Xiangqi events may value a win or a draw by the side (3 for a win, 2 for a draw moving second, 1 moving first).
type PointSystem struct {
	Value [NumOutcomes][3]Points
}

// NewPointSystem gives the system in which a win, draw and loss are worth the same on both sides.
// A pairing-allocated bye and a forfeit win are worth a win, a forfeit loss a loss (FIDE: 0 unless stated),
// a half-point bye a draw and a zero-point bye nothing.
func NewPointSystem(win, draw, loss Points) PointSystem {
	var ps PointSystem
	for _, v := range []struct {
		o Outcome
		p Points
	}{
		{Win, win}, {Drawn, draw}, {Loss, loss},
		{ShortWin, win}, {ShortDrawn, draw}, {ShortLoss, loss},
		{Unfinished, draw}, {ForfeitWin, win}, {ForfeitLoss, loss},
		{ByePairing, win}, {ByeFull, win}, {ByeHalf, draw},
	} {
		ps.Set(v.o, v.p)
	}
	return ps
}

// Set makes outcome o worth p on either side and without one.
func (ps *PointSystem) Set(o Outcome, p Points) { ps.Value[o] = [3]Points{p, p, p} }

// Matches gives the system of matches of two games whose games are valued by ps (C.04.5 0): points of both games
// added, requested byes and forfeited matches twice those of one game, the pairing-allocated bye as it is, since
// one value stands for the match. A win and a loss must be worth two draws; ok is false if they are not.
func (ps *PointSystem) Matches() (m PointSystem, ok bool) {
	win, draw, loss := ps.Win(), ps.Draw(), ps.Loss()
	m = NewPointSystem(2*win, 2*draw, 2*loss)
	m.Set(NarrowWin, win+draw)
	m.Set(NarrowLoss, draw+loss)
	m.Set(ByePairing, ps.Value[ByePairing][NoColor])
	for _, o := range [...]Outcome{ByeFull, ByeHalf, ByeZero, ForfeitWin, ForfeitLoss} {
		m.Set(o, 2*ps.Value[o][NoColor])
	}
	return m, win+loss == 2*draw && ps.Value[Win][Black] == win && ps.Value[Drawn][Black] == draw
}

// Standard is 1 - 1/2 - 0.
var Standard = NewPointSystem(2, 1, 0)

// Win, Draw and Loss are the values of games over the board with White. Systems whose values
// depend on the side are asked through Value.
func (ps *PointSystem) Win() Points  { return ps.Value[Win][White] }
func (ps *PointSystem) Draw() Points { return ps.Value[Drawn][White] }
func (ps *PointSystem) Loss() Points { return ps.Value[Loss][White] }
