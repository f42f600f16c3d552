package values

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
)

// builder fills a Graph.
type builder struct {
	*Graph
	program *ir.Program
	alias   map[trace.Value]alias
	later   []func()       // adds the edges that wait for all steps
	ready   func(*ir.Step) // adds what a step carries before it is read; nil where steps are added in their order
}

// alias is the references that a name stands for: members of the name are members of what it refers to.
type alias struct {
	refs []reference
	more bool // it may stand for something else, too
}

type reference struct {
	step *ir.Step
	src  ir.Source
	path string
}

func (b *builder) add(k trace.Kind, a About) trace.Value {
	b.about = append(b.about, a.kept())
	return b.Graph.Add(k)
}

// put makes v the value at a path.
func (b *builder) put(at carried, v trace.Value) {
	b.carried[at] = v
	b.paths[at.by] = append(b.paths[at.by], at.path)
}
