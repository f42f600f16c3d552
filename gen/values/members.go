package values

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/trace"
)

// members are the paths to the members of values that one walk back asks for: a mark of the walk is the place of one in
// the list. The first is that of all of a value.
type members struct {
	*Graph
	paths [][]string
}

// other is the mark of a value that is another member than the one that is asked for.
const other = 255

// mark returns the mark behind an edge, from that before it.
func (m *members) mark(mark uint8, e trace.Edge) uint8 {
	if mark == other {
		return other
	}
	switch path := m.paths[mark]; {
	case e.Way == trace.Member:
		return m.add(append(m.member(e), path...))
	case len(path) == 0:
		return mark
	case e.Way == trace.Contains:
		return m.inside(path, e)
	case e.Way == trace.Compared:
		return other // a condition has no members
	}
	return mark
}

// add returns the mark of a path. Where there are too many, all of the value is asked for.
func (m *members) add(path []string) uint8 {
	if i := slices.IndexFunc(m.paths, func(p []string) bool { return slices.Equal(p, path) }); i >= 0 {
		return uint8(i)
	}
	if len(m.paths) == other {
		return 0
	}
	m.paths = append(m.paths, path)
	return uint8(len(m.paths) - 1)
}

// member returns the names that lead from an object to its member.
func (m *members) member(e trace.Edge) []string {
	of := m.About(e.To)
	if of.Expr != nil && (of.Expr.Op == expr.OpField || of.Expr.Op == expr.OpAt && len(of.Expr.Args) == 1) {
		return []string{of.Expr.Name}
	}
	if of.Out != nil {
		return below(m.About(e.From).Name, of.Name)
	}
	return nil
}

// inside returns the mark of a member of an object in which a path is asked for: the rest of that.
func (m *members) inside(path []string, e trace.Edge) uint8 {
	object, member := m.About(e.To), m.About(e.From)
	var names []string
	switch {
	case object.Out != nil && object.Out == member.Out:
		names = below(object.Name, member.Name)
	case object.Typed == nil || object.Typed.Tree == nil || len(object.Typed.Tree.Keys) == 0:
		return m.add(path) // of a list: its elements share the path
	case !slices.Contains(object.Typed.Tree.Keys, path[0]):
		return 0
	default:
		if i := slices.Index(object.Typed.Items, member.Typed); i >= 0 {
			names = object.Typed.Tree.Keys[i : i+1]
		}
	}
	n := min(len(path), len(names))
	if !slices.Equal(path[:n], names[:n]) {
		return other
	}
	return m.add(path[n:])
}

// below returns the names that lead from one path to another one below it.
func below(above, path string) []string {
	return strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, above), "."), ".")
}

// counts reports whether an edge leads from a list to what is made of each of its elements: of the list, that holds how
// many there are.
func (g *Graph) counts(e trace.Edge) bool {
	if e.Way != trace.Compared {
		return false
	}
	of := g.About(e.To).Expr
	return of != nil && len(of.Args) == 2 && of.Way(1) == trace.Element
}
