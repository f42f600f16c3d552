package project

import (
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen"
)

// noteLacking says which command to run where generated Go imports what it did not before and the module can't build
// that: the first node of a type may need packages that its go.sum, or its vendor folder, lacks. A module with flowc as
// a tool of its own has them all.
func (f *Folder) noteLacking(c *console.Console, changes []gen.Change) {
	m, ok := ModuleAround(f.Dir)
	if !ok || m.Path() == Flowc {
		return
	}
	vendored := holdsAny(m.Dir, []string{filepath.Join("vendor", "modules.txt")})
	if hasTool(m.File) && !vendored {
		return
	}
	added := addedImports(f.Generated, changes)
	if len(added) == 0 || builtAll(f.Dir) {
		return
	}
	where, run := "go.mod or go.sum", "go mod tidy"
	if version := versionIn(m.Tools(), m.Dir); !knows(m.File, Flowc) && semver.IsValid(version) {
		run = "go get " + Flowc + "@" + version + " && " + run
	}
	if vendored {
		where, run = "vendor", run+" && go mod vendor"
	}
	c.Notef("%s imports %s, and %s lacks packages that it needs: run %s", f.Dir, strings.Join(added, ", "), where, run)
}

// addedImports returns the packages of other modules that changes import and generated files did not, sorted.
func addedImports(before map[string][]byte, changes []gen.Change) []string {
	had, has := map[string]bool{}, map[string]bool{}
	for _, src := range before {
		addImports(had, src)
	}
	for _, change := range changes {
		addImports(has, change.Want)
	}
	maps.DeleteFunc(has, func(path string, _ bool) bool { return had[path] })
	return slices.Sorted(maps.Keys(has))
}

// addImports adds the import paths of a Go file whose first element has a dot, as those of other modules.
func addImports(paths map[string]bool, src []byte) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly)
	if err != nil {
		return // nothing is written
	}
	for _, imported := range file.Imports {
		path, err := strconv.Unquote(imported.Path.Value)
		if first, _, _ := strings.Cut(path, "/"); err == nil && strings.Contains(first, ".") {
			paths[path] = true
		}
	}
}

// lacks are what the go command says of packages that a module can't build, where a command adds them.
var lacks = []string{
	"missing go.sum entry", "to add it:", "import lookup disabled by -mod=vendor", "inconsistent vendoring",
}

// builtAll reports whether the go command finds all packages that a folder's is built of.
func builtAll(dir string) bool {
	list := exec.Command("go", "list", "-e", "-deps", "-f", "{{with .Error}}{{.Err}}{{end}}", ".")
	list.Dir = dir
	out, _ := list.CombinedOutput() // where it fails, the text says why
	return !slices.ContainsFunc(lacks, func(text string) bool { return bytes.Contains(out, []byte(text)) })
}
