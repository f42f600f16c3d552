// Package diag says what is wrong, and where: files, spans, diagnostics, and how they are printed.
// Every package of flowc but runtime may import it; it imports none of them.
package diag

// Severity says whether a problem stops the compilation.
type Severity uint8

// The severities.
const (
	Error   Severity = iota // nothing is generated
	Warning                 // reported only; an error under --strict
	Note                    // worth knowing, and no mistake
)

// String returns "error", "warning" or "note", as output formats print it.
func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Span is a half-open range of byte offsets of a file, counted from 0 in the file as it is
// on disk (a byte-order mark counts).
type Span struct{ Start, End int }

// Diagnostic is one mistake at one place.
type Diagnostic struct {
	Code    *Code
	Message string // lower case, no final period
	Hint    string // what to do, imperative; empty where we do not know
	File    *File  // nil where the problem belongs to no file
	Span    Span   // of File
	Node    string // node id, where the problem belongs to one node
	Output  string // output of Node, where the problem belongs to one
	Missing string // field of Node's data, where it is wrong that it is not there
	Related []Related
	// Cause is a place elsewhere that makes it wrong, and others with it: of those with one cause and one code, only the
	// first is reported, with the cause and the others as related places. It is zero where the mistake is at Span.
	Cause Related
	// Fix is the edits that fix it, where they are the only right answer; else nil.
	Fix []Edit
	// Ignored is the reason for which the document ignores it, in lists of ignored diagnostics; else "".
	Ignored string
}

// Severity returns that of the code.
func (d Diagnostic) Severity() Severity { return d.Code.Severity }

// Related is another place that explains a Diagnostic.
type Related struct {
	File    *File
	Span    Span
	Message string
}

// Edit is a change of a file's text.
type Edit struct {
	File *File
	Span Span   // what is replaced; empty where Text is inserted
	Text string // as it stands in the file
}
