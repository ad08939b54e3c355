package engine

import (
	"testing"

	"pgregory.net/rapid"
)

// banModel is who may not meet whom, told plainly.
type banModel struct {
	met       []map[[2]Player]bool // by round
	barred    [2]map[[2]Player]bool
	permitted map[[2]Player]bool
}

func key(a, b Player) [2]Player { return [2]Player{min(a, b), max(a, b)} }

func (m *banModel) hasMet(k [2]Player) bool {
	for _, r := range m.met {
		if r[k] {
			return true
		}
	}
	return false
}

func (m *banModel) banned(k [2]Player) bool {
	return m.barred[Forbidden][k] || m.barred[Apart][k] || m.hasMet(k) && !m.permitted[k]
}

// Each cause of a ban ends in its own way: a meeting with Undo, a permit with its round, a list with Unbar; none of
// them takes another cause along, in whatever order they come.
func TestBansEndByTheirCause(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 70).Draw(t, "n")
		var s, k State
		s.Reset(n)
		m := &banModel{permitted: map[[2]Player]bool{}}
		for c := range m.barred {
			m.barred[c] = map[[2]Player]bool{}
		}
		two := func() (a, b Player) {
			a = Player(rapid.IntRange(0, min(n, 5)-1).Draw(t, "a"))
			b = Player(rapid.IntRange(0, n-1).Draw(t, "b"))
			return a, b
		}
		pick := func() (a, b Player, ok bool) { a, b = two(); return a, b, a != b }
		same := func(s *State, m *banModel, what string) {
			for a := range Player(n) {
				for b := range a {
					if got, want := s.Banned(a, b), m.banned(key(a, b)); got != want || s.Banned(b, a) != want {
						t.Fatalf("%s: %d and %d banned %v, want %v", what, a, b, got, want)
					}
				}
			}
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			a, b, ok := pick()
			cause := Ban(rapid.IntRange(0, 1).Draw(t, "cause"))
			switch what := rapid.SampledFrom([]string{"bar", "unbar", "all", "permit", "play", "undo", "copy",
				"prefix"}).Draw(t, "what"); what {
			case "bar":
				s.Bar(a, b, cause)
				if ok {
					m.barred[cause][key(a, b)] = true
				}
			case "unbar":
				s.Unbar(a, b, cause)
				delete(m.barred[cause], key(a, b))
			case "all":
				s.UnbarAll(cause)
				clear(m.barred[cause])
			case "permit":
				s.Permit(a, b)
				if k := key(a, b); m.hasMet(k) && !m.barred[0][k] && !m.barred[1][k] {
					m.permitted[k] = true
				}
			case "play":
				round := map[[2]Player]bool{}
				var games []Game
				if ok {
					games = append(games, Game{a, b, Draw})
					round[key(a, b)] = true
				}
				s.Apply(games)
				m.met = append(m.met, round)
				clear(m.permitted)
			case "undo":
				s.Undo()
				if len(m.met) > 0 {
					m.met = m.met[:len(m.met)-1]
					clear(m.permitted)
				}
			case "copy":
				k.CopyFrom(&s)
				same(&k, m, what)
			case "prefix":
				r := rapid.IntRange(0, len(m.met)).Draw(t, "rounds")
				k.CopyPrefix(&s, r)
				same(&k, &banModel{met: m.met[:r], barred: m.barred}, what)
			}
			same(&s, m, "after a step")
			if s.HasBarred() != (len(m.barred[0])+len(m.barred[1]) > 0) && !s.HasBarred() {
				t.Fatal("bars are forgotten")
			}
		}
	})
}

func TestAForbiddenPairThatHasMetStaysForbidden(t *testing.T) {
	var s State
	s.Reset(4)
	s.Apply([]Game{{0, 1, Draw}, {2, 3, Draw}})
	s.Forbid(0, 1)
	s.Permit(0, 1)
	if !s.Banned(0, 1) || !s.Barred(1, 0, Forbidden) {
		t.Error("a permit of a rematch lets a forbidden pair meet")
	}
	s.Undo()
	if !s.Banned(0, 1) || s.Banned(2, 3) {
		t.Error("Undo forgets the list or keeps a meeting")
	}
}
