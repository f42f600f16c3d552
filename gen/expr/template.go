package expr

import "go/ast"

// Template is a string of the document with its placeholders parsed.
type Template struct {
	Text  string // the decoded string
	Parts []Part // in the order of Text, together all of it
}

// Part is a piece of a Template: literal text, or one placeholder.
type Part struct {
	Literal    string   // text outside of placeholders, as written
	Code       ast.Expr // nil for literal text, and for a placeholder that does not parse
	Start, End int      // half-open range of byte offsets of Template.Text, braces included

	source string // what stands between the braces
	base   int    // offset of source in Template.Text
	bad    bool   // a placeholder that does not parse: a problem was reported
}

// Parse splits text into literal text and placeholders. Its problems are all FC210. It always returns a
// Template: a placeholder that did not parse checks as unknown, without a further problem.
func Parse(text string) (*Template, []Problem) { return &Template{Text: text}, nil }

// ParseBare parses a text that is one expression as a whole, in braces or without them.
func ParseBare(text string) (*Template, []Problem) { return &Template{Text: text}, nil }

// Whole reports whether t is exactly one placeholder and nothing else.
func (t *Template) Whole() bool { return false }

// Literal returns the text of a template without placeholders. The second result is false where it has one.
func (t *Template) Literal() (string, bool) { return t.Text, true }
