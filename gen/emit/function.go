package emit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// function is one Go function that is being written.
type function struct {
	w    *workflow
	flow *flow
	name string
	step *ir.Step // the step that is being written

	region *ir.Region // that the function is, or nil
	yields []value    // what a region's function returns beside its error
	named  []string   // the names of those results; a Retry may have read them into a struct since

	takesBack bool // it defers what takes back what it did in a transaction around it

	taken    locals
	elements []string // the variables of loops, by how many loops they are in
	vars     map[value]string
	temps    map[string]*ir.Step // the steps that a variable between was named for
	declared map[string]bool     // variables that are there without an assignment
	here     map[string]bool     // variables that the block being written has declared
	around   []map[string]bool   // those of the blocks around it
	body     []jen.Code
	last     *lastCall      // that the body ends with, or nil
	tail     *jen.Statement // the call of a method that the body ends with, or nil
}

// flow is one entry point that is being written.
type flow struct {
	ir      *ir.Flow
	live    map[*ir.Step]values
	pending []*ir.Step // methods to write
	seen    map[*ir.Step]bool
	// region is the region whose function a method is part of.
	region map[*ir.Step]*ir.Region
}

// handler writes the handler of an entry point and the methods that it leads to.
func (w *workflow) handler(doc *ir.Flow) {
	fl := &flow{ir: doc, seen: map[*ir.Step]bool{}, region: map[*ir.Step]*ir.Region{}}
	fl.live = w.liveness(fl)
	if doc.Called() {
		w.subflow(fl)
	} else {
		w.serve(fl)
	}
	for len(fl.pending) > 0 {
		s := fl.pending[0]
		fl.pending = fl.pending[1:]
		w.method(fl, s)
	}
}

// serve writes the handler of a request.
func (w *workflow) serve(fl *flow) {
	at, name := w.reserve(), handlerName(fl.ir)
	fn := w.function(fl, name)
	fn.path(fl.ir.Steps[0])
	w.funcs[at] = comment(fmt.Sprintf("%s serves %s.", name, served(fl.ir.Entry))).
		Func().Params(w.receiver()).Id(name).Params(execParam()).Error().Block(fn.body...)
}

// served names what callers of an entry point reach.
func served(entry *ir.Node) string {
	route := entry.Route()
	if route.Tool != "" {
		return "the MCP tool " + route.Tool
	}
	return route.Method + " " + route.Path
}

// reserve keeps the place of a function that is about to be written, before those that it
// leads to.
func (w *workflow) reserve() int {
	w.funcs = append(w.funcs, nil)
	return len(w.funcs) - 1
}

func execParam() *jen.Statement { return jen.Id("x").Op("*").Qual(rt, "Exec") }

func (w *workflow) function(fl *flow, name string) *function {
	return &function{
		w: w, flow: fl, name: name, taken: maps.Clone(w.outside), vars: map[value]string{}, temps: map[string]*ir.Step{},
		declared: map[string]bool{}, here: map[string]bool{},
	}
}

// method writes a step that is reached in several ways, or after the answer, or where a function is cut. It takes
// exactly what it reads.
func (w *workflow) method(fl *flow, s *ir.Step) {
	at, name := w.reserve(), w.joins[s]
	fn := w.function(fl, name)
	params := []jen.Code{execParam()}
	for _, v := range fl.params(s) {
		params = append(params, fn.param(v))
	}
	fn.results(fl.region[s])
	fn.path(s)
	from := fmt.Sprintf("is reached from %s", reachedFrom(s))
	if len(s.In) == 1 && s.In[0].After {
		from = fmt.Sprintf("runs after %s was sent", reachedFrom(s))
	}
	w.funcs[at] = comment(fmt.Sprintf("%s (%s) %s.", name, s.Node.Template.Title, from)).
		Func().Params(w.receiver()).Id(name).Params(params...).Add(fn.signature()).Block(fn.body...)
}

