package statement

// Cast is a value that is made one of a domain, which may refuse it.
type Cast struct {
	Domain string
	Params []int // that it is made of
	Param  int   // the one that it is as it is, from 1; 0 where it is something else
}

// Spelling is what is to be sent for a part of the text that leaves columns unnamed: `*`, `t.*`, or an INSERT without a
// list of columns. A statement that names them means the same when a table has got more columns, as it has while a
// migration runs.
type Spelling struct {
	Place        // empty where something is put in
	Text  string // "id, name"
}

// Stranger is a column that a statement names, and that a table of it has no longer.
type Stranger struct {
	Name string
	Place
}
