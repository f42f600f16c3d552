package assist

import (
	"errors"
	"fmt"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// FixID returns the name of a diagnostic's fix within its document; "" where there is none.
func FixID(d diag.Diagnostic) string {
	if len(d.Fix) == 0 {
		return ""
	}
	return fmt.Sprintf("%s@%d", d.Code.Name, d.Span.Start)
}

// Fix applies one fix to the draft, or all that flowc fix would with "*", and returns the formatted document, and the
// diagnostics that are fixed.
func (d *Draft) Fix(id string) ([]byte, diag.List, error) {
	if id == "*" {
		return d.fixAll()
	}
	for _, p := range d.Found {
		if FixID(p) != id || id == "" {
			continue
		}
		var edits []edit
		for _, e := range p.Fix {
			if e.File != d.File {
				return nil, nil, errors.New("its fix changes another file: flowc fix applies it")
			}
			edits = append(edits, edit{e.Span.Start, e.Span.End, e.Text})
		}
		text, err := schema.Format(d.edited(edits))
		return text, diag.List{p}, err
	}
	return nil, nil, errors.New("this mistake is no longer there, or has no fix")
}

func (d *Draft) fixAll() ([]byte, diag.List, error) {
	changes, fixed, err := gen.Fix(d.folders, d.which, func(name string) bool { return name == d.File.Name })
	if err != nil || len(changes) == 0 {
		return d.File.Src, fixed, err
	}
	return changes[0].Want, fixed, nil
}
