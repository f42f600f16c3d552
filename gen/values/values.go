// Package values fills the graph of values (gen/trace) and knows what each value is: of the finished programs of a
// project, and of one flow while gen/ir builds it.
//
//	g := values.Of(sources)
//	for at := range g.Back(trace.Walk{Through: trace.Followed}, g.Sink(step, "responseBody")) {
//		about := g.About(at.Value)
//		…
//	}
//
// It may be imported by gen, gen/facts and gen/lint.
package values

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Source is a folder of a project: its program, and the tables of its schemas.
type Source struct {
	Program *ir.Program
	Tables  []*ddl.Table
}

// Graph is the graph of the values of a project.
type Graph struct {
	*trace.Graph
	about    []about // by value
	typed    map[*ir.Typed]trace.Value
	exprs    map[*expr.Expr]trace.Value
	carried  map[carried]trace.Value
	paths    map[any][]string // by what carries values: their paths, in the order in which they were added
	rows     map[*ir.Step]trace.Value
	assigned map[assigned]trace.Value
	programs map[*ir.Workflow]*ir.Program
	calls    []*ir.Step // by their numbers in trace, from 1
	numbers  map[*ir.Step]int32
}

// About is what a value is.
type About struct {
	Step  *ir.Step         // at which it is; nil of a Column, a Key, a Claim and a Variable
	Expr  *expr.Expr       // of an Expression, a Constant and a Fresh
	Typed *ir.Typed        // of an Expression that is all of a text, an object or a list
	Field *templates.Field // of a Sink
	Out   *ir.Out          // of an Output
	// Name is the name of a Field, Request, Variable, Column, Key or Claim, the path of an Output, and the column that
	// a Lookup compares or an Assigned is for; "" of a Lookup that compares in another way than by `=`, or with
	// something else than a column.
	Name    string
	Path    string // of a Request: the member of it, "" for all
	Table   string // of a Column, a Lookup and an Assigned, in small letters
	Unique  bool   // of a Lookup and a Column: no two rows have the same value there
	Program *ir.Program
}

// about is an About as it is kept: most values need little of one.
type about struct {
	step *ir.Step
	of   any // *expr.Expr, *ir.Typed, *templates.Field, *ir.Out, *declared or path, or nil
	name string
}

// path is the member that a Request is.
type path string

// declared is what an About says of a column, and of what is compared with one or given to it.
type declared struct {
	table   string
	unique  bool
	program *ir.Program
}

// kept returns an About as it is kept.
func (a About) kept() about {
	is := about{step: a.Step, name: a.Name}
	switch {
	case a.Typed != nil:
		is.of = a.Typed
	case a.Expr != nil:
		is.of = a.Expr
	case a.Field != nil:
		is.of = a.Field
	case a.Out != nil:
		is.of = a.Out
	case a.Program != nil || a.Unique:
		is.of = &declared{a.Table, a.Unique, a.Program}
	case a.Path != "":
		is.of = path(a.Path)
	}
	return is
}

// carried is a path in what carries values.
type carried struct {
	by   any // *ir.Out, *ir.Flow, *ir.Step, request, variable, table, key, token
	path string
}

type (
	request struct {
		flow *ir.Flow
		part string
	}
	variable string
	table    struct {
		program *ir.Program
		name    string
	}
	key   string
	token struct{ secret, algorithm, audience string }
)

// assigned is what a change of a step's statement gives a column: by the places of both in the statement.
type assigned struct {
	step           *ir.Step
	change, column int
}

// About returns what a value is.
func (g *Graph) About(v trace.Value) About {
	is := &g.about[v]
	a := About{Step: is.step, Name: is.name}
	switch of := is.of.(type) {
	case *expr.Expr:
		a.Expr = of
	case *ir.Typed:
		a.Typed, a.Expr = of, of.Expr
	case *templates.Field:
		a.Field = of
	case *ir.Out:
		a.Out = of
	case *declared:
		a.Table, a.Unique, a.Program = of.table, of.unique, of.program
	case path:
		a.Path = string(of)
	}
	return a
}

// Expr returns the value of an expression, 0 where it has none.
func (g *Graph) Expr(e *expr.Expr) trace.Value { return g.exprs[e] }

