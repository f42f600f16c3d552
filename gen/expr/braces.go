package expr

import "strings"

// LoneBraces finds the "}}" of literal text that end nothing: name}} and ${name}}, where {{name}} was meant. Braces
// that literal text has opened before may close together, as in a style sheet; in text that looks like JSON, those in
// quotes are text.
func (t *Template) LoneBraces() []Problem {
	var problems []Problem
	text := strings.TrimLeft(t.Text, " \t\r\n")
	b := braces{json: strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")}
	for i := range t.Parts {
		p := &t.Parts[i]
		if !p.IsLiteral() {
			continue
		}
		for _, at := range b.lone(p.Literal) {
			problems = append(problems, *syntaxError(p.Start+at, p.Start+at+len("}}"), "\"}}\" without \"{{\"",
				"begin the placeholder with \"{{\", or write {{\"}}\"}} for the braces themselves"))
		}
	}
	return problems
}

// braces are those that literal text has opened.
type braces struct {
	open   int
	json   bool
	quoted bool
}

// lone returns the offsets of the braces in a piece of text that close nothing.
func (b *braces) lone(text string) []int {
	var found []int
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case b.json && c == '"':
			b.quoted = !b.quoted
		case b.quoted && c == '\\':
			i++
		case b.quoted:
		case c == '{':
			b.open++
		case c == '}' && b.open < 2 && strings.HasPrefix(text[i:], "}}"):
			found = append(found, i)
			b.open = 0
			i++
		case c == '}':
			b.open = max(b.open-1, 0)
		}
	}
	return found
}
