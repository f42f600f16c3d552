package texts

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/schema/diag"
)

// pastedValue stands in a text of SQL for a value that is put into it.
const pastedValue = "\x01"

// pastedInSQL reports a statement that puts JSON together.
func pastedInSQL(p *rule.Pass, s *ir.Step, t *ir.Typed) {
	r := newSQLTexts(t)
	for i := range r.tokens {
		text, loose := r.joinedAt(i)
		if loose && strings.Contains(text, `"`) && isJSON(maskedJSON(text)) {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: t.Tree.JSON.Span, Message: "the statement pastes values into JSON: a quote in one ends the text that it stands in",
				Hint: "build it by json_object('name', value), of PostgreSQL jsonb_build_object",
			})
			return
		}
	}
}

// sqlTexts reads the texts that a statement puts together.
type sqlTexts struct {
	tokens []token.Token
	params map[int]*expr.Expr // by where their stand-ins begin
}

func newSQLTexts(t *ir.Typed) sqlTexts {
	r := sqlTexts{params: map[int]*expr.Expr{}}
	var sql strings.Builder
	values := t.Items
	for _, part := range t.Tree.Text.Parts {
		if part.IsLiteral() {
			sql.WriteString(part.Literal)
			continue
		}
		if len(values) > 0 {
			r.params[sql.Len()], values = values[0].Expr, values[1:]
		}
		sql.WriteString("$1")
	}
	r.tokens = token.Split(sql.String())
	return r
}

// joinedAt is the text that begins at a token, with what || or concat puts behind it, and whether a value in it may
// hold anything; "" where none begins there.
func (r sqlTexts) joinedAt(i int) (text string, loose bool) {
	if r.token(i).Kind != token.Text || r.token(i-1).Is("||") {
		return "", false
	}
	between := "||"
	if r.token(i-1).Is("(") && r.token(i-2).Is("concat") {
		between = ","
	}
	text = r.token(i).Text()
	for i++; r.token(i).Is(between); {
		var value string
		var free bool
		value, free, i = r.operand(i + 1)
		text, loose = text+value, loose || free
	}
	return text, loose
}

func (r sqlTexts) token(i int) token.Token { return token.At(r.tokens, i) }

// operand is what a text is put together with: a text itself, or pastedValue for a value, and whether that may hold
// anything. next is the token behind it.
func (r sqlTexts) operand(i int) (text string, loose bool, next int) {
	switch t := r.token(i); {
	case t.Kind == token.Text:
		return t.Text(), false, i + 1
	case t.Kind == token.Param:
		loose = r.params[t.Start] == nil || facts.IsLoose(r.params[t.Start])
		i++
	case t.Is("("):
		next = r.closing(i)
		loose, i = r.anyLoose(i+1, next-1), next
	case t.Is("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"):
		i++
	case t.Name() != "":
		for i++; r.token(i).Is(".") && r.token(i+1).Name() != ""; i += 2 {
		}
		if loose = true; r.token(i).Is("(") {
			next = r.closing(i)
			loose, i = t.Is(knowledge.Names.Passing.Words...) && r.anyLoose(i+1, next-1), next
		}
	default:
		return "", false, i
	}
	for r.token(i).Is("::") { // as another type
		loose = loose && r.token(i+1).Is("text", "varchar")
		i += 2
	}
	return pastedValue, loose, i
}

// anyLoose reports whether one of some tokens is a value that may hold anything, or a column.
func (r sqlTexts) anyLoose(from, to int) bool {
	for i := from; i < to; {
		t := r.token(i)
		_, loose, next := r.operand(i)
		if loose && !t.Is("as") && !r.token(i-1).Is("as") { // of a cast
			return true
		}
		i = max(next, i+1)
	}
	return false
}

// closing is the token behind the parenthesis that closes the one at a token.
func (r sqlTexts) closing(i int) int {
	depth := 0
	for ; i < len(r.tokens); i++ {
		switch {
		case r.token(i).Is("("):
			depth++
		case r.token(i).Is(")"):
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// maskedJSON is a text with a letter for each value in quotes, and a JSON string elsewhere.
func maskedJSON(text string) string {
	quoted := false
	var b strings.Builder
	for i, piece := range strings.Split(text, pastedValue) {
		switch {
		case i == 0:
		case quoted:
			b.WriteString("x")
		default:
			b.WriteString(`"x"`)
		}
		b.WriteString(piece)
		quoted = expr.EndsQuoted(piece, quoted)
	}
	return b.String()
}
