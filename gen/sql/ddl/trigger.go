package ddl

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Trigger is what a trigger does to rows of a table: statements of its own, or those of a function of PostgreSQL's.
type Trigger struct {
	Of       *Table
	Body     [][]token.Token
	Text     [][]token.Token  // these with what says when they run
	Function string           // in lower case
	On       []statement.Verb // what it follows, all where that is not said
	Before   bool             // it runs for each row that is not yet written
	Instead  bool             // it runs in place of what is written to a view
}

// trigger notes the table of a trigger, and whether that runs before a row is written, and can leave it out.
func (s *Schema) trigger(p *tree.Parser) {
	before := slices.ContainsFunc(p.Tokens[:min(12, len(p.Tokens))], func(t token.Token) bool { return t.Is("BEFORE", "INSTEAD") })
	stops := slices.ContainsFunc(p.Tokens, func(t token.Token) bool { return t.Is("IGNORE", "EXECUTE") })
	for i, t := range p.Tokens {
		if t.Is("ON") && i+1 < len(p.Tokens) {
			if of := s.Named(tree.NewParser(p.Tokens[i+1:]).PathOf()); of != nil {
				of.Before, of.Stops, of.Acts = of.Before || before, of.Stops || before && stops, true
				s.triggered(of, p.Tokens)
			}
			return
		}
	}
}

// triggered reads what a trigger on a table does.
func (s *Schema) triggered(of *Table, tokens []token.Token) {
	t := Trigger{Of: of, On: verbs(tokens), Instead: HasWord(tokens, "INSTEAD")}
	t.Before = HasWord(tokens, "BEFORE") && HasWord(tokens, "ROW")
	begins := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("BEGIN", "EXECUTE") })
	if when := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("WHEN") }); when >= 0 && when < begins {
		t.Text = append(t.Text, tokens[when:begins])
	}
	if i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("EXECUTE") }); i >= 0 {
		p := tree.NewParser(tokens[min(i+2, len(tokens)):]) // behind EXECUTE FUNCTION, or PROCEDURE
		t.Function = strings.ToLower(tree.Last(p.PathOf()))
	} else if i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("BEGIN") }); i >= 0 {
		t.Body, t.Text = Body(tokens[i:]), append(t.Text, Statements(tokens[i:])...)
	}
	s.Triggers = append(s.Triggers, t)
}

// verbs are the changes that CREATE TRIGGER names.
func verbs(tokens []token.Token) []statement.Verb {
	var list []statement.Verb
	for _, t := range tokens {
		switch {
		case t.Is("ON"):
			return list
		case t.Is("INSERT"):
			list = append(list, statement.Insert)
		case t.Is("UPDATE"):
			list = append(list, statement.Update)
		case t.Is("DELETE"):
			list = append(list, statement.Delete)
		}
	}
	return list
}

// rule reads CREATE RULE, which does one statement more, or another one, where its table is changed.
func (s *Schema) rule(p *tree.Parser) {
	on := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is("TO") })
	does := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is("DO") })
	if on < 0 || does < on {
		return
	}
	of := s.Named(tree.NewParser(p.Tokens[on+1:]).PathOf())
	if of == nil {
		return
	}
	p.At = does + 1
	t := Trigger{Of: of, On: verbs(p.Tokens[max(0, on-1):on]), Instead: p.Peek().Is("INSTEAD")}
	p.AcceptOne("ALSO", "INSTEAD")
	body := p.Tokens[p.At:]
	if p.Peek().Is("(") && p.Ends[p.At] == len(p.Tokens)-1 {
		body = body[1 : len(body)-1]
	}
	if when := slices.IndexFunc(p.Tokens[on:does], func(t token.Token) bool { return t.Is("WHERE") }); when >= 0 {
		t.Text = append(t.Text, append([]token.Token{{Kind: token.Word, Src: "WHEN"}}, p.Tokens[on+when+1:does]...))
	}
	t.Body, t.Text = Body(body), append(t.Text, Statements(body)...)
	of.Acts = true
	s.Triggers = append(s.Triggers, t)
}

// Body are the statements of a body, without what only says when they run.
func Body(tokens []token.Token) [][]token.Token {
	var all [][]token.Token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is(";") })
		if end < 0 {
			end = len(tokens)
		}
		if does := unconditional(tokens[:end]); len(does) > 0 {
			all = append(all, does)
		}
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return all
}

// Statements are those of a body, with what says when they run.
func Statements(tokens []token.Token) [][]token.Token {
	var all [][]token.Token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is(";") })
		if end < 0 {
			end = len(tokens)
		}
		all = append(all, tokens[:end])
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return all
}

// unconditional is a statement without the BEGIN, IF … THEN, ELSE and LOOP before it.
func unconditional(tokens []token.Token) []token.Token {
	for len(tokens) > 0 {
		switch first := tokens[0]; {
		case first.Is("END"):
			return nil
		case first.Is("BEGIN", "ELSE", "LOOP"):
			tokens = tokens[1:]
		case first.Is("IF", "ELSIF", "WHILE", "FOR", "WHEN"):
			i := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("THEN", "LOOP") })
			tokens = tokens[i+1:]
			if i < 0 {
				return nil
			}
		default:
			return tokens
		}
	}
	return nil
}

// HasWord reports whether a word stands in a statement.
func HasWord(tokens []token.Token, word string) bool {
	return slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is(word) })
}

// Branch is where the THEN or LOOP of a condition stands, and not one of a CASE in it.
func Branch(tokens []token.Token) int {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.Is("CASE"):
			depth++
		case t.Is("END"):
			depth--
		case depth == 0 && t.Is("THEN", "LOOP"):
			return i
		}
	}
	return len(tokens)
}

// AssignedInRow is a column of the row that a trigger of PostgreSQL's gives another value, and that value.
func AssignedInRow(tokens []token.Token) (column string, value *tree.Expr) {
	if len(tokens) < 5 || !tokens[0].Is("NEW") || !tokens[1].Is(".") || !tokens[3].Is(":=", "=") {
		return "", nil
	}
	return tokens[2].Name(), tree.NewParser(tokens[4:]).Whole()
}
