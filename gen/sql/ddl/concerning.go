package ddl

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// made is a statement of a schema, as far as it decides what an engine says of other statements.
type made struct {
	written string
	text    string   // the same without what means nothing: comments, white space
	where   string   // the schemas in which it looked for tables
	names   []string // what it makes or changes, in small letters and without schemas
	uses    []string // all names in it
	unknown bool     // it is not known what it changes
}

// Text returns what a schema says of the tables, types and routines that a statement names: all statements that make
// or change them, and those of which that is not known. Where it is the same, an engine says the same of the
// statement.
func (s *Schema) Text(statement string) string {
	var b strings.Builder
	b.WriteString(strings.Join(s.script.searched(), ","))
	for _, m := range s.concerning(statement) {
		b.WriteString("\n" + m.where + ": " + m.text)
	}
	return b.String()
}

// Concerning returns the statements of the schema that Text is made of, as written.
func (s *Schema) Concerning(statement string) []string {
	var list []string
	for _, m := range s.concerning(statement) {
		list = append(list, m.written)
	}
	return list
}

// concerning follows the names of a statement into the schema.
func (s *Schema) concerning(statement string) []made {
	if s == nil {
		return nil
	}
	in := make([]bool, len(s.made))
	var names []string
	take := func(i int) {
		if !in[i] {
			in[i] = true
			names = append(names, s.made[i].uses...)
		}
	}
	for _, t := range token.Split(statement) {
		names = append(names, strings.ToLower(t.Name()))
	}
	for _, i := range s.makers[unknownName] {
		take(i)
	}
	for len(names) > 0 {
		name := names[len(names)-1]
		names = names[:len(names)-1]
		for _, i := range s.makers[name] {
			take(i)
		}
	}
	var list []made
	for i, m := range s.made {
		if in[i] {
			list = append(list, m)
		}
	}
	return list
}

// note keeps a statement for Text.
func (s *Schema) note(tokens []token.Token) {
	if len(tokens) == 0 {
		return
	}
	m := made{where: strings.Join(s.path, ","), written: s.script.Text[tokens[0].Start:tokens[len(tokens)-1].End]}
	if m.names, m.unknown = changedBy(tokens); len(m.names) == 0 && !m.unknown {
		return
	}
	var words []string
	for i, t := range tokens {
		words = append(words, t.Src)
		if name := t.Name(); name != "" && !refersTo(tokens, i) {
			m.uses = append(m.uses, strings.ToLower(name))
		}
	}
	m.text = strings.Join(words, " ")
	if m.unknown {
		m.names = []string{unknownName}
	}
	for _, name := range m.names {
		s.makers[name] = append(s.makers[name], len(s.made))
	}
	s.made = append(s.made, m)
}

// unknownName is under which statements are found that change what is not known. No name is written so.
const unknownName = ";"

// refersTo reports whether a name is that of a table that a foreign key refers to, which says nothing of the own
// columns.
func refersTo(tokens []token.Token, i int) bool {
	for i >= 2 && tokens[i-1].Is(".") {
		i -= 2
	}
	return i > 0 && tokens[i-1].Is("REFERENCES")
}

// still are the first words of statements that leave tables, types and routines as they are.
var still = strings.Fields(`INSERT UPDATE DELETE COPY COMMENT GRANT REVOKE ANALYZE VACUUM BEGIN START COMMIT END SET RESET REFRESH NOTIFY
	LOCK TRUNCATE SECURITY REINDEX CLUSTER PRAGMA SAVEPOINT RELEASE DISCARD`)

// kindsOfTable are words before TABLE, VIEW, INDEX and TRIGGER.
var kindsOfTable = strings.Fields("GLOBAL LOCAL TEMP TEMPORARY UNLOGGED MATERIALIZED FOREIGN RECURSIVE UNIQUE CONSTRAINT VIRTUAL")

// changedBy returns the names of what a statement of a schema makes or changes; unknown is set where that is not known.
func changedBy(tokens []token.Token) (names []string, unknown bool) {
	p := tree.NewParser(tokens)
	switch {
	case p.AcceptOne(still...), p.Accept("CREATE", "SCHEMA"):
		return nil, false
	case p.Accept("SELECT"):
		return nil, HasWord(tokens, "(") && !HasWord(tokens, "setval") && !HasWord(tokens, "set_config")
	case p.Accept("DO"):
		return doneBy(tokens)
	case !p.AcceptOne("CREATE", "ALTER", "DROP"):
		return nil, true
	}
	p.Accept("OR", "REPLACE")
	for p.AcceptOne(kindsOfTable...) {
	}
	switch {
	case p.AcceptOne("INDEX", "TRIGGER", "POLICY"):
		return p.NamedBehind("ON"), false
	case p.Accept("RULE"):
		return p.NamedBehind("TO"), false
	case !p.AcceptOne("TABLE", "VIEW", "TYPE", "DOMAIN", "FUNCTION", "PROCEDURE", "ROUTINE", "AGGREGATE", "SEQUENCE"):
		return nil, true
	}
	p.Accept("IF", "NOT", "EXISTS")
	p.Accept("IF", "EXISTS")
	p.Accept("ONLY")
	for more := true; more; more = p.Accept(",") {
		names = append(names, strings.ToLower(tree.Last(p.TablePath())))
	}
	for _, word := range []string{"RENAME", "PARTITION", "INHERIT"} {
		names = append(names, p.NamedBehind(word)...)
	}
	return names, false
}

// doneBy are the names in a DO, unless it puts statements together.
func doneBy(tokens []token.Token) (names []string, unknown bool) {
	for _, t := range tokens {
		for _, inner := range token.Split(t.Text()) {
			if inner.Is("EXECUTE", "FORMAT") {
				return nil, true
			}
			if name := inner.Name(); name != "" {
				names = append(names, strings.ToLower(name))
			}
		}
	}
	return names, false
}
