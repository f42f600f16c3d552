package assist_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// imports are the packages that functions of the apps are of, loaded once.
var imports = sync.OnceValue(func() *gocheck.Imports { return gocheck.NewImports("") })

// apps are the folders of workflows of golden/apps.
func apps(t testing.TB) []*gen.Folder {
	t.Helper()
	dirs, err := filepath.Glob("../../golden/apps/*/flows")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("there are no apps (%v)", err)
	}
	list := make([]*gen.Folder, len(dirs))
	for i, dir := range dirs {
		list[i] = folder(t, dir)
	}
	return list
}

// others are folders with the node types that no app has: what is called, transactions, ways by a value, items of a list.
func others(t testing.TB) []*gen.Folder {
	t.Helper()
	var list []*gen.Folder
	for _, dir := range []string{"reuse", "outputs", "faults"} {
		list = append(list, folder(t, "../../golden/"+dir+"/flows"))
	}
	return list
}

// folder reads a folder of workflows.
func folder(t testing.TB, dir string) *gen.Folder {
	t.Helper()
	f := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: imports(), Files: os.DirFS(dir), Dir: dir}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		put(f, name, text)
	}
	list, err := migrate.Read(os.DirFS(dir), migrate.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list { // one: a starter's
		f.Schema, f.Migrations = diag.NewFile(m.Name, []byte(m.Up)), []string{migrate.SQLite}
	}
	return f
}

// put adds a file to a folder.
func put(f *gen.Folder, name string, text []byte) {
	file := diag.NewFile(name, text)
	switch {
	case strings.HasSuffix(name, ".flow.json"):
		f.Documents = append(f.Documents, file)
	case name == "schema.sql":
		f.Schema = file
	case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".flow.go"):
		f.Sources = append(f.Sources, file)
	}
}

// open opens a document of a folder as it is.
func open(f *gen.Folder, doc *diag.File) *assist.Draft {
	return assist.Open([]*gen.Folder{f}, 0, doc.Name, doc.Src)
}

// newly is what is wrong in a document with another text, and was not with before.
func newly(f *gen.Folder, doc *diag.File, before diag.List, text []byte) diag.List {
	d := assist.Open([]*gen.Folder{f}, 0, doc.Name, text)
	return slices.DeleteFunc(d.Found, func(p diag.Diagnostic) bool {
		return slices.ContainsFunc(before, func(b diag.Diagnostic) bool { return b.Code == p.Code && b.Message == p.Message && b.Node == p.Node })
	})
}
