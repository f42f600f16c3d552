package golden_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// overOperands are the functions of gen/lint that go through the operands of an expression by themselves, each with its
// reason. All others ask the graph of values. The list only gets shorter.
var overOperands = map[string]string{
	"tokens/randomness.go .bits": "the least of the values that a text may be: with sum, in turn",
	"tokens/randomness.go .sum":  "how random a text is adds up over its parts, and a walk comes to each value once",
	"paths/enums.go unmet":       "whether a condition can hold follows from its operands by && and ||",
}

// inOneExpression are the functions of gen/ir and gen/facts that go through the operands of one expression by
// themselves, each with its reason. None leads from one expression to another: the graph of values does.
var inOneExpression = map[string]string{
	"ir/cookieguard.go .doubled":   "which comparisons hold where a condition has an outcome: logic, with a not in it",
	"ir/scopes.go scopesIn":        "the scopes that && joins",
	"ir/pass.go .facts":            "the value below conversions",
	"ir/pass.go .List":             "none: it returns the list of a field, and is called as the member of an expression",
	"ir/pass.go bad":               "whether a mistake is in it anywhere",
	"ir/secret.go .isOfRequest":    "the reference of which it reads a member",
	"ir/supplied.go .Supplied":     "the reference below conversions",
	"ir/value.go .Carrier":         "the placeholder of a longer text, for its place in the document",
	"facts/begins.go begunBy":      "which comparisons hold where a condition is true: logic",
	"facts/strength.go conjuncts":  "the parts that && joins, as they are written",
	"facts/redirect.go IsLoose":    "the value below conversions",
	"facts/redirect.go isHarmless": "the value below conversions",
	"facts/writtenout.go .part":    "what a function makes of texts",
}

// TestOneFollower wants the graph to be the one follower of values: gen/ir and gen/facts have none. Each file is read by
// itself, as a name of a method says little in a package of that size.
func TestOneFollower(t *testing.T) {
	var found []string
	for _, folder := range []string{"ir", "facts"} {
		for _, file := range filesOf(t, "../gen/"+folder) {
			found = append(found, readFunctions(t, "../gen", file).followers(nil)...)
		}
	}
	compare(t, found, inOneExpression)
}

// TestOperands wants no rule to follow a value by itself: no function that calls itself on operands, no loop from an
// expression to an operand, and none of the questions with which gen/ir follows values.
func TestOperands(t *testing.T) {
	if len(overOperands) > 10 {
		t.Errorf("%d functions go through operands, and 10 may", len(overOperands))
	}
	compare(t, lintFunctions(t).followers(following), overOperands)
}

// compare wants the functions that follow operands to be those of a list.
func compare(t *testing.T, found []string, allowed map[string]string) {
	t.Helper()
	for _, name := range found {
		if allowed[name] == "" {
			t.Errorf("%s goes through operands: ask the graph of values, as origins does", name)
		}
	}
	for name := range allowed {
		if !slices.Contains(found, name) {
			t.Errorf("%s goes through no operands any more: take it off the list", name)
		}
	}
}

// namedOperators are how often files of gen/lint name an operator of gen/expr: to find an expression that is written so,
// and not to follow a value. The figures only fall.
var namedOperators = map[string]int{
	"secrets/credentials.go":   1,
	"secrets/known_keys.go":    2,
	"secrets/literals.go":      1,
	"texts/parts.go":           2,
	"storage/lost_updates.go":  2,
	"accounts/claims.go":       1,
	"caller/caller.go":         3,
	"passwords/enumeration.go": 2,
	"texts/texts.go":           6,
	"texts/files.go":           1,
	"texts/languages.go":       3,
	"texts/lines.go":           1,
	"texts/operators.go":       1,
	"guards/issuers.go":        1,
	"tokens/destinations.go":   1,
	"tokens/randomness.go":     9,
	"tokens/rows.go":           1,
	"tokens/codes.go":          1,
	"paths/enums.go":           2,
	"project/wildcards.go":     1,
}

// TestOperators wants no file of gen/lint to name more operators than it does.
func TestOperators(t *testing.T) {
	for file, n := range lintFunctions(t).operators {
		if n > namedOperators[file] {
			t.Errorf("%s names %d operators of expressions, and may name %d: ask for a Way, or for Const, Joins or Digest",
				file, n, namedOperators[file])
		}
	}
}

// TestStatementsAreFlat wants what gen/sql/statement tells of a statement to be lists of plain values, so that no rule can go
// through the tree of a statement.
func TestStatementsAreFlat(t *testing.T) {
	var walk func(of reflect.Type, inside []reflect.Type)
	walk = func(of reflect.Type, inside []reflect.Type) {
		if slices.Contains(inside, of) {
			t.Errorf("%s holds itself: %v", of, inside)
			return
		}
		inside = append(slices.Clone(inside), of)
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(of.Elem(), inside)
		case reflect.Struct:
			for i := range of.NumField() {
				walk(of.Field(i).Type, inside)
			}
		case reflect.Interface, reflect.Func:
			t.Errorf("%v holds a %s", inside, of)
		}
	}
	walk(reflect.TypeFor[statement.Statement](), nil)
}

