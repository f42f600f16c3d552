package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// workflow collects what a workflow's file declares.
type workflow struct {
	ir *ir.Workflow

	types     []*structType          // in the order of first use
	shared    map[string]string      // the names of structs that others stand for, and of these
	byName    map[string]*structType // of types
	consts    []jen.Code
	declared  map[string]bool // consts
	patterns  map[string]string
	fields    []jen.Code         // of the workflow's struct
	inits     []templates.Member // of the constructor, in the order of the fields
	prepared  map[string]bool    // fields
	members   locals             // names of fields and methods
	field     map[*ir.Node]string
	callees   map[string]string   // the fields that hold workflows which it calls, by stem
	pages     map[string]string   // the fields that hold templates, by their constants
	joins     map[*ir.Step]string // methods of steps that are reached in several ways
	tries     map[*ir.Step]string // methods of the regions that steps protect
	routes    []jen.Code          // statements of register
	funcs     []jen.Code          // handlers and methods
	results   map[*ir.Node]jen.Code
	refusals  map[*ir.Node]jen.Code // the types of what nodes refuse with
	preparers map[string]string     // methods of a long constructor, by the first field that each prepares
	cuts      *cuts                 // where functions go on in methods
	drafts    map[*ir.Flow]*draft   // of entry points that were written before, with other cuts
	written   map[string]*written   // functions, by name
	embeds    bool                  // the file holds files of the folder
	lengths   map[reach]int         // of function.length
	outside   locals                // names that functions of Code nodes bring with them: no local must hide them
}

// file writes a workflow: its types, its struct with what is prepared once, its
// routes and its handlers.
func (w *workflow) file(p *ir.Program) *jen.File {
	doc := w.ir
	for _, flow := range doc.Flows {
		w.handler(flow)
	}
	w.share()
	f := newFile(p, doc)
	if w.embeds {
		f.Anon("embed")
	}
	w.flowStruct(f)
	w.constructor(f)
	if doc.AsCalled() == nil {
		w.register(f)
	}
	for _, t := range w.types {
		f.Add(t.code()).Line()
	}
	for _, c := range w.consts {
		f.Add(c).Line()
	}
	for _, fn := range w.funcs {
		f.Add(fn).Line()
	}
	return f
}

func newWorkflow(doc *ir.Workflow, cuts *cuts) *workflow {
	w := &workflow{
		ir: doc, byName: map[string]*structType{}, shared: map[string]string{}, declared: map[string]bool{}, patterns: map[string]string{},
		prepared: map[string]bool{}, results: map[*ir.Node]jen.Code{}, refusals: map[*ir.Node]jen.Code{}, cuts: cuts, written: map[string]*written{}, preparers: map[string]string{},
		members: locals{}, field: map[*ir.Node]string{}, callees: map[string]string{}, pages: map[string]string{}, joins: map[*ir.Step]string{}, tries: map[*ir.Step]string{}, lengths: map[reach]int{}, outside: outside(doc),
	}
	w.nameMethods()
	return w
}

// nameMethods names the methods of the workflow's struct: handlers, steps that are reached in several ways, and
// regions.
func (w *workflow) nameMethods() {
	w.members.member("register")
	if facts.Methods(w.ir) {
		w.members.member(codeField())
	}
	for _, f := range w.ir.Flows {
		w.members.member(handlerName(f))
	}
	for _, c := range callees(w.ir) {
		w.callees[c.Stem] = w.members.member(c.GoName, c.GoName+"Flow")
	}
	for _, f := range w.ir.Flows {
		for _, s := range f.Steps[1:] {
			if w.isMethod(s) {
				w.joins[s] = w.members.member(join(s))
			}
			if s.Protects != nil {
				w.tries[s] = w.members.member(join(s) + s.Node.Template.Region.Suffix)
			}
		}
	}
}

// fieldName is the field of the workflow's struct for a node.
func (w *workflow) fieldName(n *ir.Node) string {
	if w.field[n] == "" {
		w.field[n] = w.members.member(n.GoName, n.GoName+types.GoName(n.Template.Title))
	}
	return w.field[n]
}

// structName is the name of the workflow's struct: "loginFlow".
func (w *workflow) structName() string { return w.ir.GoName + "Flow" }

func (w *workflow) flowStruct(f *jen.File) {
	fields := append(w.calleeFields(), w.fields...)
	if facts.Methods(w.ir) {
		fields = append([]jen.Code{codeParam()}, fields...)
	}
	f.Add(comment(w.doc()).Type().Id(w.structName()).Struct(fields...)).Line()
}

