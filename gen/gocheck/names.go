// Package gocheck reads the hand-written Go of a workflows' folder.
//
// It may be imported by gen and gen/lint's callers.
package gocheck

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Name is a package-level name that hand-written Go declares.
type Name struct {
	Name string
	File *diag.File
	Span diag.Span
}

// Names lists what hand-written files declare. A file that does not parse is the Go
// compiler's to report; what can be read of it counts.
func Names(files []*diag.File) []Name {
	var names []Name
	for _, f := range files {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, f.Name, f.Src, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		for _, decl := range file.Decls {
			for _, id := range identifiers(decl) {
				start := fset.Position(id.Pos()).Offset
				names = append(names, Name{Name: id.Name, File: f, Span: diag.Span{Start: start, End: start + len(id.Name)}})
			}
		}
	}
	return names
}

// identifiers are the package-level names of a declaration; methods have none.
func identifiers(decl ast.Decl) []*ast.Ident {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.Name != "init" && d.Name.Name != "_" {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		var ids []*ast.Ident
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				ids = append(ids, s.Name)
			case *ast.ValueSpec:
				ids = append(ids, s.Names...)
			}
		}
		return ids
	}
	return nil
}
