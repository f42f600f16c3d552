package sqlcheck

import (
	"fmt"
	"strings"
)

// Misplaced is a placeholder that can't become a bound parameter where it stands.
type Misplaced struct {
	Index int    // of the placeholder, from 0
	Why   string // a message about it, such as "placeholder inside quotes"
}

// Placeholders finds the placeholders of a query that stand inside quotes, a comment or a word, or in place of
// an identifier. parts are the literal texts around them: one more than there are placeholders.
func Placeholders(parts []string) []Misplaced {
	sql, holes := fill(parts)
	w := &walk{tokens: tokenize(sql), clauses: []clause{{}}}
	var found []Misplaced
	for hole, at := range holes {
		if why := w.to(at); why != "" {
			found = append(found, Misplaced{hole, why})
		}
	}
	return found
}

// hole is a placeholder's stand-in. Its number means nothing here.
const hole = "$1"

// fill joins parts with a stand-in between every two, and returns where those are.
func fill(parts []string) (string, []int) {
	var b strings.Builder
	var holes []int
	for i, part := range parts {
		if i > 0 {
			holes = append(holes, b.Len())
			b.WriteString(hole)
		}
		b.WriteString(part)
	}
	return b.String(), holes
}

// walk goes through a query from placeholder to placeholder and keeps in mind which clause it is in.
type walk struct {
	tokens  []token
	at      int
	last    token    // before at, comments left out
	before  token    // before last
	clauses []clause // one for each open parenthesis, and one outside of all
}

// clause is what the tokens of one level of parentheses are about.
type clause struct {
	word string // the keyword that began it: "FROM", "BY", "SET", …; "" for plain values
	call bool   // the arguments of a function
}

// to goes to the placeholder at an offset and says what is wrong with it, or "".
func (w *walk) to(offset int) string {
	for w.at < len(w.tokens) && w.tokens[w.at].end <= offset {
		w.pass(w.tokens[w.at])
		w.at++
	}
	if w.at >= len(w.tokens) {
		return ""
	}
	switch t := w.tokens[w.at]; {
	case t.kind == comment:
		return "placeholder inside a comment"
	case t.kind == quoted:
		return "placeholder inside a quoted identifier"
	case t.kind == text, t.kind == illegal:
		return "placeholder inside quotes"
	case t.start != offset || t.end != offset+len(hole) || w.glued():
		return "placeholder that is a part of a word"
	}
	return w.identifier()
}

// glued reports whether the placeholder runs into the next token, as in {{a}}b.
func (w *walk) glued() bool {
	t, next := w.tokens[w.at], at(w.tokens, w.at+1)
	return next.start == t.end && (next.kind == word || next.kind == number || next.kind == param)
}

// identifier says where a placeholder stands in place of a name, or "".
func (w *walk) identifier() string {
	next := w.following()
	c := w.clauses[len(w.clauses)-1]
	const as = "placeholder in place of an identifier, "
	switch {
	case w.last.is("."):
		return as + "after a dot"
	case next.is("."):
		return as + "before a dot"
	case next.is("("):
		return as + "before a parenthesis"
	case w.last.oneOf("AS", "COLLATE"):
		return as + "after " + strings.ToUpper(w.last.src)
	case c.word == "BY" && endsOperand(w.last) && !w.last.is("BY"):
		return fmt.Sprintf("placeholder in place of a keyword, after %q", w.last.src)
	case !w.last.oneOf(c.word, ","):
		return ""
	case c.word == "SET" && !next.is("="):
		return ""
	case c.word != "":
		return as + "after " + c.name()
	}
	return ""
}

// name is the clause as a message names it.
func (c clause) name() string {
	switch c.word {
	case "BY":
		return "ORDER BY or GROUP BY"
	case "(":
		return "the parenthesis of a list of columns"
	}
	return c.word
}

// following returns the next token after the placeholder that is no comment.
func (w *walk) following() token {
	for _, t := range w.tokens[w.at+1:] {
		if t.kind != comment {
			return t
		}
	}
	return token{kind: illegal}
}

// pass goes over one token and follows the clauses that it begins or ends.
func (w *walk) pass(t token) {
	if t.kind == comment {
		return
	}
	top := len(w.clauses) - 1
	switch {
	case t.is("("):
		w.clauses = append(w.clauses, w.inside())
	case t.is(")") && top > 0:
		w.clauses = w.clauses[:top]
	case t.is("FROM") && (w.clauses[top].call || w.last.is("DISTINCT")):
		// extract(year FROM x) and IS DISTINCT FROM x are followed by values
	case t.oneOf("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "SET", "USING"):
		w.clauses[top] = clause{word: strings.ToUpper(t.src)}
	case t.is("BY") && w.last.oneOf("ORDER", "GROUP", "PARTITION"):
		w.clauses[top] = clause{word: "BY"}
	case t.oneOf("SELECT", "WHERE", "ON", "HAVING", "LIMIT", "OFFSET", "VALUES", "RETURNING", "UNION", "EXCEPT", "INTERSECT", ";"):
		w.clauses[top] = clause{}
	}
	w.before, w.last = w.last, t
}

// inside returns what a parenthesis that opens now is about.
func (w *walk) inside() clause {
	c := w.clauses[len(w.clauses)-1]
	switch {
	case c.word == "INTO" && w.before.oneOf("INTO", ".") || w.last.is("USING"):
		return clause{word: "("} // a list of columns
	case w.last.kind == word && !w.last.oneOf("IN", "VALUES", "FROM", "JOIN", "AS", "EXISTS", "AND", "OR", "NOT"):
		return clause{call: true}
	}
	return clause{}
}
