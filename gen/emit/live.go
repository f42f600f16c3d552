package emit

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// value is something that a handler holds in a variable.
type value struct {
	kind valueKind
	node *ir.Node // that yields it; of arrived, the one that reads it
	name string   // of arrived: the field
}

// valueKind says which of the values of a node is meant.
type valueKind uint8

const (
	result    valueKind = iota // what a node yields; of the entry point, the request
	present                    // whether a node's row is there
	arrived                    // a field of what arrived at a join
	failure                    // the failure that a region's handler was given
	caught                     // that of one of several regions, whose handlers are node
	rejection                  // what a node has rejected with
	eachIndex                  // where the item is in the list that a node's region is run for
	eachItem                   // that item
	returned                   // what a workflow returns that others call; of its entry point
)

// values is a set of what handlers hold; liveness is one for each step.
type values map[value]bool

// nodeValue is the value that a node yields, for liveness: its result, or where it has rejected that.
func nodeValue(n *ir.Node, rejected bool) value {
	if rejected {
		return value{kind: rejection, node: n}
	}
	return value{kind: result, node: n.Holder()}
}

// wanted are the names that a value's variable may have, best first.
func (v value) wanted() []string {
	switch v.kind {
	case returned:
		return []string{"returned", "subflowReturned"}
	case present:
		return []string{"found", v.node.GoName + "Found"}
	case failure, caught:
		return []string{"failure", v.node.GoName + "Failure"}
	case rejection:
		name := v.node.Refuses()
		return []string{name, v.node.GoName + types.GoName(name)}
	case arrived:
		return []string{local(v.name), local("input " + v.name)}
	case eachItem, eachIndex:
		name := v.node.Called(v.kind == eachIndex)
		return []string{local(name), v.node.GoName + types.GoName(name)}
	}
	if v.node.Ends != nil {
		return []string{"result", v.node.GoName + "Result"}
	}
	if v.node.Shaped(templates.Func) != nil {
		return []string{v.node.GoName, v.node.GoName + "Result"} // a function is often called as its node is
	}
	return []string{v.node.GoName, v.node.GoName + types.GoName(v.node.Template.Title)}
}

// typ is the type of a field of what arrived.
func (v value) typ(fl *flow) types.Type {
	for _, s := range fl.ir.Steps {
		if s.Node == v.node {
			f, _ := s.ArrivedType().Field(v.name)
			return f.Type
		}
	}
	return types.Type{}
}

// draft holds the analyses of an entry point that its Go is written from: liveness, and the results of methods. It
// stays as it is wherever functions are cut (split.go).
type draft struct {
	live              map[*ir.Step]values   // liveness: which values a step and what follows it read
	results, refusals map[*ir.Node]jen.Code // as of workflow: a region may yield what a method makes that is written later

	named map[*ir.Step]values // what each step's expressions name, where live is made of that; nil where of what it reads
	wrong bool                // a step reads something else than it names
}

// liveness returns, for each step, which values it and what follows it read.
func (w *workflow) liveness(fl *flow) map[*ir.Step]values {
	d := w.drafts[fl.ir]
	switch {
	case d == nil && fl.isPlain():
		d = fl.named()
	case d == nil || d.wrong:
		d = w.draft(fl)
	}
	w.drafts[fl.ir] = d
	maps.Copy(w.results, d.results)
	maps.Copy(w.refusals, d.refusals)
	return d.live
}

// isPlain reports whether all that a step of the flow reads is most likely named by its expressions, and written behind
// what makes it: it has no region and is not called.
func (fl *flow) isPlain() bool {
	return !fl.ir.Called() && !slices.ContainsFunc(fl.ir.Steps, func(s *ir.Step) bool { return s.Protects != nil })
}

// named takes what a step's expressions name for what it reads. That holds for most flows and is found much sooner than
// by a trial; where it does not hold, compare finds out and the flow is written once more.
func (fl *flow) named() *draft {
	d := &draft{named: make(map[*ir.Step]values, len(fl.ir.Steps))}
	for _, s := range fl.ir.Steps {
		d.named[s] = namedBy(s)
	}
	d.live = fl.alive(func(s *ir.Step) values { return maps.Clone(d.named[s]) })
	return d
}

// namedBy are the values that a step's expressions name.
func namedBy(s *ir.Step) values {
	named := values{}
	for _, f := range s.Checked() {
		s.Value[f.Name].Walk(func(t *ir.Typed) {
			t.Expr.Walk(func(e *expr.Expr) {
				if e.Ref != nil {
					if v, ok := valueOf(s, e.Ref); ok {
						named[v] = true
					}
				}
			})
		})
	}
	return named
}

// compare notes whether a step that was written has read something else than it names.
func (d *draft) compare(s *step) {
	if d.named != nil && !maps.Equal(d.named[s.ir], s.reads) {
		d.wrong = true
	}
}

// misnamed reports whether a workflow is to be written once more, as steps read something else than they name. What
// could not be written may be so for that reason. Each flow is asked once.
func misnamed(drafts map[*ir.Flow]*draft, err error) bool {
	again := false
	for _, d := range drafts {
		if d.named != nil && (d.wrong || err != nil) {
			d.named, d.wrong, again = nil, true, true
		}
	}
	return again
}

