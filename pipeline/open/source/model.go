package source

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A model says how likely a word of a tournament file is in one language: the logarithm of its
// probability, summed over characters, so that readings of the same bytes can be compared. The figures
// are rough on purpose: what matters is that a wrong reading costs several nats a character.
//
// A word is what stands between blanks, digits' signs and separators; see words in decide.go.
type model struct {
	name string
	word func(w []rune) float64
}

var (
	jp       = &model{"Japanese", japaneseWord}
	sc       = &model{"Chinese (simplified)", func(w []rune) float64 { return chineseWord(w, false) }}
	tc       = &model{"Chinese (traditional)", func(w []rune) float64 { return chineseWord(w, true) }}
	western  = &model{"Western European", func(w []rune) float64 { return latinWord(w, westernCost) }}
	central  = &model{"Central European", func(w []rune) float64 { return latinWord(w, centralCost) }}
	cyrillic = &model{"Cyrillic", cyrillicWord}
	hangul   = &model{"Korean", hangulWord}
)

// Costs, natural logarithms. A class of n characters that makes up the share s of all is worth log(s/n).
const (
	costASCII   = -3.0
	costFirst   = -6.1  // some 400 characters of names and headers
	costSecond  = -8.0  // some 800 more
	costLevel1  = -10.8 // the rest of the standard's first level
	costLevel2  = -13.5
	costBeyond  = -16.0 // in the encoding, in no standard level
	costSymbol  = -11.0
	costPrivate = -22.0 // private use, controls, U+FFFD: nobody writes these
	costMixed   = -3.0  // a letter of another script beside it
)

// modelData is the models' knowledge: characters and words in sections, as its first lines say.
//
//go:embed models.txt
var modelData string

// modelPart gives a section of modelData: words with one blank between them, or characters without any.
func modelPart(name string) string {
	_, rest, ok := strings.Cut(modelData, "\n["+name+"]\n")
	if !ok {
		panic("source: models.txt has no section " + name)
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	sep := ""
	if strings.HasSuffix(name, "Words") || strings.HasSuffix(name, "Surnames") {
		sep = " "
	}
	return strings.Join(strings.Fields(rest), sep)
}

// levels holds, for one standard, how common each character is.
type levels struct {
	cost  [1 << 16]float32 // 0: not in the standard
	words map[string]bool
	two   map[string]bool // family names
}

// lookup gives a character's cost, def outside the standard.
func (l *levels) lookup(r rune) float64 {
	if r >= 1<<16 {
		return costBeyond - 2
	}
	if c := l.cost[r]; c != 0 {
		return float64(c)
	}
	return costBeyond
}

func (l *levels) set(chars string, cost float32) {
	for _, r := range chars {
		if r < 1<<16 {
			l.cost[r] = cost
		}
	}
}

// rows marks the characters of rows of a double-byte set by decoding all of them at once.
func (l *levels) rows(enc encoding.Encoding, lead0, lead1 int, trails [][2]int, cost float32) {
	var b []byte
	for lead := lead0; lead <= lead1; lead++ {
		for _, t := range trails {
			for trail := t[0]; trail <= t[1]; trail++ {
				b = append(b, byte(lead), byte(trail))
			}
		}
	}
	out, _ := enc.NewDecoder().Bytes(b)
	for _, r := range string(out) {
		if r != unicode.ReplacementChar && r < 1<<16 && unicode.Is(unicode.Han, r) {
			l.cost[r] = cost
		}
	}
}

func wordSet(lists ...string) map[string]bool {
	m := map[string]bool{}
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			m[w] = true
		}
	}
	return m
}

var gr94 = [][2]int{{0xA1, 0xFE}}

var jpLevels = sync.OnceValue(func() *levels {
	l := &levels{words: wordSet(modelPart("jpWords")), two: wordSet(modelPart("jpSurnames"))}
	l.rows(japanese.EUCJP, 0xD0, 0xF4, gr94, costLevel2)
	l.rows(japanese.EUCJP, 0xB0, 0xCF, gr94, costLevel1)
	l.set(modelPart("jpSecond"), costSecond)
	l.set(modelPart("jpFirst"), costFirst)
	return l
})

