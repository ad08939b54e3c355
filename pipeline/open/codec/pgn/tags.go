package pgn

import (
	"strings"

	"crosstable/pipeline/date"
	"crosstable/pipeline/record"
)

// tagID numbers the tags that are known by name. Others count only for "comes again inside one block".
type tagID uint8

const (
	tagNone tagID = iota
	tagEvent
	tagSite
	tagDate
	tagRound
	tagWhite
	tagBlack
	tagResult
	tagWhiteElo
	tagBlackElo
	tagWhiteTitle
	tagBlackTitle
	tagWhiteTeam
	tagBlackTeam
	tagWhiteFideID
	tagBlackFideID
	tagWhiteID
	tagBlackID
	tagWhiteRating
	tagBlackRating
	tagEndDate
	tagUTCDate
	tagMode
	tagGameID
	tagRated
	tagReason
	tagNote
	tagFEN
	tagVariant
	// Only for being seen twice, without a place in a list:
	tagECO
	tagOpening
	tagVariation
	tagPlyCount
	tagEventDate
	tagTimeControl
	tagAnnotator
	tagUTCTime
	tagTermination
	tagSetUp
	tagTime
	tagSource
	tagSourceDate
	tagWhiteType
	tagBlackType
	tagBoard
	tagStudyName
	tagChapterName
	tagEventType
	tagWhiteRatingDiff
	tagBlackRatingDiff
	tagStartTime
	tagEndTime
	numTags
)

var tagNames = [numTags]string{
	tagEvent: "Event", tagSite: "Site", tagDate: "Date", tagRound: "Round", tagWhite: "White", tagBlack: "Black",
	tagResult:   "Result",
	tagWhiteElo: "WhiteElo", tagBlackElo: "BlackElo", tagWhiteTitle: "WhiteTitle", tagBlackTitle: "BlackTitle",
	tagWhiteTeam: "WhiteTeam", tagBlackTeam: "BlackTeam", tagWhiteFideID: "WhiteFideId", tagBlackFideID: "BlackFideId",
	tagWhiteID: "WhiteId", tagBlackID: "BlackId", tagWhiteRating: "WhiteRating", tagBlackRating: "BlackRating",
	tagEndDate: "EndDate", tagUTCDate: "UTCDate", tagMode: "Mode", tagGameID: "GameId", tagRated: "Rated",
	tagReason: "Reason", tagNote: "Note",
	tagFEN: "FEN", tagVariant: "Variant", tagECO: "ECO", tagOpening: "Opening", tagVariation: "Variation",
	tagPlyCount:  "PlyCount",
	tagEventDate: "EventDate", tagTimeControl: "TimeControl", tagAnnotator: "Annotator", tagUTCTime: "UTCTime",
	tagTermination: "Termination",
	tagSetUp:       "SetUp", tagTime: "Time", tagSource: "Source", tagSourceDate: "SourceDate", tagWhiteType: "WhiteType",
	tagBlackType: "BlackType",
	tagBoard:     "Board", tagStudyName: "StudyName", tagChapterName: "ChapterName", tagEventType: "EventType",
	tagWhiteRatingDiff: "WhiteRatingDiff", tagBlackRatingDiff: "BlackRatingDiff", tagStartTime: "StartTime",
	tagEndTime: "EndTime",
}

// tagIDs finds tags by their names.
var tagIDs = func() map[string]tagID {
	m := make(map[string]tagID, numTags)
	for id := tagEvent; id < numTags; id++ {
		m[tagNames[id]] = id
	}
	return m
}()

// findTag gives the id of a tag: by its exact name, else without case (WHITE, whiteelo, WhiteID).
func findTag(name []byte) tagID {
	if id, ok := tagIDs[string(name)]; ok {
		return id
	}
	return foldTag(name)
}

// red: xiangqi writes Red where chess writes White (Red, RedTeam, RedElo ...).
const red = "Red"

func foldTag(name []byte) tagID {
	if len(name) > 16 {
		return tagNone
	}
	if len(name) >= len(red) && strings.EqualFold(string(name[:len(red)]), red) {
		if id := foldTag(append([]byte("White"), name[len(red):]...)); id != tagNone {
			return id
		}
	}
	for id := tagEvent; id < numTags; id++ {
		if len(tagNames[id]) == len(name) && strings.EqualFold(tagNames[id], string(name)) {
			return id
		}
	}
	return tagNone
}

// elo reads a rating tag: digits; anything else ("?", "-", "") is absent.
func elo(v []byte) int32 {
	n := int32(0)
	if len(v) == 0 || len(v) > 5 {
		return 0
	}
	for _, c := range v {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int32(c-'0')
	}
	return n
}

// rated reads the tag that crosstable writes.
func rated(v []byte) record.Rated {
	switch strings.ToLower(string(v)) {
	case "yes", "true", "1":
		return record.RatedYes
	case "no", "false", "0":
		return record.RatedNo
	}
	return record.RatedAbsent
}

// unknownText reports the ways in which a tag says that its value is not known.
func unknownText(s string) bool { return s == "" || s == "?" || s == "-" }

// parseDate reads a Date tag; ok is false for what is neither a date nor a way to say unknown.
func parseDate(v []byte) (record.Date, bool) {
	d, err := date.ParseBytes(v)
	return d, err == nil
}
