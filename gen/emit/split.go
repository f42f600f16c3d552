package emit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"

	"github.com/flowc-dev/flowc/gen/ir"
)

const (
	maxLines  = 80 // of a function, as gofmt writes it
	goodLines = 70 // of the parts that a longer one is split into, at most
	minLines  = 30 // of a part that others follow: shorter ones are more to jump than to read
	longWay   = 25 // lines of a block that leaves a function early, from which on it may be a method
)

// cuts holds the steps at which a function goes on in a method of its own, as it would be too long to read otherwise.
type cuts struct {
	at     *ir.Node          // the node that is being written
	steps  map[*ir.Step]bool // of handlers, and of the methods that these lead to
	fields map[string]bool   // of the constructor
	packed map[*ir.Step]bool // steps that are too long themselves: they have several fields of an object on a line
}

// written are the steps that a function consists of, in the order in which they were written.
type written struct {
	flow  *flow
	steps []*ir.Step
}

// note notes that a step is about to be written.
func (w *workflow) note(fn *function, s *ir.Step) {
	if w.written[fn.name] == nil {
		w.written[fn.name] = &written{flow: fn.flow}
	}
	w.written[fn.name].steps = append(w.written[fn.name].steps, s)
}

// split adds the steps at which functions of a file are cut that are too long. It reports whether there are any: then
// the workflow is to be written again.
func (c *cuts) split(w *workflow, src []byte) (bool, error) {
	if !mayBeLong(src) {
		return false, nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return false, fmt.Errorf("measuring what was generated: %w", err)
	}
	var layouts []*layout
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || w.written[f.Name.Name] == nil {
			continue
		}
		if l := layoutOf(fset, f, w.written[f.Name.Name]); l.tooLong() {
			layouts = append(layouts, l)
		}
	}
	return c.pack(layouts) || c.cut(layouts) || c.cutConstructor(w, fset, file), nil
}

// mayBeLong reports whether a function of a file that gofmt has written may be too long. It says so too often, as it
// counts the lines up to the next function.
func mayBeLong(src []byte) bool {
	lines := 0
	for line := range bytes.Lines(src) {
		if bytes.HasPrefix(line, []byte("func ")) {
			lines = 0
		}
		if lines++; lines > maxLines {
			return true
		}
	}
	return false
}

// pack packs steps that are too long for a function, and reports whether it did: there may be less to cut then.
func (c *cuts) pack(layouts []*layout) bool {
	before := len(c.packed)
	for _, l := range layouts {
		step, start := l.first, l.start
		for _, p := range append(slices.Clone(l.down), place{line: l.end}) {
			if p.line-start > goodLines {
				c.packed[step] = true
			}
			step, start = p.step, p.line
		}
	}
	return len(c.packed) > before
}

// cut cuts functions that are too long, and reports whether it did. The constructor comes after that: in which order
// methods are written decides on the order of its fields.
func (c *cuts) cut(layouts []*layout) bool {
	before := len(c.steps)
	for _, l := range layouts {
		l.cutWays(c)
		l.cutDown(c)
	}
	return len(c.steps) > before
}

// layout holds the lines at which the steps of a function are written.
type layout struct {
	flow  *flow
	first *ir.Step // that the function begins with
	start int      // line of the function's first
	end   int      // and of its last
	down  []place  // the steps that go straight down, but for the one that it begins with
	ways  []place  // the steps that begin a block
}

// place holds the lines at which one step is written.
type place struct {
	step  *ir.Step
	line  int
	lines int // of a block, those that go when its steps do
}