// path writes s and what follows it, straight down.
func (fn *function) path(s *ir.Step) {
	for s != nil {
		if v := s.Flow.Verifier(); v != nil && s.Node == s.Flow.Entry {
			fn.write(v) // the payload is decoded when its sender is known
			fn.write(s)
			s = v
		} else {
			fn.write(s)
		}
		if s.Node.Template.Answer.Ends {
			return
		}
		main := fn.straight(s)
		if !fn.goesOn(main) {
			fn.leave(main)
			return
		}
		s = main.Next
	}
}

// straight is the output that goes straight down. Of equal ones it is the longest of those that refuse nobody, and
// where they are as long what leads to no error: so that what refuses a request leaves early and a row of Conditions
// does not nest.
func (fn *function) straight(s *ir.Step) *ir.Out {
	if s.Protects != nil {
		return s.Protects.Exit
	}
	if !s.Node.Template.Equal {
		return s.Outs[0]
	}
	return slices.MaxFunc(s.Outs, func(a, b *ir.Out) int {
		return cmp.Or(turnsAway(b)-turnsAway(a), fn.length(a)-fn.length(b), fails(b)-fails(a))
	})
}

// turnsAway is 1 for an output behind which a caller is not let through.
func turnsAway(out *ir.Out) int {
	if out.Spec != nil && out.Spec.Refusal() {
		return 1
	}
	return 0
}

// fails is 1 for an output that leads to an answer that is an error.
func fails(out *ir.Out) int {
	if s := out.Next; s != nil && s.Node.Template.Answer.Status != nil && s.Node.Template.Answer.Status(ir.NewPass(s)) >= 400 {
		return 1
	}
	return 0
}

// reach is a question: the steps behind an output, as far as they belong to a region.
type reach struct {
	out    *ir.Out
	region *ir.Region
}

// length is the number of steps that are written where an output goes on, if no function is cut. It is remembered: each
// step of a chain of Conditions asks for all that follows.
func (fn *function) length(out *ir.Out) int {
	key := reach{out, fn.region}
	n, known := fn.w.lengths[key]
	if !known {
		n = fn.measure(out)
		fn.w.lengths[key] = n
	}
	return n
}

func (fn *function) measure(out *ir.Out) int {
	if !fn.contains(out) || isMethod(out.Next) {
		return 0
	}
	s, n := out.Next, 1
	outs := s.Outs
	if s.Protects != nil {
		n++ // what is in the region is written elsewhere
		outs = []*ir.Out{s.Protects.Exit, s.Protects.On}
	}
	for _, out := range outs {
		if out != nil && !out.After {
			n += fn.length(out)
		}
	}
	return n
}

// write writes the statements of a step alone.
func (fn *function) write(s *ir.Step) {
	fn.enter(s)
	st := &step{Pass: ir.NewPass(s), fn: fn, ir: s, reads: values{}}
	fn.w.emit(st)
	fn.w.drafts[fn.flow.ir].compare(st)
}

// goesOn reports whether what follows an output is written right behind it: it is no
// method of its own, and inside the function's region.
func (fn *function) goesOn(out *ir.Out) bool { return fn.contains(out) && !fn.w.isMethod(out.Next) }

// contains reports whether what follows an output belongs to the function's region.
func (fn *function) contains(out *ir.Out) bool {
	return out.Next != nil && out.Next.Region.Within(fn.region)
}

// isMethod reports whether a step is written as a method of its own.
func (w *workflow) isMethod(s *ir.Step) bool { return isMethod(s) || w.cuts.steps[s] }

// isMethod reports whether a step is a method however long functions are: it is reached in more than one way, or runs
// after the answer. The end of a region is one way.
func isMethod(s *ir.Step) bool {
	var first any
	for _, in := range s.In {
		way := wayOf(in, s)
		if first != nil && way != first || in.After {
			return true
		}
		first = way
	}
	for _, r := range s.Ended {
		way := outermost(r, s)
		if first != nil && first != any(way) {
			return true
		}
		first = way
	}
	return false
}

// wayOf is the output, or the region that ends, by which a step is reached.
func wayOf(in *ir.Out, s *ir.Step) any {
	from := in.Step.Region
	if in.Role() == templates.Done {
		from = in.Step.Protects // past a region that may be run for nothing: its end leads there as well
	}
	if ended := outermost(from, s); ended != nil && !in.After {
		return ended
	}
	return in
}

