package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Who somebody is has to be shown: by a password, a token that he was given, a code that was sent to him. To name him is no proof.

var namedUsersRule = Rule{Code: diag.FC419, Run: namedUsers, Needs: ir.Proved}

// namedUsers reports who is let in, or gets another password, because a caller names him.
func namedUsers(p *Pass) {
	tokens := sync.OnceValue(func() tokenWays { return waysOf(p) })
	common := sync.OnceValue(func() commonTokens { return commonTokensOf(p, tokens()) })
	places, accounts := placesOf(p), accountTables(p)
	p.Nodes(func(s *ir.Step) {
		if s.Mistaken() {
			return
		}
		signsFor(p, s, tokens, common)
		if !isCalledByAnybody(s.Flow) {
			return
		}
		opensFor(p, s, tokens, common, places)
		resetsFor(p, s, accounts, common)
		mailsFor(p, s)
	})
}

// shownOn is what the way to a step has shown that some Calls lead to, the innermost first.
func shownOn(s *ir.Step, calls []*ir.Step) shown {
	all := shownBefore(s)
	outer := s.Flow
	for _, call := range calls {
		outer = call.Flow
		before := shownBefore(call)
		all.all = all.all || before.all
		maps.Copy(all.nodes, before.nodes)
		all.sent = append(all.sent, before.sent...)
	}
	all.all = all.all || !isCalledByAnybody(outer)
	return all
}

// isCalledByAnybody reports whether a flow answers requests: of what other workflows and services call, these know who is meant.
func isCalledByAnybody(f *ir.Flow) bool {
	return f.Entry.Template.Route != nil && !f.Entry.Route().Hook && f.Entry.Route().Tool == ""
}

// signsFor looks at whom a token is for that is answered to who calls, also by a workflow that is called for that.
func signsFor(p *Pass, s *ir.Step, tokens func() tokenWays, common func() commonTokens) {
	signed := signedBy(s)
	if signed == nil {
		return
	}
	for _, calls := range ways(s.Flow, maxCalls) {
		if !tokens().from(holder{held{s.Node, "token"}, calls}).isHere() {
			continue
		}
		for _, subject := range subjects(s) {
			before := shownOn(s, calls)
			if before.all && common().has(signed.Secret, signed.Algorithm, audiencesOf(signed)) {
				before = common().on(s, calls)
			}
			if who := before.follow(made{s, calls, subject}, maxLookups); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q signs a token for the user that %q names", s.Node.ID.Value, who))
			}
		}
	}
}

// subjectClaims are the claims that say who somebody is (RFC 7519, 4.1.2), in small letters and without "_".
var subjectClaims = []string{"account", "accountid", "sub", "uid", "user", "userid"}

func subjects(s *ir.Step) []*expr.Expr {
	var list []*expr.Expr
	for _, f := range s.Checked() {
		if f.Sink != templates.Claim {
			continue
		}
		for _, key := range s.Value[f.Name].Tree.Keys {
			claim := s.Value[f.Name].Entry(key)
			if claim != nil && claim.Expr != nil && slices.Contains(subjectClaims, strings.ReplaceAll(strings.ToLower(key), "_", "")) {
				list = append(list, claim.Expr)
			}
		}
	}
	return list
}

// opensFor looks at whose a session is that is answered to who calls: what is stored with the hash of a token that is looked up.
func opensFor(p *Pass, s *ir.Step, tokens func() tokenWays, common func() commonTokens, places map[string]proofs) {
	for _, stored := range hashesStored(s) {
		if _, looked := places[stored.place]; !looked || digested(s, stored.hash) == nil {
			continue
		}
		here := false
		for _, from := range sources(s.Flow, stored.hash, nil) {
			here = here || tokens().from(from).isHere()
		}
		if !here {
			continue
		}
		for _, owner := range owners(s) {
			if who := shownAt(s, common).named(s, owner); who != "" {
				reportNamedUser(p, s, fmt.Sprintf("%q opens a session for the user that %q names", s.Node.ID.Value, who))
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
				if a.Param > 0 && a.Param <= len(params) && namesOwner(a.Column) && params[a.Param-1].Expr != nil {
					list = append(list, params[a.Param-1].Expr)
				}
			}
		}
	}
	value := storedIn(s)
	if value == nil {
		return list
	}
	if value.Expr != nil && value.Expr.Type.AllLabels().Has(types.Data) { // else it may be what a guest writes
		return append(list, value.Expr)
	}
	for _, key := range value.Tree.Keys {
		if entry := value.Entry(key); namesOwner(key) && entry != nil && entry.Expr != nil {
			list = append(list, entry.Expr)
		}
	}
	return list
}

// accountTables are the tables of those who show a password, in small letters.
func accountTables(p *Pass) []string {
	var list []string
	for place := range comparedColumns(p) {
		table, _, _ := strings.Cut(place, ".")
		list = append(list, table)
	}
	return list
}

// addresses are the columns by which somebody gets back what he has lost, without "_".
var addresses = []string{"email", "mail", "phone", "phonenumber"}

// namesOwner reports whether a column or a member says whose something is, and no address at which a guest is reached.
func namesOwner(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "")
	return slices.Contains(subjectClaims, name) || slices.Contains([]string{"customerid", "login", "memberid", "ownerid", "owner", "username"}, name)
}

// resetsFor looks at whose password or address a step sets. Who finds a row by his own secret sets his own.
func resetsFor(p *Pass, s *ir.Step, accounts []string, common func() commonTokens) {
	query, params := s.Query()
	if query.Statement == nil || s.FoundBySecret() || !s.Protected() && !s.Flow.Entry.Route().Public {
		return // of what is done below no guard, FC404 tells
	}
	for _, change := range query.Statement.Changes {
		what := ""
		for _, a := range change.Assigned {
			switch {
			case a.Upsert != (change.Verb == statement.Insert):
			case isNewHash(s, a, params):
				what = "password"
			case what == "" && change.Verb == statement.Update && slices.Contains(accounts, strings.ToLower(change.Table)) && a.Param > 0 &&
				slices.Contains(addresses, strings.ReplaceAll(strings.ToLower(a.Column), "_", "")):
				what = a.Column
			}
		}
		if what == "" {
			continue
		}
		if who := shownAt(s, common).namedBy(s, keysOf(s, change)); who != "" {
			reportNamedUser(p, s, fmt.Sprintf("%q sets the %s of the user that %q names", s.Node.ID.Value, what, who))
		}
	}
}

func reportNamedUser(p *Pass, s *ir.Step, what string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Message: what + ", but nothing proves that the caller is that user",
		Hint: "verify a password by a Hash node, or look the user up by the hash of a token that only they were given",
	})
}
