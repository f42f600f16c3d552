// Package postgres holds what a PostgreSQL said of the statements of a folder, and what its types are here.
//
// A server proves statements where there is one. What it said is kept in flows.postgres.json beside the workflows, so
// that the same documents mean the same on a machine without one. This package reads and writes that file; it asks no
// server itself.
//
// It may be imported by gen and cmd.
package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The names of the files, beside the workflows.
const (
	SchemaFile = "schema.postgres.sql"
	FactsFile  = "flows.postgres.json"
)

// Facts are what a server said of the statements of a folder.
type Facts struct {
	Server     int                  // its major version
	Left       map[string]string    // why it left out a statement of the schema, by the Hash of that
	Tables     map[string]Table     // that statements name, by their names with their schemas
	Enums      map[string][]string  // the labels of the enums that statements name, in their order
	Statements map[string]Statement // by the Hash of their Text
}

// Statement is what a server said of one statement.
type Statement struct {
	Schema  string   // Hash of what the schema says of the tables that the statement names
	Params  []string // types of $1 to $n, under the names of PostgreSQL: "int8", "text", "text[]", and of its Enums
	Columns []Column // in order; nil where it returns no rows
	Refused *Refusal // nil where it prepares
}

// Column is a column of a result.
type Column struct {
	Name    string
	Type    string // as those of parameters
	NotNull bool   // a column of a table, which is NOT NULL there
}

// Refusal is why a statement does not prepare.
type Refusal struct {
	State   string // SQLSTATE
	Message string
	Hint    string // "" where the server gives none
	At      int    // which character of the Text it is about, from 1; 0 where that is not known
}

// Named are those of the Enums that a statement names.
func (f *Facts) Named() map[string][]string {
	var named map[string][]string
	for _, s := range f.Statements {
		names := slices.Clone(s.Params)
		for _, c := range s.Columns {
			names = append(names, c.Type)
		}
		for _, name := range names {
			name = strings.TrimSuffix(name, "[]")
			if labels, ok := f.Enums[name]; ok {
				if named == nil {
					named = map[string][]string{}
				}
				named[name] = labels
			}
		}
	}
	return named
}

// Hash identifies a schema or a Text: 32 hexadecimal digits.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Text is a statement as a server is asked about it. Parameters that are only tested for null have a type written down,
// without which PostgreSQL can't know one; no column's type hangs on it.
type Text struct {
	SQL   string
	casts []cast
}

// cast is what stands for a parameter as it was written: under another number, or with its type.
type cast struct {
	param      int // from 1
	start, end int // of what it has become
	written    int // how long the parameter was
	typed      bool
}

// parameter is one, with the test for null that may follow it.
var parameter = regexp.MustCompile(`(?i)\$(\d+)(\s+IS\s+(?:NOT\s+)?NULL\b)?`)

// AskedOf returns what a server is asked about a statement with parameters $1, $2, …, which are sent under these
// numbers.
func AskedOf(statement string, sent []int) Text {
	var b strings.Builder
	var t Text
	from := 0
	for _, m := range parameter.FindAllStringSubmatchIndex(statement, -1) {
		start, end := m[0], m[3]
		c := cast{written: end - start, typed: m[4] >= 0}
		fmt.Sscanf(statement[m[2]:m[3]], "%d", &c.param)
		number := c.param
		if number > 0 && number <= len(sent) {
			number = sent[number-1]
		}
		if number == c.param && !c.typed {
			continue
		}
		b.WriteString(statement[from:start])
		c.start = b.Len()
		if c.typed {
			fmt.Fprintf(&b, "CAST($%d AS text)", number)
		} else {
			fmt.Fprintf(&b, "$%d", number)
		}
		c.end = b.Len()
		t.casts, from = append(t.casts, c), end
	}
	b.WriteString(statement[from:])
	t.SQL = b.String()
	return t
}

// Tests reports whether the parameter is only tested for null, so that its type says nothing.
func (t Text) Tests(param int) bool {
	for _, c := range t.casts {
		if c.param == param && c.typed {
			return true
		}
	}
	return false
}

// Place is where in the statement, in bytes, a server's position in the Text points to: the word there. All of it is
// meant where the position is 0.
func (t Text) Place(at int) (start, end int) {
	if at < 1 {
		return 0, t.written(len(t.SQL), true)
	}
	rest := t.SQL
	for range at - 1 {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	start = len(t.SQL) - len(rest)
	end = start + len(word.FindString(rest))
	return t.written(start, false), t.written(end, true)
}

// word is what a position points to: a name, a parameter, a number, or one character of anything else.
var word = regexp.MustCompile(`^(?:[$\w.]+|"[^"]*"|(?s:.))`)

// written maps an offset of the Text to the statement. Within what was written around a parameter it is the parameter's
// start, or its end.
func (t Text) written(offset int, end bool) int {
	moved := 0
	for _, c := range t.casts {
		switch {
		case offset <= c.start:
			return offset - moved
		case offset < c.end && end:
			return c.start - moved + c.written
		case offset < c.end:
			return c.start - moved
		}
		moved += c.end - c.start - c.written
	}
	return offset - moved
}

// AskedAsIs is a text that a server is given as it is, such as a schema.
func AskedAsIs(text string) Text { return Text{SQL: text} }

// LeftOut returns why a server left out a statement of the schema, "" where it did not.
func (f *Facts) LeftOut(statement string) string { return f.Left[Hash(statement)] }
