// Package statement has what a SQL statement does with its values, whatever engine runs it: which columns and parameters
// flow into a result, which results may be null, what it changes, and whether a row always comes. Package lineage finds
// that out.
//
// A [Value] names the table columns and parameters that flow into it, explicitly: what is only compared, counted or
// measured does not, and where that shows more of a value than whether it is another one, that is a [Leak]. What can't
// be followed has a reason in Unproved; then it is null-able, and every column and parameter of the statement flows
// into it. A Value with NullWith is null only where all parameters of one of its entries are.
//
// Where a statement runs on two engines, [Statement.Besides] joins what it does on each.
package statement

// Statement is what a statement does.
type Statement struct {
	Columns  []Result
	Partial  bool           // there may be columns besides Columns
	Open     Place          // of Partial: where they are written
	Returns  bool           // it gives rows, perhaps none
	Sure     bool           // it always gives a row
	Single   bool           // it never gives more than one row
	Writes   bool           // it changes something, or may
	Changes  []Change       // every INSERT, UPDATE and DELETE in it, in the order of the text
	Moves    []Move         // what else it writes: by functions that it calls, by views, by columns that have the value of others
	Met      [][]Comparison // what the rows meet that it gives or changes, in one of these ways; none where nothing is asked
	Loose    bool           // of Met: a row may come, or be changed, though none is found that does
	Compared []Comparison   // each comparison in it, wherever that stands
	Keys     []ColumnKey    // of the columns of the tables that it names
	Spelled  []Spelling     // what is to be sent where columns are not named, in the order of the text
	Unnamed  bool           // it may give a column that nobody named, where a table has got one more
	Filters  []Filter       // the conditions that rows have to meet, in it and in its sub-selects
	Bounds   [][]int        // where all parameters of one of these are null, so is what LIMIT or OFFSET says, which SQLite refuses
	Skips    []int          // parameters in Bounds that say how many rows are left out
	Limits   []int          // parameters that are a LIMIT or OFFSET as they are: below zero they are none to SQLite, and PostgreSQL refuses them
	Crypted  []int          // parameters of which crypt of PostgreSQL's pgcrypto makes a hash, or is asked whether that is one of them; by a routine, too
	Asked    []int          // parameters of which it asks whether they are null
	Folded   []int          // parameters whose spellings it takes for one: of lower($1), or beside a column of COLLATE NOCASE
	Voids    []Void         // comparisons with NULL, as written
	Renamed  []Renamed      // columns that it gives the name of another one, without AS
	Searches []Search       // where it looks for a text that is written out as part of another one
	Faults   Faults         // which parameters PostgreSQL may refuse when it runs, where that is no stored value's fault
	Casts    []Cast         // to domains, in the order of the text
	Endless  []Column       // that are NOT NULL and get infinity or NaN, which JSON has no form for
	Leaks    []Leak         // where it shows more of a value than whether it is another one
	Calls    bool           // it calls a function that is none of those which engines bring with them, as far as is known here
	All      Value          // what flows into a value that can't be followed
	Unproved string         // why something about it can't be followed, "" where all of it is
	Lacks    []Stranger     // columns that it names, and that its tables have no longer
	Access   Access         // to rows that it does not change
}

// Result is a column of the result.
type Result struct {
	Name string // "" where the statement gives it none that all engines agree on
	Value
	Place
}

// Move is what a statement writes into a column that it does not name. A function writes all that it is given, and
// reads.
type Move struct {
	To    Column
	Value Value
}

// Verb is what a statement does to a table.
type Verb uint8

// The verbs.
const (
	Insert Verb = iota
	Update
	Delete
)

// Change is one INSERT, UPDATE or DELETE.
type Change struct {
	Verb       Verb
	Table      string
	Where      bool           // it has a WHERE
	Met        [][]Comparison // what each row meets that is changed, or that the SELECT of an INSERT gives
	Always     *Always        // that leaves out no row; nil of any other, and of `WHERE true`
	Ignores    bool           // OR IGNORE: rows that don't fit are left out
	Replaces   bool           // OR REPLACE, or REPLACE INTO
	OnConflict bool           // it says what to do about a conflict
	Asks       bool           // it inserts only where it finds no row of its table
	Joined     []string       // of a MERGE: the columns of its table that its ON compares by `=`
	Assigned   []Assigned
	Missing    []string // columns that an INSERT leaves out, and fails for it, as they would be null and are NOT NULL
	Start      int      // where it is written
	Twice      string   // a column that it gives two values, which PostgreSQL refuses, else ""
	NoKey      string   // columns, with commas, that ON CONFLICT names and that are no unique key of the table; "" where they are

	Keys   []Key // that it may violate
	Unsure bool  // and perhaps others
}

