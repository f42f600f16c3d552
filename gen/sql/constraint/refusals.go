package constraint

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Refuse notes which columns take no NULL, so that the statement fails with one, which are keys, which are checked, and
// which are JSON.
func Refuse(c *statement.Change, t *ddl.Table, s *ddl.Schema) {
	refuses := func(name string) bool {
		d := t.Column(name)
		return d != nil && d.NotNull && !d.Lenient && !t.Before && !c.Ignores && !(c.Verb == statement.Insert && d.Identity) && !(c.Replaces && d.Default)
	}
	for i, a := range c.Assigned {
		if a.Constant = a.Constant && t != nil && !t.Before && !c.Ignores; a.Constant {
			c.Assigned[i].Fixed = asking(t, a.Column)
		}
		c.Assigned[i].Refuses, c.Assigned[i].Unique, c.Assigned[i].Checked = refuses(a.Column), keyed(t, a.Column, c), MayCheck(t, a.Column)
		c.Assigned[i].JSON = t.Column(a.Column).IsJSON()
		if d := t.Column(a.Column); d != nil && s.Refuses(d.Type) {
			c.Assigned[i].Checked, c.Assigned[i].Domain = true, true
		}
	}
	c.Missing = slices.DeleteFunc(c.Missing, func(name string) bool { return !refuses(name) })
}

// keyed reports whether a column is a key, or part of one of which the other columns are given a value too; those that
// an UPDATE leaves alone have one.
func keyed(t *ddl.Table, column string, c *statement.Change) bool {
	if t == nil {
		return false
	}
	given := func(name string) bool {
		return c.Verb == statement.Update || slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool { return strings.EqualFold(a.Column, name) })
	}
	return slices.ContainsFunc(t.Unique, func(key []string) bool {
		in := slices.ContainsFunc(key, func(name string) bool { return strings.EqualFold(name, column) })
		return in && !slices.ContainsFunc(key, func(name string) bool { return !given(name) })
	})
}

// MayCheck reports whether a CHECK may ask about a column.
func MayCheck(t *ddl.Table, column string) bool {
	asks := func(c ddl.Check) bool {
		return slices.ContainsFunc(c.Names, func(name string) bool { return strings.EqualFold(name, column) })
	}
	return t == nil || t.Lost != "" || slices.ContainsFunc(t.Checks, asks)
}

// asking are the CHECKs that ask about one column and no other.
func asking(t *ddl.Table, column string) []statement.Check {
	var list []statement.Check
	d := t.Column(column)
	for _, c := range t.Checks {
		others := func(name string) bool { return t.Column(name) != nil && !strings.EqualFold(name, column) }
		same := func(name string) bool { return strings.EqualFold(name, column) }
		if d != nil && slices.ContainsFunc(c.Names, same) && !slices.ContainsFunc(c.Names, others) {
			list = append(list, statement.Check{Text: c.Text, Type: d.Type})
		}
	}
	return list
}

// Missing returns the NOT NULL columns that nothing fills.
func Missing(t *ddl.Table, names []string, none bool) []string {
	var list []string
	for i := 0; t != nil && i < len(t.Columns); i++ {
		c := t.Columns[i]
		filled := !none && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, c.Name) })
		if c.NotNull && !filled && !c.Default && !c.Generated && !c.Identity {
			list = append(list, c.Name)
		}
	}
	return list
}
