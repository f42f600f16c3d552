package system_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// workflows reads the folder of workflows of a project of golden.
func workflows(t *testing.T, app string) map[string][]byte {
	t.Helper()
	dir := filepath.Join("..", "apps", app, "flows")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), ".flow.go") {
			continue
		}
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// folder makes files what the compiler reads.
func folder(files map[string][]byte) *gen.Folder {
	f := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: gocheck.NewImports("")}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		switch file := diag.NewFile(name, files[name]); {
		case strings.HasSuffix(name, ".flow.json"):
			f.Documents = append(f.Documents, file)
		case name == "schema.sql":
			f.Schema = file
		case strings.HasSuffix(name, ".go"):
			f.Sources = append(f.Sources, file)
		}
	}
	return f
}

// buildChanged builds a project of golden with other workflows than its own; everything else is the project's.
func buildChanged(t *testing.T, app string, files map[string][]byte) string {
	t.Helper()
	generated, list, err := gen.Compile(folder(files))
	if err != nil {
		t.Fatal(err)
	}
	if list.HasErrors() {
		var b strings.Builder
		_ = diag.WriteText(&b, list, false) // a Builder takes everything
		t.Fatal(b.String())
	}
	flows, err := filepath.Abs(filepath.Join("..", "apps", app, "flows"))
	if err != nil {
		t.Fatal(err)
	}
	changed := map[string][]byte{}
	for _, file := range generated {
		changed[filepath.Join(flows, file.Name)] = file.Content
	}
	return build(t, "./golden/apps/"+app, changed)
}
