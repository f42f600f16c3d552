package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var unhashedPasswordsRule = Rule{Code: diag.FC403, Run: unhashedPasswords, Needs: ir.Proved}

// unhashedPasswords reports what a caller sends under any name, and what is stored where a password's hash is looked for, or compared
// with what stands there: a password by its place.
func unhashedPasswords(p *Pass) {
	checked := comparedColumns(p)
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() {
			return
		}
		for _, stored := range passwordPlaces(s) {
			by := checked[columnPlace(stored.table, stored.column)]
			if by == nil && !isPasswordColumn(stored.column) || by != nil && toldAsProof(s) {
				continue
			}
			if fast, sent := sentPassword(s, stored.Expr); sent {
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

func passwordPlaces(s *ir.Step) []passwordPlace {
	query, params := s.Query()
	if query.Statement == nil {
		return nil
	}
	var list []passwordPlace
	add := func(table, column string, param int, compared bool) {
		if param < 1 || param > len(params) || params[param-1].Expr == nil || slices.Contains(query.Statement.Crypted, param) {
			return
		}
		list = append(list, passwordPlace{params[param-1], table, column, compared})
	}
	for _, change := range query.Statement.Changes {
		for _, a := range change.Assigned {
			if a.Nulls || a.Value.Unproved != "" { // of which FC209 and FC217 tell
				continue
			}
			for _, param := range a.Value.Params {
				add(change.Table, a.Column, param, false)
			}
		}
	}
	for _, e := range query.Statement.Equal {
		add(e.Column.Table, e.Column.Name, e.Param, true)
	}
	return list
}

// toldAsProof reports whether FC417 tells of what a step stores where a guard looks for hashes.
func toldAsProof(s *ir.Step) bool {
	return !s.Protected() && !s.Flow.Called() && s.Flow.Entry.Route().Public
}

// isPasswordColumn reports whether a column holds passwords, or their hashes, by its name: password, pwd_hash, password_digest.
func isPasswordColumn(name string) bool {
	for _, end := range []string{"_hash", "Hash", "_digest", "Digest"} {
		name = strings.TrimSuffix(name, end)
	}
	return label.IsPassword(name)
}

// sentPassword reports whether a value is what the caller likes, and fast whether it is the fast hash of that. What is called a hash
// was made by another one, as where accounts come from elsewhere; of what has the label of a password, FC403 tells as it is.
func sentPassword(s *ir.Step, e *expr.Expr) (fast, sent bool) {
	if of := digested(s, e); of != nil {
		fast, e = true, of
	}
	chosen := facts.ChosenText(e)
	if e.Type.AllLabels()&(types.Password|types.Hash|types.Token) != 0 || chosen == nil || s.Choices(chosen) != nil {
		return fast, false
	}
	origins := s.Flow.Origins(e)
	return fast, len(origins) > 0 && !slices.ContainsFunc(origins, func(src ir.Source) bool { return !isOfCaller(src) || isHashName(sentName(src)) })
}

func isHashName(name string) bool {
	name = strings.ToLower(name)
	return name == "" || label.IsHash(name) || slices.ContainsFunc([]string{"crypt", "digest", "hashed"}, func(word string) bool { return strings.Contains(name, word) })
}

func reportUnhashed(p *Pass, s *ir.Step, stored passwordPlace, fast bool) {
	text, e := stored.Tree.JSON, stored.Expr
	done := "stored in"
	if stored.compared {
		done = "compared with"
	}
	how := "as it is"
	if fast {
		how = "hashed fast"
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    text.Within(s.Node.Workflow.File, e.Start, e.End),
		Message: fmt.Sprintf("%q of the caller is %s %q %s, where the hash of a password belongs", text.Text[e.Start:e.End], done, stored.table+"."+stored.column, how),
		Hint:    "put a Hash node before it and use its hash; a Hash, mode verify, compares",
	})
}
