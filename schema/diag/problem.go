package diag

// Problem is a mistake in a text that stands in a document: in an expression, a statement, the name of a function. Who
// knows where the text stands makes a Diagnostic of it.
type Problem struct {
	Code       *Code  // nil where it follows from what was reported: nothing is said of it
	Message    string // as Diagnostic.Message
	Hint       string // what to do, imperative; empty where we do not know
	Start, End int    // half-open range of byte offsets of the text
	Related    []Related
	Cause      Related // as Diagnostic.Cause

	Wanted string // the types that are wanted, where gen/expr found another one: "int", "string or int"; else ""

	// The others are set by gen/expr, where null is what is wrong.

	Row   string // key of the row that may be absent: "user"; "" where it is no row
	Known bool   // or(x, null) says that Row may be absent: null may stand there
	Null  bool   // null may not stand there, whatever type is wanted
}
