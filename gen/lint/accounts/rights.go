package accounts

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/hosts"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var NamedRights = rule.Rule{Code: diag.FC419GivenRight, Run: namedRights, Needs: ir.Proved}

// namedRights reports a right that a caller gives himself: a role in a token, or in a row that is asked for it
// elsewhere.
func namedRights(p *rule.Pass) {
	w := p.Persons()
	common := sync.OnceValue(func() commonTokens { return commonTokensOf(p, w) })
	asked := sync.OnceValue(func() map[string]*ir.Step { return askedColumns(p) })
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() || !isCalledByAnybody(s.Flow) {
			return
		}
		signsRight(p, w, s, common)
		storesRight(p, w, s, asked)
	})
}

// isPrivilege reports whether a claim or a column is called as a right that nobody chooses: of scopes one may want
// fewer.
func isPrivilege(name string) bool {
	name = strings.ToLower(name)
	return isRight(name) && !strings.HasSuffix(name, "scope") && !strings.HasSuffix(name, "scopes") || knowledge.Names.Privileges.Has(name)
}

// chosenRight is the part of the request by which a caller chooses a value among all there are, or "".
func chosenRight(w rule.Persons, s *ir.Step, e *expr.Expr) string {
	choice := facts.ChosenText(w.Graph, e)
	if choice == nil || s.Choices(choice) != nil || isMade(w.Graph, choice) {
		return ""
	}
	return hosts.SaidAs(w.Graph, choice)
}

func signsRight(p *rule.Pass, w rule.Persons, s *ir.Step, common func() commonTokens) {
	if signedBy(s) == nil || !tokens.TokenGoes(w.Graph, s, nil).IsHere() {
		return
	}
	for _, f := range s.Checked() {
		if f.Sink != templates.Claim {
			continue
		}
		for _, key := range s.Value[f.Name].Tree.Keys {
			claim := s.Value[f.Name].Entry(key)
			if claim == nil || claim.Expr == nil || !isPrivilege(key) || chosenRight(w, s, claim.Expr) == "" || caller.ShownBefore(w, s).All && common().before(w, s).All {
				continue
			}
			reportRight(p, s, fmt.Sprintf("%q signs a token whose %q the caller chooses by %q", s.Node.ID.Value, key, chosenRight(w, s, claim.Expr)), nil)
		}
	}
}

// askedColumns returns the columns that hold rights, each with a step that checks it or copies it into a token.
func askedColumns(p *rule.Pass) map[string]*ir.Step {
	list := map[string]*ir.Step{}
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			if f.Shape != templates.Cond && f.Like == "" && f.Sink != templates.Claim {
				continue
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				if t.Expr == nil {
					return
				}
				for c := range tokens.ColumnsIn(p.Values(), t.Expr) {
					if isPrivilege(c.Name) {
						list[tokens.ColumnPlace(c.Table, c.Name)] = s
					}
				}
			})
		}
	})
	return list
}

func storesRight(p *rule.Pass, w rule.Persons, s *ir.Step, asked func() map[string]*ir.Step) {
	query, params := s.Query()
	if query.Statement == nil || !s.Protected() && !s.Flow.Entry.Route().Public {
		return // FC404 reports a step without a guard
	}
	for _, change := range query.Statement.Changes {
		for _, a := range change.Assigned {
			param := givenBy(a)
			if !isPrivilege(a.Column) || param < 1 || param > len(params) || params[param-1].Expr == nil {
				continue
			}
			by := asked()[tokens.ColumnPlace(change.Table, a.Column)]
			if by == nil {
				continue
			}
			who := chosenRight(w, s, params[param-1].Expr)
			if who != "" && (!caller.ShownBefore(w, s).All || changesOwnRow(w, s, change)) {
				reportRight(p, s, fmt.Sprintf("%q stores the %q that the caller chooses by %q, and %q authorizes by it", s.Node.ID.Value, a.Column, who, by.Node.ID.Value), by)
			}
		}
	}
}

// givenBy is the parameter that a column gets, also where it keeps what it has without one: "role = coalesce($1,
// role)"; 0 where it gets something else.
func givenBy(a statement.Assigned) int {
	kept := len(a.Value.Columns) == 1 && strings.EqualFold(a.Value.Columns[0].Name, a.Column)
	if a.Param == 0 && kept && len(a.Value.Params) == 1 && a.Value.Unproved == "" {
		return a.Value.Params[0]
	}
	return a.Param
}

// changesOwnRow reports whether a step changes the caller's own row whatever their rights: it finds the row by a value
// of the guard, and no step before has checked that value.
func changesOwnRow(w rule.Persons, s *ir.Step, change statement.Change) bool {
	if change.Verb != statement.Update {
		return false
	}
	guards := map[*ir.Node]bool{}
	for d, out := range s.Dominators() {
		if out != nil && out.Guard {
			guards[d.Node] = true
		}
		if caller.DecidesByRow(w.Graph, d) || d.Callee() != nil || d.Node.Shaped(templates.Func) != nil {
			return false
		}
	}
	own := isShown(caller.Shown{Nodes: guards}, w.Graph)
	return slices.ContainsFunc(w.Lookups(s), func(v trace.Value) bool { return w.Graph.About(v).Name != "" && own(v) })
}

func reportRight(p *rule.Pass, s *ir.Step, message string, by *ir.Step) {
	d := diag.Diagnostic{
		Span: s.Node.ID.Span, Message: message,
		Hint: "write a constant, or read it from a column that callers cannot set; if callers may choose among some values, list them by oneof",
	}
	if by != nil {
		d.Related = []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "checked here"}}
	}
	p.ReportNode(s.Node, d)
}

// isMade reports whether a value is put together, so that what a caller sends is a part of it: "guest-" + name.
func isMade(g *values.Graph, e *expr.Expr) bool {
	e = g.Plain(e)
	return e.Fresh() || g.Reached(g.Expr(e), trace.Joined|trace.Derived)
}
