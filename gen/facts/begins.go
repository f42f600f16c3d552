package facts

import (
	"regexp/syntax"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
)

// begin is a prefix that a text is known to have: "/notes/"; where whole is set, it is the whole text.
type begin struct {
	text  string
	whole bool
}

// begins returns the prefixes that Conditions which dominate a step have asked for, by the key of the value: each value
// has one of its prefixes wherever the step is reached.
//
//	startsWith(next, "/notes/") || next == "/"   next: "/notes/", or "/" as a whole
func begins(g *values.Graph, s *ir.Step) map[string][]begin {
	known := map[string][]begin{}
	for d, out := range s.Dominators() {
		if out == nil || out.Spec == nil || !out.Spec.Outcome {
			continue
		}
		if c := condition(d); c != nil {
			known = either(known, begunBy(g, c.Expr))
		}
	}
	return known
}

// begunBy returns the prefixes that values have where an expression is true.
func begunBy(g *values.Graph, e *expr.Expr) map[string][]begin {
	switch {
	case e == nil || len(e.Args) < 2:
		return nil
	case e.Op == expr.OpBinary && e.Name == "&&":
		return either(begunBy(g, e.Args[0]), begunBy(g, e.Args[1]))
	case e.Op == expr.OpBinary && e.Name == "||":
		return both(begunBy(g, e.Args[0]), begunBy(g, e.Args[1]))
	case e.Op == expr.OpBinary && e.Name == "==":
		return one(g, e.Args[0], e.Args[1], func(text string) begin { return begin{text, true} })
	case e.Op == expr.OpCall && e.Name == "startsWith":
		return one(g, e.Args[0], e.Args[1], func(text string) begin { return begin{text, false} })
	case e.Op == expr.OpCall && e.Name == "matches":
		return one(g, e.Args[0], e.Args[1], matchedBegin)
	}
	return nil
}

// one is the prefix of a value that is compared with a constant.
func one(g *values.Graph, value, with *expr.Expr, begun func(string) begin) map[string][]begin {
	text, known := with.Const()
	key := keyOf(g, value)
	if !known || key == "" {
		return nil
	}
	return map[string][]begin{key: {begun(expr.ConstText(text))}}
}

// keyOf is the name of a value where it was read first, also where an empty text stands for one that is not there.
func keyOf(g *values.Graph, e *expr.Expr) string {
	e = g.Plain(e)
	if either := e.By(trace.Chosen); len(either) > 0 && either[0] == e.Args[0] {
		e = g.Plain(either[0])
	}
	return e.Key
}

// either merges the prefixes of two expressions that are both true: of a value in both, those of a.
func either(a, b map[string][]begin) map[string][]begin {
	all := map[string][]begin{}
	for _, m := range []map[string][]begin{b, a} {
		for key, list := range m {
			all[key] = list
		}
	}
	return all
}

// both joins the prefixes of two expressions of which one is true: only values in both, each with those of either.
func both(a, b map[string][]begin) map[string][]begin {
	all := map[string][]begin{}
	for key, list := range a {
		if other := b[key]; other != nil {
			all[key] = slices.Concat(list, other)
		}
	}
	return all
}

// matchedBegin is the text that whatever a regular expression matches begins with, "" where it does not say.
func matchedBegin(pattern string) begin {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return begin{}
	}
	re = re.Simplify()
	if re.Op != syntax.OpConcat || re.Sub[0].Op != syntax.OpBeginText || re.Sub[1].Op != syntax.OpLiteral || re.Sub[1].Flags&syntax.FoldCase != 0 {
		return begin{}
	}
	text := string(re.Sub[1].Rune)
	return begin{text, len(re.Sub) == 3 && re.Sub[2].Op == syntax.OpEndText}
}
