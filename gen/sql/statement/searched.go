package statement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Search is a place where a statement looks for a word that is written out as part of a text: it is found inside of
// other words too.
type Search struct {
	Of   []Column // what the text is made of
	Word string
	Place
}

// searches are the searches that an expression is itself.
func (e *expr) searches() []Search {
	text, pattern := e.searched()
	if text == nil || len(text.got.Columns) == 0 {
		return nil
	}
	for pattern.op == strict && len(pattern.args) == 1 { // of a type
		pattern = pattern.args[0]
	}
	if pattern.op != literal || !strings.HasPrefix(pattern.text, "'") {
		return nil
	}
	word := e.inside(strings.Trim(pattern.text, "'"))
	if word == "" {
		return nil
	}
	return []Search{{text.got.Columns, word, Place{e.start, e.end}}}
}

// searched are the text that an expression looks into, and what it looks for; nil where it looks for nothing.
func (e *expr) searched() (text, pattern *expr) {
	switch {
	case e.op == test && len(e.tests) > 1 && (e.pattern != "" || slices.Contains(matching, strings.ToUpper(e.text))):
		return e.tests[0], e.tests[1]
	case e.op != call || len(e.args) < 2:
		return nil, nil
	}
	switch strings.ToLower(last(e.path)) {
	case "instr", "strpos", "regexp_like", "regexp_match":
		return e.args[0], e.args[1]
	case "position":
		return e.args[1], e.args[0]
	}
	return nil, nil
}

// matching are the operators that ask for a pattern beside LIKE and what is alike.
var matching = []string{"~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*", "REGEXP"}

// inside is the word that a pattern asks for wherever it stands in a text, "" where it says what is around it.
func (e *expr) inside(pattern string) string {
	parts := []string{"", pattern, ""}
	switch how := strings.ToUpper(e.pattern + e.text); {
	case how == "GLOB":
		parts = strings.Split(pattern, "*")
	case e.op == test && (strings.Contains("LIKE ILIKE TO", how) || strings.Contains(how, "~~")):
		parts = strings.Split(pattern, "%")
	case e.op == test || strings.HasPrefix(strings.ToLower(last(e.path)), "regexp_"):
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
