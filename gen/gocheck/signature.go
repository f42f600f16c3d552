package gocheck

import (
	"fmt"
	gotypes "go/types"
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

const (
	wanted         = "write func(ctx context.Context, in In) (Out, error); In and Out are structs, and may be left out"
	wantedVerifier = "write func(ctx context.Context, r *runtime.WebhookRequest, in In) error; In is a struct, and may be left out"
)

// signature fills in what a function takes and returns, or says why a workflow can't call it.
func (f *Functions) signature(object *gotypes.Func, fn *templates.Function) (*templates.Function, *diag.Problem) {
	if refused := f.unasked(); refused != nil && object.Pkg() == f.own {
		return nil, f.refused(refused) // no type of another package is known
	}
	s := &signature{functions: f, fn: fn, sig: object.Type().(*gotypes.Signature)}
	s.read()
	if s.problem == "" {
		fn.Known = true
		return fn, nil
	}
	p := &diag.Problem{
		Code: diag.FC208, Message: fmt.Sprintf("function %q %s", display(fn), s.problem), Hint: s.hint, Related: f.related(object),
	}
	if p.Hint == "" && fn.Verifies {
		p.Hint = wantedVerifier
	} else if p.Hint == "" {
		p.Hint = wanted
	}
	return nil, p
}

// display is how people call a function.
func display(fn *templates.Function) string {
	switch {
	case fn.Method:
		return codeType + "." + fn.Name
	case fn.Base != "":
		return fn.Base + "." + fn.Name
	}
	return fn.Name
}

// signature reads one function's; the first problem ends it.
type signature struct {
	functions     *Functions
	fn            *templates.Function
	sig           *gotypes.Signature
	problem, hint string
}

func (s *signature) refuse(format string, args ...any) { s.problem = fmt.Sprintf(format, args...) }

func (s *signature) read() {
	params := variables(s.sig.Params())
	switch {
	case s.sig.TypeParams().Len() > 0:
		s.refuse("has type parameters")
		return
	case s.sig.Variadic():
		s.refuse("takes any number of arguments")
		return
	case len(params) == 0 || !isNamed(params[0], "context", "Context"):
		s.refuse("does not take a context.Context first")
		return
	}
	params = params[1:]
	if len(params) > 0 && isRequest(params[0]) {
		s.fn.Verifies = true
		params = params[1:]
	}
	s.input(params)
	if s.problem == "" {
		s.results(variables(s.sig.Results()))
	}
}

func (s *signature) input(params []gotypes.Type) {
	switch len(params) {
	case 0:
	case 1:
		s.fn.In = s.object("takes", params[0])
		s.secrets()
	default:
		s.refuse("takes %d values beside its context", len(params))
	}
}

func (s *signature) results(results []gotypes.Type) {
	s.fn.Out = types.ObjectOf() // of an error alone: nothing to read
	last := len(results) - 1
	switch {
	case last < 0 || !gotypes.Identical(results[last], gotypes.Universe.Lookup("error").Type()):
		s.refuse("does not return an error last")
	case last > 0 && s.fn.Verifies:
		s.refuse("verifies a request, and returns more than an error")
	case last > 1:
		s.refuse("returns %d values and an error", last)
	case last == 1:
		s.fn.Out = s.object("returns", results[0])
	}
}

// object is the struct that a function takes or returns.
func (s *signature) object(verb string, t gotypes.Type) types.Type {
	if pointer, ok := gotypes.Unalias(t).(*gotypes.Pointer); ok && isStruct(pointer.Elem()) {
		s.refuse("%s %s", verb, typeText(t))
		s.hint = "make it the struct itself: " + typeText(pointer.Elem())
		return types.Type{}
	}
	if isInvalid(t) {
		s.unresolved(verb)
		return types.Type{}
	}
	if !isStruct(t) {
		s.refuse("%s %s, which is no struct with a name", verb, typeText(t))
		return types.Type{}
	}
	shape := &shaper{}
	object := shape.of(t, typeText(t))
	s.problem, s.hint = shape.problem, shape.hint
	if s.problem != "" {
		s.problem = verb + " " + s.problem
	}
	return object
}

// unresolved returns why a type is unknown, where an import is the reason.
func (s *signature) unresolved(verb string) {
	s.refuse("%s a type that does not exist in hand-written Go", verb)
	s.hint = "signatures use hand-written or imported types only, not generated ones"
	for _, path := range sortedKeys(s.functions.missing) {
		s.problem = fmt.Sprintf("%s a type that can't be resolved: %v", verb, s.functions.missing[path])
		s.hint = "the Go module around the workflows must provide it: go get " + path
		return
	}
}

// secrets labels what a verifier takes as secret and previousSecret, tagged or not.
func (s *signature) secrets() {
	for i, f := range s.fn.In.Fields {
		if s.fn.Verifies && (f.Name == "secret" || f.Name == "previousSecret") {
			s.fn.In.Fields[i].Type = f.Type.With(types.Secret)
		}
	}
}

func variables(tuple *gotypes.Tuple) []gotypes.Type {
	var list []gotypes.Type
	for v := range tuple.Variables() {
		list = append(list, v.Type())
	}
	return list
}

func sortedKeys(m map[string]error) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