// outermost is the region around r, or r, that ends where s follows; nil where s is in r.
func outermost(r *ir.Region, s *ir.Step) *ir.Region {
	var ended *ir.Region
	for ; r != nil && !s.Region.Within(r); r = r.Outer {
		ended = r
	}
	return ended
}

// enter begins the statements of a step.
func (fn *function) enter(s *ir.Step) {
	fn.step = s
	fn.w.note(fn, s)
	if len(fn.body) > 0 {
		fn.body = append(fn.body, jen.Line())
	}
	if s.Node.Template.Entry != nil || s.Node.Ends != nil {
		return // the endpoint enters it itself; the end of a region is no node that was drawn
	}
	fn.body = append(fn.body, jen.Id("x").Dot("Enter").Call(jen.Lit(s.Node.ID.Value)).Comment(title(s.Node)))
}

// title is the kind of a node, for a comment beside its id: "Hash: verify", or with a name of its own "price (SQL)".
func title(n *ir.Node) string {
	t := n.Kind()
	if n.Name.Value != n.ID.Value {
		t = fmt.Sprintf("%s (%s)", n.Name.Value, t)
	}
	return t
}

// leave ends a block with what follows an output that is not written here.
func (fn *function) leave(out *ir.Out) {
	if !fn.contains(out) {
		fn.end()
		return
	}
	fn.tail = fn.call(out)
	fn.body = append(fn.body, jen.Return(fn.tail))
}

// call is the call of the method that follows an output.
func (fn *function) call(out *ir.Out) *jen.Statement {
	s := out.Next
	if !fn.flow.seen[s] {
		fn.flow.seen[s] = true
		fn.flow.region[s] = fn.region
		if out.After {
			fn.flow.region[s] = nil
		}
		fn.flow.pending = append(fn.flow.pending, s)
	}
	args := []jen.Code{jen.Id("x")}
	for _, v := range fn.flow.params(s) {
		args = append(args, fn.argument(out, v))
	}
	return jen.Id("f").Dot(fn.w.joins[s]).Call(args...)
}

// same reports whether two outputs of a step lead to the same method, which both give the same.
func (fn *function) same(a, b *ir.Out) bool {
	if a == b || a.Next == nil && b.Next == nil {
		return true
	}
	if a.Next != b.Next || !fn.contains(a) || fn.goesOn(a) {
		return false
	}
	from, t := a.Sender()
	other, u := b.Sender()
	return from == other && a.Refuses() == b.Refuses() && t.Equal(u) ||
		!slices.ContainsFunc(fn.flow.params(a.Next), func(v value) bool { return v.kind == arrived })
}

// argument is the Go expression that a method is given for its parameter v, when it is called behind out.
func (fn *function) argument(out *ir.Out, v value) jen.Code {
	base := jen.Id(fn.variable(v.before(out)))
	if v.kind != arrived || v.node != out.Next.Node {
		return base
	}
	_, t := out.Sender()
	names := types.GoFields(t)
	for i, f := range t.Fields {
		if f.Name != v.name {
			continue
		}
		if f.Type.Kind != types.Any && v.typ(fn.flow).Kind == types.Any {
			return jen.Qual(rt, "ValueOf").Call(base.Dot(names[i])) // other wires bring another struct
		}
		return selected(base, names[i], f.Native)
	}
	return base
}

// branch writes what follows an output as a block of its own.
func (fn *function) branch(out *ir.Out) []jen.Code {
	return fn.block(func() { fn.follow(out) })
}

// follow writes what follows an output.
func (fn *function) follow(out *ir.Out) {
	if fn.goesOn(out) {
		fn.path(out.Next)
	} else {
		fn.leave(out)
	}
}

// block is the list of statements that write writes. The names of its variables are free again behind it.
func (fn *function) block(write func()) []jen.Code {
	outer := *fn
	fn.taken, fn.vars = maps.Clone(fn.taken), maps.Clone(fn.vars)
	fn.around, fn.here = append(slices.Clip(fn.around), fn.here), map[string]bool{}
	fn.body, fn.last, fn.tail = nil, nil, nil
	write()
	block := fn.body
	*fn = outer
	return block
}
