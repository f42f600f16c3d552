// Package constraint finds what a schema refuses of a change: NULL, keys that it may violate, CHECKs; and the values
// of columns that JSON has none for.
package constraint

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Violate notes which keys a change may violate.
func Violate(c *statement.Change, s *ddl.Schema, ch *tree.Change) {
	t := s.Table(c.Table)
	if t == nil || t.Lost != "" || t.View != nil {
		c.Unsure = true
		return
	}
	v := &violations{schema: s, seen: map[*ddl.Table]bool{}, unsure: t.Acts || t.Excludes && c.Verb != statement.Delete}
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
func unkeyed(ch *tree.Change, t *ddl.Table) string {
	for _, a := range ch.Arbiters {
		named := a != "" && a != tree.AnExpression && !strings.HasPrefix(a, "CONSTRAINT ")
		if named && !slices.ContainsFunc(t.Keys, func(k ddl.Key) bool {
			return !k.Foreign && (!k.Narrow || len(k.When) > 0) && a == tree.Arbiter(k.Columns)
		}) {
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
	schema *ddl.Schema
	seen   map[*ddl.Table]bool // whose rows are deleted
	keys   []statement.Key
	unsure bool // a trigger may violate others, or an EXCLUDE be violated
}

// inserted adds those of a new row: keys whose columns all have values. One that the database counts up is free.
func (v *violations) inserted(t *ddl.Table, c *statement.Change, ch *tree.Change) {
	given := columnsGiven(c, false)
	for _, d := range t.Columns {
		if given[strings.ToLower(d.Name)] || d.Generated || d.Default && !d.Identity {
			given[strings.ToLower(d.Name)] = true
		}
	}
	if len(c.Assigned) == 0 && ch.Body != nil {
		v.unsure = true // which columns it fills is not known
	}
	for _, k := range t.Keys {
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
func arbitrates(ch *tree.Change, k ddl.Key) bool {
	return slices.ContainsFunc(ch.Arbiters, func(a string) bool {
		return a == "" || a == tree.Arbiter(k.Columns) && !k.Narrow || strings.EqualFold(a, "CONSTRAINT "+k.Name)
	})
}

// updated adds those of columns that get other values: keys of the table, and foreign keys that refer to it.
func (v *violations) updated(t *ddl.Table, c *statement.Change, upsert bool) {
	given, handled := columnsGiven(c, upsert), !upsert && (c.Ignores || c.Replaces)
	touches := func(columns []string) bool {
		return slices.ContainsFunc(columns, func(name string) bool { return given[strings.ToLower(name)] || t.Column(name).IsGenerated() })
	}
	admits := func(k ddl.Key) bool { // a row that the key was not for
		return slices.ContainsFunc(k.When, func(name string) bool {
			return slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool { return strings.EqualFold(a.Column, name) })
		})
	}
	for _, k := range t.Keys {
		if (k.Foreign || !handled) && (touches(k.Columns) || admits(k)) {
			v.keys = append(v.keys, k.Key)
		}
	}
	for _, k := range v.schema.Referring(t) {
		if touches(k.Target(t)) {
			v.keys = append(v.keys, k.Key)
		}
	}
}

// deleted adds the foreign keys that refer to the rows of a table, and to rows that go with these.
func (v *violations) deleted(t *ddl.Table) {
	if v.seen[t] {
		return
	}
	v.seen[t] = true
	v.unsure = v.unsure || t.Acts
	for _, k := range v.schema.Referring(t) {
		switch k.On[0] {
		case "CASCADE":
			v.deleted(v.schema.Table(k.Table))
		case "SET NULL":
			v.unsure = v.unsure || v.schema.Table(k.Table).Acts
		default:
			v.keys = append(v.keys, k.Key)
		}
	}
}
