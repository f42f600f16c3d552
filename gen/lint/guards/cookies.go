package guards

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var LooseCookies = rule.Rule{Code: diag.FC418Attributes, Run: looseCookies, Needs: ir.Guessed}

func looseCookies(p *rule.Pass) {
	guards, looked, doubled, w := guardCookies(p), tokens.PlacesOf(p), doubledCookies(p), p.Persons()
	p.Flows(func(f *ir.Flow) { writingGet(p, f) })
	p.Steps(func(s *ir.Step) {
		fixedSession(p, w, s, looked, guards)
		for _, c := range s.SetCookies() {
			guard := slices.Contains(guards, c.Name)
			if s.LetsIn(c, guards) && (guard || !slices.Contains(doubled, c.Name)) {
				looseCookie(p, s, c)
			}
			if guard {
				fixedCookie(p, w.Graph, s, c)
			}
		}
	})
}

// guardCookies are the cookies that guards of the folder look into.
func guardCookies(p *rule.Pass) []string {
	var names []string
	p.Flows(func(f *ir.Flow) { names = append(names, f.GuardCookies()...) })
	return names
}

// doubledCookies are the cookies that a script of the page has to read, as the folder compares them with a header or
// the body.
func doubledCookies(p *rule.Pass) []string {
	var names []string
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			names = append(names, out.Doubled())
		}
	})
	return names
}

// writingGet looks at what a GET does for whom a cookie lets in, or a password that browsers send along as well.
func writingGet(p *rule.Pass, f *ir.Flow) {
	if method := f.Entry.Route().Method; f.Entry.Template.Entry.Route == nil || method != http.MethodGet && method != http.MethodHead {
		return
	}
	for _, s := range f.Steps {
		if !p.Trusts(s) {
			continue
		}
		along := writesBy(s, "")
		if along == "" {
			continue
		}
		p.ReportNode(f.Entry, diag.Diagnostic{
			Code: diag.FC418GetChanges, Span: f.Entry.ID.Span,
			Message: fmt.Sprintf("this GET changes data at %q below a guard that reads a %s: a link on any page can trigger it",
				s.Node.ID.Value, along),
			Hint:    "use POST, PUT, PATCH or DELETE",
			Related: []diag.Related{{File: f.Workflow.File, Span: s.Node.ID.Span, Message: "path: " + ir.PathText(s.Path())}},
		})
		return
	}
}

// writesBy returns the credential below which a step, or a step of a workflow that it calls, changes something; ""
// where it changes nothing, or without a guard. The guard may stand in a workflow that calls this one.
func writesBy(s *ir.Step, known facts.Along) facts.Along {
	if facts.Doubled(s) {
		return ""
	}
	if known == "" {
		known = facts.SentAlong(s)
	}
	if callee := s.Callee(); callee != nil {
		for _, inner := range callee.Steps {
			if along := writesBy(inner, known); along != "" {
				return along
			}
		}
		return ""
	}
	if !facts.Changes(s) || facts.Safe(s) || s.FoundBySecret() || onlyNotes(s) {
		return ""
	}
	return known
}

// onlyNotes reports whether a statement only records a visit: it updates columns by a constant or to the current time,
// and inserts no value of the request.
func onlyNotes(s *ir.Step) bool {
	q, params := s.Query()
	if q.Statement == nil || q.Statement.Unproved != "" || q.Statement.Calls || len(q.Statement.Changes) == 0 {
		return false
	}
	sent := slices.ContainsFunc(params, func(t *ir.Typed) bool { return t.Expr == nil || t.Expr.Type.AllLabels().Has(types.Caller) })
	return !slices.ContainsFunc(q.Statement.Changes, func(c statement.Change) bool {
		moved := !slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool {
			return !a.Moves && (c.Verb == statement.Update || a.Upsert)
		})
		return !moved || c.Replaces || c.Verb != statement.Update && (c.Verb != statement.Insert || sent)
	})
}

