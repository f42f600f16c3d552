package project

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var TakenNames = rule.Rule{Code: diag.FC218, Run: takenNames, Needs: ir.Proved}

// takenNames reports a name by itself that is a node's field, where the request of an entry point that declares none
// was meant: elsewhere the name is the request's, or a column is to be set to it that it was just read of.
func takenNames(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if s.Flow.Declared || s.Flow.Entry.HasUnknown() {
			return
		}
		set := unchanged(s)
		for _, f := range s.Checked() {
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				t.Expr.Walk(func(e *expr.Expr) {
					name, supplier := s.Supplied(e)
					if supplier == nil {
						return
					}
					in := slices.IndexFunc(s.Flow.Inputs, func(in ir.Input) bool { return in.Name == name && len(in.Uses) > 0 })
					if in >= 0 || slices.Contains(set, t) {
						reportTaken(p, s, t, e, name, supplier)
					}
				})
			})
		}
	})
}

// unchanged returns the parameters of an UPDATE that set a column to the value of the same name from a node before it:
// of the row, or of the caller's token.
func unchanged(s *ir.Step) []*ir.Typed {
	query, params := s.Query()
	if query.Statement == nil {
		return nil
	}
	var set []*ir.Typed
	for _, c := range query.Statement.Changes {
		for _, a := range c.Assigned {
			if c.Verb != statement.Update || a.Param < 1 || a.Param > len(params) {
				continue
			}
			t := params[a.Param-1]
			if name, supplier := s.Supplied(t.Expr); name == a.Column && (supplier.Shaped(templates.Query) != nil || s.Flow.Guards(supplier)) {
				set = append(set, t)
			}
		}
	}
	return set
}

func reportTaken(p *rule.Pass, s *ir.Step, t *ir.Typed, e *expr.Expr, name string, supplier *ir.Node) {
	entry := s.Flow.Entry.ID.Value
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End),
		Message: fmt.Sprintf("%q is %s.%s here, and no field of the request", name, supplier.Name.Value, name),
		Hint:    fmt.Sprintf("declare it in the fields of %q: it is the request's then; or write {{%s.%s}}", entry, supplier.Name.Value, name),
	})
}
