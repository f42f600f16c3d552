package lineage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// key is a key as the schema declares it.
type key struct {
	statement.Key
	of      string    // of a foreign key: the id of the table that it refers to
	refers  []string  // and the columns of that, nil for its primary key
	on      [2]string // CASCADE, SET, …: what happens ON DELETE and ON UPDATE, "" where that is refused
	primary bool
	index   bool     // it is an index, and no constraint
	narrow  bool     // of some rows only, or of what is made of the columns
	when    []string // the columns that say of which rows
}

// violate notes which keys a change may violate.
func violate(c *statement.Change, s *Schema, ch *tree.Change) {
	t := s.Table(c.Table)
	if t == nil || t.lost != "" || t.view != nil {
		c.Unsure = true
		return
	}
	v := &violations{schema: s, seen: map[*Table]bool{}, unsure: t.acts || t.excludes && c.Verb != statement.Delete}
	switch c.Verb {
	case statement.Insert:
		v.inserted(t, c, ch)
	case statement.Update:
		v.updated(t, c, false)
	}
	if c.Verb == statement.Delete || c.Replaces {
		v.deleted(t)
	}
	c.Keys, c.Unsure = v.keys, v.unsure
	c.NoKey = unkeyed(ch, t)
}

// unkeyed is a list of columns that ON CONFLICT names and that no key of a table is of, "" where there is none. What
// it names in another way is not looked at.
func unkeyed(ch *tree.Change, t *Table) string {
	for _, a := range ch.Arbiters {
		named := a != "" && a != tree.AnExpression && !strings.HasPrefix(a, "CONSTRAINT ")
		if named && !slices.ContainsFunc(t.keys, func(k key) bool { return !k.Foreign && (!k.narrow || len(k.when) > 0) && a == tree.Arbiter(k.Columns) }) {
			return strings.ReplaceAll(a, ",", ", ")
		}
	}
	return ""
}

// columnsGiven are the columns that a change gives a value, by their names in lower case: those of DO UPDATE, or the others.
func columnsGiven(c *statement.Change, upsert bool) map[string]bool {
	given := map[string]bool{}
	for _, a := range c.Assigned {
		if a.Upsert == upsert && !a.Literal {
			given[strings.ToLower(a.Column)] = true
		}
	}
	return given
}

// violations collects the keys that a change may violate.
type violations struct {
	schema *Schema
	seen   map[*Table]bool // whose rows are deleted
	keys   []statement.Key
	unsure bool // a trigger may violate others, or an EXCLUDE be violated
}

// inserted adds those of a new row: keys whose columns all have values. One that the database counts up is free.
func (v *violations) inserted(t *Table, c *statement.Change, ch *tree.Change) {
	given := columnsGiven(c, false)
	for _, d := range t.Columns {
		if given[strings.ToLower(d.Name)] || d.Generated || d.Default && !d.Identity {
			given[strings.ToLower(d.Name)] = true
		}
	}
	if len(c.Assigned) == 0 && ch.Body != nil {
		v.unsure = true // which columns it fills is not known
	}
	for _, k := range t.keys {
		handled := !k.Foreign && (c.Ignores || c.Replaces || arbitrates(ch, k))
		if missing := func(name string) bool { return !given[strings.ToLower(name)] }; !handled && !slices.ContainsFunc(k.Columns, missing) {
			v.keys = append(v.keys, k.Key)
		}
	}
	if ch.Upserts {
		v.updated(t, c, true)
	}
}

// arbitrates reports whether ON CONFLICT says what to do about a key.
func arbitrates(ch *tree.Change, k key) bool {
	return slices.ContainsFunc(ch.Arbiters, func(a string) bool {
		return a == "" || a == tree.Arbiter(k.Columns) && !k.narrow || strings.EqualFold(a, "CONSTRAINT "+k.Name)
	})
}

