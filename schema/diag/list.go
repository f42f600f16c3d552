package diag

import (
	"cmp"
	"slices"
)

// List collects diagnostics in the order in which they are found.
type List []Diagnostic

// Add appends d.
func (l *List) Add(d ...Diagnostic) { *l = append(*l, d...) }

// HasErrors reports whether any diagnostic has severity Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity() == Error })
}

// HasWarnings reports whether any diagnostic is worse than a note.
func (l List) HasWarnings() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity() != Note })
}

// Sorted returns a copy ordered by file name, offset, code and message, in which a diagnostic
// that repeats another's file, code, span and message is dropped.
func (l List) Sorted() List {
	s := slices.Clone(l)
	slices.SortStableFunc(s, compare)
	return slices.CompactFunc(s, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.File.name(), b.File.name()),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Code.Name, b.Code.Name),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Span.End, b.Span.End),
	)
}
