package engine

import "slices"

// State is one tournament as it stands before its next round: struct of arrays, indexed by Player
// (initial order) or by [round*N + player]. Build one with Reset, play rounds with Apply, or enter rounds
// player by player (BeginRound, Enter, CloseRound) when outcomes come from a file.
//
// Exported slices are for reading in hot loops; only the methods change them, except the group
// "coming round", which belongs to whoever prepares the round (a handicap, a file, a simulation)
// and is cleared when the round is closed.
type State struct {
	// Announcement, set before round 1.
	Points        PointSystem
	PlannedRounds int   // announced number of rounds; 0 unknown
	FirstColor    Color // colour drawn for the top player before round 1; NoColor: drawn from Luck
	Luck          Luck  // of the event; derive per round and purpose
	Tracer        Tracer

	// Players.
	Rating []int32 // rating points; 0 unrated
	Group  []int32 // keep-apart group or unit (family, club, federation); 0 none

	// Sums over the finished rounds.
	Score     []Points
	ColorDiff []int16  // games with White minus games with Black, played games only
	Games     []int16  // games played over the board with a known colour
	Colors    []uint64 // compressed colour history: bit 0 the latest game, 1 = White; the latest 64 games
	Floats    []uint8  // two bits a round, latest lowest: FloatDown, FloatUp (C.04.3 1.4)
	Downs     []int16  // downfloats so far
	Ups       []int16  // upfloats so far
	ByeBarred []bool   // may not get the pairing-allocated bye (C.04.1 4)
	Numbered  []bool   // was paired or had the pairing-allocated bye in some round so far

	// Coming round.
	Virtual []Points  // pairing points on top of Score (handicap, acceleration)
	Section []uint8   // players of different sections are paired apart; all 0 usually
	Away    []Outcome // None: to be paired; otherwise the fixed entry (ByeHalf, ByeZero, ByeFull, ByePairing)
	Gone    []bool    // withdrawn: away in every coming round (not cleared)
	Fixed   []Game    // pairings fixed by the arbiter
	// FixedByScheme says how many of Fixed, at its end, come from the handicap and not from the arbiter.
	FixedByScheme int

	n, rounds int
	opp       []Player
	col       []Color
	out       []Outcome
	virt      []Points
	bans
}

// Float codes in State.Floats.
const (
	FloatDown uint8 = 1
	FloatUp   uint8 = 2
)

// N is the number of players.
func (s *State) N() int { return s.n }

// Rounds is the number of finished rounds.
func (s *State) Rounds() int { return s.rounds }

// Round is the number of the coming round, counted from 1.
func (s *State) Round() int { return s.rounds + 1 }

// LastRound reports whether the coming round is the last one announced.
func (s *State) LastRound() bool { return s.PlannedRounds > 0 && s.rounds+1 >= s.PlannedRounds }

func resize[T any](v []T, n int) []T {
	v = slices.Grow(v[:0], n)[:n]
	clear(v)
	return v
}

// Reset makes s an event of n players and no rounds, with standard points if none are set before.
// Memory is reused.
func (s *State) Reset(n int) {
	if s.Points == (PointSystem{}) {
		s.Points = Standard
	}
	s.n, s.rounds = n, 0
	s.Rating = resize(s.Rating, n)
	s.Group = resize(s.Group, n)
	s.Virtual = resize(s.Virtual, n)
	s.Section = resize(s.Section, n)
	s.Away = resize(s.Away, n)
	s.Gone = resize(s.Gone, n)
	s.Fixed, s.FixedByScheme = s.Fixed[:0], 0
	s.bans.reset(n)
	s.resetSums()
}

func (s *State) resetSums() {
	n := s.n
	s.rounds = 0
	s.Score = resize(s.Score, n)
	s.ColorDiff = resize(s.ColorDiff, n)
	s.Games = resize(s.Games, n)
	s.Colors = resize(s.Colors, n)
	s.Floats = resize(s.Floats, n)
	s.Downs = resize(s.Downs, n)
	s.Ups = resize(s.Ups, n)
	s.ByeBarred = resize(s.ByeBarred, n)
	s.Numbered = resize(s.Numbered, n)
	s.opp, s.col, s.out, s.virt = s.opp[:0], s.col[:0], s.out[:0], s.virt[:0]
	s.bans.forgetMeetings()
}

