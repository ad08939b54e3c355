package games

import (
	"io"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
)

// Level is what a newcomer says about his strength when he has no rating (JCCA: about 800 for a beginner,
// 1600 with considerable experience, 1200 for others).
type Level uint8

// Levels.
const (
	LevelAbsent Level = iota
	Beginner
	Experienced
	Other
)

// String gives the word of newcomers.csv.
func (l Level) String() string { return [...]string{"", "beginner", "experienced", "other"}[l] }

// levels are the words of the level column, by table.Key.
var levels = map[string]Level{
	"beginner": Beginner, "novice": Beginner, "初心者": Beginner, "初級": Beginner, "初级": Beginner, "初学者": Beginner,
	"anfänger":    Beginner,
	"experienced": Experienced, "advanced": Experienced, "strong": Experienced, "経験者": Experienced, "上級": Experienced,
	"上級者": Experienced, "有经验": Experienced, "高级": Experienced, "erfahren": Experienced,
	"other": Other, "others": Other, "average": Other, "その他": Other, "中級": Other, "其他": Other, "中级": Other,
	"sonstige": Other, "andere": Other,
}

// Newcomer is a player who is not in the list yet: with a rating, or with a level.
type Newcomer struct {
	ID, Name string
	Rating   int32 // only if Rated
	Rated    bool
	Level    Level
	Extra    map[string]string // further columns, by table.Key of their headers; nil without
	Line     int
}

// newcomerRow is a row of newcomers.csv.
type newcomerRow struct {
	ID     table.ID   `csv:"id"`
	Name   table.Text `csv:"name"`
	Rating points     `csv:"rating"`
	Level  string     `csv:"level"`
}

// ReadNewcomers reads newcomers.csv: id, name and rating or level. A row without id, or with neither rating
// nor a known level, is an issue and is left out unless players may begin unrated; so is a second row of an id.
func ReadNewcomers(in io.Reader, file string, opt table.Options, unrated bool) ([]Newcomer, []issue.Issue, error) {
	schema := newcomerSchema
	if unrated {
		schema = unratedSchema
	}
	t, err := table.Open(in, file, schema, opt)
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	var out []Newcomer
	seen := map[string]int{}
	id, level := newcomerSchema.Index("id"), newcomerSchema.Index("level")
	var cells []string
	err = table.Decode(t, func(row *newcomerRow) error {
		n := Newcomer{ID: string(row.ID), Name: string(row.Name), Rating: row.Rating.N, Rated: row.Rating.Set, Line: t.Line()}
		if row.Level != "" {
			var ok bool
			if n.Level, ok = levels[table.Key(row.Level)]; !ok && !n.Rated && !unrated {
				t.Bad(level, "list-level", "level %q", clipString(row.Level))
				return nil
			}
		}
		switch line, twice := seen[n.ID]; {
		case n.ID == "":
			t.Bad(id, "cell-missing", "the newcomer has no id")
		case twice:
			t.Bad(id, "newcomer-twice", "id %q stands on line %d already", n.ID, line)
		case !n.Rated && n.Level == LevelAbsent && !unrated:
			t.Bad(level, "list-level", "there is neither a rating nor a level")
		default:
			seen[n.ID] = n.Line
			cells = t.AppendExtra(cells[:0])
			for i, c := range cells {
				if n.Extra == nil {
					n.Extra = map[string]string{}
				}
				n.Extra[table.Key(t.Layout.Extra[i])] = c
			}
			out = append(out, n)
		}
		return nil
	})
	return out, t.Issues(), err
}

// Alias says that Alias, a name or an id of another body, is the player with ID, or the one of that Name.
type Alias struct {
	Alias    string
	ID, Name string
	Line     int
}

// aliasRow is a row of an alias file.
type aliasRow struct {
	Alias table.Text `csv:"alias"`
	ID    table.ID   `csv:"id"`
	Name  table.Text `csv:"name"`
}

// ReadAliases reads an alias file: alias and id or name.
func ReadAliases(in io.Reader, file string, opt table.Options) ([]Alias, []issue.Issue, error) {
	t, err := table.Open(in, file, aliasSchema, opt)
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	var out []Alias
	err = table.Decode(t, func(row *aliasRow) error {
		a := Alias{string(row.Alias), string(row.ID), string(row.Name), t.Line()}
		if a.Alias == "" || a.ID == "" && a.Name == "" {
			t.Bad(aliasSchema.Index("alias"), "cell-missing", "an alias and the id or name it stands for are needed")
			return nil
		}
		out = append(out, a)
		return nil
	})
	return out, t.Issues(), err
}
