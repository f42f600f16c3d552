package sqlite

// query is a SELECT or VALUES with what belongs to it, or, at the top, one INSERT, UPDATE or DELETE.
// The tree keeps what names and types depend on and skips the rest: SQLite has checked the syntax.
type query struct {
	outer *core  // the query around this one: its names and its WITH are seen here; nil at the top
	table bool   // it stands in the FROM of outer, whose tables it does not see
	with  []*cte // declared by this query's WITH
	cores []*core
	limit bool // LIMIT is given: fewer rows may come than the cores alone would give
}

// compound reports whether q joins several SELECTs by UNION, INTERSECT or EXCEPT.
func (q *query) compound() bool { return len(q.cores) > 1 }

// cte is a named query: one of a WITH, or a view of the schema.
type cte struct {
	name    string
	columns []string // names given to its columns, else nil
	body    *query
	begun   bool     // its columns are known, or are being worked out: then a reference to it is recursive
	found   []column // its columns; while they are being worked out, those of its first SELECT
	sure    bool     // found is complete
}

// core is one SELECT without its WITH, compounds and LIMIT; or one INSERT, UPDATE or DELETE.
type core struct {
	query   *query
	sources []*source // FROM; of INSERT, UPDATE, DELETE the target first
	items   []item    // SELECT list or RETURNING
	tuples  [][]piece // VALUES
	where   bool
	group   bool // GROUP BY is given
	having  bool
	change  *change // nil for a SELECT
}

// change is what only an INSERT, UPDATE or DELETE has.
type change struct {
	insert    bool
	columns   []string // column list of an INSERT, else nil
	from      *query   // rows of an INSERT … SELECT
	returning bool
	mayIgnore bool // a row may be left out: OR IGNORE, DO NOTHING, DO UPDATE … WHERE
}

// source is one table of a FROM.
type source struct {
	alias   string // "" without one
	table   string // "" for a subquery
	sub     *query
	call    bool     // a table-valued function
	outer   bool     // on the far side of an outer join: all its columns may be NULL
	merged  []string // columns of USING: `*` leaves them out here
	natural bool     // joined by NATURAL: which columns `*` leaves out depends on the others
}

// name is what qualifies the columns of s.
func (s *source) name() string {
	if s.alias != "" {
		return s.alias
	}
	return s.table
}

// piece is a range of tokens, half-open.
type piece struct{ start, end int }

// item is one entry of a SELECT list or a RETURNING.
type item struct {
	piece        // the expression, without its alias
	alias string // "" without one
	star  bool   // `*` or `t.*`
	of    string // t of `t.*`
}