var scLevels = sync.OnceValue(func() *levels {
	l := &levels{words: wordSet(modelPart("scWords"))}
	l.rows(simplifiedchinese.GBK, 0xD8, 0xF7, gr94, costLevel2)
	l.rows(simplifiedchinese.GBK, 0xB0, 0xD7, gr94, costLevel1)
	l.set(modelPart("scSecond"), costSecond)
	l.set(modelPart("scFirst"), costFirst)
	return l
})

var tcLevels = sync.OnceValue(func() *levels {
	l := &levels{words: wordSet(modelPart("tcWords"))}
	big5 := [][2]int{{0x40, 0x7E}, {0xA1, 0xFE}}
	l.rows(traditionalchinese.Big5, 0xC9, 0xF9, big5, costLevel2)
	l.rows(traditionalchinese.Big5, 0xA4, 0xC6, big5, costLevel1)
	// The lists of simplified characters count where the character is written the same way.
	for _, r := range modelPart("scSecond") + modelPart("tcSecond") {
		if l.cost[r] != 0 {
			l.cost[r] = costSecond
		}
	}
	for _, r := range modelPart("scFirst") + modelPart("tcFirst") {
		if l.cost[r] != 0 {
			l.cost[r] = costFirst
		}
	}
	return l
})

func asciiLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// cjkOther is the cost of what is neither a letter of the language nor a character of its lists; ok is
// false when the rune is not for it.
func cjkOther(r rune) (float64, bool) {
	switch {
	case r < 0x80:
		if r < ' ' || r == 0x7F {
			return costPrivate, true
		}
		return costASCII, true
	case r == unicode.ReplacementChar, r < 0xA0, 0xE000 <= r && r <= 0xF8FF, r >= 0xF0000:
		return costPrivate, true
	case r == 0x3000, 0x3001 <= r && r <= 0x3011, r == '・', r == '－', r == '−', r == '…', r == '々', r == '〇',
		r == '〜', r == '～':
		return -5.5, true
	case 0xFF01 <= r && r <= 0xFF5E, 0xFFE0 <= r && r <= 0xFFE6:
		return -6.5, true
	case 0x2460 <= r && r <= 0x24FF, 0x2160 <= r && r <= 0x217F, 0x25A0 <= r && r <= 0x266F, r == '½', r == '×',
		r == '±', r == '°', 0x2190 <= r && r <= 0x2193, 0x2010 <= r && r <= 0x201F:
		return -9, true
	case 0x3200 <= r && r <= 0x33FF:
		return -10, true
	case !unicode.Is(unicode.Han, r):
		return costSymbol - 2, true
	}
	return 0, false
}

// mixed charges for letters of ASCII beside characters of a wide script: usual after a full stop of a
// word (A級, U18組), a sign of a wrong reading in lower case (Andr駸).
func mixed(w []rune) float64 {
	sum := 0.0
	for i := 1; i < len(w); i++ {
		a, b := w[i-1], w[i]
		if (a < 0x80) == (b < 0x80) {
			continue
		}
		if i+1 < len(w) && b >= 0x80 && asciiLetter(a) && asciiLetter(w[i+1]) {
			sum += 2 * costMixed // one wide character inside a word: O達rien for O’Brien
		}
		if b < 0x80 {
			a, b = b, a
		}
		if 'a' <= a && a <= 'z' {
			sum += costMixed
		} else if 'A' <= a && a <= 'Z' {
			sum += costMixed / 2
		} else if a > '9' { // signs such as ~ ^ | } : trail bytes of a reading in the other direction
			sum += costMixed
		}
	}
	return sum
}

func japaneseWord(w []rune) float64 {
	l := jpLevels()
	if l.words[string(w)] {
		return -7
	}
	sum := mixed(w)
	i := 0
	for _, n := range []int{3, 2} {
		if len(w) >= n && l.two[string(w[:n])] {
			sum += -6.5
			i = n
			break
		}
	}
	for ; i < len(w); i++ {
		r := w[i]
		switch {
		case 0x3041 <= r && r <= 0x3093:
			sum += -4.2
		case 0x30A1 <= r && r <= 0x30F6:
			sum += -4.4
		case r == 'ー':
			// The long mark follows a katakana, nothing else.
			if sum += -4.4; i == 0 || !(0x30A1 <= w[i-1] && w[i-1] <= 0x30FC) && !(0x3041 <= w[i-1] && w[i-1] <= 0x3093) {
				sum += -4
			}
		case 0xFF61 <= r && r <= 0xFF9F:
			sum += halfKana(w, i)
		case r == '髙' || r == '﨑' || r == '德' || r == '濵' || r == '栁':
			sum += -9 // the personal-name variants of NEC and IBM
		default:
			c, ok := cjkOther(r)
			if !ok {
				c = l.lookup(r)
			}
			sum += c
		}
	}
	return sum
}

