package emit

import (
	"errors"
	"fmt"
	"go/scanner"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
)

// emit writes a step, and remembers whose it is where that goes wrong.
func (w *workflow) emit(s *step) {
	w.cuts.at = s.ir.Node
	s.ir.Node.Template.Emit(s)
}

// printed is the workflow's file. That it can't be written is a mistake of ours; the error names the node that it is
// about.
func (w *workflow) printed(p *ir.Program) (f File, err error) {
	name := w.ir.Stem + ".flow.go"
	defer func() {
		if r := recover(); r != nil {
			f, err = File{Name: name}, w.blame(w.cuts.at, fmt.Errorf("panic: %v", r))
		}
	}()
	f, err = render(name, w.ir.Stem+".flow.json", w.file(p), w.shared)
	if err != nil {
		err = w.blame(w.nodeAt(f.Content, err), err)
	}
	return f, err
}

// blame names the workflow and the node in an error.
func (w *workflow) blame(n *ir.Node, err error) error {
	if n == nil {
		n = w.cuts.at
	}
	if n == nil {
		return fmt.Errorf("workflow %q: %w; please report it", w.ir.Name.Value, err)
	}
	return fmt.Errorf("workflow %q, node %q (%s): %w; please report it", w.ir.Name.Value, n.ID.Value, n.Template.Title, err)
}

// nodeAt is the node whose name is in the first line that is no Go, or nil.
func (w *workflow) nodeAt(src []byte, err error) *ir.Node {
	var list scanner.ErrorList
	lines := strings.Split(string(src), "\n")
	if !errors.As(err, &list) || len(list) == 0 || list[0].Pos.Line > len(lines) {
		return nil
	}
	line := lines[list[0].Pos.Line-1]
	for _, n := range w.ir.Nodes {
		if name := w.field[n]; name != "" && regexp.MustCompile(`\b`+name+`\b`).MatchString(line) {
			return n
		}
	}
	return nil
}
