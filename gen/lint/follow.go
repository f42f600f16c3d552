package lint

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
)

// misset are errors of a node in another mode than its author had in mind: what it lacks, and outputs that it has not.
var misset = []*diag.Code{diag.FC103, diag.FC201, diag.FC202}

// Settled leaves out what only follows from an error: that fields mean nothing (FC213), of a node that is in another mode
// than its fields and its wires want. Nothing is generated before the error is mended, and whatever is left is said then.
func Settled(list diag.List) diag.List {
	type node struct {
		file *diag.File
		id   string
	}
	wrong := map[node]bool{}
	for _, d := range list {
		if d.Node != "" && slices.Contains(misset, d.Code) {
			wrong[node{d.File, d.Node}] = true
		}
	}
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Code == diag.FC213 && wrong[node{d.File, d.Node}] })
}
