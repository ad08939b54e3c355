package issue

// sourceCodes: opening and decoding of inputs (pipeline/open/source).
var sourceCodes = []Code{
	{"source-encoding", Note, "encoding chosen by plausibility",
		"The file has no byte order mark and is not UTF-8. It was decoded strictly in each encoding that tournament files come in, and the reading whose characters, names and headers are most plausible was taken, well ahead of the next.",
		"look at a few names; state --encoding if they are wrong"},
	{"source-encoding-undecided", Warning, "encoding undecided, read as Latin-1",
		"Two encodings give readings that are about as plausible, or none does. The syntax of PGN and TRF is ASCII, so the games are safe; names beyond ASCII may be wrong. Tables are refused instead.",
		"state --encoding"},
	{"source-encoding-doubt", Warning, "a sign inside a word",
		"A text read as Western European has signs such as ³ or ¿ inside words. That is what Central European text (Polish, Czech, Hungarian) looks like in the wrong encoding.",
		"try --encoding cp1250 or iso-8859-2"},
	{"source-bytes", Warning, "bytes that do not decode",
		"A place in the file is not valid in the encoding that the rest is in. In a table the character becomes U+FFFD, and a name with it will not be found in the list; in PGN and TRF the byte is read as Latin-1.",
		"repair the file, or state --encoding"},
	{"second-count", Warning, "a second count sees more than the reader",
		"Every input is counted a second time by means that understand nothing: lines with as many delimiters as the header, lines that begin with [Event. It sees more than the reader took note of, so something may have been swallowed: a quote or a comment that is never closed, rows above the header.",
		"look for an open quote or { and for rows above the header"},
}
