package ddl

import (
	"regexp"
	"slices"
	"strings"
)

// Written returns the name of a column as a statement has to write it.
func (c *Column) Written() string { return Written(c.Name, c.Quoted) }

// Written returns the name of a table as a statement has to write it, with its schema where it is not found without.
func (t *Table) Written() string {
	name := Written(t.folded, true)
	if t.Name != t.name {
		return Written(t.schema, true) + "." + name
	}
	return name
}

// plain is a name that needs no quotes unless it is a word of SQL's own.
var plain = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// IsPlain reports whether a name needs no quotes unless it is a word of SQL's own.
func IsPlain(name string) bool { return plain.MatchString(name) }

// Written is a name as it stands in a statement. One with capitals is written as it was declared: without quotes
// PostgreSQL makes them small.
func Written(name string, quoted bool) string {
	if IsPlain(name) && !slices.Contains(reserved, name) || !quoted && !IsPlain(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// Reserved reports whether a name has to be written in quotes.
func Reserved(name string) bool { return slices.Contains(reserved, name) }

// reserved are the words that can't name a column without quotes (PostgreSQL's documentation, appendix C), and those of
// SQLite.
var reserved = strings.Fields(`add all alter analyse analyze and any array as asc asymmetric authorization autoincrement between binary both case
	cast check collate collation column commit concurrently constraint create cross current_catalog current_date current_role
	current_schema current_time current_timestamp current_user default deferrable delete desc distinct do drop else end escape
	except exists false fetch for foreign freeze from full grant group having ilike in index initially inner insert intersect into is
	isnull join lateral leading left like limit localtime localtimestamp natural not nothing notnull null offset on only or order outer
	overlaps placing primary references returning right select session_user set similar some symmetric system_user table tablesample
	then to trailing transaction true union unique update user using values variadic verbose when where window with`)
