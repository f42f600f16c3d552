package accounts

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/templates"
)

// commonTokens are the tokens that every user gets by a login or a sign-up. A guard that accepts one authenticates the
// caller and proves no right over other users, whereas the holder of a key, or of another service's token, may be meant
// to act for others.
type commonTokens []*templates.Signed

func commonTokensOf(p *rule.Pass, w rule.Persons) commonTokens {
	var list commonTokens
	p.Nodes(func(s *ir.Step) {
		signed := signedBy(s)
		if signed != nil && !s.Mistaken() && isCalledByAnybody(s.Flow) && !caller.ShownBefore(w, s).All && tokens.TokenGoes(w.Graph, s, nil).IsHere() {
			list = append(list, signed)
		}
	})
	return list
}

// signedBy is the token that a step signs, nil where it signs none.
func signedBy(s *ir.Step) *templates.Signed {
	if s.Node.Template == nil || s.Node.Template.Crypto.Signs == nil {
		return nil
	}
	return s.Node.Template.Crypto.Signs(ir.NewPass(s))
}

// before returns what every path to a step has proved. A look-up by the caller's identity may read their rights, so
// that everything counts as proved behind it.
func (c commonTokens) before(w rule.Persons, s *ir.Step) caller.Shown {
	k := caller.NothingShown()
	for d, out := range s.Dominators() {
		if out != nil && out.Guard && c.takes(d) {
			k.Nodes[d.Node] = true
		}
	}
	if len(k.Nodes) == 0 {
		return caller.ShownBefore(w, s)
	}
	for d, out := range s.Dominators() {
		if k.Nodes[d.Node] {
			continue
		}
		k.All = k.All || slices.ContainsFunc(caller.LookupValues(w.Graph, d), isShown(k, w.Graph))
		k.Add(w, d, out)
	}
	return k
}

// shownAt returns what every path to a statement has proved, and the statement itself: a statement that selects by the
// caller's identity may check their rights.
func shownAt(w rule.Persons, s *ir.Step, common func() commonTokens) caller.Shown {
	k := caller.ShownBefore(w, s)
	if k.All {
		k = common().before(w, s)
		k.All = k.All || slices.ContainsFunc(caller.LookupValues(w.Graph, s), isShown(k, w.Graph))
	}
	return k
}

// on is before of an execution that some Calls have led to, of which the outer ones are followed no further.
func (c commonTokens) on(w rule.Persons, s *ir.Step, calls []*ir.Step) caller.Shown {
	if len(calls) > 0 || !isCalledByAnybody(s.Flow) {
		return shownOn(w, s, calls)
	}
	return c.before(w, s)
}

// takes reports whether a guard accepts every such token, whatever its other claims.
func (c commonTokens) takes(d *ir.Step) bool {
	scheme := facts.Scheme(d)
	if scheme == nil || d.Mistaken() || d.Callee() != nil || slices.ContainsFunc(d.Checked(), func(f *templates.Field) bool { return f.Within != "" }) {
		return false
	}
	return c.has(scheme.Secret, scheme.Algorithm, scheme.Audiences)
}

// has reports whether one of the tokens may be for one of some audiences, nil for none: what a variable holds may be
// any.
func (c commonTokens) has(secret, algorithm string, audiences []string) bool {
	return slices.ContainsFunc(c, func(t *templates.Signed) bool {
		return t.Secret == secret && t.Algorithm == algorithm && mayName(audiences, t.Audience)
	})
}

// audiencesOf are those of a token that is signed, as a node lists them that verifies it.
func audiencesOf(t *templates.Signed) []string {
	if t.Audience == "" {
		return nil
	}
	return []string{t.Audience}
}

func mayName(audiences []string, audience string) bool {
	if len(audiences) == 0 || audience == "" {
		return len(audiences) == 0 && audience == ""
	}
	return templates.Variable(audience) != "" || slices.Contains(audiences, audience) ||
		slices.ContainsFunc(audiences, func(name string) bool { return templates.Variable(name) != "" })
}

// isShown returns a function that reports whether a value derives from what guards have proved about the caller.
func isShown(k caller.Shown, g *values.Graph) func(trace.Value) bool {
	return func(v trace.Value) bool {
		for from := range rule.OriginsOfValue(g, v) {
			if from.Kind == trace.Output && k.Nodes[from.Step.Node] {
				return true
			}
		}
		return false
	}
}
