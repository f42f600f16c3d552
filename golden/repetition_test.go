package golden_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// written returns the folders of committed generated Go, but for golden/functions: its one Response of all examples is
// longer than a function may be.
func written(t *testing.T) []*goCase {
	t.Helper()
	var all []*goCase
	for _, group := range []string{
		"apps", "attacks", "bench", "callers", "debuglog", "identity", "outputs", "postgres", "regions",
		"requests", "reuse", "services", "texts",
	} {
		all = append(all, folders(t, group)...)
	}
	return append(all, nodeCases(t)...)
}

// TestRepetition checks that committed generated Go writes nothing twice that Go can say once: the call of a tail
// behind one node or behind a handler and its region, the declaration of variables that are already there, a variable
// for what the next line returns, and in the apps, whose statements PostgreSQL has proved, a parameter of a statement.
func TestRepetition(t *testing.T) {
	bodies := 0
	for _, c := range written(t) {
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
					r.tails(f.Body.List)
					r.blocks(f.Body)
					r.declared(f.Body, nil)
					if strings.HasPrefix(c.name, "apps/") {
						r.parameters(f.Body)
					}
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

// tails reports a method that one node calls with the same arguments behind two conditions.
func (r *repetitions) tails(list []ast.Stmt) {
	seen := map[string]bool{}
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if strings.HasPrefix(r.text(s), "x.Enter(") {
				clear(seen)
			}
		case *ast.IfStmt:
			r.tails(s.Body.List)
			tail := r.text(s.Body)
			if strings.Contains(tail, "return f.") && seen[tail] {
				r.report(s, "the same call twice behind one node: "+tail)
			}
			seen[tail] = true
		}
	}
}

// blocks reports what a statement of a block says once more.
func (r *repetitions) blocks(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		list := listOf(n)
		for i, s := range list {
			if i == len(list)-1 {
				break
			}
			next := r.text(list[i+1])
			switch s := s.(type) {
			case *ast.IfStmt:
				if len(s.Body.List) > 0 && strings.HasPrefix(next, "return f.") && r.text(s.Body.List[len(s.Body.List)-1]) == next {
					r.report(s, "the block ends with what follows it: "+next)
				}
			case *ast.AssignStmt:
				if name, ok := s.Lhs[0].(*ast.Ident); ok && len(s.Lhs) == 1 && strings.HasPrefix(next, "return "+name.Name+",") {
					r.report(s, "a variable for what is returned: "+name.Name)
				}
			}
		}
		return true
	})
}

// parameters reports a field that a statement is given twice.
func (r *repetitions) parameters(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !slices.Contains([]string{"One", "Many", "Exec"}, method(call)) {
			return true
		}
		seen := map[string]bool{}
		for _, arg := range call.Args {
			_, field := arg.(*ast.SelectorExpr)
			if text := r.text(arg); field && seen[text] {
				r.report(arg, "a statement is given this twice: "+text)
			} else {
				seen[text] = true
			}
		}
		return true
	})
}

// method is the name of the method that is called, or "".
func method(call *ast.CallExpr) string {
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
		return selector.Sel.Name
	}
	return ""
}

func (r *repetitions) text(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, r.fset, n); err != nil {
		r.t.Fatal(err)
	}
	return b.String()
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

// listOf returns the statements of a block or of a case.
func listOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	}
	return nil
}
