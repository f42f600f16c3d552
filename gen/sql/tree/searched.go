package tree

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Searches are the searches that an expression is itself.
func (e *Expr) Searches() []statement.Search {
	text, pattern := e.searched()
	if text == nil || len(text.Got.Columns) == 0 {
		return nil
	}
	for pattern.Op == Strict && len(pattern.Args) == 1 { // of a type
		pattern = pattern.Args[0]
	}
	if pattern.Op != Literal || !strings.HasPrefix(pattern.Text, "'") {
		return nil
	}
	word := e.inside(strings.Trim(pattern.Text, "'"))
	if word == "" {
		return nil
	}
	return []statement.Search{{Of: text.Got.Columns, Word: word, Place: statement.Place{Start: e.Start, End: e.End}}}
}

// searched are the text that an expression looks into, and what it looks for; nil where it looks for nothing.
func (e *Expr) searched() (text, pattern *Expr) {
	switch {
	case e.Op == Test && len(e.Tests) > 1 && (e.Pattern != "" || slices.Contains(Matching, strings.ToUpper(e.Text))):
		return e.Tests[0], e.Tests[1]
	case e.Op != Call || len(e.Args) < 2:
		return nil, nil
	}
	switch strings.ToLower(Last(e.Path)) {
	case "instr", "strpos", "regexp_like", "regexp_match":
		return e.Args[0], e.Args[1]
	case "position":
		return e.Args[1], e.Args[0]
	}
	return nil, nil
}

// Matching are the operators that ask for a pattern beside LIKE and what is alike.
var Matching = []string{"~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*", "REGEXP"}

// inside is the word that a pattern asks for wherever it stands in a text, "" where it says what is around it.
func (e *Expr) inside(pattern string) string {
	parts := []string{"", pattern, ""}
	switch how := strings.ToUpper(e.Pattern + e.Text); {
	case how == "GLOB":
		parts = strings.Split(pattern, "*")
	case e.Op == Test && (strings.Contains("LIKE ILIKE TO", how) || strings.Contains(how, "~~")):
		parts = strings.Split(pattern, "%")
	case e.Op == Test || strings.HasPrefix(strings.ToLower(Last(e.Path)), "regexp_"):
		if strings.ContainsAny(pattern, `^$\`) {
			return ""
		}
		parts[1] = strings.Trim(pattern, ".*()")
	}
	for i := 1; i < len(parts)-1; i++ { // what is not open to both sides is where a text begins or ends
		part := strings.Trim(parts[i], "()")
		first, _ := utf8.DecodeRuneInString(part)
		last, _ := utf8.DecodeLastRuneInString(part)
		if isWord(first) || isWord(last) {
			return strings.FieldsFunc(part, func(r rune) bool { return !isWord(r) && r != '_' && r != '-' && r != ':' })[0]
		}
	}
	return ""
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
