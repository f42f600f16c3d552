package assist

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Value is a value that a reference may name at a node.
type Value struct {
	Ref      string   `json:"ref"`  // as it stands in braces: "user.email"
	Name     string   `json:"name"` // its last part: "email"
	Kind     string   `json:"kind"` // "node", "request", "input", "error", "env" or "field"
	Type     string   `json:"type"` // "string?", "" where it is not known
	Labels   []string `json:"labels"`
	Nullable bool     `json:"nullable"`
	Fits     bool     `json:"fits"` // lint accepts it alone at the place that was asked about
	Why      string   `json:"why"`  // why it does not exist here, does not fit, or is warned of; else ""
	Fields   []Value  `json:"fields"`
}

// maxDepth is how deep the fields of a value are listed: those of a tree end nowhere.
const maxDepth = 5

// looker lists what exists at a node, or in a field of it: at each of its steps, one a flow and a way through
// sequences.
type looker struct {
	steps  []*ir.Step
	field  string    // of the node, that values are for; "" for none
	typing diag.Span // what is being typed, in bytes of the document; empty for nothing
}

func lookerAt(n *ir.Node, field string) looker {
	l := looker{field: field}
	for _, f := range n.Workflow.Flows {
		l.steps = append(l.steps, f.Runs(n.Reader(field))...)
	}
	return l
}

// try says what a reference is, at every step alike; why is what is wrong with it at one of them, and known is unset
// where that follows from what was reported elsewhere.
func (l looker) try(ref string) (e *expr.Expr, why string, known bool) {
	for _, s := range l.steps {
		found, problems := s.Try(l.field, ref)
		if len(problems) > 0 {
			return found, problems[0].Message, problems[0].Code != nil
		}
		if e == nil {
			e = found
		}
	}
	return e, "", e != nil
}

// value is a reference as a Value, with its fields. ok is unset where nothing can be said of it.
func (l looker) value(ref, name, kind string, depth int) (v Value, ok bool) {
	e, why, known := l.try(ref)
	if !known {
		return v, false
	}
	v = Value{Ref: ref, Name: name, Kind: kind, Labels: []string{}, Fits: why == "", Why: why, Fields: []Value{}}
	if why != "" {
		return v, true
	}
	v.describe(e.Type)
	v.Fields = l.fields(ref, e.Type, depth)
	return v, true
}

func (v *Value) describe(t types.Type) {
	v.Nullable = t.Nullable
	if t.Kind != types.Unknown {
		v.Type = t.String()
	}
	if text := t.AllLabels().String(); text != "" {
		v.Labels = strings.Split(text, ",")
	}
}

func (l looker) fields(ref string, t types.Type, depth int) []Value {
	list := []Value{}
	if t.Kind != types.Object || depth >= maxDepth {
		return list
	}
	for _, f := range t.Fields {
		if v, ok := l.value(selected(ref, f.Name), f.Name, "field", depth+1); ok {
			if v.Why != "" {
				v.describe(f.Type)
			}
			list = append(list, v)
		}
	}
	return list
}

// selected is a reference to a field of what ref names.
func selected(ref, field string) string {
	if plain.MatchString(field) {
		return ref + "." + field
	}
	return ref + "[" + strconv.Quote(field) + "]"
}

var plain = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// split parts values that exist from those that don't; a value of which only fields don't is in both, with those that
// are meant.
func split(all []Value) (here, grey []Value) {
	here, grey = []Value{}, []Value{}
	for _, v := range all {
		if v.Why != "" {
			grey = append(grey, v)
			continue
		}
		good, bad := split(v.Fields)
		whole := v
		whole.Fields = good
		here = append(here, whole)
		grey = append(grey, bad...)
	}
	return here, grey
}

// flat are values and all in them.
func flat(values []Value) []Value {
	var all []Value
	for _, v := range values {
		all = append(append(all, v), flat(v.Fields)...)
	}
	return all
}

// outputFields are the fields that outputs of n carry, on whatever way, each once and sorted.
func (l looker) outputFields(n *ir.Node) []string {
	var names []string
	for _, f := range n.Workflow.Flows {
		for _, s := range f.Runs(n) {
			for _, out := range s.Outs {
				for _, field := range out.Type.Fields {
					names = append(names, field.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
