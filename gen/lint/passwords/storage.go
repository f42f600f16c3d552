package passwords

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var UnhashedPasswords = rule.Rule{Code: diag.FC403FastHash, Run: unhashedPasswords, Needs: ir.Proved}

// unhashedPasswords reports what a caller sends, whatever it is called, where it is stored in the column of a password
// or compared with it: its place says that it is one.
func unhashedPasswords(p *rule.Pass) {
	checked := tokens.ComparedColumns(p)
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() {
			return
		}
		for _, stored := range passwordPlaces(s) {
			by := checked[tokens.ColumnPlace(stored.table, stored.column)]
			if by == nil && !isPasswordColumn(stored.column) || by != nil && toldAsProof(s) {
				continue
			}
			if fast, sent := sentPassword(p.Values(), s, stored.Expr); sent {
				reportUnhashed(p, s, stored, fast)
			}
		}
	})
}

// passwordPlace is a parameter that a statement stores in a column, or compares with it.
type passwordPlace struct {
	*ir.Typed
	table, column string
	compared      bool
}

// passwordPlaces are the parameters of a step's statement that may be passwords by their places, but those that crypt
// hashes.
func passwordPlaces(s *ir.Step) []passwordPlace {
	query, params := s.Query()
	if query.Statement == nil {
		return nil
	}
	var list []passwordPlace
	add := func(table, column string, param int, compared bool) {
		if param < 1 || param > len(params) || params[param-1].Expr == nil ||
			slices.Contains(query.Statement.Crypted, param) {
			return
		}
		list = append(list, passwordPlace{params[param-1], table, column, compared})
	}
	for _, change := range query.Statement.Changes {
		for _, a := range change.Assigned {
			if a.Nulls || a.Value.Unproved != "" { // which FC209 and FC217 report
				continue
			}
			for _, param := range a.Value.Params {
				add(change.Table, a.Column, param, false)
			}
		}
	}
	for _, c := range query.Statement.Any() {
		for _, left := range c.Left {
			for _, right := range c.Right {
				if c.How == statement.Equals && left.IsColumn() && right.IsParam() {
					add(left.Column.Table, left.Column.Name, right.Param, true)
				}
			}
		}
	}
	return list
}

// toldAsProof reports whether FC417 reports what a step stores in a place where a guard looks for hashes.
func toldAsProof(s *ir.Step) bool {
	return !s.Protected() && !s.Flow.Called() && s.Flow.Entry.Route().Public
}

// isPasswordColumn reports whether a column holds passwords, or their hashes, by its name: password, pwd_hash,
// password_digest.
func isPasswordColumn(name string) bool {
	for _, end := range []string{"_hash", "Hash", "_digest", "Digest"} {
		name = strings.TrimSuffix(name, end)
	}
	return label.IsPassword(name)
}

// sentPassword reports whether the caller chooses a value freely, and fast whether it is the fast hash of such a value.
// A value that is named a hash was hashed elsewhere, as for imported accounts; FC403 reports a value with the label of
// a password.
func sentPassword(g *values.Graph, s *ir.Step, e *expr.Expr) (fast, sent bool) {
	chosen := facts.ChosenText(g, g.Plain(e))
	if of := digestedIn(g, e); of != nil {
		fast, chosen = true, facts.ChosenText(g, of)
	}
	if chosen == nil || chosen.Type.AllLabels()&(types.Password|types.Hash|types.Token) != 0 || rule.StepOf(g, chosen, s).Choices(chosen) != nil {
		return fast, false
	}
	names := sentNames(g, chosen)
	return fast, len(names) > 0 && !slices.ContainsFunc(names, isHashName)
}

// digestedIn returns what a value, or a part of a text, is the fast hash of; nil where there is none.
func digestedIn(g *values.Graph, e *expr.Expr) *expr.Expr {
	for _, part := range g.Text(e) {
		if of := rule.DigestOf(g, part); of != nil {
			return of
		}
	}
	return nil
}

// sentNames returns what the caller calls the parts of a request that a value comes from; nil where it comes from
// elsewhere, too.
func sentNames(g *values.Graph, e *expr.Expr) []string {
	var names []string
	for src := range rule.OriginsOf(g, e) {
		switch {
		case src.IsSent():
			names = append(names, src.Name[strings.LastIndexByte(src.Name, '.')+1:])
		case src.Kind == trace.Variable || !g.Reached(src.At, trace.Named):
			return nil
		}
	}
	return names
}

// isHashName reports whether what a caller sends is a hash by its name, or may be one, having none.
func isHashName(name string) bool {
	return name == "" || label.IsHash(name) || knowledge.Names.Hashed.In(name)
}

func reportUnhashed(p *rule.Pass, s *ir.Step, stored passwordPlace, fast bool) {
	text, e := stored.Tree.JSON, stored.Expr
	done := "stored in"
	if stored.compared {
		done = "compared with"
	}
	how := "in plain text"
	if fast {
		how = "under a fast hash"
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    text.Within(s.Node.Workflow.File, e.Start, e.End),
		Message: fmt.Sprintf("%q is %s %q %s, but that column holds password hashes", text.Text[e.Start:e.End], done, stored.table+"."+stored.column, how),
		Hint:    "put a Hash node before it and use its hash; to compare, use a Hash node (mode verify)",
	})
}
