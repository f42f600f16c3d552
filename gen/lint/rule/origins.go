package rule

import (
	"iter"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/templates"
)

// Origin is where a value comes from.
type Origin struct {
	At   trace.Value
	Kind trace.Kind
	values.About
}

// IsSent reports whether a caller sends it.
func (o Origin) IsSent() bool { return o.Kind == trace.Field || o.Kind == trace.Request }

// DigestOf returns what an expression is the SHA-256 or the HMAC of; nil where it is neither.
func DigestOf(g *values.Graph, e *expr.Expr) *expr.Expr {
	of, _ := g.Plain(e).Digest()
	return g.Plain(of)
}

// KeyTokens returns the tokens whose hashes are in the key of a step.
func KeyTokens(g *values.Graph, s *ir.Step) []*expr.Expr {
	key := s.Node.Shaped(templates.Key)
	if key == nil || s.Value[key.Field.Name] == nil {
		return nil
	}
	var list []*expr.Expr
	for _, item := range s.Value[key.Field.Name].Items {
		if token := g.HashedToken(item.Expr); token != nil {
			list = append(list, token)
		}
	}
	return list
}

// StepOf returns the step at which an expression is that a value at s is made of: s itself, or where a Call gives or
// returns it.
func StepOf(g *values.Graph, e *expr.Expr, s *ir.Step) *ir.Step {
	if at := g.About(g.Expr(e)).Step; at != nil && at.Flow != s.Flow {
		return at
	}
	return s
}

// OriginsOf yields where the values of an expression come from, the nearest first: fields of the request, variables and
// outputs of nodes, those among them that only give a name. It stays in the execution of the expression.
func OriginsOf(g *values.Graph, e *expr.Expr) iter.Seq[Origin] { return OriginsOfValue(g, g.Expr(e)) }

// OriginsOfValue is origins of a value.
func OriginsOfValue(g *values.Graph, v trace.Value) iter.Seq[Origin] {
	return func(yield func(Origin) bool) {
		for at := range g.Back(g.InExecution(), v) {
			switch kind := g.Kind(at.Value); kind {
			case trace.Output, trace.Variable, trace.Field, trace.Request:
				if !yield(Origin{at.Value, kind, g.About(at.Value)}) {
					return
				}
			}
		}
	}
}

// OriginValues returns the origins of an expression, by their values.
func OriginValues(g *values.Graph, e *expr.Expr) map[trace.Value]bool {
	list := map[trace.Value]bool{}
	for from := range OriginsOf(g, e) {
		list[from.At] = true
	}
	return list
}

// ReadsAnyOf reports whether one of the fields of a step that count is made of one of some values.
func ReadsAnyOf(g *values.Graph, s *ir.Step, values map[trace.Value]bool, counts func(*templates.Field) bool) bool {
	for _, f := range s.Checked() {
		if !counts(f) {
			continue
		}
		for from := range OriginsOfValue(g, g.Sink(s, f.Name)) {
			if values[from.At] {
				return true
			}
		}
	}
	return false
}

// Sole returns the value of a kind that v is, under whatever name and as whatever type; 0 where it is none, or one of
// several.
func Sole(g *values.Graph, v trace.Value, kind func(trace.Value) bool) trace.Value {
	for v != 0 && !kind(v) {
		v = g.Sole(v, trace.Named|trace.Typed)
	}
	return v
}
