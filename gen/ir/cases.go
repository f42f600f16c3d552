package ir

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// caseText is a text that an output can be called by.
var caseText = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// caseKinds are the types of cases by the JSON that they are written as.
var caseKinds = map[schema.Kind]types.Kind{schema.String: types.String, schema.Number: types.Int, schema.Bool: types.Bool}

// readCases reads the values that something is compared with (FC203).
func (b *builder) readCases(n *Node, v *Value) bool {
	if len(v.JSON.Items) == 0 {
		b.refuse(n, v.JSON, fmt.Sprintf("%q: want at least one value", v.Field.Name))
		return false
	}
	good := true
	for _, item := range v.JSON.Items {
		c := templates.Case{Kind: caseKinds[item.Kind], Text: item.Text}
		if problem := v.caseProblem(c); problem != "" {
			b.refuse(n, item, fmt.Sprintf("%q: %s", v.Field.Name, problem))
			good = false
			continue
		}
		v.Cases = append(v.Cases, c)
	}
	return good
}

// caseProblem says why a value can't be one more of the cases, or "".
func (v *Value) caseProblem(c templates.Case) string {
	switch {
	case c.Kind == types.Unknown:
		return "want texts, whole numbers, or true and false"
	case len(v.Cases) > 0 && v.Cases[0].Kind != c.Kind:
		return fmt.Sprintf("want values of one type, got %s among values of type %s", c, v.Cases[0].Kind)
	case slices.Contains(v.Cases, c):
		return fmt.Sprintf("%s is there twice", c)
	case c.Kind == types.String && (c.Text == "default" || c.Text == "out"):
		return fmt.Sprintf("%q is the name of another output", c.Text)
	case c.Kind == types.String && !caseText.MatchString(c.Text):
		return fmt.Sprintf("want texts of letters, digits and \"_\", \".\", \"-\", which name outputs; got %q", c.Text)
	}
	if whole, err := strconv.ParseInt(c.Text, 10, 64); c.Kind == types.Int && (err != nil || strconv.FormatInt(whole, 10) != c.Text) {
		return fmt.Sprintf("want whole numbers, got %s", c.Text)
	}
	return ""
}

// bare is the type that a Bare field wants. One that is compared with cases is of their type, or may become it; where
// it is another that could be compared, these are wrong (FC203). A text that is null is none of them, as an empty one
// is none.
func (c *checker) bare(v *Value) expr.Want {
	w := c.want(v.Field)
	if v.Field.Like == "" {
		return w
	}
	cases := c.step.Node.Fields[v.Field.Like]
	if cases == nil || len(cases.Cases) == 0 {
		w.Type.Nullable = true
		return w // refused
	}
	w.Type, w.ZeroNull = types.Of(cases.Cases[0].Kind), cases.Cases[0].Kind == types.String
	w.Type.Nullable = !w.ZeroNull
	natural, _ := v.Tree.Text.Check(&scope{step: c.step, value: v.JSON}, expr.Want{Type: types.Type{Nullable: true}})
	switch kind := natural.Type.Kind; kind {
	case w.Type.Kind, types.Any, types.Unknown, types.Null:
	case types.String, types.Int, types.Bool:
		c.b.refuse(c.step.Node, cases.JSON, fmt.Sprintf("%q: want values of type %s, as %q is one, got values of type %s",
			cases.Field.Name, kind, v.Field.Name, w.Type.Kind))
		w.Type, w.ZeroNull = types.Type{Nullable: true}, false
	}
	return w
}

// exhaust takes the output for the rest from nodes whose other outputs leave nothing over, and reports whether that is
// news. A wire of it is one of an output that is not there (FC103).
func (w *Workflow) exhaust() bool {
	news := false
	for _, n := range w.Nodes {
		rest := n.rest()
		if rest == nil || !n.Known() || len(w.runs(n)) == 0 || slices.ContainsFunc(w.runs(n), func(s *Step) bool { return !s.exhausts(rest) }) {
			continue
		}
		news, n.exhausted = true, true
		n.unwire(rest)
	}
	if news {
		w.drawing = w.draw()
		w.trust(false)
		for _, n := range w.Nodes {
			n.graph = nil
		}
	}
	return news
}

