package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Who somebody is has to be shown: by a password, a token that he was given, a code that was sent to him. To name him is no proof.

var namedUsersRule = Rule{Code: diag.FC419, Run: namedUsers, Needs: ir.Proved}

// namedUsers reports who is let in, or gets another password, because a caller names him.
func namedUsers(p *Pass) {
	tokens := waysOf(p)
	places := placesOf(p)
	p.Nodes(func(s *ir.Step) {
		if !isCalledByAnybody(s.Flow) || s.Mistaken() {
			return
		}
		signsFor(p, s, tokens)
		opensFor(p, s, tokens, places)
		resetsFor(p, s)
	})
}

// isCalledByAnybody reports whether a flow answers requests: of what other workflows and services call, these know who is meant.
func isCalledByAnybody(f *ir.Flow) bool {
	return f.Entry.Template.Route != nil && !f.Entry.Route().Hook && f.Entry.Route().Tool == ""
}

// signsFor looks at whom a token is for that is answered to who calls.
func signsFor(p *Pass, s *ir.Step, tokens tokenWays) {
	t := s.Node.Template
	if t.Signs == nil || t.Signs(ir.NewPass(s)) == nil || !tokens.from(holder{held{s.Node, "token"}, nil}).isHere() {
		return
	}
	for _, f := range s.Checked() {
		sub := s.Value[f.Name].Entry("sub")
		if f.Sink != templates.Claim || sub == nil || sub.Expr == nil {
			continue
		}
		if who := shownBefore(s).named(s, sub.Expr); who != "" {
			reportNamedUser(p, s, fmt.Sprintf("%q signs a token for whoever %q names", s.Node.ID.Value, who))
		}
	}
}

// opensFor looks at whose a session is that is answered to who calls: what is stored with the hash of a token that is looked up.
func opensFor(p *Pass, s *ir.Step, tokens tokenWays, places map[string]proofs) {
	for _, stored := range hashesStored(s) {
		if _, looked := places[stored.place]; !looked || digested(s, stored.hash) == nil {
			continue
		}
		here := false
		for _, from := range sources(s.Flow, stored.hash, nil) {
			here = here || tokens.from(from).isHere()
		}
		if !here {
			continue
		}
		for _, owner := range owners(s) {
			if who := shownBefore(s).named(s, owner); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q opens a session for whoever %q names", s.Node.ID.Value, who))
			}
		}
	}
}

// owners are what a step stores under a name that says whose it is.
func owners(s *ir.Step) []*expr.Expr {
	var list []*expr.Expr
	query, params := s.Query()
	if query.Statement != nil {
		for _, change := range query.Statement.Changes {
			for _, a := range change.Assigned {
				if a.Param > 0 && a.Param <= len(params) && namesUser(a.Column) && params[a.Param-1].Expr != nil {
					list = append(list, params[a.Param-1].Expr)
				}
			}
		}
	}
	value := storedIn(s)
	if value == nil {
		return list
	}
	if value.Expr != nil {
		return append(list, value.Expr)
	}
	for _, key := range value.Tree.Keys {
		if entry := value.Entry(key); namesUser(key) && entry != nil && entry.Expr != nil {
			list = append(list, entry.Expr)
		}
	}
	return list
}

// resetsFor looks at whose password a step sets. Who finds a row by his own secret sets his own.
func resetsFor(p *Pass, s *ir.Step) {
	query, params := s.Query()
	if query.Statement == nil || s.FoundBySecret() || !s.Protected() && !s.Flow.Entry.Route().Public {
		return // of what is done below no guard, FC404 tells
	}
	for _, change := range query.Statement.Changes {
		if !slices.ContainsFunc(change.Assigned, func(a statement.Assigned) bool {
			return a.Upsert == (change.Verb == statement.Insert) && isNewHash(s, a, params)
		}) {
			continue
		}
		who := shownBefore(s).namedBy(s, keysOf(s, change))
		if who != "" {
			reportNamedUser(p, s, fmt.Sprintf("%q sets the password of whoever %q names", s.Node.ID.Value, who))
		}
	}
}

func reportNamedUser(p *Pass, s *ir.Step, what string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Message: what + ", and nothing shows that it is the one who calls",
		Hint: "check a password by a Hash, or look up by the hash of a token that he alone was given, and take who he is from that row",
	})
}
