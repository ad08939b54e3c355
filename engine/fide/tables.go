// Package fide has the tables of the FIDE rating regulations (Handbook B.02, 1 March 2024) that ratings (8.2, 8.3) and
// rating tie-breaks (C.07 10) look up: rating differences against scores in whole percents.
package fide

// expectancyEnds[i] is the largest rating difference whose expected score for the higher rated player is
// 50+i percent.
var expectancyEnds = [...]int16{
	3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
	76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
	153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
	245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
	374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
}

// FullTable is the smallest difference at which the higher rated player is expected to win every game.
const FullTable = 736

// percents spreads expectancyEnds over every difference below FullTable.
var percents = func() (t [FullTable]uint8) {
	i := 0
	for d := range t {
		if d > int(expectancyEnds[i]) {
			i++
		}
		t[d] = uint8(50 + i)
	}
	return t
}()

// Expected is the expected score in percent of a player rated d points above his opponent (table 8.1.2), without a
// limit of 400.
func Expected(d int64) int64 {
	switch {
	case d >= FullTable:
		return 100
	case d <= -FullTable:
		return 0
	case d < 0:
		return 100 - int64(percents[-d])
	}
	return int64(percents[d])
}

// differences[i] is the rating difference of a score of 50+i percent.
var differences = [...]int16{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
	800,
}

// Difference is the rating difference that a score in percent stands for (table 8.1.1); 0 and 100 are worth 800,
// anything beyond is taken as the nearer end.
func Difference(percent int64) int64 {
	percent = min(max(percent, 0), 100)
	if percent < 50 {
		return -int64(differences[50-percent])
	}
	return int64(differences[percent-50])
}
