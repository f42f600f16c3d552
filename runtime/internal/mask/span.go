package mask

import "github.com/flowc-dev/flowc/runtime/internal/credentials"

// A Line masks one finished line of the log. What a caller sends is masked too, so a match counts only where a
// value can be: inside of one text of the line, or one word. Otherwise a caller could have the line's own punctuation
// masked, and so make one record look like another. Escape sequences are masked whole or not at all, for the same
// reason.
type Line struct {
	Text []byte
	Form Form
}

// Form is the encoding of a log line.
type Form int

const (
	TextLine Form = iota // slog's text format
	JSONLine             // slog's JSON
	FreeText             // no record: a match counts anywhere
)

// span is a part of a line to mask.
type span struct {
	start, end int
	word       bool // a number or a literal of JSON, which becomes a text
}

// maxOverlap is the part of a match, in bytes from its end, in which the beginning of the next one is searched for: a
// long value that repeats itself begins anew at every turn.
const maxOverlap = 4 << 10

// MinLength is the least length, in bytes, of a value that is masked by value.
const MinLength = credentials.MinMasked