// halfKana scores a half-width katakana by its neighbours: real ones stand in runs, voice marks follow
// only what can be voiced, small letters and the long mark do not begin a word.
func halfKana(w []rune, i int) float64 {
	r := w[i]
	half := func(j int) bool { return j >= 0 && j < len(w) && 0xFF61 <= w[j] && w[j] <= 0xFF9F }
	sum := -4.6
	if !half(i-1) && !half(i+1) {
		sum += -8
	}
	if i > 0 && !half(i-1) && w[i-1] >= 0x80 || i+1 < len(w) && !half(i+1) && w[i+1] >= 0x80 {
		sum += -3 // beside a wide character
	}
	switch {
	case r == 'ﾞ':
		if i == 0 || !(w[i-1] == 'ｳ' || 'ｶ' <= w[i-1] && w[i-1] <= 'ﾄ' || 'ﾊ' <= w[i-1] && w[i-1] <= 'ﾎ') {
			sum += -8
		}
	case r == 'ﾟ':
		if i == 0 || !('ﾊ' <= w[i-1] && w[i-1] <= 'ﾎ') {
			sum += -8
		}
	case 'ｧ' <= r && r <= 'ｰ': // small letters and the long mark
		if !half(i - 1) {
			sum += -6
		} else if 'ｬ' <= r && r <= 'ｮ' && !strings.ContainsRune("ｷｼﾁﾆﾋﾐﾘﾞﾟ", w[i-1]) {
			sum += -5
		}
	case r < 'ｦ': // marks
		sum += -3
	case r == 'ｦ':
		sum += -2 // no name holds it
	}
	return sum
}

func chineseWord(w []rune, traditional bool) float64 {
	l := scLevels()
	if traditional {
		l = tcLevels()
	}
	if l.words[string(w)] {
		return -7
	}
	sum := mixed(w)
	for _, r := range w {
		if 0x3041 <= r && r <= 0x30FE {
			sum += costSymbol
			continue
		}
		if 0xFF61 <= r && r <= 0xFF9F {
			sum += costBeyond
			continue
		}
		c, ok := cjkOther(r)
		if !ok {
			c = l.lookup(r)
		}
		sum += c
	}
	return sum
}

var hangulLevels = sync.OnceValue(func() *levels {
	l := &levels{}
	var b []byte
	for lead := 0xB0; lead <= 0xC8; lead++ { // the 2,350 syllables of KS X 1001
		for trail := 0xA1; trail <= 0xFE; trail++ {
			b = append(b, byte(lead), byte(trail))
		}
	}
	out, _ := korean.EUCKR.NewDecoder().Bytes(b)
	l.set(string(out), -9.5)
	l.set(modelPart("hangulFirst"), -5.4)
	return l
})

func hangulWord(w []rune) float64 {
	l := hangulLevels()
	sum := mixed(w)
	for _, r := range w {
		switch {
		case 0xAC00 <= r && r <= 0xD7A3:
			sum += l.lookup(r)
		case unicode.Is(unicode.Han, r):
			sum += costLevel1 - 1
		default:
			c, _ := cjkOther(r)
			sum += c
		}
	}
	return sum
}

