package facts

import (
	"slices"
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
	r := writtenReader{g, maxCalls}
	return r.read(e)
}

// maxCalls bounds how many values are looked at for one: what is made of more is not written out.
const maxCalls = 64

// writtenReader reads the texts of one value.
type writtenReader struct {
	graph *values.Graph
	left  int // values that may still be looked at
}

func (r *writtenReader) read(e *expr.Expr) WrittenOut {
	if r.left--; r.left < 0 || e == nil {
		return WrittenOut{}
	}
	all := WrittenOut{Only: true}
	for _, text := range r.graph.Texts(e) {
		one := WrittenOut{[]string{""}, true}
		for _, part := range text {
			one = one.followed(r.part(part.Expr))
		}
		all.Texts = append(all.Texts, one.Texts...)
		all.Only = all.Only && one.Only
	}
	return all
}

// part returns the texts that a part of one may be: a constant, or what a function makes of such.
func (r *writtenReader) part(e *expr.Expr) WrittenOut {
	v, constant := e.Const()
	switch {
	case constant:
		return WrittenOut{[]string{expr.ConstText(v)}, true}
	case e.Op == expr.OpNull:
		return WrittenOut{Only: true}
	case e.Op != expr.OpCall || e.Fresh() || len(e.By(trace.Chosen)) > 0:
		return WrittenOut{}
	}
	made := WrittenOut{[]string{""}, true}
	for _, arg := range ofText(e.Args) {
		made = made.followed(r.read(arg))
	}
	return made.withoutSpace()
}

// followed returns the texts with others behind them; none where there are no others. Without any, it is null alone.
func (w WrittenOut) followed(by WrittenOut) WrittenOut {
	if len(w.Texts) == 0 || len(by.Texts) == 0 {
		return WrittenOut{Only: by.Only && slices.Equal(w.Texts, []string{""})}
	}
	var longer []string
	for _, text := range by.Texts {
		for _, before := range w.Texts {
			longer = append(longer, before+text)
		}
	}
	return WrittenOut{longer[:min(len(longer), maxWrittenOut)], w.Only && by.Only}
}

// maxWrittenOut bounds the texts that functions of alternatives make.
const maxWrittenOut = 16

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
