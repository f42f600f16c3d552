package golden_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestRepetition checks that no block of committed generated Go declares variables anew that blocks around it have.
func TestRepetition(t *testing.T) {
	bodies := 0
	for _, c := range slices.Concat(folders(t, "apps"), folders(t, "bench"), folders(t, "outputs"), folders(t, "texts"), nodeCases(t)) {
		for _, name := range c.want.matching(".flow.go").names() {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, c.want[name], parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			r := &repetitions{t: t, fset: fset, folder: c.name}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
					bodies++
					r.declared(f.Body, nil)
				}
			}
		}
	}
	if bodies < 100 {
		t.Errorf("only %d functions were checked", bodies)
	}
}

// repetitions finds what a file repeats.
type repetitions struct {
	t      *testing.T
	fset   *token.FileSet
	folder string
}

func (r *repetitions) report(n ast.Node, what string) {
	r.t.Errorf("%s: %s: %s", r.folder, r.fset.Position(n.Pos()), what)
}

// declared reports statements of a block whose := declares only variables that blocks around it have.
func (r *repetitions) declared(block *ast.BlockStmt, around []string) {
	here := slices.Clone(around)
	ast.Inspect(block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // its variables are its own
		case *ast.IfStmt:
			r.declared(n.Body, here) // what its head declares is of the if alone
			return false
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				here = append(here, r.news(n, around)...)
			}
		}
		return true
	})
}

// news returns the variables that a := declares.
func (r *repetitions) news(s *ast.AssignStmt, around []string) []string {
	var names []string
	known := true
	for _, e := range s.Lhs {
		if name := e.(*ast.Ident).Name; name != "_" {
			names = append(names, name)
			known = known && slices.Contains(around, name)
		}
	}
	if known {
		r.report(s, "declares variables anew that a block around has: "+strings.Join(names, ", "))
	}
	return names
}
