package office

import "crosstable/pipeline/words"

// Language is the code of a language that the office prints in: one of the catalog's.
type Language string

// phrase is a key of the catalog's section "office".
type phrase string

// Phrases.
const (
	txtList         phrase = "list"
	txtGrades       phrase = "grades"
	txtPromotions   phrase = "promotions"
	txtLedger       phrase = "ledger"
	txtPlace        phrase = "place"
	txtID           phrase = "id"
	txtName         phrase = "name"
	txtRating       phrase = "rating"
	txtChange       phrase = "change"
	txtGames        phrase = "games"
	txtGrade        phrase = "grade"
	txtPoints       phrase = "points"
	txtAdditional   phrase = "additional"
	txtTitle        phrase = "title"
	txtEarned       phrase = "earned"
	txtValid        phrase = "valid"
	txtBrackets     phrase = "brackets"
	txtFromTo       phrase = "from-to"
	txtNobody       phrase = "nobody"
	txtCertificate  phrase = "certificate"
	txtCertifies    phrase = "certifies"
	txtDate         phrase = "date"
	txtWhite        phrase = "white"
	txtBlack        phrase = "black"
	txtResult       phrase = "result"
	txtEvent        phrase = "event"
	txtEnd          phrase = "end"
	txtDistribution phrase = "distribution"
	txtPlayers      phrase = "players"
	txtPrintHint    phrase = "print-hint"
	txtFrom         phrase = "from"
	txtTo           phrase = "to"
	txtMode         phrase = "mode"
	txtPawn         phrase = "pawn"
	txtPostal       phrase = "postal"
	txtEmail        phrase = "email"
	txtWeb          phrase = "web"
	txtTied         phrase = "tied"
	txtPrizeLine    phrase = "prize-line"
	txtMembersLine  phrase = "members-line"
	txtBookLine     phrase = "book-line"
	txtLossesLine   phrase = "losses-line"
	txtKind         phrase = "kind"
	txtPaidUntil    phrase = "paid-until"
	txtOwes         phrase = "owes"
	txtFull         phrase = "full"
	txtFamily       phrase = "family"
	txtJunior       phrase = "junior"
	txtSpecial      phrase = "special"
	txtOperating    phrase = "operating"
	txtAssociate    phrase = "associate"
	txtTrial        phrase = "trial"
)

// of gives a phrase in the language.
func (l Language) of(t phrase) string { return words.In(string(l)).Get("office." + string(t)) }

// gradeName is a grade in the language.
func (l Language) gradeName(g int) string {
	return words.In(string(l)).Get("grade." + gradeRows[g].Name)
}

// findGrade gives the grade of a name in any of the languages.
func findGrade(name string) (int, bool) {
	for _, lang := range words.Languages() {
		for i := range gradeRows {
			if Language(lang).gradeName(i) == name {
				return i, true
			}
		}
	}
	return 0, false
}
