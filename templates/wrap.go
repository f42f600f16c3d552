package templates

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// Wrapped is the region of the output try as a function that the runtime calls, perhaps more than once.
type Wrapped struct {
	Func   *jen.Statement
	Suffix string           // of the runtime's function that takes Func: "Value" where it yields one
	Vars   []*jen.Statement // for what that yields besides an error
}

// Wrap writes the region of the output try, which Protected does, and a function around it. What it yields is one
// value: a struct where it is several.
func Wrap(s Step) Wrapped {
	call, vars := s.Protected()
	switch len(vars) {
	case 0:
		return Wrapped{Func: jen.Func().Params().Error().Block(jen.Return(call))}
	case 1:
		results := jen.Params(s.TypeOf(vars[0]), jen.Error())
		return Wrapped{Func: jen.Func().Params().Add(results).Block(jen.Return(call)), Suffix: "Value", Vars: vars}
	}
	typ, yield := s.Yield(vars)
	results := jen.Params(jen.Id(typ), jen.Error())
	return Wrapped{Func: jen.Func().Params().Add(results).Block(together(call, typ, vars)...), Suffix: "Value", Vars: []*jen.Statement{yield}}
}

// together returns what the region yields as one value.
func together(call jen.Code, typ string, vars []*jen.Statement) []jen.Code {
	list := make([]jen.Code, len(vars))
	for i, v := range vars {
		list[i] = v
	}
	return []jen.Code{
		jen.List(append(slices.Clone(list), jen.Err())...).Op(":=").Add(call),
		jen.Return(jen.Id(typ).Values(list...), jen.Err()),
	}
}
