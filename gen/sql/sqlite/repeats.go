package sqlite

import "github.com/flowc-dev/flowc/gen/sql/token"

// repeats reports whether running a statement twice changes more than running it once: it inserts rows that nothing
// keeps from being there twice, or makes a column's new value of its old one. A conflict of an INSERT that does not say
// what to do about it counts too: the second time, the statement fails.
func repeats(tokens []token.Token) bool {
	column := "" // that is being assigned
	for i, t := range tokens {
		switch {
		case t.Is("INSERT") && insertsAgain(tokens[i:]):
			return true
		case token.At(tokens, i+1).Is("=") && assigns(tokens[:i+1]):
			column = t.Name()
		case t.Is("WHERE", "FROM", "RETURNING"):
			column = ""
		case column != "" && t.Name() == column && isOperand(tokens, i):
			return true
		}
	}
	return false
}

// insertsAgain reports whether an INSERT, the first of tokens, says nothing of rows that are there already.
func insertsAgain(tokens []token.Token) bool {
	if token.At(tokens, 1).Is("OR") && token.At(tokens, 2).Is("IGNORE", "REPLACE") {
		return false
	}
	for i, t := range tokens {
		if t.Is("CONFLICT") || t.Is("NOT") && token.At(tokens, i+1).Is("EXISTS") {
			return false
		}
	}
	return true
}

// assigns reports whether the last of tokens is a column on the left of an assignment: after SET, or after a comma of
// its list. A comparison stands behind something else.
func assigns(tokens []token.Token) bool {
	before := token.At(tokens, len(tokens)-2)
	if before.Is("SET") {
		return true
	}
	depth := 0
	for i := len(tokens) - 2; before.Is(",") && i >= 0; i-- {
		switch t := tokens[i]; {
		case t.Is(")"):
			depth++
		case t.Is("("):
			depth--
		case depth == 0 && t.Is("SET"):
			return true
		case depth < 0 || depth == 0 && t.Is("WHERE", "FROM", "SELECT", "RETURNING"):
			return false
		}
	}
	return false
}

// isOperand reports whether the name at i, with what qualifies it, is computed with.
func isOperand(tokens []token.Token, i int) bool {
	first := i
	if token.At(tokens, i-1).Is(".") {
		first = i - 2
	}
	if first < i && tokens[max(first, 0)].Is("EXCLUDED") {
		return false // the value that was to be inserted
	}
	operators := []string{"+", "-", "*", "/", "%", "||"}
	return token.At(tokens, i+1).Is(operators...) || token.At(tokens, first-1).Is(operators...)
}
