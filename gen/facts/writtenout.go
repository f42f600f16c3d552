package facts

import (
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/types"
)

// WrittenOut are texts that the document writes out in full. What a function makes of one is as good as written: its
// argument stands in for it, without white space.
type WrittenOut struct {
	Texts []string
	Only  bool // it is always one of them; else they are what is taken where another value is null, or on a condition
}

// Written returns the texts that a value may be: as they stand, put together, as alternatives, under names and
// where the only Call gives them.
func Written(g *values.Graph, e *expr.Expr) WrittenOut {
	r := writtenReader{g, maxWrittenParts}
	return r.read(e)
}

// maxWrittenParts bounds how many expressions are looked at for one value: names that Sets give stand in one another,
// twice as many at each. What is made of more is taken for one that is not written out.
const maxWrittenParts = 64

// maxWrittenOut bounds the texts that alternatives behind each other make.
const maxWrittenOut = 16

// writtenReader reads the texts of one value.
type writtenReader struct {
	graph *values.Graph
	left  int // expressions that may still be looked at
}

func (r *writtenReader) read(e *expr.Expr) WrittenOut {
	if r.left--; r.left < 0 {
		return WrittenOut{}
	}
	if e = r.graph.Plain(e); e == nil {
		return WrittenOut{}
	}
	if v, ok := e.Const(); ok {
		return WrittenOut{[]string{expr.ConstText(v)}, true}
	}
	switch {
	case e.Op == expr.OpNull:
		return WrittenOut{Only: true}
	case e.Joins():
		return r.joined(e.Args)
	case len(e.By(trace.Chosen)) > 0:
		return r.anyOf(e.By(trace.Chosen))
	case e.Fresh():
		return WrittenOut{}
	case e.Op == expr.OpCall:
		return r.joined(ofText(e.Args)).withoutSpace()
	}
	return WrittenOut{}
}

// withoutSpace are the texts without white space: what a function makes of them may have none.
func (w WrittenOut) withoutSpace() WrittenOut {
	for i, text := range w.Texts {
		w.Texts[i] = strings.Join(strings.FieldsFunc(text, unicode.IsSpace), "")
	}
	return w
}

// ofText are the arguments of a function that a text in its result may be made of.
func ofText(args []*expr.Expr) []*expr.Expr {
	var list []*expr.Expr
	for _, arg := range args {
		if _, known := arg.Const(); !known || arg.Type.Kind == types.String {
			list = append(list, arg)
		}
	}
	return list
}

// joined are the texts of values that stand one behind the other; none where one of them is not written out.
func (r *writtenReader) joined(args []*expr.Expr) WrittenOut {
	all := WrittenOut{Texts: []string{""}, Only: true}
	for _, arg := range args {
		next := r.read(arg)
		if len(next.Texts) == 0 {
			return WrittenOut{}
		}
		var longer []string
		for _, text := range next.Texts {
			for _, before := range all.Texts {
				longer = append(longer, before+text)
			}
		}
		all = WrittenOut{longer[:min(len(longer), maxWrittenOut)], all.Only && next.Only}
	}
	return all
}

// anyOf are the texts of values of which one is taken.
func (r *writtenReader) anyOf(args []*expr.Expr) WrittenOut {
	all := WrittenOut{Only: true}
	for _, arg := range args {
		one := r.read(arg)
		all.Texts = append(all.Texts, one.Texts...)
		all.Only = all.Only && one.Only
	}
	return all
}