// draft finds what a step itself reads by writing it once, for nothing.
func (w *workflow) draft(fl *flow) *draft {
	trial := newWorkflow(w.ir, w.cuts)
	live := fl.alive(func(s *ir.Step) values { return trial.reads(fl, s) })
	return &draft{live: live, results: trial.results, refusals: trial.refusals}
}

// alive returns, for each step, which values it and what follows it read, given what each reads itself. It asks for the
// last one first.
func (fl *flow) alive(own func(*ir.Step) values) map[*ir.Step]values {
	live := make(map[*ir.Step]values, len(fl.ir.Steps))
	for i := len(fl.ir.Steps) - 1; i >= 0; i-- {
		s := fl.ir.Steps[i]
		reads := own(s)
		maps.Copy(reads, fl.behind(s, live))
		delete(reads, nodeValue(s.Node, false))
		delete(reads, value{kind: present, node: s.Node})
		delete(reads, value{kind: rejection, node: s.Node})
		delete(reads, value{kind: failure, node: s.Node})
		delete(reads, value{kind: eachItem, node: s.Node})
		delete(reads, value{kind: eachIndex, node: s.Node})
		live[s] = reads
	}
	return live
}

// behind are the values that what follows a step reads. Past the end of a region that is
// only what the region yields: the rest is there without it.
func (fl *flow) behind(s *ir.Step, live map[*ir.Step]values) values {
	reads := values{}
	for _, out := range s.Outs {
		switch {
		case out.Next == nil:
		case out.After: // in no region, and called from inside of this one
			maps.Copy(reads, across(out, live[out.Next]))
		default:
			maps.Copy(reads, yielded(s, out.Next, across(out, live[out.Next])))
		}
	}
	if s.Catch != nil {
		maps.Copy(reads, yielded(s, s.Catch, live[s.Catch]))
	}
	if r := s.Protects; r != nil {
		maps.Copy(reads, afterwards(r, live))
	}
	return reads
}

// yielded returns the values live at next that are defined inside of the regions which a way from s to next leaves.
// What the node of such a region defines itself is there only when the region has ended.
func yielded(s, next *ir.Step, vs values) values {
	var left *ir.Region
	ended := values{}
	for r := s.Region; r != nil && !next.Region.Within(r); r = r.Outer {
		left = r
		if r.Yield == nil || r.Yield.Node.Holder() != r.Step.Node {
			ended[nodeValue(r.Step.Node, false)] = true
		}
	}
	if left == nil {
		return vs
	}
	kept := values{}
	for v := range vs {
		if !v.fails() && !ended[v] && left.Yields(v.node) {
			kept[v] = true
		}
	}
	return kept
}

// afterwards are the values that what follows a region reads and that it does not yield.
func afterwards(r *ir.Region, live map[*ir.Step]values) values {
	reads := values{}
	for _, out := range []*ir.Out{r.Exit, r.On} {
		if out == nil || out.Next == nil {
			continue
		}
		for v := range yielded(r.Step, out.Next, across(out, live[out.Next])) {
			if own := v.kind == failure && v.node == r.Step.Node; !own && !r.Yields(v.node) {
				reads[v] = true
			}
		}
	}
	return reads
}

// yields are the values that a region's function returns: what it makes and what follows
// its end, or handles its failure, reads.
func (fl *flow) yields(r *ir.Region) []value {
	vs := values{}
	if r.Yield != nil && r.Yield.Node.Holder() == r.Yield.Node {
		vs[nodeValue(r.Yield.Node, false)] = true
	}
	if r.Answers() && resultOf(fl.ir.Workflow) != nil {
		vs[value{kind: returned, node: fl.ir.Entry}] = true
	}
	for _, out := range []*ir.Out{r.Exit, r.On} {
		if out == nil || out.Next == nil {
			continue
		}
		for v := range across(out, fl.live[out.Next]) {
			if !v.fails() && r.Yields(v.node) {
				vs[v] = true
			}
		}
	}
	return fl.sorted(vs)
}

// across are the values that must be there before out is taken, for what is live behind it.
func across(out *ir.Out, behind values) values {
	before := values{}
	for v := range behind {
		before[v.before(out)] = true
	}
	return before
}

// before is the value that holds v before out is taken.
func (v value) before(out *ir.Out) value {
	switch {
	case v.node != out.Next.Node:
	case v.kind == arrived:
		from, _ := out.Sender()
		return nodeValue(from, out.Refuses())
	case v.kind == caught:
		return value{kind: failure, node: out.Step.Node}
	}
	return v
}

// fails reports whether v is a failure, which no region yields.
func (v value) fails() bool { return v.kind == failure || v.kind == caught }

// reads writes a step and notes which values it asks for.
func (w *workflow) reads(fl *flow, s *ir.Step) values {
	fn := w.function(fl, "")
	fn.step = s
	st := &step{Pass: ir.NewPass(s), fn: fn, ir: s, reads: values{}, trial: true}
	w.emit(st)
	return st.reads
}

// used reports whether anything behind a step reads v.
func (fl *flow) used(s *ir.Step, v value) bool {
	return fl.behind(s, fl.live)[v]
}
