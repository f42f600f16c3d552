package gocheck

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	gotypes "go/types"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// runtimePath is the import path of what generated code calls.
const runtimePath = "github.com/flowc-dev/flowc/runtime"

// verifiers is the package of functions that verify the sender of a Webhook's request; its name alone means it.
const verifiers = runtimePath + "/webhook"

// codeType is the type whose methods a workflow may call.
const codeType = "Code"

// Functions finds the functions that Code nodes name.
type Functions struct {
	imports *Imports
	sources []*diag.File

	own     *gotypes.Package // nil until the first function of it is asked for
	fset    *token.FileSet
	needed  []string         // imports that its declarations may refer to
	missing map[string]error // imports of the package that could not be loaded

	mu    sync.Mutex
	known map[string]answer
}

// answer is what was found out about a function.
type answer struct {
	fn      *templates.Function
	problem *diag.Problem
}

// Open prepares to look functions up in the hand-written files of a package, and in those that imports finds. Nothing
// is parsed or loaded before a function is asked for.
func Open(sources []*diag.File, imports *Imports) *Functions {
	return &Functions{imports: imports, sources: sources, fset: token.NewFileSet(), missing: map[string]error{}, known: map[string]answer{}}
}

// Function looks a function up: "price" and "Code.price" in the workflows' own package, "webhook.GitHub" in
// runtime/webhook, anything else by its import path: "example.com/shop/tax.Rate". It says why a workflow can't call one
// (FC208), and may be called by several goroutines.
func (f *Functions) Function(name string) (templates.Function, *diag.Problem) {
	f.mu.Lock()
	defer f.mu.Unlock()
	a, done := f.known[name]
	if !done {
		a.fn, a.problem = f.find(name)
		f.known[name] = a
	}
	if a.problem != nil {
		return templates.Function{}, a.problem
	}
	return *a.fn, nil
}

func (f *Functions) find(name string) (*templates.Function, *diag.Problem) {
	i := strings.LastIndex(name, ".")
	if i < 0 {
		return f.ownFunction(name)
	}
	path, base := name[:i], name[i+1:]
	switch path {
	case codeType:
		return f.method(base)
	case filepath.Base(verifiers):
		path = verifiers
	}
	return f.importedFunction(path, base)
}

// Own are the names of the functions and methods of the workflows' own package that a workflow may call, sorted.
func (f *Functions) Own() []string {
	f.mu.Lock()
	scope := f.ownPackage().Scope()
	names := scope.Names()
	if object := scope.Lookup(codeType); object != nil {
		set := gotypes.NewMethodSet(gotypes.NewPointer(object.Type()))
		for i := range set.Len() {
			names = append(names, codeType+"."+set.At(i).Obj().Name())
		}
	}
	f.mu.Unlock()
	return slices.DeleteFunc(slices.Sorted(slices.Values(names)), func(name string) bool {
		_, problem := f.Function(name)
		return problem != nil
	})
}

// Verifiers returns the names of the functions of runtime/webhook that verify the sender of a Webhook's request,
// sorted: "webhook.GitHub". There are none where the module around the workflows does not have that package.
func (f *Functions) Verifiers() []string {
	pkg, err := f.imports.load(verifiers)
	if err != nil {
		return nil
	}
	var names []string
	for _, name := range pkg.Scope().Names() {
		full := filepath.Base(verifiers) + "." + name
		if fn, problem := f.Function(full); problem == nil && fn.Verifies {
			names = append(names, full)
		}
	}
	return names
}

// namingHint says how functions are named.
const namingHint = "name a function of hand-written Go beside the workflows, a method of its type Code, or one by its import path"

func (f *Functions) ownFunction(name string) (*templates.Function, *diag.Problem) {
	object, ok := f.ownPackage().Scope().Lookup(name).(*gotypes.Func)
	if !ok {
		return nil, notFound(f.ownPackage(), name, f.ownPackage().Scope())
	}
	return f.signature(object, &templates.Function{Package: templates.OwnPackage, Name: name})
}

// method looks a method of the package's type Code up.
func (f *Functions) method(name string) (*templates.Function, *diag.Problem) {
	object := f.ownPackage().Scope().Lookup(codeType)
	if object == nil {
		return nil, &diag.Problem{Code: diag.FC208, Message: "hand-written Go beside the workflows has no type \"Code\"", Hint: "declare it: New then takes a *Code"}
	}
	found, _, _ := gotypes.LookupFieldOrMethod(gotypes.NewPointer(object.Type()), true, f.ownPackage(), name)
	fn, ok := found.(*gotypes.Func)
	if !ok {
		return nil, &diag.Problem{Code: diag.FC208, Message: "the type \"Code\" has no method \"" + name + "\"", Related: f.related(object)}
	}
	return f.signature(fn, &templates.Function{Package: templates.OwnPackage, Name: name, Method: true})
}

