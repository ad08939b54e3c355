package engine

import "slices"

// This file has who may not meet whom, and why: two who have met, two whom the organiser forbids to meet for the whole
// event, two who are kept apart for a time. The causes are kept apart, since each ends in another way.

// Ban is a cause for which two players are barred from each other, beside having met.
type Ban uint8

// Causes of bans.
const (
	Forbidden Ban = iota // by the organiser, for the whole event (TRF 260)
	Apart                // by a keep-apart list, while it is in force
	numBans
)

// bans is the part of State that knows who may not meet whom. Every matrix has a bit for each ordered pair of players,
// a row of ceil(n/64) words for each.
type bans struct {
	players int
	stride  int               // words in a row
	ban     []uint64          // in force, whatever the cause: what pairers look at
	barred  [numBans][]uint64 // by cause; empty until the first of its kind
	permits [][2]Player       // rematches allowed in the coming round
}

func (b *bans) reset(n int) {
	b.players, b.stride = n, (n+63)/64
	for c := range b.barred {
		b.barred[c] = b.barred[c][:0]
	}
	b.permits = b.permits[:0]
}

// forgetMeetings leaves what is barred for other causes than meetings.
func (b *bans) forgetMeetings() {
	b.ban = resize(b.ban, b.players*b.stride)
	for _, bits := range b.barred {
		for i, w := range bits {
			b.ban[i] |= w
		}
	}
	b.permits = b.permits[:0]
}

func (b *bans) copyFrom(src *bans) {
	b.players, b.stride = src.players, src.stride
	b.ban = append(b.ban[:0], src.ban...)
	for c := range b.barred {
		b.barred[c] = append(b.barred[c][:0], src.barred[c]...)
	}
	b.permits = append(b.permits[:0], src.permits...)
}

// meet bars two who play each other.
func (b *bans) meet(p, q Player) { b.set(b.ban, p, q) }

// endPermits ends the permits of a round: the two have met all the same.
func (b *bans) endPermits() {
	for _, p := range b.permits {
		b.set(b.ban, p[0], p[1])
	}
	b.permits = b.permits[:0]
}

func (b *bans) set(bits []uint64, p, q Player) {
	bits[int(p)*b.stride+int(q)>>6] |= 1 << (uint(q) & 63)
	bits[int(q)*b.stride+int(p)>>6] |= 1 << (uint(p) & 63)
}

func (b *bans) unset(bits []uint64, p, q Player) {
	bits[int(p)*b.stride+int(q)>>6] &^= 1 << (uint(q) & 63)
	bits[int(q)*b.stride+int(p)>>6] &^= 1 << (uint(p) & 63)
}

func (b *bans) get(bits []uint64, p, q Player) bool {
	return len(bits) > 0 && bits[int(p)*b.stride+int(q)>>6]>>(uint(q)&63)&1 != 0
}

// Forbid bars a and b from each other for the whole event (organiser's list), whether they have met or not.
func (s *State) Forbid(a, b Player) { s.Bar(a, b, Forbidden) }

// Bar bars a and b from each other for a cause, whatever else bars them. Nobody is barred from himself.
func (s *State) Bar(a, b Player, cause Ban) {
	if a == b {
		return
	}
	if len(s.barred[cause]) == 0 {
		s.barred[cause] = resize(s.barred[cause], s.players*s.stride)
	}
	s.set(s.barred[cause], a, b)
	s.set(s.ban, a, b)
}

// Unbar takes back Bar for that cause; two who have met or are barred for another cause stay barred.
func (s *State) Unbar(a, b Player, cause Ban) {
	if s.Barred(a, b, cause) {
		s.unset(s.barred[cause], a, b)
		s.settle(a, b)
	}
}

// UnbarAll takes back every Bar for that cause.
func (s *State) UnbarAll(cause Ban) {
	if len(s.barred[cause]) == 0 {
		return
	}
	s.barred[cause] = s.barred[cause][:0]
	permits := s.permits
	s.forgetMeetings()
	for r := range s.rounds {
		for p, q := range s.Opponents(r) {
			if q != NoPlayer && s.OutcomeAt(r, Player(p)).Played() {
				s.meet(Player(p), q)
			}
		}
	}
	s.permits = permits
	for _, p := range permits {
		s.settle(p[0], p[1])
	}
}

// settle brings the ban of two players in line with its causes.
func (s *State) settle(a, b Player) {
	if s.barredAtAll(a, b) || s.Met(a, b) && !slices.Contains(s.permits, [2]Player{min(a, b), max(a, b)}) {
		s.set(s.ban, a, b)
		return
	}
	s.unset(s.ban, a, b)
}

// barredAtAll reports a ban for another cause than a meeting.
func (s *State) barredAtAll(a, b Player) bool {
	for c := range numBans {
		if s.Barred(a, b, c) {
			return true
		}
	}
	return false
}

// Barred reports whether a and b are barred from each other for that cause.
func (s *State) Barred(a, b Player, cause Ban) bool { return s.get(s.barred[cause], a, b) }

// Permit lets a and b meet in the coming round although they have met: a rematch that the arbiter allows. It ends with
// the round. Two who are barred for another cause stay barred. A forfeited pairing counts as a meeting here, for it
// is one to some systems (BarPaired).
func (s *State) Permit(a, b Player) {
	if (s.Banned(a, b) || s.paired(a, b)) && !s.barredAtAll(a, b) {
		s.permits = append(s.permits, [2]Player{min(a, b), max(a, b)})
		s.unset(s.ban, a, b)
	}
}

// paired reports whether a and b have been opponents, whether they played or not.
func (s *State) paired(a, b Player) bool {
	for r := range s.rounds {
		if s.opp[r*s.n+int(a)] == b {
			return true
		}
	}
	return false
}

// Permitted reports whether a and b may meet in the coming round although they have been paired before (Permit).
func (s *State) Permitted(a, b Player) bool {
	return slices.Contains(s.permits, [2]Player{min(a, b), max(a, b)})
}

// BarPaired puts s on the terms of systems in which being paired is what counts (xiangqi: 相遇, 轮空): only the
// pairing-allocated bye bars from the next one and, with forfeits, who has been paired may not meet again, played
// or not. The State alone keeps the terms of FIDE, where a forfeited game is no meeting and a win without play bars
// from the bye. It holds for the coming round.
func (s *State) BarPaired(forfeits bool) {
	clear(s.ByeBarred)
	for r := range s.rounds {
		for p, q := range s.Opponents(r) {
			switch o := s.OutcomeAt(r, Player(p)); {
			case o == ByePairing:
				s.ByeBarred[p] = true
			case forfeits && o.Paired() && q != NoPlayer && !s.Permitted(Player(p), q):
				s.meet(Player(p), q)
			}
		}
	}
}

// HasBarred reports whether anybody is barred from anybody for another cause than a meeting.
func (s *State) HasBarred() bool {
	for _, bits := range s.barred {
		if len(bits) > 0 {
			return true
		}
	}
	return false
}

// Banned reports whether a and b may not be paired: they have played each other, are forbidden or kept apart.
func (s *State) Banned(a, b Player) bool {
	return s.ban[int(a)*s.stride+int(b)>>6]>>(uint(b)&63)&1 != 0
}

// BanRow is p's row of the bit matrix behind Banned, ceil(N/64) words. Read only.
func (s *State) BanRow(p Player) []uint64 {
	at := int(p) * s.stride
	return s.ban[at : at+s.stride : at+s.stride]
}
