package ir

import (
	"go/constant"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Excluded is why an expression of the step never compares with a literal as an operator says. It is zero where it may.
type Excluded struct {
	Field string   // of the request, "kind"; or the part of it, "request.method" or "request.path"
	OneOf []string // the texts of which it always is one, or nil
	Rule  string   // of its validate tag: "max=10"; "" with OneOf
}

// Excluded asks what is known of a part of the request, before the workflow runs. The literal is on the right of the
// operator.
func (s *Step) Excluded(e *expr.Expr, operator string, literal constant.Value) Excluded {
	e = s.plain(e)
	if e == nil {
		return Excluded{}
	}
	of := e
	if e.Op == expr.OpCall && e.Name == "len" {
		of = s.plain(e.Args[0])
	}
	src := sourceOf(of)
	others := s.Flow.oneOf(of)
	if e == of && src.Kind == FromRequest && src.Name == "method" {
		src.Field, others = "request.method", s.Flow.methods()
	}
	if e == of && src.Kind == FromRequest && src.Name == "path" && operator == "==" && s.Flow.misses(expr.ConstText(literal)) {
		return Excluded{Field: "request.path", OneOf: []string{s.Flow.Entry.Route().Path}}
	}
	if e == of && len(others) > 0 && operator == "==" {
		if slices.Contains(others, expr.ConstText(literal)) {
			return Excluded{}
		}
		return Excluded{Field: src.Field, OneOf: others}
	}
	in := s.Flow.inputs[src.Field]
	value := asGo(literal, e.Type.Kind)
	if src.Kind != FromEntry || in == nil || in.Type.Kind != of.Type.Kind || value == nil {
		return Excluded{}
	}
	if rule := in.Excludes(operator, value); rule != "" {
		return Excluded{Field: src.Field, Rule: rule}
	}
	return Excluded{}
}

// methods are those of the requests that the flow answers: nil where it is called otherwise.
func (f *Flow) methods() []string {
	served := f.Entry.Route()
	switch {
	case f.Called() || served.Method == "" || served.Tool != "":
		return nil
	case served.Method == http.MethodGet:
		return []string{http.MethodGet, http.MethodHead}
	}
	return []string{served.Method}
}

// misses reports whether no request that the flow answers has a path, as net/http matches it.
func (f *Flow) misses(path string) bool {
	served := f.Entry.Route()
	if f.Called() || served.Hook || served.Tool != "" || served.Path == "" || templates.PathProblem(served.Path) != "" {
		return false
	}
	if !strings.HasPrefix(path, "/") {
		return true
	}
	mux := http.NewServeMux()
	mux.Handle(served.Path, http.NotFoundHandler())
	_, pattern := mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}})
	return pattern == ""
}

// asGo is a literal as a Go value of a type, nil where it is none of that.
func asGo(v constant.Value, kind types.Kind) any {
	switch {
	case kind == types.String && v.Kind() == constant.String:
		return constant.StringVal(v)
	case kind == types.Bool && v.Kind() == constant.Bool:
		return constant.BoolVal(v)
	case kind == types.Int && v.Kind() == constant.Int:
		n, _ := constant.Int64Val(v)
		return n
	case kind == types.Float && (v.Kind() == constant.Int || v.Kind() == constant.Float):
		f, _ := constant.Float64Val(v)
		return f
	}
	return nil
}
