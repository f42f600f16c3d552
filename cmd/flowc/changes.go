package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/schema/diag"
)

// change is what one file of a folder lacks to be as generated.
type change struct {
	path string
	have []byte // nil: the file is missing
	want []byte // nil: the file is left over
}

// changes compares the folder with the files that belong into it: those first, then the left-over ones by name.
func (f *folder) changes(files []emit.File) []change {
	var all []change
	left := maps.Clone(f.generated)
	for _, file := range files {
		have := left[file.Name]
		delete(left, file.Name)
		if have == nil || !bytes.Equal(have, file.Content) {
			all = append(all, change{filepath.Join(f.dir, file.Name), have, file.Content})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		all = append(all, change{path: filepath.Join(f.dir, name), have: left[name]})
	}
	return all
}

// outdated reports changes that generate would make (FC505).
func outdated(changes []change) diag.List {
	var list diag.List
	for _, c := range changes {
		d := diag.Diagnostic{Code: "FC505", Severity: diag.Error, File: diag.NewFile(c.path, c.have), Hint: "run flowc generate"}
		name := filepath.Base(c.path)
		switch {
		case c.have == nil:
			d.Message = fmt.Sprintf("%q is missing", name)
		case c.want == nil:
			d.Message = fmt.Sprintf("%q is left over: %q is gone", name, strings.TrimSuffix(name, generatedSuffix)+documentSuffix)
		default:
			d.Message = fmt.Sprintf("%q is not what is generated now", name)
			d.Span = firstDifference(c.have, c.want)
		}
		list.Add(d)
	}
	return list
}

// firstDifference is the first line of have, without white space around it, that is another one in want.
func firstDifference(have, want []byte) diag.Span {
	start := 0
	for line := range bytes.Lines(have) {
		if !bytes.HasPrefix(want[start:], line) {
			text := bytes.TrimSpace(line)
			start += bytes.Index(line, text)
			return diag.Span{Start: start, End: start + len(text)}
		}
		start += len(line)
	}
	return diag.Span{Start: start, End: start}
}

// writeDiffs writes changes as unified diffs.
func writeDiffs(w io.Writer, changes []change) error {
	for _, c := range changes {
		from, to := c.path, c.path
		if c.have == nil {
			from = "/dev/null"
		}
		if c.want == nil {
			to = "/dev/null"
		}
		if _, err := w.Write(diff.Diff(from, c.have, to, c.want)); err != nil {
			return fmt.Errorf("writing a diff: %w", err)
		}
	}
	return nil
}
