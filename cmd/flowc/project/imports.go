package project

import (
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

// imports is which packages of a module, or of a workspace, import which.
type imports struct {
	modules []Module            // those of the workspace, or the one
	of      map[string][]string // folder -> those that its package imports; as far as asked
}

// importsAround returns the imports of the module that a folder is in.
func importsAround(dir string) imports {
	g := imports{of: map[string][]string{}}
	m, ok := ModuleAround(dir)
	if !ok {
		return g
	}
	g.modules = append(workspace(m), m)
	return g
}

// workspace returns the other modules of the go.work around a module; none where the module is not one of them.
func workspace(m Module) []Module {
	if os.Getenv("GOWORK") == "off" {
		return nil
	}
	home, found := nearestWith(m.Dir, []string{"go.work"})
	if !found {
		return nil
	}
	text, err := ReadFile(filepath.Join(home, "go.work"))
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork("go.work", text, nil)
	if err != nil {
		return nil
	}
	var others []Module
	used := false
	for _, use := range work.Use {
		dir := Absolute(filepath.Join(home, filepath.FromSlash(use.Path)))
		file := readModFile(filepath.Join(dir, "go.mod"))
		switch {
		case dir == m.Dir:
			used = true
		case file != nil && file.Module != nil:
			others = append(others, Module{dir, file})
		}
	}
	if !used {
		return nil
	}
	return others
}

// folderOf returns the folder of the package that Go code imports by path; "" where none of the modules has it.
func (g imports) folderOf(path string) string {
	best, dir := -1, ""
	for _, m := range g.modules {
		below, ok := strings.CutPrefix(path, m.Path())
		if ok && (below == "" || below[0] == '/') && len(m.Path()) > best {
			best, dir = len(m.Path()), filepath.Join(m.Dir, filepath.FromSlash(below))
		}
	}
	return dir
}

// from returns the folders that the package in a folder imports.
func (g imports) from(dir string) []string {
	if known, ok := g.of[dir]; ok {
		return known
	}
	var found []string
	for path := range builtFiles(dir) {
		src, err := ReadFile(path)
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
		if err != nil {
			continue // the go command says so
		}
		for _, imported := range file.Imports {
			if path, err := strconv.Unquote(imported.Path.Value); err == nil && g.folderOf(path) != "" {
				found = append(found, g.folderOf(path))
			}
		}
	}
	g.of[dir] = found
	return found
}

// builtFiles yields the paths of the Go files that the go command builds a folder's package of.
func builtFiles(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		entries, _ := os.ReadDir(dir) // one that can't be read has none
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || !builds(path) {
				continue
			}
			if !yield(path) {
				return
			}
		}
	}
}

// reach returns the folders of all packages that a program is built of, as far as they are of the modules.
func (g imports) reach(program string) map[string]bool {
	reached := map[string]bool{}
	next := []string{program}
	for len(next) > 0 {
		dir := next[len(next)-1]
		next = next[:len(next)-1]
		if !reached[dir] {
			reached[dir] = true
			next = append(next, g.from(dir)...)
		}
	}
	return reached
}

// programs returns the folders of the programs of all modules, sorted.
func (g imports) programs() []string {
	found := map[string]bool{}
	for _, m := range g.modules {
		_ = filepath.WalkDir(m.Dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fs.SkipDir // what can't be read has none
			case !d.IsDir():
				return nil
			case path != m.Dir && (ignoredFolder(d.Name()) || holdsAny(path, []string{"go.mod"})):
				return fs.SkipDir
			}
			if IsProgram(path) {
				found[path] = true
			}
			return nil
		})
	}
	return slices.Sorted(maps.Keys(found))
}

// together returns folders of workflows, each with those that are of the same project: one program imports them. Those
// that none imports are with those of the program at home, where there is one.
func (g imports) together(home string, dirs []string) [][]string {
	var groups [][]string
	imported := map[string]bool{}
	for _, program := range g.programs() {
		reached := g.reach(program)
		served := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { return !reached[dir] })
		for _, dir := range served {
			imported[dir] = true
		}
		if program == home {
			continue // it comes with what nothing else imports
		}
		groups = join(groups, served)
	}
	rest := slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { return imported[dir] })
	if own := g.reach(home); IsProgram(home) {
		rest = slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool { return imported[dir] && !own[dir] })
	}
	groups = join(groups, rest)
	slices.SortFunc(groups, slices.Compare)
	return groups
}

// join adds a group, into which those go that have a folder of it.
func join(groups [][]string, group []string) [][]string {
	if len(group) == 0 {
		return groups
	}
	var others [][]string
	for _, g := range groups {
		if slices.ContainsFunc(g, func(dir string) bool { return slices.Contains(group, dir) }) {
			group = append(group, g...)
		} else {
			others = append(others, g)
		}
	}
	slices.Sort(group)
	return append(others, slices.Compact(group))
}
