package statement

// Always says of a WHERE that it leaves out no row, though it is not written as `WHERE true`: `id = id`, `1 = 1`, `id
// IS NOT NULL` of a NOT NULL column.
type Always struct {
	Given []int    // parameters that may not be null for that
	Alike [][2]int // parameters that have to be the same
	Place          // of the condition
}

// Filter is a condition that rows have to meet: one of those that the top-level AND of a WHERE or HAVING joins. Each of
// Ways is what one side of its top-level OR compares with parameters.
type Filter struct{ Ways [][]Blank }

// Blank is a parameter without which a comparison is null, and so never true.
type Blank struct {
	Param  int
	Joined bool // it is a part of a text: '%' || $1 || '%'
	Place       // of the comparison
}

// Void is a comparison with NULL, which is never true.
type Void struct {
	Operator string // "=", "!=", …; "" of LIKE and the like
	Place
}

// Renamed is a column that a SELECT list gives the name of another column of its table, without AS.
type Renamed struct {
	Column Column
	Alias  string
	Place  // of the alias
}

// Search is a place where a statement looks for a word that is written out as part of a text: it is found inside of
// other words too.
type Search struct {
	Of   []Column // what the text is made of
	Word string
	Place
}
