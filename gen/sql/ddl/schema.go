package ddl

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Schema is what schema.sql declares.
type Schema struct {
	Postgres bool
	ByID     map[string]*Table // by lower-case names of their schemas and their own
	path     []string          // the schemas in which a table is looked for
	script   Script            // that it was read of
	made     []made            // its statements, in their order
	makers   map[string][]int  // which of these make or change what has a name
	Triggers []Trigger
	Routines map[string]*Routine // functions and procedures, by lower-case name
	Folds    map[string]bool     // aggregates, by lower-case names
	schemas  map[string]bool     // those that it makes, by lower-case names
	Domains  map[string]string   // the kinds of its domains and types, by lower-case names
	refusing map[string]bool     // those domains that have a CHECK or NOT NULL, by lower-case names
	Infinite bool                // it writes an infinite time
	foreign  bool                // statements are PostgreSQL's, of which the schema is not
}

// Table is a table or view of the schema.
type Table struct {
	Name    string // as statements write it: with its schema where it is not found without
	Columns []*Column
	// Unique are the sets of columns of which no two rows have the same values: primary keys, constraints and indexes.
	Unique [][]string
	// Stops says that a trigger may leave out a row that is inserted.
	Stops bool
	// Before says that a trigger runs before a row is written: what becomes of its NULLs is for that to say.
	Before bool

	schema   string        // that it is in
	name     string        // its own
	folded   string        // what the engine calls it: in small letters where that is the same
	Gone     []string      // columns that were dropped or renamed, in small letters
	Parents  []string      // ids of the tables that it inherits from
	part     bool          // it is a partition of the only one of these
	Keys     []Key         // in the order of the schema
	Acts     bool          // it has a trigger, which may do anything
	Lost     string        // why its columns are not known
	Text     []token.Token // its declaration: what that names may be in it
	Checks   []Check       // its CHECKs
	Excludes bool          // it has an EXCLUDE, which any other row may violate
	Rowid    bool          // rowid may be read
	Filled   bool          // it is a table that a query makes: no column of it is NOT NULL
	View     *tree.Query   // of a view or a table made by a query: what it looks like
	ViewAt   tree.Parser   // where that is written
	Renamed  []string
}

// Check is one CHECK of a table: what it asks, and the names in that.
type Check struct {
	name   string // as written, or as PostgreSQL calls it
	Text   string
	Names  []string
	Tokens []token.Token // with its parentheses
}

// Column is a column as schema.sql declares it.
type Column struct {
	Name      string
	Type      string // as written, "" without one
	NotNull   bool
	Default   bool             // something else than NULL stands there where an INSERT leaves it out
	Generated bool             // computed by the database
	Depth     int              // of an array: how many dimensions it has, as declared
	Identity  bool             // the database counts it up: a rowid, AUTOINCREMENT, AS IDENTITY, SERIAL
	Refers    statement.Column // that a foreign key of it alone refers to; zero where there is none

	array    bool        // of such, in square brackets
	Quoted   bool        // its name was written in quotes
	Value    *tree.Expr  // of a generated column
	ValueAt  tree.Parser // where that is written
	Fallback *tree.Expr  // its default, where that is a call
	Computed bool        // the default is an expression, which may be null
	Endless  bool        // its default is infinity or NaN
	AnyCase  bool        // COLLATE NOCASE
	Lenient  bool        // NOT NULL ON CONFLICT IGNORE or REPLACE: SQLite does not fail for NULL
}

// IsJSON reports whether a column keeps JSON: one of JSON or JSONB.
func (c *Column) IsJSON() bool {
	return c != nil && (strings.EqualFold(c.Type, "JSON") || strings.EqualFold(c.Type, "JSONB"))
}

// OfPostgres is the schema for statements that only PostgreSQL runs: of its functions PostgreSQL's say what they give.
func (s *Schema) OfPostgres() *Schema {
	if s == nil {
		return nil
	}
	of := *s
	of.foreign = true
	return &of
}

// Table returns the table or view of a name, in any case, or nil.
func (s *Schema) Table(name string) *Table {
	if s == nil {
		return nil
	}
	if t := s.Named([]string{name}); t != nil {
		return t
	}
	return s.ByID[strings.ToLower(name)]
}

// Tables are all tables and views, sorted by name.
func (s *Schema) Tables() []*Table {
	if s == nil {
		return nil
	}
	return slices.SortedFunc(maps.Values(s.ByID), func(a, b *Table) int { return strings.Compare(a.Name, b.Name) })
}

// Column returns the column of a name, in any case, or nil.
func (t *Table) Column(name string) *Column {
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(t.Columns, func(c *Column) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return nil
	}
	return t.Columns[i]
}

// IsUnique reports whether no two rows have the same value in a column.
func (t *Table) IsUnique(column string) bool {
	return t != nil && slices.ContainsFunc(t.Unique, func(set []string) bool {
		return len(set) == 1 && strings.EqualFold(set[0], column)
	})
}

// columnsIn are the columns that are named among tokens, each once.
func (t *Table) columnsIn(tokens []token.Token) []string {
	var names []string
	for _, token := range tokens {
		if c := t.Column(token.Name()); c != nil && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// Names are those of the table's columns.
func (t *Table) Names() []string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

// IsGenerated reports whether the database computes a column.
func (c *Column) IsGenerated() bool { return c != nil && c.Generated }
