package facts

import (
	"regexp/syntax"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
)

// begin is what a text begins with, or all of it.
type begin struct {
	text  string
	whole bool
}

// begins are what values begin with, by their names, wherever a step is reached: one of several each. Conditions before it have asked.
func begins(s *ir.Step) map[string][]begin {
	known := map[string][]begin{}
	for d, out := range s.Dominators() {
		if out == nil || out.Spec == nil || !out.Spec.Outcome {
			continue
		}
		if c := condition(d); c != nil {
			known = either(known, begunBy(c.Expr))
		}
	}
	return known
}

// begunBy are what values begin with where an expression is true.
func begunBy(e *expr.Expr) map[string][]begin {
	switch {
	case e == nil || len(e.Args) < 2:
		return nil
	case e.Op == expr.OpBinary && e.Name == "&&":
		return either(begunBy(e.Args[0]), begunBy(e.Args[1]))
	case e.Op == expr.OpBinary && e.Name == "||":
		return both(begunBy(e.Args[0]), begunBy(e.Args[1]))
	case e.Op == expr.OpBinary && e.Name == "==":
		return one(e.Args[0], e.Args[1], func(text string) begin { return begin{text, true} })
	case e.Op == expr.OpCall && e.Name == "startsWith":
		return one(e.Args[0], e.Args[1], func(text string) begin { return begin{text, false} })
	case e.Op == expr.OpCall && e.Name == "matches":
		return one(e.Args[0], e.Args[1], matchedBegin)
	}
	return nil
}

// one is what a value begins with that is compared with a text which is written out.
func one(value, with *expr.Expr, begun func(string) begin) map[string][]begin {
	text, known := with.Const()
	key := keyOf(value)
	if !known || key == "" {
		return nil
	}
	return map[string][]begin{key: {begun(expr.ConstText(text))}}
}

// keyOf is the name of a value, also where an empty text stands for one that is not there.
func keyOf(e *expr.Expr) string {
	for e.Key == "" && (e.Converts() || e.Op == expr.OpCall && e.Name == "or") {
		e = e.Args[0]
	}
	return e.Key
}

// either is what is known where both of two hold.
func either(a, b map[string][]begin) map[string][]begin {
	all := map[string][]begin{}
	for _, m := range []map[string][]begin{b, a} {
		for key, list := range m {
			all[key] = list
		}
	}
	return all
}

// both is what is known where one of two holds.
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