// TestFollowers reads functions that follow operands: in a loop, by each other, by a method, by a question of gen/ir; and
// others, which look at operands once, call themselves without, or have a variable of their name.
func TestFollowers(t *testing.T) {
	const code = `package lint
		func loop(e *expr.Expr) { for e.Converts() { e = e.Args[0] } }
		func one(e *expr.Expr) bool { return other(e.Args[0]) }
		func other(e *expr.Expr) bool { return one(e) }
		func (r reader) sum(e *expr.Expr) { for _, arg := range e.By(trace.Joined) { r.sum(arg) } }
		func asks(s *ir.Step, e *expr.Expr) int { return len(s.Origins(e)) }
		func once(e *expr.Expr) *expr.Expr { return e.Args[0] }
		func depth(t types.Type) int { if t.Kind == types.List { return depth(*t.Elem) }; return 0 }
		func named(e *expr.Expr) int { named := len(e.Args); return named }`
	tree, err := parser.ParseFile(token.NewFileSet(), "a.go", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := newLintSource()
	s.read("a.go", tree)
	if got, want := s.followers(following), []string{"a.go .sum", "a.go asks", "a.go loop", "a.go one"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// lintSource is what the functions of gen/lint name.
type lintSource struct {
	calls     map[string][]string // by "file function": the names of functions, and of methods behind a dot
	reads     map[string]bool     // those that name operands
	loops     map[string]bool     // those that go to operands in a loop
	operators map[string]int      // by file
}

func newLintSource() *lintSource {
	return &lintSource{map[string][]string{}, map[string]bool{}, map[string]bool{}, map[string]int{}}
}

// lintFunctions reads gen/lint.
func lintFunctions(t *testing.T) *lintSource {
	t.Helper()
	files := slices.Concat(filesOf(t, "../gen/lint/*"), filesOf(t, "../gen/lint"))
	if len(files) < 20 {
		t.Fatal(files)
	}
	return readFunctions(t, "../gen/lint", files...)
}

// filesOf returns the files of Go in a folder that are no tests.
func filesOf(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}

// readFunctions reads files of Go, which are named by their paths below a folder.
func readFunctions(t *testing.T, below string, files ...string) *lintSource {
	t.Helper()
	s := newLintSource()
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(below, file)
		if err != nil {
			t.Fatal(err)
		}
		s.read(filepath.ToSlash(name), tree)
	}
	return s
}

// operands are the members of an expression that lead to its operands.
var operands = []string{"Args", "By", "Joined", "Digest", "List"}

// following are the questions of gen/ir that follow values however they are used.
var following = []string{"Origins"}

func (s *lintSource) read(file string, tree *ast.File) {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := file + " " + f.Name.Name
		if f.Recv != nil {
			name = file + " ." + f.Name.Name
		}
		names := namesIn(f.Body)
		s.calls[name] = names
		s.reads[name] = namesOneOf(names, operands)
		s.loops[name] = loopsOverOperands(f.Body)
		for _, n := range names {
			if strings.HasPrefix(n, "expr.Op") {
				s.operators[file]++
			}
		}
	}
}

// namesIn returns what code names: identifiers, members behind a dot, and names of packages with that of the package.
func namesIn(code ast.Node) []string {
	var list []string
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if n.Obj == nil || n.Obj.Kind == ast.Fun { // no variable of the function
				list = append(list, n.Name)
			}
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && of.Obj == nil && slices.Contains([]string{"expr", "trace", "types"}, of.Name) {
				list = append(list, of.Name+"."+n.Sel.Name)
				return false
			}
			list = append(list, append(namesIn(n.X), "."+n.Sel.Name)...)
			return false
		}
		return true
	})
	return list
}

func namesOneOf(names, members []string) bool {
	return slices.ContainsFunc(members, func(m string) bool { return slices.Contains(names, "."+m) })
}

// loopsOverOperands reports whether code assigns operands to a variable in a loop without a range.
func loopsOverOperands(code ast.Node) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if !ok {
			return true
		}
		ast.Inspect(loop, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
				for _, from := range a.Rhs {
					found = found || namesOneOf(namesIn(from), operands)
				}
			}
			return true
		})
		return true
	})
	return found
}

// followers returns the functions that follow operands: by a loop, because they lead back to themselves, or by one of
// some questions.
func (s *lintSource) followers(questions []string) []string {
	var list []string
	for name := range s.calls {
		if s.loops[name] || namesOneOf(s.calls[name], questions) || s.reads[name] && s.leadsTo(name, name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// leadsTo reports whether a function names another one, or one that does.
func (s *lintSource) leadsTo(from, to string) bool {
	seen, pending := map[string]bool{}, []string{from}
	for ; len(pending) > 0; pending = pending[1:] {
		for other := range s.calls {
			_, short, _ := strings.Cut(other, " ")
			if seen[other] || !slices.Contains(s.calls[pending[0]], short) {
				continue
			}
			if other == to {
				return true
			}
			seen[other] = true
			pending = append(pending, other)
		}
	}
	return false
}