// CopyFrom makes s equal to src, reusing memory. Tracer and Luck are copied too.
func (s *State) CopyFrom(src *State) {
	s.Points, s.PlannedRounds, s.FirstColor = src.Points, src.PlannedRounds, src.FirstColor
	s.Luck, s.Tracer = src.Luck, src.Tracer
	s.n, s.rounds = src.n, src.rounds
	s.Rating = append(s.Rating[:0], src.Rating...)
	s.Group = append(s.Group[:0], src.Group...)
	s.Score = append(s.Score[:0], src.Score...)
	s.ColorDiff = append(s.ColorDiff[:0], src.ColorDiff...)
	s.Games = append(s.Games[:0], src.Games...)
	s.Colors = append(s.Colors[:0], src.Colors...)
	s.Floats = append(s.Floats[:0], src.Floats...)
	s.Downs = append(s.Downs[:0], src.Downs...)
	s.Ups = append(s.Ups[:0], src.Ups...)
	s.ByeBarred = append(s.ByeBarred[:0], src.ByeBarred...)
	s.Numbered = append(s.Numbered[:0], src.Numbered...)
	s.Virtual = append(s.Virtual[:0], src.Virtual...)
	s.Section = append(s.Section[:0], src.Section...)
	s.Away = append(s.Away[:0], src.Away...)
	s.Gone = append(s.Gone[:0], src.Gone...)
	s.Fixed = append(s.Fixed[:0], src.Fixed...)
	s.FixedByScheme = src.FixedByScheme
	s.opp = append(s.opp[:0], src.opp...)
	s.col = append(s.col[:0], src.col...)
	s.out = append(s.out[:0], src.out...)
	s.virt = append(s.virt[:0], src.virt...)
	s.bans.copyFrom(&src.bans)
}

// CopyPrefix makes s the event src as it stood after k rounds (all of them if it has fewer): the
// coming round's settings are empty, except Virtual and Away, which repeat what src knows of round k+1
// (the virtual points it was paired with and byes that were no pairing: half-, zero- and full-point byes,
// no entry).
func (s *State) CopyPrefix(src *State, k int) {
	k = min(k, src.rounds)
	s.Points, s.PlannedRounds, s.FirstColor = src.Points, src.PlannedRounds, src.FirstColor
	s.Luck, s.Tracer = src.Luck, src.Tracer
	s.n = src.n
	s.Rating = append(s.Rating[:0], src.Rating...)
	s.Group = append(s.Group[:0], src.Group...)
	s.bans.copyFrom(&src.bans)
	s.Virtual = resize(s.Virtual, s.n)
	s.Section = resize(s.Section, s.n)
	s.Away = resize(s.Away, s.n)
	s.Gone = resize(s.Gone, s.n)
	s.Fixed, s.FixedByScheme = s.Fixed[:0], 0
	s.resetSums()
	for r := range k {
		s.BeginRound()
		at := r * s.n
		copy(s.Virtual, src.virt[at:at+s.n])
		copy(s.opp[at:], src.opp[at:at+s.n])
		copy(s.col[at:], src.col[at:at+s.n])
		copy(s.out[at:], src.out[at:at+s.n])
		s.CloseRound()
	}
	if k == src.rounds {
		copy(s.Virtual, src.Virtual)
		copy(s.Away, src.Away)
		copy(s.Gone, src.Gone)
		return
	}
	copy(s.Virtual, src.virt[k*s.n:(k+1)*s.n])
	for p := range s.n {
		switch o := src.out[k*s.n+p]; o {
		case ByeHalf, ByeZero, ByeFull:
			s.Away[p] = o
		case None:
			s.Away[p] = ByeZero
			s.Gone[p] = k == 0 // not on the list of round 1
		}
	}
}