// looseCookie looks at a cookie that lets its holder in.
func looseCookie(p *rule.Pass, s *ir.Step, c ir.SetCookie) {
	if c.As == nil {
		reportLoose(p, s, c, strings.Join(looseAttributes(c.Attributes), " and "),
			"set it by responseCookies, which adds HttpOnly, Secure and SameSite=Lax")
		return
	}
	var loose []string
	if !c.As.HTTPOnly {
		loose = append(loose, `"httpOnly": false`)
	}
	if !c.As.Secure {
		loose = append(loose, `"secure": false`)
	}
	if c.As.SameSite == "None" {
		loose = append(loose, `"sameSite": "None"`)
	}
	reportLoose(p, s, c, strings.Join(loose, " and "), "remove that: scripts, networks and other sites must not get a token")
}

// fixedCookie reports a cookie that a guard reads and whose value the caller chooses. An attacker who plants a value in
// a victim's browser gets the victim's session (session fixation). A value that a guard has verified is exempt.
func fixedCookie(p *rule.Pass, g *values.Graph, s *ir.Step, c ir.SetCookie) {
	if !choosesCookie(g, s, c) {
		return
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Code: diag.FC418PlantedSession, Span: c.Value.Tree.JSON.Span,
		Message: fmt.Sprintf("cookie %q lets its holder in, and the caller chooses its value: an attacker can plant a known session before the login",
			c.Name),
		Hint: "make a new value: randomToken(32) or a JWT",
	})
}

// choosesCookie reports whether the caller chooses what a cookie holds.
func choosesCookie(g *values.Graph, s *ir.Step, c ir.SetCookie) bool {
	choice := facts.ChosenText(g, c.Value.Expr)
	return choice != nil && sentIn(g, choice) != nil && !verified(g, s, choice)
}

// sentIn returns the parts of the request that a value is made of; nil where it is made of none.
func sentIn(g *values.Graph, e *expr.Expr) map[trace.Value]bool {
	list := rule.OriginValues(g, e)
	maps.DeleteFunc(list, func(v trace.Value, _ bool) bool { return g.Kind(v) != trace.Field && g.Kind(v) != trace.Request })
	if len(list) == 0 {
		return nil
	}
	return list
}

// verified reports whether a guard before a step has looked at what of the request is in a value.
func verified(g *values.Graph, s *ir.Step, value *expr.Expr) bool {
	sent := sentIn(g, value)
	for guard, out := range s.Dominators() {
		if out == nil || !out.Guard {
			continue
		}
		for v := range sent {
			name, isCookie := strings.CutPrefix(g.About(v).Name, "cookies.")
			if isCookie && slices.Contains(guard.Cookies(), name) {
				return true
			}
		}
		if rule.ReadsAnyOf(g, guard, sent, func(*templates.Field) bool { return true }) {
			return true
		}
	}
	return false
}

// looseAttributes are what the attributes of a Set-Cookie (RFC 6265, 4.1.2) leave open.
func looseAttributes(text string) []string {
	var given []string
	for attribute := range strings.SplitSeq(strings.ToLower(text), ";") {
		given = append(given, strings.ReplaceAll(strings.TrimSpace(attribute), " ", ""))
	}
	var loose []string
	for _, name := range []string{"HttpOnly", "Secure"} {
		if !slices.Contains(given, strings.ToLower(name)) {
			loose = append(loose, "no "+name)
		}
	}
	if slices.Contains(given, "samesite=none") {
		loose = append(loose, "SameSite=None")
	}
	return loose
}

func reportLoose(p *rule.Pass, s *ir.Step, c ir.SetCookie, loose, hint string) {
	if loose == "" {
		return
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: c.Value.Tree.JSON.Span, Message: fmt.Sprintf("cookie %q holds a token but has %s", c.Name, loose), Hint: hint,
	})
}
