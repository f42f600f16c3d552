package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var foldedKeysRule = Rule{Code: diag.FC427, Run: foldedKeys, Needs: ir.Proved}

// foldedKeys reports limits that count each spelling of a field by itself, where a step behind them takes all spellings
// for one.
func foldedKeys(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Called() || !slices.ContainsFunc(f.Steps, isLimit) {
			return
		}
		free := reportedLimits(p, f)
		for _, limit := range f.Steps {
			if !isLimit(limit) || limit.Mistaken() || !p.Trusts(limit) || slices.Contains(free, limit) {
				continue
			}
			for _, part := range keyParts(limit) {
				foldedKey(p, limit, part)
			}
		}
	})
}

// reportedLimits returns the limits of a flow that FC420 reports for the password that they do not protect.
func reportedLimits(p *Pass, f *ir.Flow) []*ir.Step {
	var list []*ir.Step
	for _, s := range f.Steps {
		if len(s.Against()) > 0 && !s.Mistaken() {
			for _, l := range freeLimits(p, s) {
				list = append(list, l.step)
			}
		}
	}
	return list
}

// foldedKey reports a part of a limit's key that is as the caller sent it, where a step behind the limit folds it and
// no limit before that step counts it folded.
func foldedKey(p *Pass, limit *ir.Step, part *ir.Typed) {
	key := sentMember(limit, part.Expr)
	if key == "" || limit.Choices(part.Expr) != nil {
		return
	}
	for _, s := range limit.Flow.Steps {
		if s == limit || isLimit(s) || !s.Below(limit) || s.Mistaken() || !p.Trusts(s) || countsFolded(s, key) {
			continue
		}
		if calls := foldedBy(s, key); calls != nil {
			reportFolded(p, limit, part, s, calls)
			return
		}
	}
}

// sentMember returns the name of the part of the request that a value is as it was sent, "" where it is none.
func sentMember(s *ir.Step, e *expr.Expr) string {
	e = unwrapped(s, e)
	sources := s.Flow.Origins(e)
	if !isAsSent(s, e) || len(sources) != 1 || !isOfCaller(sources[0]) {
		return ""
	}
	name := sentName(sources[0])
	if sources[0].Kind == ir.FromRequest && !strings.Contains(name, ".") {
		return ""
	}
	if e.Op == expr.OpField && e.Name != name && sources[0].Kind == ir.FromEntry {
		name += "." + e.Name
	}
	return name
}

// countsFolded reports whether a limit before a step counts all spellings of a part of the request as one.
func countsFolded(s *ir.Step, key string) bool {
	for d := range s.Dominators() {
		counts := func(part *ir.Typed) bool {
			calls, of := respelled(d, part.Expr)
			return calls != nil && sentMember(d, of) == key
		}
		if isLimit(d) && slices.ContainsFunc(keyParts(d), counts) {
			return true
		}
	}
	return false
}

// foldedBy returns the calls by which a step takes all spellings of a part of the request for one, nil where it does
// not.
func foldedBy(s *ir.Step, key string) []string {
	for _, e := range lookupValues(s) {
		if calls, of := respelled(s, e); calls != nil && sentMember(s, of) == key {
			return calls
		}
	}
	query, params := s.Query()
	if query.Statement == nil || !query.Known {
		return nil
	}
	for _, n := range query.Statement.Folded {
		if n <= len(params) && sentMember(s, params[n-1].Expr) == key {
			return []string{"lower"}
		}
	}
	return nil
}

func reportFolded(p *Pass, limit *ir.Step, part *ir.Typed, by *ir.Step, calls []string) {
	text := inBraces(part)
	written := strings.Join(calls, "(") + "(" + text + strings.Repeat(")", len(calls))
	p.ReportNode(limit.Node, diag.Diagnostic{
		Span: keySpan(limit.Node),
		Message: fmt.Sprintf("rate limit %q counts each spelling of %q separately, but %q accepts them all as one: varying capitals evades it",
			limit.Node.ID.Value, text, by.Node.ID.Value),
		Hint:    fmt.Sprintf("write {{%s}} in the key", written),
		Related: []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "this accepts all spellings as one"}},
	})
}
