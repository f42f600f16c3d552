package project

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/flowc-dev/flowc/templates"
)

// Target is a program that serves folders of workflows, as it is run while they change.
type Target struct {
	Dir     string // where it runs
	Program string // the folder that it is built of
	Serves  bool   // flowc's runtime serves it (rt.Main): it listens where LISTEN says, and reads .env

	asked []string // folders that a command line names
}

// FindTarget returns the program in dir, or the one that imports its workflows; main names another one.
func FindTarget(dir, main string) (*Target, error) {
	dir = Nearby(dir)
	places, err := FindPlaces([]string{dir})
	if err != nil {
		return nil, err
	}
	t := &Target{Program: Nearby(main)}
	for _, p := range places {
		t.asked = append(t.asked, p.Dir)
	}
	switch {
	case main == "" && IsProgram(dir):
		t.Program = dir
	case main == "":
		if t.Program, err = importerOf(dir, t.asked); err != nil {
			return nil, err
		}
	case !IsProgram(main):
		return nil, NoProgram(t.Program)
	}
	t.Dir, t.Serves = t.Program, servedByRuntime(t.Program)
	if m, ok := ModuleAround(t.Program); ok && !within(dir, t.Program) {
		t.Dir = Nearby(m.Dir)
	}
	return t, nil
}

// within reports whether a folder is another one, or is in it.
func within(dir, other string) bool {
	rel, err := filepath.Rel(Absolute(other), Absolute(dir))
	return err == nil && filepath.IsLocal(rel)
}

// importersOf returns the programs in the module of dir, and in its workspace, that import some of the folders.
func importersOf(dir string, folders []string) []string {
	g := importsAround(dir)
	var found []string
	for _, program := range g.programs() {
		reached := g.reach(program)
		if slices.ContainsFunc(folders, func(dir string) bool { return reached[Absolute(dir)] }) {
			found = append(found, Nearby(program))
		}
	}
	return found
}

// importerOf returns the folder of the one program that imports some of the folders in dir.
func importerOf(dir string, folders []string) (string, error) {
	found := importersOf(dir, folders)
	switch len(found) {
	case 0:
		return "", NoProgram(dir)
	case 1:
		return found[0], nil
	}
	const text = "several programs import the workflows in %s, such as %s and %s: say --main"
	return "", fmt.Errorf(text, dir, found[0], found[1])
}

// Paths returns what a command line would name for the folders of workflows that the program serves.
func (t *Target) Paths() []string {
	if t.Dir == t.Program {
		return []string{t.Dir}
	}
	paths := slices.Clone(t.asked)
	for dir := range importsAround(t.Program).reach(Absolute(t.Program)) {
		known := slices.ContainsFunc(paths, func(path string) bool { return Absolute(path) == dir })
		if holds, err := holdsWorkflows(dir); !known && holds && err == nil {
			paths = append(paths, Nearby(dir))
		}
	}
	slices.Sort(paths)
	return paths
}

// pkg is what the go command builds, from where the program runs.
func (t *Target) pkg() string {
	rel, err := filepath.Rel(Absolute(t.Dir), Absolute(t.Program))
	if err != nil {
		return t.Program
	}
	return "./" + filepath.ToSlash(rel)
}

// servedByRuntime reports whether a program calls the Main of flowc's runtime.
func servedByRuntime(dir string) bool {
	for path := range builtFiles(dir) {
		src, err := ReadFile(path)
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
		if err == nil && callsMain(file) {
			return true
		}
	}
	return false
}

func callsMain(file *ast.File) bool {
	name := ""
	for _, imported := range file.Imports {
		if text, err := strconv.Unquote(imported.Path.Value); err != nil || text != templates.Runtime {
			continue
		}
		if name = path.Base(templates.Runtime); imported.Name != nil {
			name = imported.Name.Name
		}
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if ok && s.Sel.Name == "Main" {
			x, ok := s.X.(*ast.Ident)
			found = found || ok && name != "" && x.Name == name
		}
		return true
	})
	return found
}
