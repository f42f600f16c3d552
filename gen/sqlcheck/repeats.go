package sqlcheck

// repeats reports whether running a statement twice changes more than running it once: it inserts rows that nothing keeps
// from being there twice, or makes a column's new value of its old one. A conflict of an INSERT that does not say what to
// do about it counts too: the second time, the statement fails.
func repeats(tokens []token) bool {
	column := "" // that is being assigned
	for i, t := range tokens {
		switch {
		case t.is("INSERT") && insertsAgain(tokens[i:]):
			return true
		case at(tokens, i+1).is("=") && assigns(tokens[:i+1]):
			column = t.name()
		case t.oneOf("WHERE", "FROM", "RETURNING"):
			column = ""
		case column != "" && t.name() == column && isOperand(tokens, i):
			return true
		}
	}
	return false
}

// insertsAgain reports whether an INSERT, the first of tokens, says nothing of rows that are there already.
func insertsAgain(tokens []token) bool {
	if at(tokens, 1).is("OR") && at(tokens, 2).oneOf("IGNORE", "REPLACE") {
		return false
	}
	for i, t := range tokens {
		if t.is("CONFLICT") || t.is("NOT") && at(tokens, i+1).is("EXISTS") {
			return false
		}
	}
	return true
}

// assigns reports whether the last of tokens is a column on the left of an assignment: after SET, or after a comma of its
// list. A comparison stands behind something else.
func assigns(tokens []token) bool {
	before := at(tokens, len(tokens)-2)
	if before.is("SET") {
		return true
	}
	depth := 0
	for i := len(tokens) - 2; before.is(",") && i >= 0; i-- {
		switch t := tokens[i]; {
		case t.is(")"):
			depth++
		case t.is("("):
			depth--
		case depth == 0 && t.is("SET"):
			return true
		case depth < 0 || depth == 0 && t.oneOf("WHERE", "FROM", "SELECT", "RETURNING"):
			return false
		}
	}
	return false
}

// isOperand reports whether the name at i, with what qualifies it, is computed with.
func isOperand(tokens []token, i int) bool {
	first := i
	if at(tokens, i-1).is(".") {
		first = i - 2
	}
	if first < i && tokens[max(first, 0)].is("EXCLUDED") {
		return false // the value that was to be inserted
	}
	operators := []string{"+", "-", "*", "/", "%", "||"}
	return at(tokens, i+1).oneOf(operators...) || at(tokens, first-1).oneOf(operators...)
}
