package project

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/templates"
)

// engines begins the import paths of the packages that link a database or a store.
const engines = templates.Runtime + "/engine/"

// namesEngines reports whether a project says which engines its program links: a Go file does, by hand, in its own
// folder, where main.go is, or in one of workflows. Where none does, generated Go links all that the workflows may
// need.
func (p *Project) namesEngines(home string) bool {
	if len(enginesIn(home)) > 0 {
		return true
	}
	return slices.ContainsFunc(p.Folders, func(f *Folder) bool { return len(enginesIn(f.Dir)) > 0 })
}

// enginesIn returns the engines that the hand-written Go files of a folder import, sorted. A file that can't be read or
// parsed imports none: the go command reports it.
func enginesIn(dir string) []string {
	var named []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, GeneratedSuffix) {
			continue
		}
		path := filepath.Join(dir, name)
		if src, err := ReadFile(path); err == nil && builds(path) {
			named = append(named, enginesOf(path, src)...)
		}
	}
	slices.Sort(named)
	return slices.Compact(named)
}

func enginesOf(path string, src []byte) []string {
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	var named []string
	for _, imported := range file.Imports {
		if path, err := strconv.Unquote(imported.Path.Value); err == nil && strings.HasPrefix(path, engines) {
			named = append(named, path)
		}
	}
	return named
}
