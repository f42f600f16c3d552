package lineage

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

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
func (s *scope) spelledStar(of string, relations []*relation, declared func(*relation) *Table) string {
	var names []string
	tables := false
	for _, name := range s.leads(of) {
		if !plain.MatchString(name) {
			return ""
		}
		names = append(names, written(name, false))
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
				names = append(names, qualifier+written(c.Name, c.quoted))
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
func (r *relation) qualifier() string { return written(r.name, r.quoted) }

// plain is a name that needs no quotes unless it is a word of SQL's own.
var plain = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// written is a name as it stands in a statement. One with capitals is written as it was declared: without quotes
// PostgreSQL makes them small.
func written(name string, quoted bool) string {
	if plain.MatchString(name) && !slices.Contains(reserved, name) || !quoted && !plain.MatchString(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// reserved are the words that can't name a column without quotes (PostgreSQL's documentation, appendix C), and those of
// SQLite.
var reserved = strings.Fields(`add all alter analyse analyze and any array as asc asymmetric authorization autoincrement between binary both case
	cast check collate collation column commit concurrently constraint create cross current_catalog current_date current_role
	current_schema current_time current_timestamp current_user default deferrable delete desc distinct do drop else end escape
	except exists false fetch for foreign freeze from full grant group having ilike in index initially inner insert intersect into is
	isnull join lateral leading left like limit localtime localtimestamp natural not nothing notnull null offset on only or order outer
	overlaps placing primary references returning right select session_user set similar some symmetric system_user table tablesample
	then to trailing transaction true union unique update user using values variadic verbose when where window with`)

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
func (r *resolver) tableOf(t *relation) *Table {
	d := r.schema.Table(t.table)
	if t.table == "" || d == nil || d.view != nil || len(d.Columns) != len(t.columns) {
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
		names = append(names, written(c.Name, c.quoted))
	}
	r.spell(statement.Place{Start: ch.Target.End, End: ch.Target.End}, " ("+strings.Join(names[:width], ", ")+")")
}
