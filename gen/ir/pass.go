package ir

import (
	"slices"
	"time"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// pass implements templates.Pass.
type pass struct {
	b    *builder
	node *Node
	step *Step // nil where the node is not reached
	list *diag.List
	// allWired is set where it is asked what the node would be, were all its outputs wired.
	allWired bool
}

// NewPass returns a view of a step for its template.
func NewPass(s *Step) templates.Pass { return &pass{node: s.Node, step: s, list: &diag.List{}} }

var noValue = &Value{}

func (p *pass) value(field string) *Value {
	if v := p.node.Fields[field]; v != nil {
		return v
	}
	return noValue
}

func (p *pass) Given(field string) bool                 { return p.node.holds(field) }
func (p *pass) Text(field string) string                { return p.value(field).Text }
func (p *pass) Int(field string) int64                  { return p.value(field).Int }
func (p *pass) Bool(field string) bool                  { return p.value(field).Bool }
func (p *pass) Duration(field string) time.Duration     { return p.value(field).Duration }
func (p *pass) List(field string) []string              { return p.value(field).List }
func (p *pass) Cookies(field string) []templates.Cookie { return p.value(field).Cookies }
func (p *pass) Cases(field string) []templates.Case     { return p.value(field).Cases }
func (p *pass) Declared(field string) []templates.Declared {
	return p.value(field).Declared
}
func (p *pass) Stem() string       { return p.node.Workflow.Stem }
func (p *pass) WorkflowID() string { return p.node.Workflow.ID.Value }

// GoName names what a node declares, which every entry point that shares the node has alike; Step.Qualified names what
// the node makes of their values.
func (p *pass) GoName(suffix string) string { return p.node.Qualified(suffix) }

func (p *pass) Handlers() time.Duration {
	if p.step == nil {
		return 0
	}
	return p.step.Flow.Handlers()
}

func (p *pass) Wired(output string) bool { return p.allWired || len(p.node.Targets(output)) > 0 }

func (p *pass) Routes() []templates.Route {
	var routes []templates.Route
	w := p.node.Workflow
	for _, n := range w.Nodes {
		if n.Template != nil && n.Template.Entry != nil && w.drawing.Reach(n.index)[p.node.index] {
			routes = append(routes, n.Route())
		}
	}
	return routes
}

func (p *pass) Type(field string) types.Type {
	if p.step == nil || p.step.Value[field] == nil {
		return types.Type{}
	}
	return p.step.Value[field].Type
}

func (p *pass) Format(field string) templates.Format { return p.value(field).Format }

func (p *pass) Labelled(field string) []int { return p.carrying(field, types.Masked) }
func (p *pass) Sent(field string) []int     { return p.carrying(field, types.Caller) }

// Bound implements templates.Pass.
func (p *pass) Bound(field string) []templates.Bound {
	if p.step == nil || p.step.Value[field] == nil {
		return nil
	}
	var list []templates.Bound
	for _, item := range p.step.Value[field].Items {
		b := templates.Bound{Type: item.Type}
		if item.Expr != nil && item.Expr.Type.AllLabels().Has(types.Caller) {
			b.From = p.step.sentAs(item.Expr)
		}
		list = append(list, b)
	}
	return list
}

// carrying returns which placeholders of a field carry one of the labels, from 1.
func (p *pass) carrying(field string, labels types.Label) []int {
	if p.step == nil || p.step.Value[field] == nil {
		return nil
	}
	values := []*Typed{p.step.Value[field]}
	if p.node.query != nil && values[0].Expr == nil {
		values = values[0].Items
	}
	var list []int
	for i, v := range values {
		found := false
		v.Walk(func(t *Typed) { found = found || len(t.Carriers(labels)) > 0 })
		if found {
			list = append(list, i+1)
		}
	}
	return list
}

func (p *pass) Keys(field string) []string {
	if t := p.value(field).Tree; t != nil {
		return t.Keys
	}
	return nil
}

func (p *pass) Literal(field, key string) string {
	t := p.value(field).Tree
	if i := slices.Index(p.Keys(field), key); key != "" && i >= 0 {
		t = t.Items[i]
	} else if key != "" {
		return ""
	}
	if t == nil || t.Text == nil {
		return ""
	}
	literal := ""
	for _, part := range t.Text.Parts {
		literal += part.Literal
	}
	return literal
}

func (p *pass) Written(field, key string) (text string, ok bool) {
	i := slices.Index(p.Keys(field), key)
	if i < 0 || p.Varies(field, key) {
		return "", false
	}
	entry := p.value(field).Tree.Items[i]
	if entry.Text == nil {
		return entry.JSON.Text, entry.JSON.Kind == schema.Number
	}
	return p.Literal(field, key), true
}

func (p *pass) Chosen(field, key string) bool {
	if p.step == nil || p.step.Value[field] == nil {
		return false
	}
	chosen := false
	p.step.Value[field].Entry(key).Walk(func(t *Typed) { chosen = chosen || len(t.Carriers(types.Caller)) > 0 })
	return chosen
}

func (p *pass) Varies(field, key string) bool {
	i := slices.Index(p.Keys(field), key)
	if i < 0 || p.value(field).Tree.Items[i].Text == nil {
		return false
	}
	return slices.ContainsFunc(p.value(field).Tree.Items[i].Text.Parts, func(part expr.Part) bool { return !part.IsLiteral() })
}

func (p *pass) Public(variable string) bool {
	return !p.node.Workflow.columns.naming.Variable(variable).Has(types.Secret)
}

// Variable implements templates.Pass.
func (p *pass) Variable(field, key string) string {
	if i := slices.Index(p.Keys(field), key); p.step == nil && i >= 0 {
		return templates.Variable(p.value(field).Tree.Items[i].JSON.Text)
	}
	if p.step == nil || p.step.Value[field] == nil || p.step.Value[field].Entry(key) == nil {
		return ""
	}
	return p.step.Variable(p.step.Value[field].Entry(key).Expr)
}

func (p *pass) IsFalse(field, key string) bool {
	i := slices.Index(p.Keys(field), key)
	if i < 0 {
		return false
	}
	entry := p.value(field).Tree.Items[i].JSON
	return entry.Kind == schema.Bool && entry.Text == "false"
}

func (p *pass) Query(string) templates.SQL {
	if p.node.query == nil {
		return templates.SQL{}
	}
	q := p.node.query.SQL
	if p.step != nil && p.step.columns != nil {
		q.Columns = p.step.columns
	} else {
		q.Columns = p.columns(q)
	}
	return q
}

func (p *pass) Function(string) templates.Function { return p.node.Function() }

func (p *pass) EntryType() types.Type {
	if p.step == nil {
		return types.Type{}
	}
	return p.step.Flow.inputType()
}

func (p *pass) Report(r templates.Problem) {
	span := p.node.Type.Span
	v := p.node.Field(r.Field)
	if v != nil && p.node.Fields[r.Field] == nil {
		return // refused, and reported
	}
	if v != nil {
		span = v.Span
		if r.Key != "" {
			span = keySpan(v, r.Key)
		}
		if q := p.node.query; q != nil && r.End > 0 {
			span = v.Within(p.node.Workflow.File, q.written(r.Start), q.written(r.End))
		}
	}
	if wires := p.node.Targets(r.Output); len(wires) > 0 {
		span = wires[0].Handle
	}
	d := diag.Diagnostic{Code: r.Code, Span: span, Output: r.Output, Message: r.Message, Hint: r.Hint}
	if r.Code == diag.FC202 {
		d.Cause = p.node.notTaken(r.Key)
	}
	p.node.report(p.list, d)
}

// facts lists what is proved not null below an output. That is everything where what should prove it is wrong.
func (p *pass) facts(out *templates.Output) facts {
	if spec := field(p.node.Template, out.Proves); spec == nil || !spec.Required && !p.Given(spec.Name) {
		return facts{}
	}
	if p.step.Value[out.Proves] == nil {
		return facts{all: true}
	}
	e := p.step.Value[out.Proves].Expr
	if bad(e) {
		return facts{all: true}
	}
	if p.value(out.Proves).Field.Shape == templates.Cond {
		return facts{keys: expr.Facts(e, out.Outcome)}
	}
	for e.Key == "" && len(e.Args) == 1 {
		e = e.Args[0] // below the conversions that the place asked for
	}
	return facts{keys: slices.DeleteFunc([]string{e.Key, e.Row}, func(key string) bool { return key == "" })}
}

// bad reports whether a mistake in an expression was reported.
func bad(e *expr.Expr) bool {
	return e == nil || e.Op == expr.OpBad || slices.ContainsFunc(e.Args, bad)
}

// declaredFields are the request fields that an entry point declares.
func (p *pass) declaredFields() []templates.Declared {
	if v := p.node.Shaped(templates.Fields); v != nil {
		return v.Declared
	}
	return nil
}

// route is the method and path that an entry point is served at; zero of another node.
func (p *pass) route() templates.Route {
	if t := p.node.Template; t != nil && t.Entry != nil && t.Entry.Route != nil {
		return t.Entry.Route(p)
	}
	return templates.Route{}
}

// outputType is the type of what an output carries. An object has the Go name of the struct
// that it becomes where it is used as a whole.
func outputType(s *Step, out *Out, p *pass) types.Type {
	if !s.Node.Known() || s.Node.misses() || s.Node.refuses() {
		return types.Type{}
	}
	t := types.ObjectOf(out.Spec.Fields...)
	if out.Spec.Of != nil {
		t = out.Spec.Of(p)
	}
	if t.Kind == types.Object && t.Go == "" && len(t.Fields) > 0 {
		t.Go = s.Qualified(wholeSuffix(out))
	}
	return t
}

// refuses reports whether a field was refused that says what the node yields.
func (n *Node) refuses() bool {
	return slices.ContainsFunc(n.Template.Fields, func(f templates.Field) bool {
		switch f.Shape {
		case templates.Object, templates.JSON, templates.Types, templates.Query:
			return n.Field(f.Name) != nil && n.Fields[f.Name] == nil && n.Applies(f.When)
		}
		return false
	})
}

// wholeSuffix ends the name of such a struct: "Result" for loginTokenResult, "Valid" for
// meAuthValid.
func wholeSuffix(out *Out) string {
	if out.Name == "out" {
		return "Result"
	}
	return types.GoName(out.Name)
}
