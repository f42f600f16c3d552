package secrets

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// AsksPiece reports whether e is a call that compares a text with a part of another.
func AsksPiece(e *expr.Expr) bool { return e.Pieces() && e.Way(0) == trace.Compared }

// constantProofs reports a constant that is compared with the caller's credential: a key in the source code.
func constantProofs(e *expr.Expr, report func(e *expr.Expr, what, hint string, likely func(string) bool)) {
	whole := e.Equates()
	if !whole && !AsksPiece(e) {
		return
	}
	for i, arg := range e.Args[:2] {
		switch other := e.Args[1-i]; {
		case whole && arg.Type.Labels.Has(types.Password):
			report(other, "a password", "check it by a Hash node against a stored hash, and replace the password: it has been in a file", isSomething)
		case proves(arg):
			report(other, "a credential",
				"check it by an Auth node, or compare it with env.NAME, and replace it: it has been in a file", isKeyIn)
		}
	}
}

// proves reports whether a caller proves himself with a value, by its name. Of a hash nobody gets back what it was made
// of.
func proves(e *expr.Expr) bool {
	if e.Type.Labels.Has(types.Hash) || e.Type.Kind != types.String && e.Type.Kind != types.Any {
		return false
	}
	found := false
	e.Walk(func(e *expr.Expr) {
		name := e.Key[strings.LastIndexByte(e.Key, '.')+1:]
		found = found || label.IsCredential(name) && e.Type.AllLabels().Has(types.Caller)
	})
	return found
}

func isSomething(text string) bool { return text != "" }

// isKeyIn reports whether one of the words of a text is likely a key, and no word: behind "Bearer", in a list of keys,
// or between the anchors of a regular expression.
func isKeyIn(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;|()^$", r) })
	return slices.ContainsFunc(words, func(word string) bool { return isRandom(word) && !strings.ContainsAny(word, `[]{}*\`) })
}

// credentialsInSQL reports literals that a statement compares with a column named as credentials are, or gives it.
func credentialsInSQL(p *rule.Pass, s *ir.Step, t *ir.Typed) {
	if t == nil || t.Tree == nil || t.Tree.Text == nil {
		return
	}
	query, _ := s.Query()
	if query.Statement == nil {
		return
	}
	column := cmp.Or(writtenColumn(query.Statement), assignedColumn(s.Node, query.Statement))
	if column != "" {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: t.Tree.JSON.Span, Message: fmt.Sprintf("the value of column %q is written as a literal, but the column holds credentials by its name", column),
			Hint: "use a placeholder (a Hash node, sha256(…), randomToken(…) or env.NAME), and replace the value: it has been in a file",
		})
	}
}

// keepsProofs reports whether a column of that name holds credentials, or their hashes.
func keepsProofs(column string) bool { return label.IsCredential(column) || label.IsHash(column) }

// isWrittenKey reports whether a literal is likely a key, and not in a form by which it is found wherever it stands.
func isWrittenKey(t token.Token) bool {
	return t.Kind == token.Text && isRandom(t.Text()) && !label.HoldsKey(t.Text())
}

// writtenColumn is the column that is compared with a literal: token = 'k3…'.
func writtenColumn(st *statement.Statement) string {
	for _, c := range st.Compared {
		for _, left := range c.Left {
			written := func(right statement.Term) bool {
				value := token.Split(right.Literal)
				return len(value) == 1 && isWrittenKey(value[0])
			}
			equal := c.How == statement.Equals || c.How == statement.Is
			if equal && keepsProofs(left.Column.Name) && slices.ContainsFunc(c.Right, written) {
				return left.Column.Name
			}
		}
	}
	return ""
}

// assignedColumn is the column that an INSERT gives a literal.
func assignedColumn(n *ir.Node, st *statement.Statement) string {
	for _, change := range st.Changes {
		for _, a := range change.Assigned {
			if !keepsProofs(a.Column) || a.End <= a.Start {
				continue
			}
			if value := token.Split(n.QueryText(a.Start, a.End)); len(value) == 1 && isWrittenKey(value[0]) {
				return a.Column
			}
		}
	}
	return ""
}

// inElement matches an element of XML that holds a text without white space.
var inElement = regexp.MustCompile(`<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>\s*([^<>\s]+)\s*</`)

// credentialsInXML reports elements with the name of a credential whose text is written out: <Password>….
func credentialsInXML(p *rule.Pass, s *ir.Step, f *templates.Field) {
	t := s.Value[f.Name]
	if t.Tree == nil || t.Tree.JSON.Kind != schema.String || t.Expr == nil {
		return
	}
	for _, element := range inElement.FindAllStringSubmatch(withoutPlaceholders(p.Values(), t), -1) {
		if label.IsCredential(element[1]) && isRandom(element[2]) {
			reportNamed(p, s, f, element[1], t)
		}
	}
}