// Assigned is what a column gets.
type Assigned struct {
	Column  string
	Value   Value
	Param   int     // the parameter that it gets as it is, from 1; 0 where it is something else
	From    []Term  // the values of which it gets one: several of coalesce and CASE
	Literal bool    // it gets NULL in any case, as written
	Needs   [][]int // where all parameters of one of these are null, it gets NULL: as NullWith of a Value
	Nulls   bool    // what it gets may be NULL whatever the parameters are, and not because a sub-select gives no row
	Lookup  *Lookup // what it gets is NULL, and so far as is known only then, where this finds no row; nil where there is none
	Upsert  bool    // of DO UPDATE
	Moves   bool    // it gets what it held, more or less a number that is written there, or the time
	Refuses bool    // the column is NOT NULL, and the statement fails where it gets NULL
	Unique  bool    // the column is a key, or part of one that this change gives its values
	Checked bool    // a CHECK asks about the column, as far as is known, or its domain does
	Domain  bool    // of these, its domain does
	JSON    bool    // the column is of JSON

	Fixed      []Check // of what is made of literals alone: the CHECKs that ask about the column and no other
	Start, End int     // where it is written
	Source     string  // the column that the * there stands for, else ""

	Constant bool // it is made of literals alone
}

// Lookup is a sub-select that stands for a value of the one row that it asks for, if there is one.
type Lookup struct {
	Table  string
	Params []int // what it asks for is equal to
}

// Check is a CHECK of one column. Its text has its parentheses.
type Check struct{ Text, Type string }

// Lose makes a statement one that can't be followed.
func (s *Statement) Lose(why string) {
	s.Unproved, s.Sure, s.Single, s.Spelled, s.Renamed = why, false, false, nil, nil
	s.Met, s.Loose = [][]Comparison{{{How: Unread}}}, true
	for i := range s.Columns {
		s.Columns[i].Value = Unfollowed(why)
	}
	for _, c := range s.Changes {
		for i := range c.Assigned {
			c.Assigned[i].Value = Unfollowed(why)
		}
	}
}

// Complete fills in what flows into values that can't be followed.
func (s *Statement) Complete(all Value) {
	s.All = all
	for i := range s.Columns {
		s.fill(&s.Columns[i].Value)
	}
	for _, c := range s.Changes {
		for i := range c.Assigned {
			s.fill(&c.Assigned[i].Value)
		}
	}
	if s.Partial && s.Unproved == "" {
		s.Unproved = "the columns behind * are not declared"
	}
	s.All.Unproved = s.Unproved
}

// fill fills in one value, if it can't be followed.
func (s *Statement) fill(v *Value) {
	if v.Unproved == "" {
		return
	}
	if s.Unproved == "" {
		s.Unproved = v.Unproved
	}
	v.Columns, v.Params, v.NullWith, v.Null = s.All.Columns, s.All.Params, nil, true
}

// is reports whether both are one key.
func (k Key) is(other Key) bool { return k.Table == other.Table && k.Name == other.Name }

// Key is a unique or a foreign key of a table.
type Key struct {
	Name    string // as written, else the one that PostgreSQL gives it
	Table   string // that has it
	Columns []string
	Foreign bool
}

// Access is which rows a statement reads and locks beside those that it changes, and whether it adds some.
type Access struct {
	Reads bool // rows that it does not change, or may
	Locks bool // all rows that it reads: SELECT … FOR UPDATE of one table, or an UPDATE or DELETE
	Only  bool // it only reads, so that a transaction that is READ ONLY takes it
	Adds  bool // rows, or may
	// Lists are the tables of which it gives each row that it finds, or one for each value of a column: no LIMIT or
	// FETCH says how many rows come, and no aggregate makes one of them.
	Lists []string
}
