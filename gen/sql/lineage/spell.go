package lineage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// spell notes what is to be sent at a place. It is followed again where a query is, and has to mean the same each time.
func (r *resolver) spell(at statement.Place, text string) {
	if r.aside > 0 || r.looks {
		return
	}
	if before, again := r.spelled[at]; again && before != text {
		text = ""
	}
	if r.spelled == nil {
		r.spelled = map[statement.Place]string{}
	}
	r.spelled[at] = text
}

// spellings are what spell noted, in the order of the text.
func (r *resolver) spellings() []statement.Spelling {
	var list []statement.Spelling
	for at, text := range r.spelled {
		if text != "" {
			list = append(list, statement.Spelling{Place: at, Text: text})
		}
	}
	slices.SortFunc(list, func(a, b statement.Spelling) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// spelledStar returns what to write for a `*` of a SELECT list, qualified by of as written, or "" for the `*` itself:
// where nothing of it is a table's, or where the names are unknown.
func (s *scope) spelledStar(of string, relations []*relation, declared func(*relation) *ddl.Table) string {
	var names []string
	tables := false
	for _, name := range s.leads(of) {
		if !ddl.IsPlain(name) {
			return ""
		}
		names = append(names, ddl.Written(name, false))
	}
	for _, r := range relations {
		qualifier := of
		if of == "" && len(relations) > 1 {
			qualifier = r.qualifier() + "."
		}
		t := declared(r)
		if t == nil && len(s.merged) > 0 {
			return ""
		}
		if t == nil {
			names = append(names, qualifier+"*")
			continue
		}
		tables = true
		for _, o := range r.columns {
			c := t.Column(o.name)
			if c == nil {
				return "" // under another name
			}
			if of != "" || !r.hides(o.name) && !s.isMerged(o.name) {
				names = append(names, qualifier+ddl.Written(c.Name, c.Quoted))
			}
		}
	}
	if !tables {
		return ""
	}
	return strings.Join(names, ", ")
}

// leads are the columns that a join merged, which no table qualifies.
func (s *scope) leads(of string) []string {
	if of != "" {
		return nil
	}
	return s.merged
}

// qualifier is the name of a relation as it may stand before its columns.
func (r *relation) qualifier() string { return ddl.Written(r.name, r.quoted) }

// spellStar notes what a `*` among the entries of a SELECT list or RETURNING stands for, where that is known. returning
// is that of a change, whose `*` is of the first table alone.
func (r *resolver) spellStar(it *tree.Item, s *scope, columns []output, partial, returning bool) {
	var relations []*relation
	of := tree.Last(it.Value.Path)
	for _, found := range s.relations {
		if of == "" && !found.hidden || of != "" && strings.EqualFold(found.name, of) {
			relations = append(relations, found)
		}
	}
	text := ""
	ordered := of != "" || s.leading(columns)
	if !partial && ordered && it.Starred && (len(relations) == 1 || !returning) {
		text = s.spelledStar(it.Qualifier, relations, r.tableOf)
	}
	r.spell(it.Place, text)
	r.unnamed = r.unnamed || text == "" && slices.ContainsFunc(relations, func(t *relation) bool { return t.grows })
}

// leavesUnnamed reports whether a `*` may stand for columns in a statement that can't be followed.
func leavesUnnamed(tokens []token.Token) bool {
	for i, t := range tokens[:max(0, len(tokens)-1)] {
		if t.Is("SELECT", "RETURNING", "DISTINCT", "ALL", ",", ".", "TABLE") && (tokens[i+1].Is("*") || t.Is("TABLE")) {
			return true
		}
	}
	return false
}

// tableOf is the table of the schema whose columns a relation has, or nil.
func (r *resolver) tableOf(t *relation) *ddl.Table {
	d := r.schema.Table(t.table)
	if t.table == "" || d == nil || d.View != nil || len(d.Columns) != len(t.columns) {
		return nil
	}
	return d
}

// spellInsert notes the columns that an INSERT without a list of them fills: SQLite wants a value for each column of
// the table.
func (r *resolver) spellInsert(ch *tree.Change, before *relation, width int) {
	d := r.tableOf(before)
	if ch.Columns != nil || ch.Body == nil || d == nil || width > len(d.Columns) {
		return
	}
	var names []string
	for _, c := range d.Columns {
		if c.Generated {
			return // it counts for one engine, and not for the other
		}
		names = append(names, ddl.Written(c.Name, c.Quoted))
	}
	r.spell(statement.Place{Start: ch.Target.End, End: ch.Target.End}, " ("+strings.Join(names[:width], ", ")+")")
}
