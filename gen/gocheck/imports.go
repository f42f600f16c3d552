package gocheck

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	gotypes "go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Imports loads packages by their import path, each once, as the module around a folder sees them.
type Imports struct {
	dir    string
	at     *diag.File // dir, as messages show it
	mu     sync.Mutex
	loaded map[string]loaded
	from   stamps // the files that they follow from; nil where nobody asks for them again
}

type loaded struct {
	pkg *gotypes.Package
	err error
}

// NewImports returns the packages that Go files in dir may import; "" is the working directory.
func NewImports(dir string) *Imports {
	return &Imports{dir: dir, at: placeOf(dir), loaded: map[string]loaded{}}
}

// load returns a package, with what it exports.
func (i *Imports) load(path string) (*gotypes.Package, error) {
	i.prepare([]string{path})
	i.mu.Lock()
	defer i.mu.Unlock()
	l := i.loaded[path]
	return l.pkg, l.err
}

// reserved are what the go command takes for many packages where others take it for one that nobody has (go help
// packages). Asked for it, it would compile each of them, to find that none is called so.
var reserved = []string{"all", "cmd", "std", "tool", "work"}

// prepare loads packages with one call of the go command, which takes most of the time.
func (i *Imports) prepare(paths []string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, path := range paths {
		if slices.Contains(reserved, path) {
			i.loaded[path] = pick(nil, path, nil)
		}
	}
	paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { _, done := i.loaded[path]; return done })
	if len(paths) == 0 {
		return
	}
	i.trace(paths)
	found, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes, Dir: i.dir}, paths...)
	if err != nil || len(found) == 0 {
		err = cmp.Or(i.refusal(paths), err)
	}
	for _, path := range paths {
		i.loaded[path] = pick(found, path, err)
	}
}

// pick is what was found of one package.
func pick(found []*packages.Package, path string, err error) loaded {
	if errors.As(err, new(*commandError)) {
		return loaded{err: err} // it is not about this one
	}
	if err != nil {
		return loaded{err: fmt.Errorf("loading package %q: %w", path, err)}
	}
	for _, p := range found {
		switch {
		case p.PkgPath != path:
		case p.Types != nil && p.Types.Complete() && len(p.Errors) == 0:
			return loaded{pkg: p.Types}
		case len(p.Errors) > 0:
			return loaded{err: fmt.Errorf("package %q can't be loaded: %s", path, firstLine(p.Errors[0].Msg))}
		}
	}
	return loaded{err: fmt.Errorf("there is no package %q", path)}
}

// firstLine is what the go command says, without the command that it ends with: a hint has that.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(strings.TrimSuffix(line, ":"), "; to add it")
}

// importer implements types.Importer.
type importer func(path string) (*gotypes.Package, error)

func (i importer) Import(path string) (*gotypes.Package, error) { return i(path) }

// importsOf lists the imports that declarations, function bodies apart, may refer to. The others are not worth their
// time: loading one takes longer than all else that is done to a workflow.
func importsOf(files []*ast.File) []string {
	used := map[string]bool{}
	for _, file := range files {
		for name := range selected(file) {
			for _, path := range meantBy(name, file.Imports) {
				used[path] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(used))
}

// selected are the names before a dot, outside of function bodies.
func selected(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := selector.X.(*ast.Ident); ok {
				names[id.Name] = true
			}
		}
		_, body := n.(*ast.BlockStmt)
		return !body
	})
	return names
}

// meantBy returns the imports that a name may stand for: those that are called so, or whose path ends so, else all
// without a name of their own, as a package may be called otherwise than its path.
func meantBy(name string, specs []*ast.ImportSpec) []string {
	var sure, perhaps []string
	for _, spec := range specs {
		importPath, err := strconv.Unquote(spec.Path.Value)
		switch {
		case err != nil:
		case spec.Name != nil && (spec.Name.Name == name || spec.Name.Name == "."):
			sure = append(sure, importPath)
		case spec.Name != nil:
		case path.Base(importPath) == name:
			sure = append(sure, importPath)
		default:
			perhaps = append(perhaps, importPath)
		}
	}
	if len(sure) == 0 {
		return perhaps
	}
	return sure
}
