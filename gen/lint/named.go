package lint

import (
	"fmt"
	"sync"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Who somebody is has to be shown: by a password, a token that he was given, a code that was sent to him. To name him
// is no proof.

var namedUsersRule = Rule{Code: diag.FC419ClaimedUser, Run: namedUsers, Needs: ir.Proved}

// namedUsers reports who is let in, or gets another password, because a caller names him.
func namedUsers(p *Pass) {
	w := p.persons()
	common := sync.OnceValue(func() commonTokens { return commonTokensOf(p, w) })
	places := placesOf(p)
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() {
			return
		}
		signsFor(p, w, s, common)
		if !isCalledByAnybody(s.Flow) {
			return
		}
		opensFor(p, w, s, common, places)
		resetsFor(p, w, s, common)
		mailsFor(p, w, s)
	})
}

// shownOn is what the way to a step has shown that some Calls lead to, the innermost first.
func shownOn(w persons, s *ir.Step, calls []*ir.Step) shown {
	all := shownBefore(w, s)
	outer := s.Flow
	for _, call := range calls {
		outer = call.Flow
		all = all.and(shownBefore(w, call))
	}
	all.all = all.all || !isCalledByAnybody(outer)
	return all
}

// isCalledByAnybody reports whether a flow answers requests: of what other workflows and services call, these know who
// is meant.
func isCalledByAnybody(f *ir.Flow) bool {
	return f.Entry.Template.Route != nil && !f.Entry.Route().Hook && f.Entry.Route().Tool == ""
}

// signsFor looks at whom a token is for that is answered to who calls, also by a workflow that is called for that.
func signsFor(p *Pass, w persons, s *ir.Step, common func() commonTokens) {
	signed := signedBy(s)
	if signed == nil {
		return
	}
	for _, calls := range ways(s.Flow, maxCalls) {
		if !tokenGoes(w.g, s, calls).isHere() {
			continue
		}
		for _, subject := range subjects(w, s) {
			before := shownOn(w, s, calls)
			if before.all && common().has(signed.Secret, signed.Algorithm, audiencesOf(signed)) {
				before = common().on(w, s, calls)
			}
			if who := named(before, w, w.g.Numbers(calls), subject); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q signs a token for the user that %q names", s.Node.ID.Value, who))
			}
		}
	}
}

// subjects are the claims of a step that say who somebody is: sub (RFC 7519, 4.1.2), and what a key of an account is
// stored in.
func subjects(w persons, s *ir.Step) []trace.Value {
	var list []trace.Value
	for _, f := range s.Checked() {
		if f.Sink != templates.Claim {
			continue
		}
		for _, name := range s.Value[f.Name].Tree.Keys {
			if claim := s.Value[f.Name].Entry(name); name == "sub" || w.names[w.g.Claim(s, name)] {
				list = append(list, w.g.Typed(claim))
			}
		}
	}
	return list
}

// opensFor looks at whose a session is that is answered to who calls: what is stored with the hash of a token that is
// looked up.
func opensFor(p *Pass, w persons, s *ir.Step, common func() commonTokens, places map[string]proofs) {
	for _, stored := range hashesStored(s) {
		if _, looked := places[stored.place]; !looked || digestOf(w.g, stored.hash) == nil || !goesFrom(w.g, s, stored.hash, nil).isHere() {
			continue
		}
		for _, owner := range owners(w, s) {
			if who := named(shownAt(w, s, common), w, nil, owner); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q opens a session for the user that %q names", s.Node.ID.Value, who))
			}
		}
	}
}

// owners returns what a step stores that says whose it is.
func owners(w persons, s *ir.Step) []trace.Value {
	var list []trace.Value
	if query, _ := s.Query(); query.Statement != nil {
		for i, change := range query.Statement.Changes {
			for j, a := range change.Assigned {
				if a.Param > 0 && w.identifies(s, change.Table, a.Column) {
					list = append(list, w.g.Assigned(s, i, j))
				}
			}
		}
	}
	value := storedIn(s)
	switch {
	case value == nil:
	case value.Expr != nil && w.names[w.g.Key(s, "")]:
		list = append(list, w.g.Typed(value))
	default:
		for _, name := range value.Tree.Keys {
			if w.names[w.g.Key(s, name)] {
				list = append(list, w.g.Typed(value.Entry(name)))
			}
		}
	}
	return list
}

// resetsFor looks at whose password, or whose key, a step sets. Who finds a row by their own secret sets their own.
func resetsFor(p *Pass, w persons, s *ir.Step, common func() commonTokens) {
	query, _ := s.Query()
	if query.Statement == nil || s.FoundBySecret() || !s.Protected() && !s.Flow.Entry.Route().Public {
		return // of what is done below no guard, FC404 tells
	}
	for i := range query.Statement.Changes {
		what := resets(w, s, i)
		if what == "" {
			continue
		}
		k, who := shownAt(w, s, common), ""
		for _, by := range w.keysOf(s, i) {
			if who = named(k, w, nil, by); who == "" {
				break
			}
		}
		if who != "" {
			reportNamedUser(p, s, fmt.Sprintf("%q sets the %s of the user that %q names", s.Node.ID.Value, what, who))
		}
	}
}

// resets returns what a change sets of an account by which its owner gets in: the password, or a column that identifies
// the account.
func resets(w persons, s *ir.Step, i int) string {
	query, _ := s.Query()
	change := query.Statement.Changes[i]
	what := ""
	for j, a := range change.Assigned {
		key := func() bool {
			return w.g.About(w.g.Column(w.g.Program(s), change.Table, a.Column)).Unique && w.identifies(s, change.Table, a.Column)
		}
		switch {
		case a.Upsert != (change.Verb == statement.Insert):
		case isNewHash(w, w.g.Assigned(s, i, j)):
			return "password"
		case what == "" && change.Verb == statement.Update && a.Param > 0 && key():
			what = a.Column
		}
	}
	return what
}

// isNewHash reports whether a value is the hash that a step makes of a new password.
func isNewHash(w persons, v trace.Value) bool {
	for at := range w.g.Back(trace.Walk{Through: trace.Spelled | trace.Joined | trace.Hashed | trace.Member}, v) {
		made := at.Before
		if at.Edge.Way == trace.Hashed && w.g.Kind(made.Value) == trace.Output {
			s := w.g.About(made.Value).Step
			return !s.Node.Template.Hashes(ir.NewPass(s)).Verifies
		}
	}
	return false
}

func reportNamedUser(p *Pass, s *ir.Step, what string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Message: what + ", but nothing proves that the caller is that user",
		Hint: "verify a password by a Hash node, or look the user up by the hash of a token that only they were given",
	})
}
