package rating

// Traits are what a system asks of rating lists and games, and what it has to show beside ratings. A rating
// period, its ledger, its explanation and its page go by them alone.
type Traits struct {
	// Lag is how many periods after the one that made it a list comes into force.
	Lag int32
	// NeedsRating: a game counts for nobody if one of its players had no rating at its start.
	NeedsRating bool
	// Columns are the further columns of a rating list that the system keeps, at most maxColumns.
	Columns []Column
	// Keeps tells of whom, after a period, the next one needs the earlier games as Entry.Past; nil: of nobody.
	Keeps func(after *Entry) bool
	// EndRatings: corrections use the ratings at the end of a game, Game.WhiteLater and BlackLater.
	EndRatings bool
	// First is the first rating of a newcomer who brings none, by the word of his level; empty: he begins
	// unrated.
	First map[string]int32
	// Admit fills in what the list leaves out of a player with a rating and says what it took; nil: a
	// rating is established.
	Admit func(e *Entry, l Listed) Remark

	// Game are the numbers of a game's sides in the ledger, beside row, change and rule; Player those of a
	// player's period.
	Game   []GameColumn
	Player []PlayerColumn

	// Words of pages, as phrases of the catalog: what brackets on the list mean, what stands in the table of a
	// player's games, the heading of Side.Row there. "" says nothing and shows no such column.
	ListNote, GamesNote, RowWord string
}

// Column is a further column of rating lists with a number of every player. An empty cell or 0 is none.
type Column struct {
	Name    string
	Aliases []string // other headers
	// Min and Max bound what is read.
	Min, Max float64
	Digits   int // decimals; 0: a whole number
	// Given: the number is the list's own and is carried on as it stands. Others are written after each period.
	Given bool
	// Year: the cell may be a date, of which the year counts.
	Year bool
	// Exact: the number is the rating before rounding. Where the two disagree the rating was corrected by
	// hand and counts.
	Exact bool
}

// GameColumn is a number of both sides of a game in the ledger: white_NAME, black_NAME.
type GameColumn struct {
	Name string
	Text func(s *Side) string
}

// PlayerColumn is a number of a player's period in the ledger.
type PlayerColumn struct {
	Name string
	Word string // a phrase of the catalog, for explanations and pages
	Text func(c *Change) string
}

// Listed is what a list says of a player beside his rating.
type Listed struct {
	HasGames bool
	Status   Status // Unrated: it says nothing
	History  int32  // earlier games that are known
}

// Remark is what Admit took in place of what the list says.
type Remark uint8

// Remarks of Admit.
const (
	RemarkNone   Remark = iota
	RemarkGames         // the number of games is missing; Entry.Games was taken
	RemarkStatus        // games and status disagree; Entry.Status was taken
	RemarkNew           // neither games nor coefficient: the player counts as new. Told once, of those who played
)

// Lowest and Highest bound the ratings of lists and games, in rating points.
const (
	Lowest  = -9999
	Highest = 9999
	// MostGames bounds a player's games since joining.
	MostGames = 1_000_000
)

// PlayerColumns are the numbers of a player's period of all systems of the table.
func PlayerColumns() []PlayerColumn {
	var out []PlayerColumn
	for _, t := range allTraits() {
		out = append(out, t.Player...)
	}
	return out
}

func allTraits() []*Traits {
	var out []*Traits
	for i := range Systems {
		if s, err := New(Systems[i].Name); err == nil {
			out = append(out, s.Traits())
		}
	}
	return out
}

// OwnColumns are the further columns of all systems of the table, by name.
func OwnColumns() []Column {
	var out []Column
	for _, t := range allTraits() {
		out = append(out, t.Columns...)
	}
	return out
}