// updated adds those of columns that get other values: keys of the table, and foreign keys that refer to it.
func (v *violations) updated(t *Table, c *statement.Change, upsert bool) {
	given, handled := columnsGiven(c, upsert), !upsert && (c.Ignores || c.Replaces)
	touches := func(columns []string) bool {
		return slices.ContainsFunc(columns, func(name string) bool { return given[strings.ToLower(name)] || t.Column(name).isGenerated() })
	}
	admits := func(k key) bool { // a row that the key was not for
		return slices.ContainsFunc(k.when, func(name string) bool {
			return slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool { return strings.EqualFold(a.Column, name) })
		})
	}
	for _, k := range t.keys {
		if (k.Foreign || !handled) && (touches(k.Columns) || admits(k)) {
			v.keys = append(v.keys, k.Key)
		}
	}
	for _, k := range v.schema.referring(t) {
		if touches(k.target(t)) {
			v.keys = append(v.keys, k.Key)
		}
	}
}

func (c *Declared) isGenerated() bool { return c != nil && c.Generated }

// deleted adds the foreign keys that refer to the rows of a table, and to rows that go with these.
func (v *violations) deleted(t *Table) {
	if v.seen[t] {
		return
	}
	v.seen[t] = true
	v.unsure = v.unsure || t.acts
	for _, k := range v.schema.referring(t) {
		switch k.on[0] {
		case "CASCADE":
			v.deleted(v.schema.Table(k.Table))
		case "SET NULL":
			v.unsure = v.unsure || v.schema.Table(k.Table).acts
		default:
			v.keys = append(v.keys, k.Key)
		}
	}
}

// referring are the foreign keys that refer to a table, in the order of the tables' names.
func (s *Schema) referring(t *Table) []key {
	var names []string
	for name := range s.tables {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []key
	for _, name := range names {
		for _, k := range s.tables[name].keys {
			if k.Foreign && k.of == t.id() {
				list = append(list, k)
			}
		}
	}
	return list
}

// refer notes of columns which others they refer to.
func (s *Schema) refer() {
	for _, t := range s.tables {
		for _, k := range t.keys {
			of := s.tables[k.of]
			if !k.Foreign || of == nil || len(k.Columns) != 1 {
				continue
			}
			if c, target := t.Column(k.Columns[0]), k.target(of); c != nil && len(target) == 1 {
				c.Refers = statement.Column{Table: of.Name, Name: target[0]}
			}
		}
	}
}

// target are the columns of t that a foreign key refers to.
func (k key) target(t *Table) []string {
	if k.refers != nil {
		return k.refers
	}
	for _, own := range t.keys {
		if own.primary {
			return own.Columns
		}
	}
	return nil
}

// key adds a key to a table.
func (t *Table) key(k key) {
	k.Table = t.name
	if k.Name == "" {
		k.Name = t.free(k.given())
	}
	k.Table = t.Name
	t.keys = append(t.keys, k)
}

// free is a name that none of the table's constraints has: PostgreSQL numbers the later ones.
func (t *Table) free(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.keys, func(k key) bool { return strings.EqualFold(k.Name, name) }) ||
			slices.ContainsFunc(t.asks, func(c check) bool { return strings.EqualFold(c.name, name) })
	}
	for n, base := 1, name; taken(name); n++ {
		name = fmt.Sprint(base, n)
	}
	return name
}

// maxName is how long names are in PostgreSQL, in bytes.
const maxName = 63

// given is the name that PostgreSQL gives a key without one: "users_email_key".
func (k key) given() string {
	switch {
	case k.primary:
		k.Columns = nil
		return k.called("_pkey")
	case k.Foreign:
		return k.called("_fkey")
	case k.index:
		return k.called("_idx")
	}
	return k.called("_key")
}

// called is the name of a constraint of a kind. Where it is too long, the longer one of its first two parts is cut
// (makeObjectName in PostgreSQL's indexcmds.c).
func (k key) called(suffix string) string {
	table, columns := k.Table, strings.Join(k.Columns, "_")
	for len(table)+len(columns)+len(suffix)+min(1, len(columns)) > maxName {
		if len(table) > len(columns) {
			table = table[:len(table)-1]
			continue
		}
		columns = columns[:len(columns)-1]
	}
	if columns != "" {
		table += "_"
	}
	return table + columns + suffix
}

// keysOf are the keys of all columns of some tables.
func keysOf(tables []*Table) []statement.ColumnKey {
	var list []statement.ColumnKey
	for _, t := range tables {
		for _, c := range t.Columns {
			of := statement.Column{Table: t.Name, Name: c.Name}
			list = append(list, statement.ColumnKey{Column: of, Unique: t.IsUnique(c.Name), Refers: c.Refers})
		}
	}
	return list
}
