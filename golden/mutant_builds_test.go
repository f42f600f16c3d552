package golden_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// linted returns what is wrong in a project, and where that is no error its Go. The error is why that is not made or does not compile.
func (s fileSet) linted() (found diag.List, generated fileSet, unbuilt error) {
	a := gen.Analyse([]*gen.Folder{s.folder()})[0]
	if a.Found.HasErrors() {
		return a.Found, nil, nil
	}
	files, err := a.Files(nil)
	if err != nil {
		return a.Found, nil, err
	}
	generated = fileSet{}
	for _, f := range files {
		generated[f.Name] = f.Content
	}
	return a.Found, generated, s.typeChecks(generated)
}

// packagesOf imports what generated Go may import, from the export data of the build.
var packagesOf = sync.OnceValues(func() (types.Importer, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "embed", "html/template", "../runtime/...").Output()
	if err != nil {
		return nil, fmt.Errorf("listing export data: %w", err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	return importer.ForCompiler(token.NewFileSet(), "gc", open), nil
})

var checking sync.Mutex // of packagesOf, which is for one goroutine at a time

// typeChecks returns why generated Go does not compile beside the project's own. What that imports may be missing here.
func (s fileSet) typeChecks(generated fileSet) error {
	imported, err := packagesOf()
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, set := range []fileSet{s.matching(".go"), generated} {
		for _, name := range set.names() {
			if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".flow.go") && generated[name] == nil {
				continue
			}
			file, err := parser.ParseFile(files, name, set[name], parser.SkipObjectResolution)
			if err != nil && generated[name] != nil {
				return err
			}
			parsed = append(parsed, file)
		}
	}
	var first error
	config := types.Config{Importer: imported, Error: func(err error) {
		if found, ok := err.(types.Error); ok && first == nil && generated[files.Position(found.Pos).Filename] != nil {
			first = fmt.Errorf("%s: %s", files.Position(found.Pos), found.Msg)
		}
	}}
	checking.Lock()
	defer checking.Unlock()
	_, _ = config.Check("flows", files, parsed, nil) // what counts is in first
	return first
}

func emptyOperators() []operator { return []operator{{"empty a field", emptyField, false}} }

// emptyField empties a value of a node, or one inside it: a text, an object or a list. Many of them may be empty.
func emptyField(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		var walk func(v *schema.Value, path string)
		walk = func(v *schema.Value, path string) {
			if empty := d.emptied(v); empty != d.raw(v) && path != "" {
				list = append(list, mutant{what: fmt.Sprintf("%s of %s is %s", path, n.ID.Value, empty), files: d.with(put(v, empty))})
			}
			for i, item := range v.Items {
				walk(item, fmt.Sprintf("%s/%d", path, i))
			}
			for _, m := range v.Members {
				walk(m.Value, path+"/"+m.Key)
			}
		}
		walk(n.Data, "")
	}
	return list
}

// emptied is the empty value of a value's kind, or that value where it has none.
func (d *draft) emptied(v *schema.Value) string {
	switch v.Kind {
	case schema.String:
		return `""`
	case schema.Object:
		return "{}"
	case schema.Array:
		return "[]"
	}
	return d.raw(v)
}