// layoutOf finds the steps of a function by their x.Enter.
func layoutOf(fset *token.FileSet, f *ast.FuncDecl, in *written) *layout {
	line := func(pos token.Pos) int { return fset.Position(pos).Line }
	l := &layout{flow: in.flow, first: in.steps[0], start: line(f.Pos()), end: line(f.End())}
	steps := map[string][]*ir.Step{}
	for _, s := range in.steps {
		steps[s.Node.ID.Value] = append(steps[s.Node.ID.Value], s)
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		list, end := statements(n)
		began := false
		for _, statement := range list {
			id := entered(statement)
			if len(steps[id]) == 0 {
				continue
			}
			at := place{step: steps[id][0], line: line(statement.Pos())}
			steps[id] = steps[id][1:]
			switch {
			case at.step == l.first: // nothing comes before it
			case n == f.Body:
				l.down = append(l.down, at)
			case !began:
				at.lines = line(end) - at.line
				l.ways = append(l.ways, at)
			}
			began = true
		}
		return true
	})
	return l
}

// statements returns the statements of a block, or of a case of a switch, and the position behind the last of them.
func statements(n ast.Node) (list []ast.Stmt, end token.Pos) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		list = n.List
	case *ast.CaseClause:
		list = n.Body
	}
	if len(list) > 0 {
		end = list[len(list)-1].End()
	}
	return list, end
}

// tooLong reports whether nobody should have to read the function in one piece.
func (l *layout) tooLong() bool { return l.end-l.start >= maxLines }

// entered is the node that a statement x.Enter("id") begins, or "".
func entered(statement ast.Stmt) string {
	s, ok := statement.(*ast.ExprStmt)
	if !ok {
		return ""
	}
	call, ok := s.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "Enter" {
		return ""
	}
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return ""
	}
	id, err := strconv.Unquote(literal.Value)
	if err != nil {
		return ""
	}
	return id
}

// cutWays makes methods of the longest blocks, as long as the function is too long: it is what leaves early that a
// reader can best do without. What is inside of such a block goes with it.
func (l *layout) cutWays(c *cuts) {
	for l.tooLong() {
		longest := -1
		for i, way := range l.ways {
			if way.lines >= longWay && (longest < 0 || way.lines > l.ways[longest].lines) {
				longest = i
			}
		}
		if longest < 0 {
			return
		}
		way := l.ways[longest]
		c.steps[way.step] = true
		l.remove(way)
	}
}

// remove takes the lines of a block out, and what is inside.
func (l *layout) remove(way place) {
	last := way.line + way.lines
	var ways []place
	for _, other := range l.ways {
		if other.line < way.line || other.line > last {
			ways = append(ways, other.above(last, way.lines))
		}
	}
	l.ways = ways
	for i := range l.down {
		l.down[i] = l.down[i].above(last, way.lines)
	}
	l.end -= way.lines
}

// above moves a place below a line up.
func (p place) above(line, by int) place {
	if p.line > line {
		p.line -= by
	}
	return p
}

// cutDown cuts what goes straight down into parts.
func (l *layout) cutDown(c *cuts) {
	start := l.start
	for l.end-start >= maxLines {
		at := l.next(start)
		if at == nil {
			return
		}
		c.steps[at.step] = true
		start = at.line - 1 // the method has a line before its first step
	}
}

// next is the place at which the part that begins at a line is best cut: where the fewest values are alive, as those
// become parameters, and of such places where the parts become about equally long. A step that is too long itself has
// no such place in it.
func (l *layout) next(start int) *place {
	parts := (l.end-start)/goodLines + 1
	want := start + (l.end-start)/parts
	var before, best, after *place
	for i := range l.down {
		p := &l.down[i]
		switch lines := p.line - start; {
		case lines <= 1: // the part begins with it
		case lines < minLines:
			before = p
		case lines > goodLines && after == nil:
			after = p
		case lines <= goodLines && (best == nil || l.cost(p, want) < l.cost(best, want)):
			best = p
		}
	}
	switch {
	case best != nil:
		return best
	case before == nil || after != nil && after.line-start < maxLines:
		return after
	}
	return before
}

// cost is the penalty of a cut, lower is better, given the line where it would be best for the parts' lengths.
func (l *layout) cost(p *place, want int) int {
	off := p.line - want
	return len(l.flow.params(p.step))*maxLines + max(off, -off)
}