// PairScore is the score that pairing looks at: points plus the coming round's virtual points.
func (s *State) PairScore(p Player) Points { return s.Score[p] + s.Virtual[p] }

// Present reports whether p is to be paired in the coming round. Players of fixed pairings are.
func (s *State) Present(p Player) bool { return !s.Gone[p] && s.Away[p] == None }

// Met reports whether a and b have played each other (scans a's rounds; use Banned in hot loops).
func (s *State) Met(a, b Player) bool {
	for r := range s.rounds {
		if i := r*s.n + int(a); s.opp[i] == b && s.out[i].Played() {
			return true
		}
	}
	return false
}

// Opponent of p in round r (0-based): NoPlayer for byes and absences.
func (s *State) Opponent(r int, p Player) Player { return s.opp[r*s.n+int(p)] }

// ColorAt is p's colour in round r (0-based), also of forfeited games; NoColor without opponent.
func (s *State) ColorAt(r int, p Player) Color { return s.col[r*s.n+int(p)] }

// OutcomeAt is what round r (0-based) was for p.
func (s *State) OutcomeAt(r int, p Player) Outcome { return s.out[r*s.n+int(p)] }

// VirtualAt gives the virtual points with which p was paired in round r (0-based).
func (s *State) VirtualAt(r int, p Player) Points { return s.virt[r*s.n+int(p)] }

// PointsAt is what p scored in round r (0-based).
func (s *State) PointsAt(r int, p Player) Points {
	i := r*s.n + int(p)
	return s.Points.Value[s.out[i]][s.col[i]]
}

// Opponents is the row of opponents of round r (0-based), indexed by Player. Read only.
func (s *State) Opponents(r int) []Player { return s.opp[r*s.n : (r+1)*s.n] }

// Outcomes is the row of outcomes of round r (0-based). Read only.
func (s *State) Outcomes(r int) []Outcome { return s.out[r*s.n : (r+1)*s.n] }

// ColorsAt is the row of colours of round r (0-based). Read only.
func (s *State) ColorsAt(r int) []Color { return s.col[r*s.n : (r+1)*s.n] }

// LastColor is the colour of p's latest game played, NoColor before the first.
func (s *State) LastColor(p Player) Color {
	if s.Games[p] == 0 {
		return NoColor
	}
	if s.Colors[p]&1 != 0 {
		return White
	}
	return Black
}

// Run is the length of p's current run of one colour: positive White, negative Black.
func (s *State) Run(p Player) int {
	n, c := int(s.Games[p]), s.Colors[p]
	if n == 0 {
		return 0
	}
	k, want := 1, c&1
	for c >>= 1; k < n && k < 64 && c&1 == want; c >>= 1 {
		k++
	}
	if want == 0 {
		return -k
	}
	return k
}

// LastDifference compares the compressed colour histories of a and b backwards and gives a's colour
// at the latest game where they differ, NoColor if there is none (C.04.3 5.2.3, JCA 6.3).
func (s *State) LastDifference(a, b Player) Color {
	k := min(s.Games[a], s.Games[b], 64)
	if k == 0 {
		return NoColor
	}
	d := (s.Colors[a] ^ s.Colors[b]) & (1<<uint(k) - 1)
	if d == 0 {
		return NoColor
	}
	if s.Colors[a]&(d&-d) != 0 {
		return White
	}
	return Black
}

// FloatAt gives the float of p k rounds ago (1 = the latest round, up to 4): 0, FloatDown or FloatUp.
func (s *State) FloatAt(p Player, k int) uint8 { return s.Floats[p] >> (2 * (k - 1)) & 3 }

// BeginRound opens the next round: every player's entry is None until Enter says otherwise.
func (s *State) BeginRound() {
	n := (s.rounds + 1) * s.n
	at := n - s.n
	s.opp = slices.Grow(s.opp[:at], s.n)[:n]
	s.col = slices.Grow(s.col[:at], s.n)[:n]
	s.out = slices.Grow(s.out[:at], s.n)[:n]
	s.virt = slices.Grow(s.virt[:at], s.n)[:n]
	for i := at; i < n; i++ {
		s.opp[i], s.col[i], s.out[i] = NoPlayer, NoColor, None
	}
}

