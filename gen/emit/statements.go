package emit

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"
)

// lastCall is the call whose statements end a function's body so far.
type lastCall struct {
	call       jen.Code
	vars       []string
	start, end int             // of its statements in the body
	here       map[string]bool // what the block had declared before
	assigned   bool            // the variables are assigned already, and call is the error
	mayFail    bool            // the call has an error beside what it yields
}

// Add implements templates.Step and expr.Gen.
func (s *step) Add(c ...jen.Code) { s.fn.body = append(s.fn.body, c...) }

// Let implements templates.Step.
func (s *step) Let(result *jen.Statement, value jen.Code) {
	if s.nameOf(result) == "_" {
		s.Add(value)
		return
	}
	start, here, name := len(s.fn.body), maps.Clone(s.fn.here), s.nameOf(result)
	s.Add(result.Clone().Op(s.fn.assignment(name)).Add(value))
	s.fn.last = &lastCall{call: value, vars: []string{name}, start: start, end: len(s.fn.body), here: here}
}

// Call implements templates.Step.
func (s *step) Call(call jen.Code, vars ...*jen.Statement) {
	start, here := len(s.fn.body), maps.Clone(s.fn.here)
	s.CallElse(call, []jen.Code{s.Leave(jen.Err())}, vars...)
	s.fn.last = &lastCall{call: call, vars: s.namesOf(vars), start: start, end: len(s.fn.body), here: here, mayFail: true}
}

// CallElse implements templates.Step.
func (s *step) CallElse(call jen.Code, otherwise []jen.Code, vars ...*jen.Statement) {
	names := s.namesOf(vars)
	if allBlank(names) {
		s.Add(jen.If(list(names).Op(":=").Add(call), failed()).Block(otherwise...))
		return
	}
	s.Add(s.fn.assigned(call, names), jen.If(failed()).Block(otherwise...))
}

// CallOr implements templates.Step.
func (s *step) CallOr(call, refused jen.Code, vars ...*jen.Statement) {
	s.Add(s.fn.assigned(call, s.namesOf(vars)), refused)
	start, here := len(s.fn.body), maps.Clone(s.fn.here)
	s.Add(jen.If(failed()).Block(s.Leave(jen.Err())))
	s.fn.last = &lastCall{
		call: jen.Err(), vars: s.namesOf(vars), start: start, end: len(s.fn.body), here: here, assigned: true, mayFail: true,
	}
}

// Assign implements expr.Gen.
func (s *step) Assign(name string, call, err jen.Code) {
	if s.attempts != nil {
		s.attempts.calls = append(s.attempts.calls, attempt{name, call})
	}
	s.Add(s.fn.assigned(call, []string{name}), jen.If(failed()).Block(s.Leave(err)))
}

// Local implements templates.Step.
func (s *step) Local(name string, call jen.Code) *jen.Statement {
	name = s.Temp(name)
	s.Assign(name, call, jen.Err())
	return jen.Id(name)
}

// end ends a function where nothing follows. A call right before returns its error itself, and a value right before is
// returned without a variable.
func (fn *function) end() {
	last := fn.last
	if last == nil || last.end != len(fn.body) || !last.mayFail && !slices.Contains(fn.yielded(), last.vars[0]) {
		fn.body = append(fn.body, fn.done(jen.Nil()))
		return
	}
	fn.body, fn.here = fn.body[:last.start], last.here
	switch yields := fn.yielded(); {
	case !last.mayFail:
		results := make([]jen.Code, len(yields))
		for i, name := range yields {
			results[i] = jen.Id(name)
		}
		results[slices.Index(yields, last.vars[0])] = last.call
		fn.body = append(fn.body, jen.Return(append(results, jen.Nil())...))
	case last.assigned:
		fn.body = append(fn.body, fn.done(last.call))
	case len(last.vars) == 0:
		fn.body = append(fn.body, fn.returns(last.call))
	case slices.Equal(last.vars, yields):
		fn.body = append(fn.body, jen.Return(last.call))
	default:
		fn.body = append(fn.body, fn.assigned(last.call, last.vars), fn.done(jen.Err()))
	}
}

// assigned is the assignment of what a call yields, and of its error.
func (fn *function) assigned(call jen.Code, vars []string) *jen.Statement {
	return list(vars).Op(fn.assignment(append(slices.Clone(vars), "err")...)).Add(call)
}

// assignment is := where it declares a variable, else =. One that is new brings those of the blocks around anew.
func (fn *function) assignment(names ...string) string {
	if !slices.ContainsFunc(names, fn.isNew) {
		return "="
	}
	op := "="
	for _, name := range names {
		if name != "_" && !fn.declared[name] && !fn.here[name] {
			op = ":="
			fn.here[name] = true
		}
	}
	return op
}

// isNew reports whether no block has declared a variable that can be seen.
func (fn *function) isNew(name string) bool {
	holds := func(block map[string]bool) bool { return block[name] }
	return name != "_" && !fn.declared[name] && !fn.here[name] && !slices.ContainsFunc(fn.around, holds)
}

func failed() *jen.Statement { return jen.Err().Op("!=").Nil() }

func list(vars []string) *jen.Statement {
	var ids []jen.Code
	for _, name := range vars {
		ids = append(ids, jen.Id(name))
	}
	return jen.List(append(ids, jen.Err())...)
}

func (s *step) namesOf(vars []*jen.Statement) []string {
	var names []string
	for _, v := range vars {
		names = append(names, s.nameOf(v))
	}
	return names
}

func allBlank(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return name != "_" })
}
