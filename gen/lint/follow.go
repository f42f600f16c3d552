package lint

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
)

// misset are errors of a node in another mode than its author had in mind: what it lacks, and outputs that it has not.
var misset = []*diag.Code{diag.FC103, diag.FC201, diag.FC202}

// Settled drops reports that only follow from an error: fields without an effect (FC213) of a node whose fields and
// wires belong to another mode. Nothing is generated before the error is fixed, and then the next run reports what
// remains.
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
	void := func(d diag.Diagnostic) bool { return d.Code == diag.FC213 && wrong[node{d.File, d.Node}] }
	return together(withoutNoted(slices.DeleteFunc(list, void)))
}

// withoutNoted drops diagnostics whose cause a diagnostic of another code relates already.
func withoutNoted(list diag.List) diag.List {
	noted := map[diag.Related]*diag.Code{}
	for _, d := range list {
		for _, r := range d.Related {
			noted[r] = d.Code
		}
	}
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		code := noted[d.Cause]
		return d.Cause.File != nil && code != nil && code != d.Code
	})
}

// together leaves one diagnostic of those that have a cause in common: the first, which leads to the cause and to where
// the others were.
func together(list diag.List) diag.List {
	first, alone := map[diag.Related]int{}, map[int]bool{}
	kept := make(diag.List, 0, len(list))
	for _, d := range list {
		i, told := first[d.Cause]
		if d.Cause.File == nil || !told {
			first[d.Cause], alone[len(kept)] = len(kept), true
			kept = append(kept, d)
			continue
		}
		if alone[i] {
			if !slices.Contains(kept[i].Related, d.Cause) {
				kept[i].Related = append(slices.Clone(kept[i].Related), d.Cause)
			}
			alone[i] = false
		}
		kept[i].Related = append(kept[i].Related, diag.Related{File: d.File, Span: d.Span, Message: "and here"})
	}
	return kept
}
