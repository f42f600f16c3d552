// Package storage holds the rules about what is counted and kept under keys: rate limits, Local Storage, and updates
// that get lost.
package storage

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var StorageKeys = rule.Rule{Code: diag.FC503, Run: storageKeys, Wide: true}

// storageKeys compares what nodes do with one key, and the keys with one another.
func storageKeys(p *rule.Pass) {
	byKey := map[string][]*ir.Step{} // one step a node
	seen := map[*ir.Node]bool{}
	for _, w := range p.Workflows {
		for _, s := range w.Keeping() {
			if key := s.Node.Key(); !seen[s.Node] {
				seen[s.Node] = true
				byKey[key] = append(byKey[key], s)
			}
		}
	}
	keys := slices.Sorted(maps.Keys(byKey))
	for _, key := range keys {
		sameType(p, byKey[key])
		for _, other := range keys {
			if other != key && strings.HasSuffix(key, ":") && strings.HasPrefix(other, key) {
				reportKey(p, byKey[other][0], byKey[key][0], fmt.Sprintf("Local Storage key %q extends the prefix %q", other, key))
			}
		}
	}
}

// sameType compares the nodes that use the same key, and reports the minority; where both are equally many, those
// behind the first.
func sameType(p *rule.Pass, steps []*ir.Step) {
	most := steps[0]
	for _, s := range steps[1:] {
		if agreeing(steps, s) > agreeing(steps, most) {
			most = s
		}
	}
	told := map[*ir.Step]bool{}
	for i, s := range steps {
		for _, other := range append([]*ir.Step{most}, steps[:i]...) {
			if what := conflict(other.Kept(), s.Kept()); what != "" && !told[other] {
				told[s] = true
				reportKey(p, s, other, fmt.Sprintf("Local Storage key %q %s in %q", s.Node.Key(), what, other.Node.Name.Value))
				break
			}
		}
	}
}

// agreeing counts the nodes that take a key for what s takes it for.
func agreeing(steps []*ir.Step, s *ir.Step) int {
	n := 0
	for _, other := range steps {
		if conflict(other.Kept(), s.Kept()) == "" {
			n++
		}
	}
	return n
}

// conflict says what b makes of a key that a takes for something else, or "".
func conflict(a, b templates.Kept) string {
	switch {
	case a.What == "" || b.What == "":
		return ""
	case a.What != b.What:
		return fmt.Sprintf("holds a %s here and a %s", b.What, a.What)
	case a.Stores && b.Stores && !fits(a, b):
		return fmt.Sprintf("holds %s here and %s", b.Type, a.Type)
	}
	return ""
}

// fits reports whether two nodes store one type. What is unknown fits: it was reported.
func fits(a, b templates.Kept) bool {
	return a.Type.Equal(b.Type) || !a.Type.Known() || !b.Type.Known()
}

func reportKey(p *rule.Pass, s, other *ir.Step, message string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: KeySpan(s.Node), Message: message, Hint: "give one of them another key",
		Related: []diag.Related{{File: other.Node.Workflow.File, Span: KeySpan(other.Node), Message: "the other one"}},
	})
}

func KeySpan(n *ir.Node) diag.Span { return n.Shaped(templates.Key).JSON.Span }

var SharedLimits = rule.Rule{Code: diag.FC509, Run: sharedLimits, Wide: true}

// sharedLimits compares the paces of the nodes that share one limit: with the first of another pace, as one mistake is
// one message.
func sharedLimits(p *rule.Pass) {
	first := map[string]*ir.Step{}
	seen := map[*ir.Node]bool{}
	for _, w := range p.Workflows {
		for _, s := range w.Limiting() {
			if seen[s.Node] {
				continue
			}
			seen[s.Node] = true
			key := s.Node.Key()
			other, shared := first[key]
			if !shared {
				first[key] = s
				continue
			}
			if here, there := s.Kept().Pace, other.Kept().Pace; here != there {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    KeySpan(s.Node),
					Message: fmt.Sprintf("the limit %q lets %s pass here, and %s in %q: who passes one is counted by the other", key, here, there, other.Node.Name.Value),
					Hint:    "write one rate in both, or give one of them another key",
					Related: []diag.Related{{File: other.Node.Workflow.File, Span: KeySpan(other.Node), Message: "the other one"}},
				})
			}
		}
	}
}