// doc is the workflow's description as a comment.
func (w *workflow) doc() string {
	d := strings.Join(strings.Fields(w.ir.Description.Value), " ")
	if d == "" {
		return fmt.Sprintf("%s is the workflow %s.", w.structName(), w.ir.Name.Value)
	}
	return fmt.Sprintf("%s is the workflow %s: %s", w.structName(), w.ir.Name.Value, d)
}

func (w *workflow) register(f *jen.File) {
	f.Func().Params(w.receiver()).Id("register").Params(jen.Id("mux").Op("*").Qual("net/http", "ServeMux")).Block(w.routes...).Line()
}

// receiver is that of every method: f *loginFlow.
func (w *workflow) receiver() *jen.Statement { return jen.Id("f").Op("*").Id(w.structName()) }

// prepare declares a field of the workflow's struct, once.
func (w *workflow) prepare(name string, typ, init jen.Code) *jen.Statement {
	if !w.prepared[name] {
		w.prepared[name] = true
		w.fields = append(w.fields, jen.Id(name).Add(typ))
		w.inits = append(w.inits, templates.Member{Name: name, Value: init})
	}
	return jen.Id("f").Dot(name)
}

// prepareBy is prepare, whatever the constructor's expression for the field has been so far.
func (w *workflow) prepareBy(name string, typ, init jen.Code) {
	w.prepare(name, typ, init)
	for i := range w.inits {
		if w.inits[i].Name == name {
			w.inits[i].Value = init
		}
	}
}

// constant declares a package-level constant, once.
func (w *workflow) constant(name string, value string) *jen.Statement {
	return w.declare(name, jen.Const().Id(name).Op("=").Add(text(value)))
}

// declare declares a package-level name, once.
func (w *workflow) declare(name string, code jen.Code) *jen.Statement {
	if !w.declared[name] {
		w.declared[name] = true
		w.consts = append(w.consts, code)
	}
	return jen.Id(name)
}

// text is a string literal: raw where that reads better and can hold it.
func text(s string) jen.Code {
	if !strings.ContainsAny(s, "\\\"\n\t") || strings.ContainsAny(s, "`\r\x00\ufeff") {
		return jen.Lit(s)
	}
	return jen.Op("`" + s + "`")
}

// join returns the name of the method that a step is emitted as, when several paths lead to it: "loginNo"; with as much
// of what follows it as distinguishes it from the other steps of its node: "loginNoThenLog".
func join(s *ir.Step) string {
	label := ""
	for detail := 0; detail <= 1+2*len(s.Follows()) && hasTwin(s, label, detail-1); detail++ {
		label = following(s, detail)
	}
	name := s.Flow.Prefix() + types.GoName(s.Node.GoName)
	if s.Node.Ends != nil {
		name += s.Node.Template.Fields[0].Suffix
	}
	return name + label
}

// hasTwin reports whether another step of the same node has that label at the same detail.
func hasTwin(s *ir.Step, label string, detail int) bool {
	return slices.ContainsFunc(s.Flow.Steps, func(t *ir.Step) bool {
		return t != s && t.Node == s.Node && following(t, detail) == label
	})
}

// following says what follows a step. With each detail more is said: whether the answer was sent, then of each branch its
// first node, and the wire to that.
func following(s *ir.Step, detail int) string {
	label := ""
	if s.After && detail >= 0 {
		label = "After"
	}
	for i, wire := range s.Follows() {
		if detail > 2*i {
			label += "Then" + types.GoName(wire.To.GoName)
		}
		if detail > 2*i+1 {
			label += "By" + types.GoName(wire.From.GoName) + types.GoName(wire.Output)
		}
	}
	return label
}

// reachedFrom names the nodes that lead to a step, for its comment.
func reachedFrom(s *ir.Step) string {
	var names []string
	for _, from := range s.Flow.Steps {
		leads := slices.ContainsFunc(s.In, func(in *ir.Out) bool { return in.Step == from }) || swallowedBy(from, s)
		if name := from.Node.Name.Value; leads && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return listed(names)
}

// swallowedBy reports whether only failures lead out of the region of a step to s, which it swallows.
func swallowedBy(from, s *ir.Step) bool {
	r := from.Protects
	return r != nil && slices.Contains(s.Ended, r) && !slices.ContainsFunc(s.In, func(in *ir.Out) bool { return in.Step.Region.Within(r) })
}
