package storage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/sql"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
)

var FoldedKeys = rule.Rule{Code: diag.FC427, Run: foldedKeys, Needs: ir.Proved}

// foldedKeys reports limits that count each spelling of a field by itself, where a step behind them takes all spellings
// for one.
func foldedKeys(p *rule.Pass) {
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
func reportedLimits(p *rule.Pass, f *ir.Flow) []*ir.Step {
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
func foldedKey(p *rule.Pass, limit *ir.Step, part *ir.Typed) {
	g := p.Values()
	sent := asSent(g, g.Typed(part))
	if sent == 0 || limit.Choices(part.Expr) != nil {
		return
	}
	for _, s := range limit.Flow.Steps {
		if s == limit || isLimit(s) || !s.Below(limit) || s.Mistaken() || !p.Trusts(s) || countsFolded(g, s, sent) {
			continue
		}
		if calls := foldedBy(g, s, sent); calls != nil {
			reportFolded(p, limit, part, s, calls)
			return
		}
	}
}

// countsFolded reports whether a limit before a step counts all spellings of a part of the request as one.
func countsFolded(g *values.Graph, s *ir.Step, sent trace.Value) bool {
	for d := range s.Dominators() {
		counts := func(part *ir.Typed) bool {
			calls, of := respelled(g, g.Typed(part))
			return calls != nil && asSent(g, of) == sent
		}
		if isLimit(d) && slices.ContainsFunc(keyParts(d), counts) {
			return true
		}
	}
	return false
}

// foldedBy returns the calls by which a step takes all spellings of a part of the request for one, nil where it does
// not.
func foldedBy(g *values.Graph, s *ir.Step, sent trace.Value) []string {
	for _, v := range caller.LookupValues(g, s) {
		if calls, of := respelled(g, v); calls != nil && asSent(g, of) == sent {
			return calls
		}
	}
	query, params := s.Query()
	if query.Statement == nil || !query.Known {
		return nil
	}
	for _, n := range query.Statement.Folded {
		if n <= len(params) && asSent(g, g.Typed(params[n-1])) == sent {
			return []string{"lower"}
		}
	}
	return nil
}

func reportFolded(p *rule.Pass, limit *ir.Step, part *ir.Typed, by *ir.Step, calls []string) {
	text := sql.InBraces(part)
	written := strings.Join(calls, "(") + "(" + text + strings.Repeat(")", len(calls))
	p.ReportNode(limit.Node, diag.Diagnostic{
		Span: KeySpan(limit.Node),
		Message: fmt.Sprintf("rate limit %q counts each spelling of %q separately, but %q accepts them all as one: varying capitals evades it",
			limit.Node.ID.Value, text, by.Node.ID.Value),
		Hint:    fmt.Sprintf("write {{%s}} in the key", written),
		Related: []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "this accepts all spellings as one"}},
	})
}
