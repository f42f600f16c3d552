package values

import (
	"slices"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
)

// flow is the graph of the values of one flow, as far as questions have led: it is asked while the flow is built, and
// holds expressions, names, arrivals, items and yields alone.
type flow struct {
	mu sync.Mutex
	builder
	added map[added]bool
}

// added is a step whose names are in the graph, or an end of its region of which that is so with what it yields.
type added struct{ step, end *ir.Step }

// OfFlow returns the graph of a flow, of which nothing is known yet.
func OfFlow() ir.Values { return &flow{} }

// Forget implements ir.Values.
func (f *flow) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.builder, f.added = builder{}, nil
}

// few is how many values a graph of one flow has room for at first.
const few = 16

// asked makes room for the first question.
func (f *flow) asked() {
	if f.Graph != nil {
		return
	}
	f.added = map[added]bool{}
	f.builder = builder{alias: map[trace.Value]alias{}, ready: f.add, Graph: &Graph{
		Graph: trace.New(few), about: make([]about, 1, few+1), paths: map[any][]string{},
		typed: map[*ir.Typed]trace.Value{}, exprs: map[*expr.Expr]trace.Value{},
		carried: map[carried]trace.Value{},
	}}
}

// add adds the names that a step gives to values, and what the ends of its region yield.
func (f *flow) add(s *ir.Step) {
	if s.Node == s.Flow.Entry || s.Node.Template == nil {
		return
	}
	if f.adds(added{s, nil}) && s.GivesNames() {
		for _, out := range s.Outs {
			if out.Spec != nil && out.Spec.Refuses == "" {
				f.names(s, out, f.output(out, ""))
			}
		}
	}
	for _, of := range s.Flow.Runs(s.Node) {
		if of.Protects == nil {
			continue
		}
		for _, end := range []*ir.Step{of.Protects.Yield, of.Protects.Handled} {
			// before its end is built, a region yields nothing
			if end != nil && len(end.Yields()) > 0 && f.adds(added{s, end}) {
				f.yields(end, s)
			}
		}
	}
}

// adds reports whether something is not in the graph yet, and notes that it is from now on.
func (f *flow) adds(a added) bool {
	known := f.added[a]
	f.added[a] = true
	return !known
}

// Origins implements ir.Values.
func (f *flow) Origins(s *ir.Step, e *expr.Expr) []ir.Origin {
	if e == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	of := members{f.Graph, [][]string{nil}}
	walk := f.InExecution()
	passes := walk.Passes
	walk.Mark, walk.Passes = of.mark, func(e trace.Edge) bool { return passes(e) && !f.counts(e) }
	var list []ir.Origin
	for at := range f.Back(walk, f.expr(s, e)) {
		o, is := f.origin(at)
		if !is || at.Mark == other {
			continue
		}
		if o.Path = append(o.Path, of.paths[at.Mark]...); !slices.ContainsFunc(list, o.Equal) {
			list = append(list, o)
		}
	}
	return list
}

// Made implements ir.Values.
func (f *flow) Made(s *ir.Step, e *expr.Expr, into func(*expr.Expr) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	g := f.Graph
	walk := g.InExecution()
	walk.Through &^= trace.Compared
	ends := map[trace.Value]bool{}
	walk.Stop = func(v trace.Value) bool { return ends[v] }
	for at := range g.Back(walk, f.expr(s, e)) {
		if of := g.About(at.Value); of.Expr != nil && of.Typed == nil {
			f.mu.Unlock() // into may ask the graph
			ends[at.Value] = !into(of.Expr)
			f.mu.Lock()
		}
	}
}

// origin returns the source that a place of a walk back is. An output is none where the walk came there from a member
// of it.
func (f *flow) origin(at *trace.Place) (ir.Origin, bool) {
	o, is := f.source(at.Value)
	a := f.About(at.Value)
	switch {
	case !is || o.Kind == ir.FromNode && at.Edge.Way == trace.Member && f.About(at.Before.Value).Out == a.Out:
		return ir.Origin{}, false
	case o.Kind == ir.FromRequest:
		o.Path = f.read(at, a.Path)
	case o.Kind != ir.FromEnv:
		o.Field, o.Path = parted(f.read(at, a.Name))
	}
	return o, true
}

// read returns the names in the path of a place: those that the expression reads from where the walk came, which may
// have a dot in them, behind those of a name that leads there.
func (f *flow) read(at *trace.Place, path string) []string {
	if path == "" {
		return nil
	}
	if at.Before != nil && f.Kind(at.Before.Value) == trace.Expression {
		read := namesRead(f.About(at.Before.Value).Expr)
		if text := strings.Join(read, "."); text == path {
			return read
		} else if before, behind := strings.CutSuffix(path, "."+text); behind {
			return append(strings.Split(before, "."), read...)
		}
	}
	return strings.Split(path, ".")
}

// namesRead returns the names by which an expression reads a member of a reference.
func namesRead(e *expr.Expr) []string {
	var list []string
	for ; e != nil && e.Op != expr.OpRef; e = object(e) {
		list = append(list, e.Name)
	}
	if e != nil && ir.SourceOf(e).Field != "" {
		list = append(list, ir.SourceOf(e).Field)
	}
	slices.Reverse(list)
	return list
}

// Plain implements ir.Values.
func (f *flow) Plain(s *ir.Step, e *expr.Expr) *expr.Expr {
	if e == nil || e.Op == expr.OpConst || e.Op == expr.OpNot || e.Op == expr.OpBinary && !e.Joins() {
		return e // it has no other value, nor is it made of one alone
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	f.expr(s, e)
	return f.Graph.Plain(e)
}

// Given implements ir.Values.
func (f *flow) Given(out *ir.Out, name string) *ir.Typed {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	var given *ir.Typed
	for at, left := f.output(out, name), maxNames; at != 0 && left > 0; left-- {
		at = f.Sole(at, trace.Named|trace.Typed)
		if t := f.About(at).Typed; t != nil {
			given = t
		}
	}
	return given
}