// importPath is what may be asked of the go command: a path, and no pattern of it.
var importPath = regexp.MustCompile(`^[A-Za-z0-9_~][A-Za-z0-9_.~/-]*$`)

func (f *Functions) importedFunction(path, name string) (*templates.Function, *diag.Problem) {
	if !importPath.MatchString(path) || strings.Contains(path, "..") {
		return nil, &diag.Problem{Code: diag.FC208, Message: "\"" + path + "\" is no import path", Hint: namingHint}
	}
	pkg, err := f.imports.load(path)
	if refused, ok := errors.AsType[*commandError](err); ok {
		return nil, f.refused(refused)
	}
	if err != nil {
		return nil, &diag.Problem{Code: diag.FC208, Message: err.Error(), Hint: loadingHint(path, err)}
	}
	object, ok := pkg.Scope().Lookup(name).(*gotypes.Func)
	if !ok || !object.Exported() {
		return nil, notFound(pkg, name, pkg.Scope())
	}
	return f.signature(object, &templates.Function{Package: path, Base: pkg.Name(), Name: name})
}

// loadingHint says what to do about a package that can't be loaded.
func loadingHint(path string, err error) string {
	if strings.Contains(err.Error(), "no required module provides") {
		return "run go get " + path
	}
	return namingHint
}

// notFound names the nearest function that there is.
func notFound(pkg *gotypes.Package, name string, scope *gotypes.Scope) *diag.Problem {
	var known []string
	for _, n := range scope.Names() {
		if fn, ok := scope.Lookup(n).(*gotypes.Func); ok && (pkg.Path() == templates.OwnPackage || fn.Exported()) {
			known = append(known, n)
		}
	}
	where := "package " + pkg.Name()
	if pkg.Path() == templates.OwnPackage {
		where = "hand-written Go beside the workflows"
	}
	return &diag.Problem{Code: diag.FC208, Message: where + " has no function \"" + name + "\"", Hint: diag.DidYouMean(name, known)}
}

// ownPackage type-checks what the hand-written files declare. Function bodies do not matter here, and generated files
// are no part of it: they may be missing, stale or wrong.
func (f *Functions) ownPackage() *gotypes.Package {
	if f.own != nil {
		return f.own
	}
	var files []*ast.File
	for _, source := range f.sources {
		if strings.HasSuffix(source.Name, "_test.go") || !builds(source) {
			continue
		}
		if file, _ := parser.ParseFile(f.fset, source.Name, source.Src, parser.SkipObjectResolution); file != nil {
			files = append(files, file)
		}
	}
	f.needed = importsOf(files)
	f.imports.prepare(f.needed)
	config := gotypes.Config{
		IgnoreFuncBodies: true, FakeImportC: true,
		Importer: importer(f.importOwn),
		Error:    func(error) {}, // mistakes are the Go compiler's to report; what can be read of the rest counts
	}
	f.own, _ = config.Check(templates.OwnPackage, f.fset, files, nil)
	return f.own
}

// importOwn loads what the package imports, and remembers what it could not. What only function bodies refer to may
// be empty.
func (f *Functions) importOwn(path string) (*gotypes.Package, error) {
	if !slices.Contains(f.needed, path) {
		empty := gotypes.NewPackage(path, filepath.Base(path))
		empty.MarkComplete()
		return empty, nil
	}
	pkg, err := f.imports.load(path)
	if err != nil {
		f.missing[path] = err
	}
	return pkg, err
}

// builds reports whether the go command builds a file, by its name and build constraints.
func builds(source *diag.File) bool {
	context := build.Default
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(source.Src)), nil }
	match, err := context.MatchFile(filepath.Dir(source.Name), filepath.Base(source.Name))
	return err != nil || match
}

// related is where hand-written Go declares an object.
func (f *Functions) related(object gotypes.Object) []diag.Related {
	at := f.fset.Position(object.Pos())
	for _, source := range f.sources {
		if object.Pkg() == f.own && source.Name == at.Filename {
			return []diag.Related{{
				File: source, Span: diag.Span{Start: at.Offset, End: at.Offset + len(object.Name())}, Message: "declared here",
			}}
		}
	}
	return nil
}
