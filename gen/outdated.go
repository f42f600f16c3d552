package gen

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Change is what one generated file of a folder lacks to be as it would be generated now.
type Change struct {
	Name string
	Have []byte // nil: the file is missing
	Want []byte // nil: the file is left over
}

// Changes compares the generated files that a folder has, by name, with those that belong into it: those first, then
// the left-over ones by name.
func Changes(have map[string][]byte, files []emit.File) []Change {
	var all []Change
	left := maps.Clone(have)
	for _, file := range files {
		old := left[file.Name]
		delete(left, file.Name)
		if old == nil || !bytes.Equal(old, file.Content) {
			all = append(all, Change{file.Name, old, file.Content})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		all = append(all, Change{Name: name, Have: left[name]})
	}
	return all
}

// Outdated reports changes that generating would make (FC505). path is the path of a file of the folder.
func Outdated(changes []Change, path func(name string) string) diag.List {
	var list diag.List
	for _, c := range changes {
		d := diag.Diagnostic{Code: diag.FC505, File: diag.NewFile(path(c.Name), c.Have), Hint: "run flowc generate"}
		switch {
		case c.Have == nil:
			d.Message = fmt.Sprintf("%q is missing", c.Name)
		case c.Want == nil:
			d.Message = fmt.Sprintf("%q is left over: %q is gone", c.Name, strings.TrimSuffix(c.Name, ".flow.go")+".flow.json")
		default:
			d.Message = fmt.Sprintf("%q is not what is generated now", c.Name)
			d.Span = firstDifference(c.Have, c.Want)
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
