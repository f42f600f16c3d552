package project

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/flowc-dev/flowc/gen"
)

// Path is the path of a file of the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.Dir, name) }

// WriteDiffs writes changes of the folder as unified diffs.
func (f *Folder) WriteDiffs(w io.Writer, changes []gen.Change) error {
	for _, c := range changes {
		from, to := f.Path(c.Name), f.Path(c.Name)
		if c.Have == nil {
			from = "/dev/null"
		}
		if c.Want == nil {
			to = "/dev/null"
		}
		if _, err := w.Write(diff.Diff(from, c.Have, to, c.Want)); err != nil {
			return fmt.Errorf("writing a diff: %w", err)
		}
	}
	return nil
}
