package guards

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/accounts"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// fixedSession reports a session that is stored under a token from the caller's browser. An attacker who has planted a
// known token there gets the user's session (session fixation). Where a guard has verified the token before, the
// session is the caller's already.
func fixedSession(p *rule.Pass, w rule.Persons, s *ir.Step, looked map[string]tokens.Proofs, guards []string) {
	for _, stored := range slices.Concat(tokens.HashesStored(s), sessionsGiven(w, s)) {
		token := rule.DigestOf(w.Graph, stored.Hash)
		if _, known := looked[stored.Place]; !known || token == nil || !isPlanted(w.Graph, token) || verified(w.Graph, s, token) || setsChosen(w.Graph, s.Flow, guards) {
			continue
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Code: diag.FC418PlantedSession, Span: s.Node.ID.Span,
			Message: fmt.Sprintf("%q opens a session under a token that the browser already sends: an attacker can plant a known token before the login",
				s.Node.ID.Value),
			Hint: "make a new token by randomToken(32), and set the cookie to it",
		})
	}
}

// isPlanted reports whether others can have a browser send a value: as a cookie, which other hosts of its domain set,
// or by a link.
func isPlanted(g *values.Graph, e *expr.Expr) bool {
	for from := range rule.OriginsOf(g, e) {
		in, _, inside := strings.Cut(from.Name, ".")
		if from.Kind == trace.Field {
			inputs := from.Step.Flow.Inputs
			i := slices.IndexFunc(inputs, func(input ir.Input) bool { return input.Name == in })
			in, inside = "", i >= 0
			if inside {
				in = inputs[i].In
			}
		}
		if from.IsSent() && inside && (strings.TrimSuffix(in, "s") == "cookie" || in == "query") {
			return true
		}
	}
	return false
}

// sessionsGiven returns the sessions that a step assigns to a user: rows that it finds by the hash of a token, and
// whose owner it sets.
func sessionsGiven(w rule.Persons, s *ir.Step) []tokens.StoredHash {
	query, params := s.Query()
	if query.Statement == nil {
		return nil
	}
	owned := slices.ContainsFunc(accounts.Owners(w, s), func(v trace.Value) bool { return isStored(w, v) })
	var list []tokens.StoredHash
	for _, e := range query.Statement.Equal() {
		if owned && len(query.Statement.Changes) > 0 && e.Param <= len(params) && params[e.Param-1].Expr != nil {
			list = append(list, tokens.StoredHash{Place: tokens.ColumnPlace(e.Column.Table, e.Column.Name), Hash: params[e.Param-1].Expr})
		}
	}
	return list
}

// isStored reports whether a value is one that was stored before.
func isStored(w rule.Persons, v trace.Value) bool {
	for at := range w.Graph.Back(trace.Walk{Through: trace.Spelled}, v) {
		if e := w.Graph.About(at.Value).Expr; e != nil {
			return e.Type.AllLabels().Has(types.Data)
		}
	}
	return false
}

// setsChosen reports whether a flow sets a session cookie whose value the caller has chosen, which fixedCookie reports.
func setsChosen(g *values.Graph, f *ir.Flow, guards []string) bool {
	return slices.ContainsFunc(f.Steps, func(s *ir.Step) bool {
		return slices.ContainsFunc(s.SetCookies(), func(c ir.SetCookie) bool { return slices.Contains(guards, c.Name) && choosesCookie(g, s, c) })
	})
}
