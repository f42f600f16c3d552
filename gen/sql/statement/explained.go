package statement

import "github.com/flowc-dev/flowc/gen/sql/token"

// explained is the statement behind EXPLAIN where ANALYZE has it run, as it runs without; of one that only its plan is
// asked of, nothing.
func explained(tokens []token.Token) []token.Token {
	p := newParser(tokens)
	p.at++ // EXPLAIN
	runs := false
	switch {
	case p.accept("("):
		for ; !p.peek().Is(")") && p.at < len(tokens); p.at++ {
			runs = runs || p.peek().Is("ANALYZE", "ANALYSE") && !p.ahead(1).Is("FALSE", "OFF", "0", "'false'", "'off'")
		}
		p.at++
	default:
		runs = p.acceptOne("ANALYZE", "ANALYSE")
		p.acceptOne("VERBOSE")
	}
	if !runs {
		return nil
	}
	return tokens[min(p.at, len(tokens)):]
}
