package secrets

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Carried is an expression that carries labels out of an execution.
type Carried struct {
	Of    *expr.Expr
	Text  string // as the document writes it
	Span  diag.Span
	Label types.Label    // those looked for
	Keep  string         // a hint, where a function was given it
	Given []diag.Related // the Calls that give the workflow what is in it
	keyed bool           // secrets are in it as keys only, of which nothing can be read back
	Crypt bool           // a statement makes a hash of it, or compares a hash of it
	Reads []string       // the variables with secrets that are in it
	under string         // the parameter of a query that it is the value of; "" of anything else
}

// Leaving calls found for each expression that carries one of the labels into what is stored, or sent to another
// service.
func Leaving(p *rule.Pass, labels types.Label, found func(*ir.Step, *templates.Field, Carried)) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			switch f.Sink {
			case templates.Stored, templates.Sent, templates.Address:
				s.Value[f.Name].Walk(func(t *ir.Typed) {
					for _, e := range t.Carriers(labels) {
						found(s, f, Carried{
							Of:    e,
							Text:  t.Tree.JSON.Text[e.Start:e.End],
							Span:  t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
							Label: e.Type.AllLabels() & labels,
							Keep:  keepHint(p, e, labels),
							keyed: p.Values().KeyOnly(e),
							Crypt: isCrypted(s, t),
							Given: paths.Givers(p, s, t, labels),
							Reads: secretVariables(p, e),
							under: parameterOf(s.Value[f.Name], t, e),
						})
					}
				})
			}
		}
	})
}

// secretVariables are the variables with secrets that a value is made of, each once.
func secretVariables(p *rule.Pass, e *expr.Expr) []string {
	var names []string
	for src := range rule.OriginsOf(p.Values(), e) {
		secret := src.Kind == trace.Variable && p.Program.Naming.Variable(src.Name).Has(types.Secret)
		if secret && !slices.Contains(names, src.Name) {
			names = append(names, src.Name)
		}
	}
	return names
}

// parameterOf returns the parameter of a query that e, in a part of a URL or among parameters, is the value of; "" of
// anything else.
func parameterOf(field, t *ir.Typed, e *expr.Expr) string {
	if i := slices.Index(field.Items, t); i >= 0 && i < len(field.Tree.Keys) {
		return field.Tree.Keys[i]
	}
	_, query, _ := strings.Cut(t.Tree.JSON.Text[:e.Start], "?")
	name, rest, found := strings.Cut(query[strings.LastIndexByte(query, '&')+1:], "=")
	if !found || rest != "" && rest != placeholderBegin {
		return ""
	}
	return name
}

// placeholderBegin begins a placeholder.
const placeholderBegin = "{{"

// isCrypted reports whether a value is a parameter of which the step's statement only makes a hash.
func isCrypted(s *ir.Step, t *ir.Typed) bool {
	query, params := s.Query()
	return query.Statement != nil && slices.Contains(query.Statement.Crypted, slices.Index(params, t)+1)
}

func LabelText(l types.Label) string { return strings.ReplaceAll(l.String(), ",", " and a ") }
