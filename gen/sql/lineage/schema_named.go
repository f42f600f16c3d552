package lineage

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Script is the text of a schema, and what it is read with.
type Script struct {
	Text     string
	Postgres bool     // it is PostgreSQL's; else SQLite's
	Path     []string // the schemas in which statements look for a table; nil for those of the engine
	Files    []File   // that Text is made of, in their order
	// Refused returns why a server does not run a statement of the script, "" of one that it runs. It may be nil.
	Refused func(statement string) string
	// Learned returns what the engine says of tables of the schema, which counts for more than the text. It may be nil.
	Learned func(*Schema) []Known
}

// File is a part of a Script.
type File struct {
	Name  string
	Start int // in the text
}

// place returns the file and the line of an offset, as messages have them.
func (s *Script) place(offset int) string {
	at := File{Name: "schema.sql"}
	for _, f := range s.Files {
		if f.Start <= offset {
			at = f
		}
	}
	return fmt.Sprintf("%s:%d", at.Name, 1+strings.Count(s.Text[at.Start:offset], "\n"))
}

// searched returns the schemas in which the engine looks for a table by default.
func (s *Script) searched() []string {
	switch {
	case s.Path != nil:
		return s.Path
	case s.Postgres:
		return []string{"pg_temp", "public"}
	}
	return []string{"temp", "main"}
}

// idOf returns what the engine calls a table by the names that a path is made of: with its schema.
func (s *Schema) idOf(path []string) (schema, name string) {
	if len(path) > 1 {
		return path[len(path)-2], path[len(path)-1]
	}
	for _, in := range s.path {
		if in != "temp" && in != "pg_temp" && !s.absent(in) {
			return in, tree.Last(path)
		}
	}
	return "", tree.Last(path)
}

// absent reports whether there is no schema of a name: the engine passes over it.
func (s *Schema) absent(schema string) bool {
	return s.postgres && !strings.EqualFold(schema, "public") && !s.schemas[strings.ToLower(schema)]
}

// id is the key of a table in Schema.tables.
func id(schema, name string) string { return strings.ToLower(schema + "." + name) }

// id is the key under which a table is known.
func (t *Table) id() string { return id(t.schema, t.name) }

// named returns the table or view that a path means, or nil.
func (s *Schema) named(path []string) *Table {
	if s == nil || len(path) == 0 {
		return nil
	}
	if len(path) > 1 {
		return s.tables[id(s.idOf(path))]
	}
	for _, in := range s.path {
		if t := s.tables[id(in, path[0])]; t != nil {
			return t
		}
	}
	return nil
}

// nameOf returns the Name of the table that a path means, or the last name of one that is not declared.
func (s *Schema) nameOf(path []string) string {
	if t := s.named(path); t != nil && !strings.EqualFold(t.Name, tree.Last(path)) {
		return t.Name
	}
	return tree.Last(path)
}

// namesakes returns the tables whose last name this is, whatever schema they are in.
func (s *Schema) namesakes(name string) []*Table {
	var list []*Table
	for _, t := range s.Tables() {
		if strings.EqualFold(t.name, name) {
			list = append(list, t)
		}
	}
	return list
}

// spell gives each table the Name by which statements find it: with its schema where it is not found without.
func (s *Schema) spell() {
	for _, t := range s.tables {
		if t.Name = t.name; s.named([]string{t.name}) != t {
			t.Name = t.schema + "." + t.name
		}
		for i := range t.keys {
			t.keys[i].Table = t.Name
		}
	}
}

// doubt gives up a table of which a statement says what is not understood, or what may be so or not.
func (s *Schema) doubt(t *Table, offset int, format string, args ...any) {
	if t.lost == "" {
		t.lost = s.script.place(offset) + ": " + fmt.Sprintf(format, args...)
	}
}

// brief is the text of some tokens, cut where it is long.
func brief(tokens []token.Token) string {
	const most = 40
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.Start > tokens[i-1].End {
			b.WriteByte(' ')
		}
		b.WriteString(t.Src)
		if b.Len() > most {
			text := b.String()[:most]
			for !utf8.ValidString(text) {
				text = text[:len(text)-1]
			}
			return text + "…"
		}
	}
	return b.String()
}

// search reads what the session's search_path is set to: TO a, b or = 'a', DEFAULT; an empty text searches none.
func (s *Schema) search(p *tree.Parser) {
	p.AcceptOne("TO", "=")
	if p.Accept("DEFAULT") {
		s.path = s.script.searched()
		return
	}
	path := []string{"pg_temp"}
	for more := true; more; more = p.Accept(",") {
		name := p.Peek().Name()
		if p.Peek().Kind == token.Text {
			name = p.Peek().Text()
		}
		p.At++
		for part := range strings.SplitSeq(name, ",") {
			if part = strings.Trim(strings.TrimSpace(part), `"`); part != "" && part != "$user" {
				path = append(path, part)
			}
		}
	}
	s.path = path
}

// configured reads a SELECT of set_config, by which pg_dump empties the search_path.
func (s *Schema) configured(p *tree.Parser) {
	i := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is("set_config") })
	if i < 0 || !token.At(p.Tokens, i+1).Is("(") || token.At(p.Tokens, i+2).Text() != "search_path" {
		return
	}
	p.At = i + 4
	s.search(p)
}

// Doubt returns why it is not known what a table holds that a statement names, "" where all are known.
func (s *Schema) Doubt(statement string) string {
	for _, t := range token.Split(statement) {
		for _, named := range s.namesakes(t.Name()) {
			if named.lost != "" {
				return named.Name + ": " + named.lost
			}
		}
	}
	return ""
}
