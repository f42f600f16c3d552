// Package tree reads SQL statements of any engine into trees, and answers what an expression says by itself: whether it
// may be null, what it compares, which parameters it is made of. It knows the functions of the engines, and no table.
//
// Any text is read to its end. What is not understood makes the statement, or an expression of it, one that can't be
// followed.
package tree

import "github.com/flowc-dev/flowc/gen/sql/statement"

// Query is a SELECT, VALUES or TABLE with what belongs to it, or one INSERT, UPDATE or DELETE.
type Query struct {
	With      []*With
	Recursive bool
	Cores     []*Core
	Joined    []string // UNION, INTERSECT or EXCEPT between two cores
	Limited   bool     // fewer rows may come than the cores alone give
	Order     []*Expr  // of ORDER BY
	Bounds    []*Expr  // how many rows come: of LIMIT, OFFSET and FETCH
	Skips     []*Expr  // those of them that say how many rows are left out
	Found              // what its rows meet, once it is followed: the last time
}

// With is a named query.
type With struct {
	Name    string
	Columns []string // names given to its columns, else nil
	Body    *Query
}

// Found is what rows meet that are found.
type Found struct {
	Met   [][]statement.Comparison // in one of these ways; none where nothing is asked
	Loose bool                     // a row may come though none is found that does
}

// Core is one SELECT without what joins and orders it, one VALUES, or one change.
type Core struct {
	Nested  *Query // of a SELECT that stands in parentheses
	Items   []*Item
	From    *From
	Where   *Expr
	Having  *Expr
	Group   bool
	By      []*Expr // what is grouped by, and windows that have a name
	United  bool    // GROUP BY (): all rows are one group, be there none
	Sets    bool    // GROUPING SETS, ROLLUP or CUBE: what is grouped by may be null
	Rows    [][]*Expr
	Change  *Change
	Merge   *merge
	Into    []string // of SELECT … INTO and CREATE … AS: the table that it makes
	Renamed []string // names given to the columns of that, else nil
}

// merge is what only a MERGE has.
type merge struct {
	Target, Source *Source
	On             *Expr
	Asks           []*Expr   // its conditions
	Actions        []*Change // what is done to rows that match, or that don't
	Returning      bool
	Named          *Change // what RETURNING calls the rows before and after
}

// Change is what only an INSERT, UPDATE or DELETE has.
type Change struct {
	Verb      statement.Verb
	Target    *Source
	Columns   []string // column list of an INSERT, else nil
	Body      *Query   // rows of an INSERT; nil for DEFAULT VALUES
	Set       []Assign // of an UPDATE
	Upsert    []Assign // of DO UPDATE
	Upserts   bool     // DO UPDATE is given
	Arbiters  []string // the keys that ON CONFLICT names: "a,b" their columns, "CONSTRAINT name", "" all
	Or        string   // IGNORE, REPLACE, … of OR
	Nothing   bool     // DO NOTHING is given
	Sometimes *Expr    // the WHERE of DO UPDATE: a row may come back or not
	Returning bool
	Start     int
	Before    string // what RETURNING calls the row as it was
	After     string // and as it is
	Matched   bool   // of MERGE: it is done to rows that match
	When      *Expr  // of MERGE: to those of them that meet this
}

// Assign is `column = value`; value i of row where several columns are set at once.
type Assign struct {
	Column string
	Value  *Expr
	Start  int
}

// From is a list of joins.
type From struct {
	First *Source
	Joins []*Join
	Found // what its rows meet, once it is followed: the last time
}

// Join is a table of a FROM behind the first, and by what it is joined.
type Join struct {
	Source      *Source
	Left, Right bool // the table after it, what stands before it, may be missing
	Natural     bool
	Using       []string
	On          *Expr
	statement.Place
}

// Source is one table of a FROM.
type Source struct {
	Path    []string // the name of a table, with what qualifies it
	Alias   string
	Columns []string // names given to its columns, else nil
	Query   *Query
	Lateral bool  // the query sees the tables before it
	Quoted  bool  // what names it is written in quotes
	End     int   // where a list of columns may follow, of the target of a change
	From    *From // a join in parentheses
	Calls   []*Expr
}

// Name is what qualifies the columns of s.
func (s *Source) Name() string {
	if s.Alias != "" {
		return s.Alias
	}
	return Last(s.Path)
}

// Last is the last name of a path, "" of none.
func Last(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// Item is one entry of a SELECT list or of RETURNING.
type Item struct {
	Value     *Expr // star where it is all columns
	Alias     string
	Bare      statement.Place // of an alias that stands there without AS and without quotes; zero of others
	Starred   bool            // it ends with the * itself
	Qualifier string          // of a star, with its dot, as written
	statement.Place
}

// op is what an expression does with its operands.
type op uint8

const (
	Opaque  op = iota // it can't be read
	Null              // NULL
	Literal           // never null
	Given             // DEFAULT
	Column
	Parameter
	Star    // `*`, `path.*`
	Strict  // made of its operands; null where one of them is
	Loose   // made of its operands; may be null
	Sure    // made of its operands; never null
	Field   // (row).field: a column of the table that its operand names, or made of it
	Test    // looks at its operands; null where one of them is
	Asked   // looks at its operands; never null
	IsNull  // x IS NULL
	NotNull // x IS NOT NULL
	And
	Or
	Not
	List // x IN (…), x BETWEEN … AND …: tests the first operand, which is null or not
	Choice
	Call
	Scalar // a sub-select that stands for a value
	Exists
	Row // (a, b)
)

// Expr is an expression. What it only looks at is in tests.
type Expr struct {
	Op         op
	Path       []string // of a column or star: the qualifiers and the name; of a call: its name
	Param      int
	Args       []*Expr
	Tests      []*Expr
	Beside     []*Expr // of a call: its FILTER, its OVER and its ORDER BY; of a comparison with ANY: the list
	Query      *Query
	Filter     bool     // of an aggregate
	within     bool     // of one WITHIN GROUP
	Folds      bool     // of an aggregate that the schema declares
	AnyCase    bool     // COLLATE NOCASE stands behind it
	Mixed      bool     // of a call: an argument has a name
	Names      []string // of a call: the names of its arguments, "" of those without one
	Distinct   bool     // of an aggregate: of values that are alike, one
	Over       bool     // of a window function
	Own        bool     // of one whose rows hold the row itself
	Text       string
	As         string // of a cast: the type
	Pattern    string // of LIKE and what is alike: the word, "TO" of SIMILAR TO
	Negated    bool   // of these, of IN and of BETWEEN: behind NOT
	Empty      string // of a list that may have no elements: what it is then, "true" or "false"
	Start, End int
	Got        statement.Value // what flows into it, once that is followed: the last time
}