// Enter records p's own entry in the round that BeginRound opened.
func (s *State) Enter(p, opponent Player, c Color, o Outcome) {
	i := s.rounds*s.n + int(p)
	s.opp[i], s.col[i], s.out[i] = opponent, c, o
}

// CloseRound ends the round: scores, colours, floats and meetings are brought up to date and the coming
// round's settings cleared (not Gone).
func (s *State) CloseRound() {
	n, at := s.n, s.rounds*s.n
	opp, col, out := s.opp[at:at+n], s.col[at:at+n], s.out[at:at+n]
	copy(s.virt[at:], s.Virtual)
	loss := s.Points.Loss()
	win := s.Points.Win()
	for p := range n {
		o, q := out[p], opp[p]
		f := uint8(0)
		switch {
		case o.Played() && q != NoPlayer:
			me, he := s.Score[p]+s.Virtual[p], s.Score[q]+s.Virtual[q]
			if me > he {
				f = FloatDown
			} else if me < he {
				f = FloatUp
			}
			switch col[p] {
			case White:
				s.Games[p]++
				s.Colors[p] = s.Colors[p]<<1 | 1
				s.ColorDiff[p]++
			case Black:
				s.Games[p]++
				s.Colors[p] <<= 1
				s.ColorDiff[p]--
			}
			s.bans.meet(Player(p), q)
		case o == ByePairing:
			f = FloatDown
			s.ByeBarred[p] = true
		case !o.Played() && o != Pending:
			v := s.Points.Value[o][col[p]]
			if v > loss {
				f = FloatDown
			}
			if v >= win {
				s.ByeBarred[p] = true
			}
		}
		if o.Paired() || o == ByePairing {
			s.Numbered[p] = true
		}
		s.Floats[p] = s.Floats[p]<<2 | f
		switch f {
		case FloatDown:
			s.Downs[p]++
		case FloatUp:
			s.Ups[p]++
		}
	}
	for p := range n {
		s.Score[p] += s.Points.Value[out[p]][col[p]]
	}
	s.rounds++
	s.clearComing()
}

// clearComing empties the coming round's settings.
func (s *State) clearComing() {
	clear(s.Virtual)
	clear(s.Section)
	clear(s.Away)
	s.Fixed, s.FixedByScheme = s.Fixed[:0], 0
	s.bans.endPermits()
}

// Apply plays a round: games with their results, byes as games without Black; everybody else gets
// his fixed entry (Away), or a zero-point bye if withdrawn or not mentioned.
func (s *State) Apply(games []Game) {
	s.BeginRound()
	at := s.rounds * s.n
	out := s.out[at : at+s.n]
	for p := range out {
		if s.Away[p] != None {
			out[p] = s.Away[p]
		} else if s.Gone[p] {
			out[p] = ByeZero
		}
	}
	for _, g := range games {
		w, b := g.Result.Outcomes()
		if g.Black == NoPlayer {
			s.Enter(g.White, NoPlayer, NoColor, w)
			continue
		}
		s.Enter(g.White, g.Black, White, w)
		s.Enter(g.Black, g.White, Black, b)
	}
	s.CloseRound()
}

// Undo takes back the latest round by replaying the others; the coming round's settings become empty.
func (s *State) Undo() {
	if s.rounds == 0 {
		return
	}
	k := s.rounds - 1
	opp, col, out, virt := s.opp, s.col, s.out, s.virt
	s.opp, s.col, s.out, s.virt = nil, nil, nil, nil
	s.resetSums()
	for r := range k {
		s.BeginRound()
		at := r * s.n
		copy(s.Virtual, virt[at:at+s.n])
		copy(s.opp[at:], opp[at:at+s.n])
		copy(s.col[at:], col[at:at+s.n])
		copy(s.out[at:], out[at:at+s.n])
		s.CloseRound()
	}
	s.clearComing()
}