// runs are the steps of a node, of whatever entry point.
func (w *Workflow) runs(n *Node) []*Step {
	var steps []*Step
	for _, f := range w.Flows {
		steps = append(steps, f.Runs(n)...)
	}
	return steps
}

// rest is the node's output for what no other output is for, or nil.
func (n *Node) rest() *templates.Output {
	for _, o := range n.Outputs() {
		if o.Rest != "" {
			return o
		}
	}
	return nil
}

// unwire leaves the wires of an output out.
func (n *Node) unwire(o *templates.Output) {
	wires := n.Targets(o.Name)
	n.Wires = slices.DeleteFunc(n.Wires, func(w *Wire) bool { return w.Output == o.Name })
	for _, wire := range wires {
		n.Trust, wire.To.Trust = Lost, Lost
	}
	if len(wires) > 0 {
		n.hold(diag.Diagnostic{
			Code: diag.FC103, Span: wires[0].Handle, Output: o.Name,
			Message: fmt.Sprintf("%s %q has no output %q: its other outputs are all that there is", n.Template.Title, n.ID.Value, o.Name),
			Hint:    "remove the wire",
		})
	}
}

// exhausts reports whether the other outputs of a step leave nothing over for rest. Of what is wrong, and was reported,
// nothing is.
func (s *Step) exhausts(rest *templates.Output) bool {
	v := s.Value[rest.Rest]
	if v == nil {
		return false
	}
	if bad(v.Expr) || s.Flow.unsaid(s.plain(v.Expr)) {
		return len(s.Node.Targets(rest.Name)) == 0
	}
	cases := s.Node.Fields[s.Node.Fields[rest.Rest].Field.Like].Cases
	var left []string
	switch {
	case v.Type.Nullable || v.Expr.Op == expr.OpZero:
		return false
	case cases[0].Kind == types.Bool:
		left = []string{"false", "true"}
	default:
		left = s.Flow.oneOf(s.plain(v.Expr))
	}
	return len(left) > 0 && !slices.ContainsFunc(left, func(text string) bool {
		return !slices.ContainsFunc(cases, func(c templates.Case) bool { return c.Text == text })
	})
}

// unsaid reports whether an expression is a field of the request whose declaration was refused: nobody knows what it
// may be.
func (f *Flow) unsaid(e *expr.Expr) bool {
	src := sourceOf(e)
	if src.Kind != FromEntry || src.Node != f.Entry {
		return false
	}
	in := f.inputs[src.Field]
	return in == nil && f.refused() || in != nil && in.Uses == nil && in.Type.Kind == types.Unknown
}

// OneOf are the texts of which the value of a field always is one, where it is not null; nil where that is not known.
func (s *Step) OneOf(field string) []string {
	v := s.Value[field]
	if v == nil || bad(v.Expr) {
		return nil
	}
	return s.Choices(v.Expr)
}

// Choices are the texts of which an expression of the step is always one, nil where that is not known.
func (s *Step) Choices(e *expr.Expr) []string { return s.Flow.oneOf(s.plain(e)) }

// oneOf are the texts of which an expression is always one: a field of the request that is declared so. It is nil where
// that is not known.
func (f *Flow) oneOf(e *expr.Expr) []string {
	src := sourceOf(e)
	in := f.inputs[src.Field]
	if src.Kind != FromEntry || in == nil || in.Type.Kind != types.String && in.Type.Kind != types.Int {
		return nil
	}
	var list []string
	for tag := range strings.SplitSeq(in.Validate, ",") {
		values, is := strings.CutPrefix(tag, "oneof=")
		switch {
		case strings.HasPrefix(tag, "omit"):
			return nil // what is left out is none of them
		case is && !strings.ContainsAny(values, "'|"):
			list = strings.Fields(values)
		}
	}
	return list
}
