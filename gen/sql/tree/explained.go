package tree

import "github.com/flowc-dev/flowc/gen/sql/token"

// Explained is the statement behind EXPLAIN where ANALYZE has it run, as it runs without; of one that only its plan is
// asked of, nothing.
func Explained(tokens []token.Token) []token.Token {
	p := NewParser(tokens)
	p.At++ // EXPLAIN
	runs := false
	switch {
	case p.Accept("("):
		for ; !p.Peek().Is(")") && p.At < len(tokens); p.At++ {
			runs = runs || p.Peek().Is("ANALYZE", "ANALYSE") && !p.Ahead(1).Is("FALSE", "OFF", "0", "'false'", "'off'")
		}
		p.At++
	default:
		runs = p.AcceptOne("ANALYZE", "ANALYSE")
		p.AcceptOne("VERBOSE")
	}
	if !runs {
		return nil
	}
	return tokens[min(p.At, len(tokens)):]
}
