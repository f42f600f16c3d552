package token

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
	w := &walk{tokens: SplitForSQLite(sql), clauses: []clause{{}}}
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
	tokens  []Token
	at      int
	last    Token    // before at, comments left out
	before  Token    // before last
	clauses []clause // one for each open parenthesis, and one outside of all
}

// clause is what the tokens of one level of parentheses are about.
type clause struct {
	word string // the keyword that began it: "FROM", "BY", "SET", …; "" for plain values
	call bool   // the arguments of a function
}

// to goes to the placeholder at an offset and says what is wrong with it, or "".
func (w *walk) to(offset int) string {
	for w.at < len(w.tokens) && w.tokens[w.at].End <= offset {
		w.pass(w.tokens[w.at])
		w.at++
	}
	if w.at >= len(w.tokens) {
		return ""
	}
	switch t := w.tokens[w.at]; {
	case t.Kind == Comment:
		return "placeholder inside a comment"
	case t.Kind == Quoted:
		return "placeholder inside a quoted identifier"
	case t.Kind == Text, t.Kind == Stray:
		return "placeholder inside quotes"
	case t.Start != offset || t.End != offset+len(hole) || w.glued():
		return "placeholder that is a part of a word"
	}
	return w.identifier()
}

// glued reports whether the placeholder runs into the next token, as in {{a}}b.
func (w *walk) glued() bool {
	t, next := w.tokens[w.at], At(w.tokens, w.at+1)
	return next.Start == t.End && (next.Kind == Word || next.Kind == Number || next.Kind == Param)
}

// identifier says where a placeholder stands in place of a name, or "".
func (w *walk) identifier() string {
	next := w.following()
	c := w.clauses[len(w.clauses)-1]
	const as = "placeholder in place of an identifier, "
	switch {
	case w.last.Is("."):
		return as + "after a dot"
	case next.Is("."):
		return as + "before a dot"
	case next.Is("("):
		return as + "before a parenthesis"
	case w.last.Is("AS", "COLLATE"):
		return as + "after " + strings.ToUpper(w.last.Src)
	case c.word == "BY" && w.last.EndsOperand() && !w.last.Is("BY"):
		return fmt.Sprintf("placeholder in place of a keyword, after %q", w.last.Src)
	case !w.last.Is(c.word, ","):
		return ""
	case c.word == "SET" && !next.Is("="):
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
func (w *walk) following() Token {
	for _, t := range w.tokens[w.at+1:] {
		if t.Kind != Comment {
			return t
		}
	}
	return Token{}
}

// pass goes over one token and follows the clauses that it begins or ends.
func (w *walk) pass(t Token) {
	if t.Kind == Comment {
		return
	}
	top := len(w.clauses) - 1
	switch {
	case t.Is("("):
		w.clauses = append(w.clauses, w.inside())
	case t.Is(")") && top > 0:
		w.clauses = w.clauses[:top]
	case t.Is("FROM") && (w.clauses[top].call || w.last.Is("DISTINCT")):
		// extract(year FROM x) and IS DISTINCT FROM x are followed by values
	case t.Is("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "SET", "USING"):
		w.clauses[top] = clause{word: strings.ToUpper(t.Src)}
	case t.Is("BY") && w.last.Is("ORDER", "GROUP", "PARTITION"):
		w.clauses[top] = clause{word: "BY"}
	case t.Is("SELECT", "WHERE", "ON", "HAVING", "LIMIT", "OFFSET", "VALUES", "RETURNING", "UNION", "EXCEPT", "INTERSECT", ";"):
		w.clauses[top] = clause{}
	}
	w.before, w.last = w.last, t
}

// inside returns what a parenthesis that opens now is about.
func (w *walk) inside() clause {
	c := w.clauses[len(w.clauses)-1]
	switch {
	case w.last.Is("ON") && w.before.Is("DISTINCT"):
		return clause{word: "("} // a list of columns
	case c.word == "INTO" && w.before.Is("INTO", ".") || w.last.Is("USING"):
		return clause{word: "("} // a list of columns
	case w.last.Kind == Word && !w.last.Is("IN", "VALUES", "FROM", "JOIN", "AS", "EXISTS", "AND", "OR", "NOT"):
		return clause{call: true}
	}
	return clause{}
}
