package emit

import (
	"slices"
	"sort"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/ir"
)

// param is a parameter that holds v.
func (fn *function) param(v value) jen.Code {
	name := fn.variable(v)
	fn.here[name] = true
	return jen.Id(name).Add(fn.w.typeOf(fn.flow, v))
}

// variable is the local that holds v.
func (fn *function) variable(v value) string {
	name := fn.vars[v]
	if name == "" {
		name = fn.taken.name(v.wanted()...)
		fn.vars[v] = name
	}
	return name
}

// reuse gives v, which is about to be declared, the variable of a value of its kind that nothing reads any more. Only
// whether a row is there has the same type everywhere.
func (fn *function) reuse(s *ir.Step, v value) {
	if v.kind != present || fn.vars[v] != "" {
		return
	}
	behind := fn.flow.behind(s, fn.flow.live)
	for old, name := range fn.vars {
		if old.kind == present && name == v.wanted()[0] && !behind[old] && !slices.Contains(fn.yields, old) {
			fn.vars[v] = name
		}
	}
}

// typeOf is the Go type of a method's parameter.
func (w *workflow) typeOf(fl *flow, v value) jen.Code {
	switch v.kind {
	case present:
		return jen.Bool()
	case returned:
		return jen.Id(resultOf(w.ir).Go)
	case failure, caught:
		return jen.Qual(rt, "Failure")
	case rejection:
		return w.refusals[v.node]
	case arrived:
		return goType(v.typ(fl))
	case eachItem:
		return goType(fl.ir.Runs(v.node)[0].ItemType())
	case eachIndex:
		return jen.Int64()
	}
	return w.results[v.node]
}

// params are the values that a method takes: the request first, then by execution order.
func (fl *flow) params(s *ir.Step) []value { return fl.sorted(fl.live[s]) }

func (fl *flow) sorted(set values) []value {
	vs := make([]value, 0, len(set))
	for v := range set {
		vs = append(vs, v)
	}
	sort.Slice(vs, func(i, j int) bool { return vs[i].less(fl, vs[j]) })
	return vs
}

func (v value) less(fl *flow, w value) bool {
	if a, b := fl.position(v), fl.position(w); a != b {
		return a < b
	}
	if v.kind != w.kind {
		return v.kind < w.kind
	}
	return strings.Compare(v.name, w.name) < 0
}

// position is the place in execution order at which a value is made, from 0; that of what arrived is after all.
func (fl *flow) position(v value) int {
	if v.kind == arrived || v.kind == returned {
		return len(fl.ir.Steps)
	}
	for i, s := range fl.ir.Steps {
		if s.Node == v.node {
			return i
		}
	}
	return len(fl.ir.Steps)
}
