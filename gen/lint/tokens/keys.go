package tokens

import (
	"fmt"
	"slices"
	"time"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/storage"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var AlikeKeys = rule.Rule{Code: diag.FC413SamePrefix, Run: alikeKeys, Wide: true}

// tokenKey is what a node stores in Local Storage under the hash of a token, in an execution that some Calls have led
// to.
type tokenKey struct {
	g        *values.Graph
	step     *ir.Step
	calls    []*ir.Step
	lifetime time.Duration
	reach
}

// alikeKeys reports tokens of different purpose that are stored alike under one prefix: a look-up cannot distinguish
// them, or the stored value names the purpose and the look-up ignores it. Within one workflow, a different lifetime
// does not make another purpose.
func alikeKeys(p *rule.Pass) {
	stores := tokenKeys(p)
	for i, s := range stores {
		alike := func(other tokenKey) bool { return s.mixed(other) && s.differing(other) == nil }
		if j := slices.IndexFunc(stores[:i], alike); j >= 0 {
			reportAlike(p, s, stores[j])
		}
	}
	p.Nodes(func(step *ir.Step) {
		for i, s := range stores {
			if j := slices.IndexFunc(stores[:i], func(other tokenKey) bool { return s.taken(step, other) }); j >= 0 {
				reportFound(p, step, s, stores[j])
				return
			}
		}
	})
}

// tokenKeys are all that the nodes of a project store so.
func tokenKeys(p *rule.Pass) []tokenKey {
	var stores []tokenKey
	g := p.Values()
	p.Nodes(func(s *ir.Step) {
		if s.Node.Key() == "" || !s.Node.Known() || s.Node.Template.Store.Keeps == nil {
			return
		}
		kept, tokens := s.Kept(), rule.KeyTokens(g, s)
		if len(tokens) == 0 || !kept.Stores || kept.Lifetime <= 0 {
			return
		}
		for _, calls := range Ways(s.Flow, MaxCalls) {
			store := tokenKey{g: g, step: s, calls: calls, lifetime: kept.Lifetime}
			for _, token := range tokens {
				store.reach = store.and(GoesFrom(g, s, token, calls))
			}
			stores = append(stores, store)
		}
	})
	return stores
}

// mixed reports whether what is stored for one token is found by another one that is for another purpose.
func (k tokenKey) mixed(other tokenKey) bool {
	n, o := k.step.Node, other.step.Node
	if n.Key() != o.Key() {
		return false
	}
	outlives := n.Workflow != o.Workflow && k.lifetime != other.lifetime
	one, another := k.step.Kept(), other.step.Kept()
	return one.Apart == another.Apart && one.Type.Equal(another.Type) && (outlives || k.apart(other.reach))
}

// differing returns the path to a constant that differs between the two stored values: "kind": "reset"; nil where none
// differs, and an empty path where the whole value does.
func (k tokenKey) differing(other tokenKey) []string {
	one, another := StoredIn(k.step), StoredIn(other.step)
	if one == nil || another == nil {
		return nil
	}
	return differs([]string{}, k.in(one), other.in(another))
}

// inCall is a value in an execution that some Calls have led to.
type inCall struct {
	g     *values.Graph
	step  *ir.Step
	calls []*ir.Step
	value *ir.Typed
}

func (k tokenKey) in(t *ir.Typed) inCall { return inCall{k.g, k.step, k.calls, t} }

func differs(path []string, a, b inCall) []string {
	for _, key := range a.value.Tree.Keys {
		one, other := a.value.Entry(key), b.value.Entry(key)
		if one == nil || other == nil {
			continue
		}
		below := append(slices.Clone(path), key)
		if found := differs(below, inCall{a.g, a.step, a.calls, one}, inCall{b.g, b.step, b.calls, other}); found != nil {
			return found
		}
	}
	one, known := settled(a.g, a.step, a.value.Expr, a.calls).Const()
	other, both := settled(b.g, b.step, b.value.Expr, b.calls).Const()
	if known && both && expr.ConstText(one) != expr.ConstText(other) {
		return path
	}
	return nil
}

// StoredIn is what a step stores under its key.
func StoredIn(s *ir.Step) *ir.Typed {
	for _, f := range s.Checked() {
		if f.Shape == templates.JSON && f.Sink == templates.Stored {
			return s.Value[f.Name]
		}
	}
	return nil
}

// taken reports whether a step that looks a token up accepts that of one store in place of another's, as it does not
// check the value that distinguishes them.
func (k tokenKey) taken(s *ir.Step, other tokenKey) bool {
	if s.Node.Key() != k.step.Node.Key() || s.Kept().What != templates.KeptValue || s.Kept().Stores || !s.Guards() || !k.mixed(other) {
		return false
	}
	path := k.differing(other)
	look := lookup{Step: s, g: k.g}
	return len(path) > 0 && look.reads(templates.KeptValue) && !look.reads(templates.KeptValue+"."+path[0])
}

func reportFound(p *rule.Pass, s *ir.Step, k, other tokenKey) {
	n := s.Node
	at := func(k tokenKey) diag.Related {
		return diag.Related{File: k.step.Node.Workflow.File, Span: storage.KeySpan(k.step.Node), Message: "stored here"}
	}
	p.ReportNode(n, diag.Diagnostic{
		Span: storage.KeySpan(n),
		Message: fmt.Sprintf("%q accepts the token of %q (%s) in place of that of %q (%s): both are under %q, and the look-up does not distinguish them",
			n.ID.Value, k.step.Node.ID.Value, k.step.Node.Workflow.Name.Value,
			other.step.Node.ID.Value, other.step.Node.Workflow.Name.Value, n.Key()),
		Hint:    fmt.Sprintf("check %q of the value in a Condition, or give one of them another prefix", k.differing(other)[0]),
		Related: []diag.Related{at(k), at(other)},
	})
}

func reportAlike(p *rule.Pass, s, other tokenKey) {
	n, o := s.step.Node, other.step.Node
	hint := "give one of them another prefix, such as \"reset:\""
	if n == o {
		p.ReportNode(n, diag.Diagnostic{
			Span:    storage.KeySpan(n),
			Message: fmt.Sprintf("tokens of %q are interchangeable: all are under %q, but the Calls use them for different purposes", n.ID.Value, n.Key()),
			Hint:    hint, Related: callsOf(s.calls, other.calls, s.reach, other.reach),
		})
		return
	}
	why := "they have different lifetimes"
	switch {
	case n.Workflow != o.Workflow && s.lifetime != other.lifetime:
	case s.isAway() && other.isAway():
		why = "they are sent in different links"
	default:
		why = "only one of them is returned to the caller"
	}
	p.ReportNode(n, diag.Diagnostic{
		Span: storage.KeySpan(n),
		Message: fmt.Sprintf("tokens of %q and of %q (%s) are interchangeable: both are under %q, but %s",
			n.ID.Value, o.ID.Value, o.Workflow.Name.Value, n.Key(), why),
		Hint:    hint,
		Related: []diag.Related{{File: o.Workflow.File, Span: storage.KeySpan(o), Message: "the other token"}},
	})
}
