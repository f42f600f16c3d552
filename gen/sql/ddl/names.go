package ddl

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

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
	return s.Postgres && !strings.EqualFold(schema, "public") && !s.schemas[strings.ToLower(schema)]
}

// id is the key of a table in Schema.tables.
func id(schema, name string) string { return strings.ToLower(schema + "." + name) }

// id is the key under which a table is known.
func (t *Table) id() string { return id(t.schema, t.name) }

// Named returns the table or view that a path means, or nil.
func (s *Schema) Named(path []string) *Table {
	if s == nil || len(path) == 0 {
		return nil
	}
	if len(path) > 1 {
		return s.ByID[id(s.idOf(path))]
	}
	for _, in := range s.path {
		if t := s.ByID[id(in, path[0])]; t != nil {
			return t
		}
	}
	return nil
}

// NameOf returns the Name of the table that a path means, or the last name of one that is not declared.
func (s *Schema) NameOf(path []string) string {
	if t := s.Named(path); t != nil && !strings.EqualFold(t.Name, tree.Last(path)) {
		return t.Name
	}
	return tree.Last(path)
}

// Namesakes returns the tables whose last name this is, whatever schema they are in.
func (s *Schema) Namesakes(name string) []*Table {
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
	for _, t := range s.ByID {
		if t.Name = t.name; s.Named([]string{t.name}) != t {
			t.Name = t.schema + "." + t.name
		}
		for i := range t.Keys {
			t.Keys[i].Table = t.Name
		}
	}
}

// doubt gives up a table of which a statement says what is not understood, or what may be so or not.
func (s *Schema) doubt(t *Table, offset int, format string, args ...any) {
	if t.Lost == "" {
		t.Lost = s.script.place(offset) + ": " + fmt.Sprintf(format, args...)
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
		for _, named := range s.Namesakes(t.Name()) {
			if named.Lost != "" {
				return named.Name + ": " + named.Lost
			}
		}
	}
	return ""
}
