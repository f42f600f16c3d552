package values

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
)

// maxTexts is how many texts alternatives make; the alternatives beyond that are one value, of which nothing is known.
const maxTexts = 16

// Text returns the parts of which e puts a text together, in their order, also under names.
func (g *Graph) Text(e *expr.Expr) []*expr.Expr {
	left := maxNames
	return g.text(e, &left)
}

func (g *Graph) text(e *expr.Expr, left *int) []*expr.Expr {
	plain := g.Plain(e)
	if *left--; *left < 0 || plain == nil || !plain.Joins() {
		return []*expr.Expr{plain}
	}
	var parts []*expr.Expr
	for _, part := range plain.Joined() {
		parts = append(parts, g.text(part, left)...)
	}
	return parts
}

// Part is a part of a text.
type Part struct {
	*expr.Expr
	Read *expr.Expr // by which the text reads it: the same expression, or the name of it
}

// Texts returns the texts that e may be, each by its parts in their order, also under names.
func (g *Graph) Texts(e *expr.Expr) [][]Part {
	r := textReader{g, maxNames}
	return r.read(e, e)
}

// textReader reads the texts of one value.
type textReader struct {
	*Graph
	left int // names that may still be opened
}

// read returns the texts that e may be. It is read by an expression of the step where the text is.
func (r *textReader) read(e, by *expr.Expr) [][]Part {
	plain := r.Plain(e)
	if plain == nil {
		plain = e
	}
	inside := func(part *expr.Expr) *expr.Expr {
		if r.About(r.exprs[part]).Step == r.About(r.exprs[by]).Step {
			return part
		}
		return by
	}
	r.left--
	switch either := plain.By(trace.Chosen); {
	case r.left < 0:
	case plain.Joins():
		return r.joined(plain, inside)
	case len(either) > 0:
		return r.either(plain, either, inside)
	}
	return [][]Part{{{plain, inside(plain)}}}
}

// joined returns the texts that the operands of e make, one behind the other.
func (r *textReader) joined(e *expr.Expr, inside func(*expr.Expr) *expr.Expr) [][]Part {
	all := [][]Part{nil}
	for _, arg := range e.Args {
		next := r.read(arg, inside(arg))
		if len(all)*len(next) > maxTexts {
			next = [][]Part{{{arg, inside(arg)}}}
		}
		var longer [][]Part
		for _, text := range next {
			for _, before := range all {
				longer = append(longer, slices.Concat(before, text))
			}
		}
		all = longer
	}
	return all
}

// either returns the texts that one of several operands of e may be.
func (r *textReader) either(e *expr.Expr, operands []*expr.Expr, inside func(*expr.Expr) *expr.Expr) [][]Part {
	var all [][]Part
	for _, arg := range operands {
		if all = append(all, r.read(arg, inside(arg))...); len(all) > maxTexts {
			return [][]Part{{{e, inside(e)}}}
		}
	}
	return all
}
