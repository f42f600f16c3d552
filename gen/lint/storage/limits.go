package storage

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var VoidLimits = rule.Rule{Code: diag.FC420, Run: voidLimits, Needs: ir.Proved}

// voidLimits reports limits whose count is another one for each request, or as often as a caller likes.
func voidLimits(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if isLimit(s) && !s.Mistaken() {
			countsAnew(p, s)
		}
	})
	p.Steps(func(s *ir.Step) {
		if len(s.Against()) > 0 && !s.Flow.Called() && !s.Mistaken() {
			guessedFreely(p, s)
		}
	})
}

func isLimit(s *ir.Step) bool {
	t := s.Node.Template
	return t != nil && t.Store.Keeps != nil && s.Node.Key() != "" && s.Kept().Pace != ""
}

// keyParts are the placeholders of a step's key.
func keyParts(s *ir.Step) []*ir.Typed {
	key := s.Node.Shaped(templates.Key)
	if key == nil || s.Value[key.Field.Name] == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Value[key.Field.Name].Items), func(t *ir.Typed) bool { return t.Expr == nil })
}

// writtenAddress returns the header in which a value says where a request comes from, "" where it is made of none.
func writtenAddress(g *values.Graph, t *ir.Typed) string {
	for at := range g.Back(trace.Walk{Through: trace.Followed}, g.Typed(t)) {
		name, header := strings.CutPrefix(strings.ToLower(g.About(at.Value).Name), "headers.")
		if g.Kind(at.Value) == trace.Request && header && knowledge.Names.AddressHeaders.Has(name) {
			return name
		}
	}
	return ""
}

// countsAnew reports a key that no two requests share, or that the caller chooses freely.
func countsAnew(p *rule.Pass, s *ir.Step) {
	for _, part := range keyParts(s) {
		switch header := writtenAddress(p.Values(), part); {
		case header != "":
			reportLimit(p, s, fmt.Sprintf("counts by %s, which every caller can choose", http.CanonicalHeaderKey(header)),
				"count by request.ip, which follows the proxies that TRUSTED_PROXIES names", nil)
		case isNew(p.Values(), part):
			reportLimit(p, s, "never limits: each request has a key of its own",
				"count by a value that the requests share, such as request.ip", nil)
		}
	}
}

// isNew reports whether a value is another one for each request: made of its id, or of what each call makes anew. The
// time is the same for as long as it is written.
func isNew(g *values.Graph, t *ir.Typed) bool {
	for at := range g.Back(trace.Walk{Through: trace.Followed | trace.Hashed}, g.Typed(t)) {
		switch a := g.About(at.Value); g.Kind(at.Value) {
		case trace.Request:
			if a.Name == "id" {
				return true
			}
		case trace.Fresh:
			if a.Expr.Type.Kind != types.Time {
				return true
			}
		}
	}
	return false
}

// guessedFreely looks at the limits before a step that checks what callers may guess: one of them has to hold whatever
// else is sent.
func guessedFreely(p *rule.Pass, s *ir.Step) {
	for _, l := range freeLimits(p, s) {
		if writtenAddress(p.Values(), l.part) == "" && !isNew(p.Values(), l.part) {
			reportLimit(p, l.step, l.why, fmt.Sprintf("count by request.ip, or by the user that %q checks in one spelling, and by nothing else", s.Node.ID.Value), s)
		}
	}
}

// freeLimits returns the limits before a step that checks what callers may guess, where all of them are free.
func freeLimits(p *rule.Pass, s *ir.Step) []freeLimit {
	asked, w := caller.NothingShown(), p.Persons()
	for _, e := range s.Against() {
		asked.Own(w, w.Graph.Expr(e))
	}
	for node := range asked.Nodes {
		if slices.ContainsFunc(StepsOf(node), (*ir.Step).Mistaken) {
			return nil // what it is looked up by is not known
		}
	}
	var free []freeLimit
	for d := range s.Dominators() {
		if !isLimit(d) {
			continue
		}
		part, why := freePart(w.Graph, d, asked)
		if part == nil {
			return nil
		}
		free = append(free, freeLimit{d, part, why})
	}
	return free
}

// freeLimit is a limit that callers get around by what they send.
type freeLimit struct {
	step *ir.Step
	part *ir.Typed
	why  string
}

// freePart returns a placeholder of a limit's key that a caller can vary while the request stays about the same user,
// and why; nil where there is none.
func freePart(g *values.Graph, limit *ir.Step, asked caller.Shown) (*ir.Typed, string) {
	for _, part := range keyParts(limit) {
		if limit.Choices(part.Expr) != nil || part.Expr.Type.Kind == types.Bool {
			continue
		}
		if isNew(g, part) {
			return part, ""
		}
		for at := range g.Back(trace.Walk{Through: trace.Followed | trace.Hashed}, g.Typed(part)) {
			kind, name := g.Kind(at.Value), g.About(at.Value).Name
			switch {
			case kind != trace.Field && kind != trace.Request, name == "", kind == trace.Request && !strings.Contains(name, "."):
			case !slices.Contains(asked.Sent, name):
				return part, fmt.Sprintf("can be evaded: its key contains %q, which a caller can change freely", name)
			case spells(asked, g, name) && asSent(g, g.Typed(part)) != 0:
				return part, fmt.Sprintf("can be evaded: each spelling of %q has a count of its own, and the look-up accepts all", name)
			}
		}
	}
	return nil, ""
}

// asSent returns the part of the request that a value is, as it came; 0 where it is none.
func asSent(g *values.Graph, v trace.Value) trace.Value {
	return rule.Sole(g, v, func(v trace.Value) bool {
		k := g.Kind(v)
		return k == trace.Field || k == trace.Request && strings.Contains(g.About(v).Name, ".")
	})
}

// spells reports whether what is sent under a name is looked up in one spelling: lower(email).
func spells(k caller.Shown, g *values.Graph, name string) bool {
	for node := range k.Nodes {
		for _, s := range StepsOf(node) {
			for _, v := range caller.LookupValues(g, s) {
				if spelled(g, v, name) {
					return true
				}
			}
		}
	}
	return false
}

func spelled(g *values.Graph, v trace.Value, name string) bool {
	calls, of := respelled(g, v)
	for from := range rule.OriginsOfValue(g, of) {
		if calls != nil && from.IsSent() && from.Name == name {
			return true
		}
	}
	return false
}

// respelled returns the calls that give a text one spelling, the outermost first, and what the innermost is given.
func respelled(g *values.Graph, v trace.Value) (calls []string, of trace.Value) {
	for v != 0 {
		next := g.Sole(v, trace.Named|trace.Typed|trace.Cased)
		if g.Sole(v, trace.Cased) != 0 {
			calls, of = append(calls, g.About(v).Expr.Name), next
		}
		v = next
	}
	return calls, of
}

func StepsOf(n *ir.Node) []*ir.Step {
	var list []*ir.Step
	for _, f := range n.Workflow.Flows {
		list = append(list, f.Runs(n)...)
	}
	return list
}

func reportLimit(p *rule.Pass, s *ir.Step, why, hint string, checked *ir.Step) {
	d := diag.Diagnostic{
		Span:    KeySpan(s.Node),
		Message: fmt.Sprintf("rate limit %q %s", s.Node.ID.Value, why), Hint: hint,
	}
	if checked != nil {
		d.Related = []diag.Related{{File: checked.Node.Workflow.File, Span: checked.Node.ID.Span, Message: "attempts here are not limited"}}
	}
	p.ReportNode(s.Node, d)
}
