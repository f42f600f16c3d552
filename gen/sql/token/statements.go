package token

import "slices"

// Statements splits a script at its semicolons. A trigger, a routine with BEGIN ATOMIC, and a rule of several
// statements stay whole.
func Statements(tokens []Token) [][]Token {
	var all [][]Token
	start := 0
	for i, t := range tokens {
		if !t.Is(";") {
			continue // a statement may be long: rows that a migration begins with
		}
		inside := triggers(tokens[start:i]) && !(tokens[i-1].Is("END") && tokens[i-2].Is(";"))
		if inside || rules(tokens[start:i]) {
			continue
		}
		all = append(all, tokens[start:i])
		start = i + 1
	}
	return append(all, tokens[start:])
}

// triggers reports whether a statement is CREATE TRIGGER with statements of its own, as SQLite has them, or a routine
// with BEGIN ATOMIC, as PostgreSQL does.
func triggers(tokens []Token) bool {
	begins := slices.IndexFunc(tokens, func(t Token) bool { return t.Is("BEGIN") })
	if begins < 0 {
		return false
	}
	return begins+1 < len(tokens) && tokens[begins+1].Is("ATOMIC") ||
		slices.ContainsFunc(tokens[:min(4, len(tokens))], func(t Token) bool { return t.Is("TRIGGER") })
}

// rules reports whether a statement is CREATE RULE with statements of its own in parentheses, which are not closed yet.
func rules(tokens []Token) bool {
	if !slices.ContainsFunc(tokens[:min(4, len(tokens))], func(t Token) bool { return t.Is("RULE") }) {
		return false
	}
	open := 0
	for _, t := range tokens {
		switch {
		case t.Is("("):
			open++
		case t.Is(")"):
			open--
		}
	}
	return open > 0
}
