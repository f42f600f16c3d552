package gen

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// fixPasses bounds how often a folder is linted anew: a mistake that is fixed may have hidden another one.
const fixPasses = 10

// Fix applies every fix that has only one right answer to the documents of one of a project's folders. Documents in
// canonical form stay in it; in others only the fixed parts change. It returns the changed documents, and the
// diagnostics that are fixed. Only documents whose name touch accepts change.
func Fix(folders []*Folder, which int, touch func(name string) bool) ([]Change, diag.List, error) {
	folder := *folders[which]
	if folder.Imports == nil {
		folder.Imports = gocheck.NewImports(folder.Dir)
	}
	x := fixer{slices.Clone(folders), which}
	var fixed diag.List
	for range fixPasses {
		fixes := folder.fixable(x.lint(&folder), touch)
		next, done := x.fix(&folder, fixes)
		if len(done) == 0 {
			break
		}
		folder.Documents = next
		fixed.Add(done...)
	}
	changes, err := folder.formatted(folders[which].Documents, touch)
	return changes, fixed, err
}

// fixable returns the diagnostics that have a fix within those of the folder's documents that may change.
func (f *Folder) fixable(list diag.List, touch func(name string) bool) diag.List {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return len(d.Fix) == 0 || slices.ContainsFunc(d.Fix, func(e diag.Edit) bool {
			return !touch(e.File.Name) || !slices.Contains(f.Documents, e.File)
		})
	})
}

// fixer looks at a project in which one folder changes.
type fixer struct {
	folders []*Folder
	which   int
}

func (x fixer) lint(f *Folder) diag.List {
	x.folders[x.which] = f
	return Analyse(x.folders)[x.which].Found
}

// fix returns the documents of f with all fixes applied; where diagnostics remain, with each fix that makes nothing
// worse than those before it. A fix may reveal another mistake, and two fixes may conflict.
func (x fixer) fix(f *Folder, fixes diag.List) (documents []*diag.File, fixed diag.List) {
	if len(fixes) == 0 {
		return f.Documents, nil
	}
	left := x.mistakes(f, f.Documents)
	if documents := edited(f.Documents, fixes); x.mistakes(f, documents) <= left-len(fixes) {
		return documents, fixes
	}
	for _, fix := range fixes {
		tried := slices.Concat(fixed, diag.List{fix})
		if n := x.mistakes(f, edited(f.Documents, tried)); n <= left {
			fixed, left = tried, n
		}
	}
	return edited(f.Documents, fixed), fixed
}

// mistakes counts what is wrong in the folder with these documents.
func (x fixer) mistakes(f *Folder, documents []*diag.File) int {
	changed := *f
	changed.Documents = documents
	return len(x.lint(&changed))
}

// edited returns the documents with fixes made. Of fixes at one place the first is.
func edited(documents []*diag.File, fixes diag.List) []*diag.File {
	edits := map[*diag.File][]diag.Edit{}
	for _, d := range fixes {
		for _, e := range d.Fix {
			edits[e.File] = append(edits[e.File], e)
		}
	}
	changed := slices.Clone(documents)
	for i, file := range changed {
		if len(edits[file]) > 0 {
			changed[i] = diag.NewFile(file.Name, withEdits(file.Src, edits[file]))
		}
	}
	return changed
}

func withEdits(src []byte, edits []diag.Edit) []byte {
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var out []byte
	end := 0
	for i, e := range edits {
		if e.Span.Start < end || i > 0 && e.Span == edits[i-1].Span {
			continue
		}
		out = append(append(out, src[end:e.Span.Start]...), e.Text...)
		end = e.Span.End
	}
	return append(out, src[end:]...)
}

// formatted compares the folder's documents with what they were, those in canonical form that were so before. One that
// is not JSON stays.
func (f *Folder) formatted(before []*diag.File, touch func(name string) bool) ([]Change, error) {
	var changes []Change
	for i, file := range f.Documents {
		if file == before[i] {
			continue // nothing in it is fixed: its form is left to flowc fmt
		}
		if _, problems := schema.Parse(file); !touch(file.Name) || hasCode(problems, diag.FC001) {
			continue
		}
		have, want := before[i].Src, file.Src
		if form, err := schema.Format(have); err == nil && bytes.Equal(form, have) {
			if want, err = schema.Format(want); err != nil {
				return nil, fmt.Errorf("fixing %s: %w", file.Name, err)
			}
		}
		if !bytes.Equal(have, want) {
			changes = append(changes, Change{filepath.Base(file.Name), have, want})
		}
	}
	return changes, nil
}

func hasCode(list diag.List, code *diag.Code) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == code })
}
