package expr_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
)

const runtimePath = "github.com/flowc-dev/flowc/runtime"

// gen is a Gen that writes into a list of statements.
type gen struct {
	statements []jen.Code
	taken      map[string]int
}

func (g *gen) Ref(r *expr.Ref) *jen.Statement {
	name := strings.NewReplacer("env.", "env", "request.headers.x-", "header", "default", "def", "member.email", "member.Email").Replace(r.Key)
	return jen.Id("in").Dot(strings.ToUpper(name[:1]) + name[1:])
}

func (g *gen) Whole(r *expr.Ref) *jen.Statement { return g.Ref(r) }

func (g *gen) Present(row string) *jen.Statement { return jen.Id(row + "Found") }
func (g *gen) Exec() *jen.Statement              { return jen.Id("exec") }
func (g *gen) Add(c ...jen.Code)                 { g.statements = append(g.statements, c...) }

func (g *gen) Assign(name string, call, err jen.Code) {
	g.Add(
		jen.List(jen.Id(name), jen.Err()).Op(":=").Add(call),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(err)),
	)
}

func (g *gen) Temp(hint string) string {
	g.taken[hint]++
	if n := g.taken[hint]; n > 1 {
		return fmt.Sprint(hint, n)
	}
	return hint
}

func (g *gen) Block(f func()) []jen.Code {
	outer := g.statements
	g.statements = nil
	f()
	block := g.statements
	g.statements = outer
	return block
}

func (g *gen) Regexp(pattern string) *jen.Statement { return jen.Id("pattern") }
func (g *gen) Element(depth int) string {
	return []string{"item", "item2", "item3", "item4"}[depth]
}
func (g *gen) Zone(name string) *jen.Statement    { return jen.Id("inZone") }
func (g *gen) Key(variable string) *jen.Statement { return jen.Id("key") }

// emit writes a checked expression as a function body that gives it to use.
func emit(e *expr.Expr) *jen.Statement {
	g := &gen{taken: map[string]int{}}
	result := expr.Go(e, g)
	g.Add(jen.Id("use").Call(result), jen.Return(jen.Nil()))
	return jen.Block(g.statements...)
}

// body formats a function body as the tables of cases hold it.
func body(t *testing.T, block *jen.Statement) string {
	t.Helper()
	f := jen.NewFile("p")
	f.ImportAlias(runtimePath, "rt")
	f.Func().Id("f").Params().Error().Add(block)
	var out bytes.Buffer
	if err := f.Render(&out); err != nil {
		t.Fatal(err)
	}
	source, err := format.Source(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source), "func f() error {\n")
	text = strings.TrimSuffix(strings.TrimSpace(text), "\n\treturn nil\n}")
	return strings.TrimSpace(strings.ReplaceAll("\n"+text, "\n\t", "\n"))
}

// world declares what the emitted functions use.
const world = `
type address struct { City string; Zip *string }
type row struct { ID int64; Email string; Name *string; PasswordHash string; Meta rt.Value }
var in struct {
	Name, Password, Token, Def, EnvKEY string
	Nick, Headername *string
	Age, N int64
	Count *int64
	Ratio float64
	Ok bool
	Maybe *bool
	At, Until time.Time
	Since *time.Time
	Took time.Duration
	Raw []byte
	Body, Data, Loose rt.Value
	Tags []string
	Nums []int64
	Items []rt.Value
	Counts map[string]int64
	Labels map[string]*string
	People []address
	Home address
	Work *address
	Auth struct { Sub string; Email *string; Type string }
	User, Member row
}
var userFound, memberFound bool
var pattern *regexp.Regexp
var inZone *time.Location
var key *seal.Key
func use[T any](T) {}
`

// typeCheck fails the test where the functions do not compile together.
func typeCheck(t *testing.T, functions []jen.Code) {
	t.Helper()
	f := jen.NewFile("p")
	f.ImportAlias(runtimePath, "rt")
	f.Add(functions...)
	f.Var().Id("_").Qual(runtimePath, "Value")
	f.Var().Id("_").Qual("time", "Time")
	f.Var().Id("_").Qual("regexp", "Regexp")
	f.Var().Id("_").Qual(runtimePath+"/seal", "Key")
	var out bytes.Buffer
	if err := f.Render(&out); err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	source := out.String() + world
	parsed, err := parser.ParseFile(files, "emitted.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.ForCompiler(files, "gc", exports(t)), Error: func(err error) { t.Error(err) }}
	if _, err := config.Check("p", files, []*ast.File{parsed}, nil); err != nil {
		t.Logf("%.200000s", source)
	}
}

// exports opens the export data of the packages that emitted expressions import.
func exports(t *testing.T) func(path string) (io.ReadCloser, error) {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", runtimePath,
		runtimePath+"/fn", runtimePath+"/seal", runtimePath+"/zone", "bytes", "cmp", "encoding/base64", "encoding/hex", "html", "math", "net/url", "regexp", "slices", "strconv", "strings", "time").Output()
	if err != nil {
		t.Fatalf("listing export data: %v", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}
