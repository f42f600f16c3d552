package accounts

import (
	"fmt"
	"sync"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// An identity needs a proof: a password, a token that was issued to the user, a code that was sent to them. A name or
// an address is none.

var NamedUsers = rule.Rule{Code: diag.FC419ClaimedUser, Run: namedUsers, Needs: ir.Proved}

// namedUsers reports a login or a password reset for a user that the caller only names.
func namedUsers(p *rule.Pass) {
	w := p.Persons()
	common := sync.OnceValue(func() commonTokens { return commonTokensOf(p, w) })
	places := tokens.PlacesOf(p)
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

// signsFor checks the subject of a token that the caller receives, also one that a called workflow signs.
func signsFor(p *rule.Pass, w rule.Persons, s *ir.Step, common func() commonTokens) {
	signed := signedBy(s)
	if signed == nil {
		return
	}
	for _, calls := range tokens.Ways(s.Flow, tokens.MaxCalls) {
		if !tokens.TokenGoes(w.Graph, s, calls).IsHere() {
			continue
		}
		for _, subject := range subjects(w, s) {
			before := shownOn(w, s, calls)
			if before.All && common().has(signed.Secret, signed.Algorithm, audiencesOf(signed)) {
				before = common().on(w, s, calls)
			}
			if who := named(before, w, w.Graph.Numbers(calls), subject); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q signs a token for the user that %q names", s.Node.ID.Value, who))
			}
		}
	}
}

// subjects returns the claims of a step that identify a user: sub (RFC 7519, 4.1.2), and those that hold a key of an
// account.
func subjects(w rule.Persons, s *ir.Step) []trace.Value {
	var list []trace.Value
	for _, f := range s.Checked() {
		if f.Sink != templates.Claim {
			continue
		}
		for _, name := range s.Value[f.Name].Tree.Keys {
			if claim := s.Value[f.Name].Entry(name); name == "sub" || w.Names[w.Graph.Claim(s, name)] {
				list = append(list, w.Graph.Typed(claim))
			}
		}
	}
	return list
}

// opensFor checks the owner of a session that the caller receives: the row that is stored with the hash of its token.
func opensFor(p *rule.Pass, w rule.Persons, s *ir.Step, common func() commonTokens, places map[string]tokens.Proofs) {
	for _, stored := range tokens.HashesStored(s) {
		if _, looked := places[stored.Place]; !looked || rule.DigestOf(w.Graph, stored.Hash) == nil || !tokens.GoesFrom(w.Graph, s, stored.Hash, nil).IsHere() {
			continue
		}
		for _, owner := range Owners(w, s) {
			if who := named(shownAt(w, s, common), w, nil, owner); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q opens a session for the user that %q names", s.Node.ID.Value, who))
			}
		}
	}
}

// resetsFor looks at whose password, or whose key, a step sets. Who finds a row by their own secret sets their own.
func resetsFor(p *rule.Pass, w rule.Persons, s *ir.Step, common func() commonTokens) {
	query, _ := s.Query()
	if query.Statement == nil || s.FoundBySecret() || !s.Protected() && !s.Flow.Entry.Route().Public {
		return // FC404 reports a step without a guard
	}
	for i := range query.Statement.Changes {
		what := resets(w, s, i)
		if what == "" {
			continue
		}
		k, who := shownAt(w, s, common), ""
		for _, by := range w.KeysOf(s, i) {
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
func resets(w rule.Persons, s *ir.Step, i int) string {
	query, _ := s.Query()
	change := query.Statement.Changes[i]
	what := ""
	for j, a := range change.Assigned {
		key := func() bool {
			return w.Graph.About(w.Graph.Column(w.Graph.Program(s), change.Table, a.Column)).Unique && w.Identifies(s, change.Table, a.Column)
		}
		switch {
		case a.Upsert != (change.Verb == statement.Insert):
		case isNewHash(w, w.Graph.Assigned(s, i, j)):
			return "password"
		case what == "" && change.Verb == statement.Update && a.Param > 0 && key():
			what = a.Column
		}
	}
	return what
}

// isNewHash reports whether a value is the hash that a step makes of a new password.
func isNewHash(w rule.Persons, v trace.Value) bool {
	for at := range w.Graph.Back(trace.Walk{Through: trace.Spelled | trace.Joined | trace.Hashed | trace.Member}, v) {
		made := at.Before
		if at.Edge.Way == trace.Hashed && w.Graph.Kind(made.Value) == trace.Output {
			s := w.Graph.About(made.Value).Step
			return !s.Node.Template.Crypto.Hashes(ir.NewPass(s)).Verifies
		}
	}
	return false
}

func reportNamedUser(p *rule.Pass, s *ir.Step, what string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Message: what + ", but nothing proves that the caller is that user",
		Hint: "verify a password by a Hash node, or look the user up by the hash of a token that only they were given",
	})
}
