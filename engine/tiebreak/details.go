package tiebreak

import "strings"

// details say how a value is computed, for `explain` and the documents. One row a method.
var details = map[string]string{
	"PTS": "The points of the finished rounds as the event values them, byes and forfeits included. Pairing " +
		"points of a handicap or an acceleration never count.",
	"DE": "Each tied player's points from the games among the tied are added up (6.1). Several games between " +
		"the same two count by their average. If all have met, the sums order them, and whoever is still tied is " +
		"compared again (6.2). If games are missing, a player gets the place who would be alone at the top even if " +
		"he lost all his missing games and the others won theirs; then everything starts again on the rest (6.3). " +
		"Forfeits count when all play all, or with P.",
	"WIN": "Rounds that brought the points of a win: games won, forfeit wins, and byes worth a win.",
	"WON": "Games won over the board only.",
	"BPG": "Games played over the board with Black, or moving second. P adds forfeited games by the side on " +
		"the pairing list; bye=side adds a bye that the file enters on that side, as some xiangqi events do.",
	"BWG": "Games won over the board with Black, or moving second. P and bye=side as for BPG.",
	"PS": "After every round the score so far is added up. C1 leaves out the score after round 1, C2 those " +
		"after rounds 1 and 2; M1 also the last.",
	"REP": "All rounds less half-point byes, zero-point byes, absences and forfeit losses. Before August 2024 " +
		"it was called GE.",
	"STD": "For every round 1 if the player got more points than his scheduled opponent, 1/2 if as many. " +
		"Without opponent the points of a draw are the measure. A double forfeit gives 1/2 to both.",
	"TPN": "The number in the initial order; the smaller goes first. Named since 2026.",
	"BH": "For every round the score of the opponent. Opponents' scores are adjusted: requested byes and " +
		"absences after which nothing but unplayed rounds follows count as draws (16.3). An own round that was not " +
		"played counts a dummy opponent with the own score; since 2026 at most the scheduled opponent's score for a " +
		"forfeit, at most a draw in every round otherwise (16.4). A cut removes voluntary unplayed rounds first " +
		"(16.5). Refused when all play all.",
	"AOB": "The mean of the Buchholz values of the opponents met over the board, compared exactly and printed " +
		"with two decimals. F averages their fore Buchholz.",
	"FB": "The Buchholz as if every paired game of the last planned round had ended drawn. Before the last " +
		"planned round it equals the Buchholz.",
	"SB": "For every round the opponent's score, as in the Buchholz, times the points scored against him. C1 " +
		"cuts the round of the lowest scoring opponent, or the lowest voluntary unplayed round if that is worth no " +
		"less (16.5).",
	"KS": "Points scored against opponents who have at least half of the points that were possible. L+1 " +
		"raises that limit by half a point, L-1 lowers it. Forfeits against them count. In an all-play-all of an " +
		"odd number the free round is not possible for anybody.",
	"ARO": "The mean rating of the opponents met over the board, to the nearest integer, halves up. Forfeits " +
		"never count. C1 leaves out the lowest rating.",
	"TPR": "The rounded average rating of the opponents plus the rating difference that the table of B.02 " +
		"8.1.1 gives for the percentage scored against them.",
	"PTP": "The lowest rating at which the expected points against the same opponents reach the points " +
		"scored, by the full table of B.02 8.1.2. Without a point: the lowest opponent less 800.",
	"APRO": "The mean TPR of the opponents met over the board, to the nearest integer.",
	"APPO": "The mean PTP of the opponents met over the board, to the nearest integer.",
	"RTNG": "The own rating, the higher first; R turns it round.",
	"SOLKOFF": "The points of all opponents as they stand in the table, without any adjustment. A round without a " +
		"game adds nothing, unless bye= says otherwise; P counts the scheduled opponent of a forfeit.",
	"NAKADORI": "Solkoff less the opponent with most points. The rules name only the top one.",
	"MEDIAN":   "Solkoff less the opponent with most and the one with fewest points.",
	"JSB": "The points of every beaten opponent plus half of the points of every opponent drawn with, as they " +
		"stand in the table; byes and forfeits add nothing (P counts them).",
	"SPERF": "The ratings of all opponents added up, the larger first; for a game that was not played the own " +
		"rating. own=yes adds the own rating once more, which is the other way to read the text.",
	"KACHI":     "Rounds that brought a win's points, and half for a draw's points. draws=no counts wins alone.",
	"TOKUTEN":   "The numbers of wins of all opponents added up.",
	"SOTOKUTEN": "The 得点 of all opponents added up: one level deeper.",
	"AGE": "The earlier birth date first. Where some dates are known to the year only, all count by the year. " +
		"Who has none comes last.",
	"LOT": "A number drawn for each player from --seed; the lower goes first. The same seed draws the same " +
		"numbers.",
	"OPP": "The final points of all opponents, also of those who did not appear. A bye adds nothing, or with " +
		"bye=lowest the points of the lowest player.",
	"FOULS": "Fouls over the whole event, from the players' table or --fouls. Fewer is better.",
	"DW":    "Games won against those one is tied with.",
	"DROP1": "Round 1 is taken out of the event and those still tied are compared again from the points on, by " +
		"everything that stands before in the list; then rounds 1 and 2, and so on. The value is the number of tied " +
		"players placed below.",
	"PREV": "Those still tied are ordered as they stood after the previous round, by the same list; if they " +
		"were tied there too, after the round before it, and so on.",
	"MMS": "The points plus the pairing points of the last round: the McMahon score. As the first of a list " +
		"it takes the place of the points.",
	"SOS": "The McMahon scores of all opponents added up. A round without a game adds the own starting score, " +
		"a virtual opponent of one's own group.",
	"SODOS": "The McMahon scores of the defeated opponents, half for a jigo.",
	"SOSOS": "The SOS of all opponents added up.",
}

// explained puts the details and the modifiers into the rows.
func explained(rows []*Method) []*Method {
	for _, m := range rows {
		m.Explain = details[m.Name]
		if m.Mods != "" {
			var words []string
			for _, letter := range strings.Split(m.Mods, "") {
				words = append(words, modifierWords[letter])
			}
			m.Explain += " Modifiers: " + strings.Join(words, ", ") + "."
		}
	}
	return rows
}

var modifierWords = map[string]string{
	"C": "C1 C2 (cut)", "M": "M1 M2 (median)", "L": "L+1 L-1 (limit)", "P": "P (forfeits as played)", "F": "F (fore)",
	"R": "R (reversed)", "U": "U1400 (rating of the unrated)",
}
