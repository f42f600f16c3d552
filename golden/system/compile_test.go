package system_test

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// begins is the migration that makes the tables of a project, where it has such.
const begins = migrate.SQLite + "/00001_begin.sql"

// workflows reads the folder of workflows of a project of golden.
func workflows(t *testing.T, app string) map[string][]byte {
	t.Helper()
	dir := filepath.Join("..", "apps", app, "flows")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(begins))); err == nil {
		files[begins] = text
	}
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
func folder(t *testing.T, files map[string][]byte) *gen.Folder {
	t.Helper()
	f := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: gocheck.NewImports("")}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		switch file := diag.NewFile(name, files[name]); {
		case strings.HasSuffix(name, ".flow.json"):
			f.Documents = append(f.Documents, file)
		case name == begins:
			m, err := migrate.Parse(path.Base(name), string(file.Src))
			if err != nil {
				t.Fatal(err)
			}
			f.Schema, f.Migrations = diag.NewFile(name, []byte(m.Up)), []string{migrate.SQLite}
		case strings.HasSuffix(name, ".go"):
			f.Sources = append(f.Sources, file)
		}
	}
	return f
}

// buildChanged builds a project of golden with other workflows than its own; everything else is the project's.
func buildChanged(t *testing.T, app string, files map[string][]byte) string {
	t.Helper()
	generated, list, err := gen.Compile(folder(t, files))
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
