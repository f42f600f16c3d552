package assist

import (
	"errors"
	"fmt"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// MendID names the mend of a diagnostic within its document; "" where there is none.
func MendID(d diag.Diagnostic) string {
	if len(d.Fix) == 0 {
		return ""
	}
	return fmt.Sprintf("%s@%d", d.Code.Name, d.Span.Start)
}

// Mend makes one mend of the draft, or all that flowc fix would with "*", and returns the document formatted, and what
// was mended.
func (d *Draft) Mend(id string) ([]byte, diag.List, error) {
	if id == "*" {
		return d.mendAll()
	}
	for _, p := range d.Found {
		if MendID(p) != id || id == "" {
			continue
		}
		var edits []edit
		for _, e := range p.Fix {
			if e.File != d.File {
				return nil, nil, errors.New("its mend changes another file: flowc fix does that")
			}
			edits = append(edits, edit{e.Span.Start, e.Span.End, e.Text})
		}
		text, err := schema.Format(d.edited(edits))
		return text, diag.List{p}, err
	}
	return nil, nil, errors.New("this mistake is not there any more, or has no mend")
}

func (d *Draft) mendAll() ([]byte, diag.List, error) {
	changes, mended, err := gen.Fix(d.folders, d.which, func(name string) bool { return name == d.File.Name })
	if err != nil || len(changes) == 0 {
		return d.File.Src, mended, err
	}
	return changes[0].Want, mended, nil
}