// Typed returns the value of all of a text, an object or a list, 0 where it has none.
func (g *Graph) Typed(t *ir.Typed) trace.Value { return g.typed[t] }

// Output returns what an output carries at a path, "" for all of it; 0 where nothing reads or makes that.
func (g *Graph) Output(o *ir.Out, path string) trace.Value { return g.carried[carried{o, path}] }

// Outputs returns what the outputs of all steps of a node carry at a path.
func (g *Graph) Outputs(n *ir.Node, f *ir.Flow, path string) []trace.Value {
	var list []trace.Value
	for _, s := range f.Runs(n) {
		for _, out := range s.Outs {
			if v := g.Output(out, path); v != 0 {
				list = append(list, v)
			}
		}
	}
	return list
}

// Reads reports whether an expression reads what an output carries at a path, a part of that, or all that it is a part
// of; of "", whether one reads anything of it.
func (g *Graph) Reads(o *ir.Out, path string) bool {
	for _, read := range g.paths[o] {
		related := path == "" || read == "" || strings.EqualFold(read, path) || strings.HasPrefix(read, path+".") || strings.HasPrefix(path, read+".")
		if !related {
			continue
		}
		for e := range g.Out(g.carried[carried{o, read}]) {
			if e.Way == trace.Named {
				return true
			}
		}
	}
	return false
}

// Sink returns a field of a step as a place where values leave.
func (g *Graph) Sink(s *ir.Step, field string) trace.Value { return g.carried[carried{s, field}] }

// Row returns what a step finds, 0 where it looks nothing up.
func (g *Graph) Row(s *ir.Step) trace.Value { return g.rows[s] }

// Assigned returns what a change of a step's statement gives a column: by the places of both in the statement.
func (g *Graph) Assigned(s *ir.Step, change, column int) trace.Value {
	return g.assigned[assigned{s, change, column}]
}

// Column returns a column of a table of a program, 0 where neither the schema nor a statement names it.
func (g *Graph) Column(p *ir.Program, name, column string) trace.Value {
	return g.carried[carried{table{p, strings.ToLower(name)}, strings.ToLower(column)}]
}

// Claim returns a claim of the tokens that a step signs, 0 where they have none of that name.
func (g *Graph) Claim(s *ir.Step, name string) trace.Value {
	if signed := signedBy(s); signed != nil {
		return g.carried[carried{token{signed.Secret, signed.Algorithm, signed.Audience}, name}]
	}
	return 0
}

// Key returns what is stored under the key of a step at a path, "" for all of it.
func (g *Graph) Key(s *ir.Step, path string) trace.Value {
	return g.carried[carried{key(s.Node.Key()), path}]
}

// Program returns the program of a step.
func (g *Graph) Program(s *ir.Step) *ir.Program { return g.programs[s.Node.Workflow] }

// Numbers returns the numbers of Calls, as a walk takes them.
func (g *Graph) Numbers(calls []*ir.Step) []int32 {
	list := make([]int32, len(calls))
	for i, s := range calls {
		list[i] = g.numbers[s]
	}
	return list
}

// Steps returns the Calls of some numbers.
func (g *Graph) Steps(numbers []int32) []*ir.Step {
	list := make([]*ir.Step, len(numbers))
	for i, n := range numbers {
		list[i] = g.calls[n]
	}
	return list
}

// Read returns what the nearest expression is on the way to a place: the one that reads what is there.
func (g *Graph) Read(at *trace.Place) About {
	for p := at; p != nil; p = p.Before {
		if a := g.About(p.Value); a.Expr != nil {
			return a
		}
	}
	return About{}
}

// Plain returns the expression that e is the value of: without conversions and names, and where it is what the only
// Call gives, or what is returned at the only end.
func (g *Graph) Plain(e *expr.Expr) *expr.Expr {
	at := g.exprs[e]
	for slow, odd := at, false; at != 0; odd = !odd {
		if at = g.Sole(at, trace.Plain); at == slow {
			break // workflows that call each other give it back and forth
		}
		if a := g.About(at); at != 0 && a.Expr != nil {
			e = a.Expr
		}
		if odd {
			slow = g.Sole(slow, trace.Plain)
		}
	}
	return e
}

