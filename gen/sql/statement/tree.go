package statement

// query is a SELECT, VALUES or TABLE with what belongs to it, or one INSERT, UPDATE or DELETE.
type query struct {
	with      []*with
	recursive bool
	cores     []*core
	joined    []string // UNION, INTERSECT or EXCEPT between two cores
	limited   bool     // fewer rows may come than the cores alone give
	order     []*expr  // of ORDER BY
	bounds    []*expr  // how many rows come: of LIMIT, OFFSET and FETCH
	skips     []*expr  // those of them that say how many rows are left out
	found              // what its rows meet, once it is followed: the last time
}

// with is a named query.
type with struct {
	name    string
	columns []string // names given to its columns, else nil
	body    *query
}

// found is what rows meet that are found.
type found struct {
	met   [][]Comparison // in one of these ways; none where nothing is asked
	loose bool           // a row may come though none is found that does
}

// core is one SELECT without what joins and orders it, one VALUES, or one change.
type core struct {
	nested  *query // of a SELECT that stands in parentheses
	items   []*item
	from    *from
	where   *expr
	having  *expr
	group   bool
	by      []*expr // what is grouped by, and windows that have a name
	united  bool    // GROUP BY (): all rows are one group, be there none
	sets    bool    // GROUPING SETS, ROLLUP or CUBE: what is grouped by may be null
	rows    [][]*expr
	change  *change
	merge   *merge
	into    []string // of SELECT … INTO and CREATE … AS: the table that it makes
	renamed []string // names given to the columns of that, else nil
	inside  *scope   // what its names mean, once it is followed: the last time
}

// merge is what only a MERGE has.
type merge struct {
	target, source *source
	on             *expr
	asks           []*expr   // its conditions
	actions        []*change // what is done to rows that match, or that don't
	returning      bool
	named          *change // what RETURNING calls the rows before and after
}

// change is what only an INSERT, UPDATE or DELETE has.
type change struct {
	verb      Verb
	target    *source
	columns   []string // column list of an INSERT, else nil
	body      *query   // rows of an INSERT; nil for DEFAULT VALUES
	set       []assign // of an UPDATE
	upsert    []assign // of DO UPDATE
	upserts   bool     // DO UPDATE is given
	arbiters  []string // the keys that ON CONFLICT names: "a,b" their columns, "CONSTRAINT name", "" all
	or        string   // IGNORE, REPLACE, … of OR
	nothing   bool     // DO NOTHING is given
	sometimes *expr    // the WHERE of DO UPDATE: a row may come back or not
	returning bool
	start     int
	before    string // what RETURNING calls the row as it was
	after     string // and as it is
	matched   bool   // of MERGE: it is done to rows that match
	when      *expr  // of MERGE: to those of them that meet this
}

// assign is `column = value`; value i of row where several columns are set at once.
type assign struct {
	column string
	value  *expr
	start  int
}

// from is a list of joins.
type from struct {
	first *source
	joins []*join
	found // what its rows meet, once it is followed: the last time
}

type join struct {
	source      *source
	left, right bool // the table after it, what stands before it, may be missing
	natural     bool
	using       []string
	on          *expr
	Place
}

// source is one table of a FROM.
type source struct {
	path    []string // the name of a table, with what qualifies it
	alias   string
	columns []string // names given to its columns, else nil
	query   *query
	lateral bool  // the query sees the tables before it
	quoted  bool  // what names it is written in quotes
	end     int   // where a list of columns may follow, of the target of a change
	from    *from // a join in parentheses
	calls   []*expr
}

// name is what qualifies the columns of s.
func (s *source) name() string {
	if s.alias != "" {
		return s.alias
	}
	return last(s.path)
}

func last(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// item is one entry of a SELECT list or of RETURNING.
type item struct {
	value     *expr // star where it is all columns
	alias     string
	bare      Place  // of an alias that stands there without AS and without quotes; zero of others
	starred   bool   // it ends with the * itself
	qualifier string // of a star, with its dot, as written
	Place
}

// op is what an expression does with its operands.
type op uint8

const (
	opaque  op = iota // it can't be read
	null              // NULL
	literal           // never null
	given             // DEFAULT
	column
	parameter
	star    // `*`, `path.*`
	strict  // made of its operands; null where one of them is
	loose   // made of its operands; may be null
	sure    // made of its operands; never null
	field   // (row).field: a column of the table that its operand names, or made of it
	test    // looks at its operands; null where one of them is
	asked   // looks at its operands; never null
	isNull  // x IS NULL
	notNull // x IS NOT NULL
	and
	or
	not
	list // x IN (…), x BETWEEN … AND …: tests the first operand, which is null or not
	choice
	call
	scalar // a sub-select that stands for a value
	exists
	row // (a, b)
)

// expr is an expression. What it only looks at is in tests.
type expr struct {
	op         op
	path       []string // of a column or star: the qualifiers and the name; of a call: its name
	param      int
	args       []*expr
	tests      []*expr
	beside     []*expr // of a call: its FILTER, its OVER and its ORDER BY; of a comparison with ANY: the list
	query      *query
	filter     bool     // of an aggregate
	within     bool     // of one WITHIN GROUP
	folds      bool     // of an aggregate that the schema declares
	anyCase    bool     // COLLATE NOCASE stands behind it
	mixed      bool     // of a call: an argument has a name
	names      []string // of a call: the names of its arguments, "" of those without one
	distinct   bool     // of an aggregate: of values that are alike, one
	over       bool     // of a window function
	own        bool     // of one whose rows hold the row itself
	text       string
	as         string // of a cast: the type
	pattern    string // of LIKE and what is alike: the word, "TO" of SIMILAR TO
	negated    bool   // of these, of IN and of BETWEEN: behind NOT
	empty      string // of a list that may have no elements: what it is then, "true" or "false"
	start, end int
	got        Value // what flows into it, once that is followed: the last time
}
