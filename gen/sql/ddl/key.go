package ddl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Key is a key as the schema declares it.
type Key struct {
	statement.Key
	Of      string    // of a foreign key: the id of the table that it refers to
	refers  []string  // and the columns of that, nil for its primary key
	On      [2]string // CASCADE, SET, …: what happens ON DELETE and ON UPDATE, "" where that is refused
	primary bool
	index   bool     // it is an index, and no constraint
	Narrow  bool     // of some rows only, or of what is made of the columns
	When    []string // the columns that say of which rows
}

// Referring are the foreign keys that refer to a table, in the order of the tables' names.
func (s *Schema) Referring(t *Table) []Key {
	var names []string
	for name := range s.ByID {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []Key
	for _, name := range names {
		for _, k := range s.ByID[name].Keys {
			if k.Foreign && k.Of == t.id() {
				list = append(list, k)
			}
		}
	}
	return list
}

// refer notes of columns which others they refer to.
func (s *Schema) refer() {
	for _, t := range s.ByID {
		for _, k := range t.Keys {
			of := s.ByID[k.Of]
			if !k.Foreign || of == nil || len(k.Columns) != 1 {
				continue
			}
			if c, target := t.Column(k.Columns[0]), k.Target(of); c != nil && len(target) == 1 {
				c.Refers = statement.Column{Table: of.Name, Name: target[0]}
			}
		}
	}
}

// Target are the columns of t that a foreign key refers to.
func (k Key) Target(t *Table) []string {
	if k.refers != nil {
		return k.refers
	}
	for _, own := range t.Keys {
		if own.primary {
			return own.Columns
		}
	}
	return nil
}

// key adds a key to a table.
func (t *Table) key(k Key) {
	k.Table = t.name
	if k.Name == "" {
		k.Name = t.free(k.given())
	}
	k.Table = t.Name
	t.Keys = append(t.Keys, k)
}

// free is a name that none of the table's constraints has: PostgreSQL numbers the later ones.
func (t *Table) free(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.Keys, func(k Key) bool { return strings.EqualFold(k.Name, name) }) ||
			slices.ContainsFunc(t.Checks, func(c Check) bool { return strings.EqualFold(c.name, name) })
	}
	for n, base := 1, name; taken(name); n++ {
		name = fmt.Sprint(base, n)
	}
	return name
}

// maxName is how long names are in PostgreSQL, in bytes.
const maxName = 63

// given is the name that PostgreSQL gives a key without one: "users_email_key".
func (k Key) given() string {
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
func (k Key) called(suffix string) string {
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

// KeysOf are the keys of all columns of some tables.
func KeysOf(tables []*Table) []statement.ColumnKey {
	var list []statement.ColumnKey
	for _, t := range tables {
		for _, c := range t.Columns {
			of := statement.Column{Table: t.Name, Name: c.Name}
			list = append(list, statement.ColumnKey{Column: of, Unique: t.IsUnique(c.Name), Refers: c.Refers})
		}
	}
	return list
}