// source returns the source that a value is, if it is one.
func (g *Graph) source(v trace.Value) (ir.Origin, bool) {
	a := g.About(v)
	o := ir.Origin{}
	switch g.Kind(v) {
	case trace.Output:
		o.Source = ir.Source{Kind: ir.FromNode, Node: a.Out.Step.Node}
		o.Field, o.Path = parted(strings.Split(a.Name, "."))
	case trace.Field:
		o.Source = ir.Source{Kind: ir.FromEntry, Node: a.Step.Node}
		o.Field, o.Path = parted(strings.Split(a.Name, "."))
	case trace.Request:
		o.Source = ir.Source{Kind: ir.FromRequest, Name: a.Name}
		o.Path = strings.Split(a.Path, ".")
	case trace.Variable:
		o.Source = ir.Source{Kind: ir.FromEnv, Name: a.Name}
	default:
		return o, false
	}
	return o, true
}

// parted returns the first name of a path, and those behind it.
func parted(path []string) (string, []string) {
	if len(path) == 0 {
		return "", nil
	}
	return path[0], path[1:]
}

// maxNames is how many names are opened in a value; a part with more of them is a value.
const maxNames = 64

// InExecution returns the walk to the origins of a value in the execution that it is of.
func (g *Graph) InExecution() trace.Walk {
	const through = trace.All &^ (trace.Kept | trace.Claimed | trace.Matched | trace.Argument | trace.Returned)
	return trace.Walk{Through: through, Passes: func(e trace.Edge) bool {
		switch g.Kind(e.To) {
		case trace.Output:
			return e.Way&(trace.Derived|trace.Hashed) == 0
		case trace.Field, trace.Request:
			return false // all that it is a member of
		}
		return true
	}}
}

// HashedToken returns the token of which e is the SHA-256 or the HMAC in its execution; nil where it is none of a token.
func (g *Graph) HashedToken(e *expr.Expr) *expr.Expr {
	for v := g.exprs[e]; v != 0; v = g.Sole(v, trace.Named|trace.Typed) {
		if of, _ := g.About(v).Expr.Digest(); of != nil && of.Type.AllLabels().Has(types.Token) {
			return of
		} else if of != nil {
			break
		}
	}
	return nil
}

// KeyOnly reports whether secrets go into a value as keys of HMACs only: a reader of it does not learn them.
func (g *Graph) KeyOnly(e *expr.Expr) bool {
	walk := g.InExecution()
	passes := walk.Passes
	walk.Passes = func(e trace.Edge) bool {
		_, key := g.About(e.To).Expr.Digest()
		return passes(e) && (key == nil || g.exprs[key] != e.From)
	}
	for at := range g.Back(walk, g.exprs[e]) {
		switch g.Kind(at.Value) {
		case trace.Expression, trace.Constant, trace.Fresh:
			continue
		}
		named := g.Reached(at.Value, trace.Named|trace.Element|trace.Member)
		if read := g.Read(at).Expr; !named && read != nil && read.Type.AllLabels().Has(types.Secret) {
			return false
		}
	}
	return true
}

// Made returns the object or list that a node gives the name that is all of t; t itself where it is something else.
func (g *Graph) Made(t *ir.Typed) *ir.Typed {
	if t == nil || t.Expr == nil {
		return t
	}
	for at, left := g.typed[t], maxNames; at != 0 && left > 0; left-- {
		at = g.Sole(at, trace.Named|trace.Typed)
		if of := g.About(at).Typed; of != nil && of.Expr == nil && len(of.Items) > 0 && of.Page == "" {
			return of
		}
	}
	return t
}

// Alike reports whether two values are one that has several names, of the request or of a step.
func (g *Graph) Alike(a, b trace.Value) bool {
	found := map[trace.Value]bool{}
	for at := range g.Back(trace.Walk{Through: trace.Same}, a) {
		found[at.Value] = true
	}
	for at := range g.Back(trace.Walk{Through: trace.Same}, b) {
		if found[at.Value] && g.Kind(at.Value) != trace.Constant {
			return true
		}
	}
	return false
}