// latinWord scores words of letters with marks. The letters with marks stand among plain ones; two in a
// row, a capital after a small letter, a sign inside a word are what a wrong reading looks like.
func latinWord(w []rune, cost func(rune) float64) float64 {
	sum := 0.0
	marked, plain := 0, 0
	for i, r := range w {
		if r < 0x80 {
			if r < ' ' || r == 0x7F {
				sum += costPrivate
			} else {
				sum += costASCII
			}
			if asciiLetter(r) {
				plain++
			}
			continue
		}
		c := cost(r)
		if r == '’' && i > 0 && asciiLetter(w[i-1]) {
			c = -5.5 // O’Brien
		}
		sum += c
		letter := unicode.IsLetter(r)
		if letter {
			marked++
			// Vowels and consonants alternate more often than not: Hélène, not Hélčne; Dvořák, not Dvoøák.
			for _, j := range []int{i - 1, i + 1} {
				if j >= 0 && j < len(w) && asciiLetter(w[j]) {
					if vowel(r) == vowel(w[j]) {
						sum += -1.2
					} else {
						sum += 0.3
					}
				}
			}
		}
		if i > 0 {
			p := w[i-1]
			switch {
			case p >= 0x80 && letter && unicode.IsLetter(p):
				sum += -3
			case p >= 0x80:
				sum += -2
			case letter && unicode.IsUpper(r) && 'a' <= p && p <= 'z':
				sum += -5
			case !letter && asciiLetter(p) && i+1 < len(w) && asciiLetter(w[i+1]) && r != '’' && r != '‘' &&
				r != '´' && r != '·':
				sum += -6
			}
		}
		// Spanish ñ stands before a vowel (Peña), Polish ń before a consonant or at the end (Poznań).
		if r == 'ñ' || r == 'ń' {
			if before := i+1 < len(w) && vowel(w[i+1]); before != (r == 'ñ') {
				sum += -2
			}
		}
		if letter && unicode.IsLower(r) && i+1 < len(w) && 'A' <= w[i+1] && w[i+1] <= 'Z' {
			sum += -4
		}
	}
	if marked > 1 && marked > plain {
		sum += -3 * float64(marked-plain)
	}
	return sum
}

func vowel(r rune) bool {
	return strings.ContainsRune("aeiouyáàâäãåæąăéèêëęěíìîïóòôõöøőúùûüůűýÿœ", unicode.ToLower(r))
}

func westernCost(r rune) float64 {
	switch {
	case r < 0xA0 || r == unicode.ReplacementChar:
		return costPrivate
	case strings.ContainsRune("äöüéèßáíóçñ", r):
		return -5
	case strings.ContainsRune("ÄÖÜàâêëîïôûùúåøæãõòìÉÅØÁÓÇ", r):
		return -5.5
	case strings.ContainsRune("ŠšŽžŒœÀÂÈÊÎÔÛÍÚÑÆÃÕËÏýÿðþÝÞÐ", r):
		return -8
	case r == '½':
		return -6
	case strings.ContainsRune("’‘“”–—…°´«»€·§¡¿ºª", r):
		return -8
	case unicode.IsLetter(r):
		return -9
	}
	return costSymbol
}

func centralCost(r rune) float64 {
	switch {
	case r < 0xA0 || r == unicode.ReplacementChar:
		return costPrivate
	case strings.ContainsRune("łńśżóćęążźčšžřěáéíýůúöüőű", r):
		return -5.2
	case strings.ContainsRune("ŁŚŻÓĆŹČŠŽŘĎŤŇďťňľĽĺäôÖÜŐŰÁÉÍÚđĐăâîşţßë", r):
		return -6.6
	case strings.ContainsRune("’‘“”–—…°´«»€·§˝", r):
		return -8.5
	case unicode.IsLetter(r):
		return -9
	}
	return costSymbol
}

func cyrillicWord(w []rune) float64 {
	sum := 0.0
	for i, r := range w {
		if r < 0x80 {
			sum += costASCII
			if asciiLetter(r) && (i > 0 && w[i-1] >= 0x80 || i+1 < len(w) && w[i+1] >= 0x80) {
				sum += -5 // a letter of the other script beside it
			}
			continue
		}
		switch {
		case 'а' <= r && r <= 'я' || r == 'ё':
			sum += -3.6
		case 'А' <= r && r <= 'Я' || r == 'Ё':
			sum += -4.4
			if i > 0 && 'а' <= w[i-1] && w[i-1] <= 'я' {
				sum += -5
			}
		case strings.ContainsRune("іїєґІЇЄҐўЎ№", r):
			sum += -7
		case r < 0xA0 || r == unicode.ReplacementChar:
			sum += costPrivate
		default:
			sum += costSymbol
		}
	}
	return sum
}
