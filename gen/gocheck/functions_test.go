package gocheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// preamble begins every file here.
const preamble = `package flows

import (
	"context"
	"database/sql"
	clock "time"

	rt "github.com/flowc-dev/flowc/runtime"
	"example.com/nowhere/tax"
)

var _ *sql.DB
`

// open looks functions up in one file. The imports are shared, as loading them takes longer than all else.
func open(imports *gocheck.Imports, source string) *gocheck.Functions {
	return gocheck.Open([]*diag.File{diag.NewFile("code.go", []byte(preamble+source))}, imports)
}

// A module that does not require flowc can't have its verifiers: the hint is the command that adds them.
func TestPackageOfNoModule(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module shop\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, problem := open(gocheck.NewImports(dir), "").Function("webhook.GitHub")
	const path = "github.com/flowc-dev/flowc/runtime/webhook"
	if want := "package \"" + path + "\" can't be loaded: no required module provides package " + path; problem == nil || problem.Message != want {
		t.Errorf("problem %+v, want %q", problem, want)
	} else if problem.Hint != "run go get "+path {
		t.Errorf("hint %q", problem.Hint)
	}
}

func TestFunctions(t *testing.T) {
	imports := gocheck.NewImports("")
	for _, tt := range []struct{ name, source, function, want string }{
		{"nothing", "func f(context.Context) error { return nil }", "f", "f()"},
		{"in and out", "type I struct{ A string `json:\"a\"` }\ntype O struct{ B int64 }\nfunc f(_ context.Context, in I) (O, error) { return O{}, nil }", "f",
			"f(I{a A string}) O{B B int}"},
		{"kinds", `type I struct {
	S string; I int64; F float64; B bool; D []byte; T clock.Time; W clock.Duration; V rt.Value; L []string; M map[string]int64; P *string; N nested; LP []*nested
	Left string ` + "`json:\"left,omitempty\"`" + `; Zero int64 ` + "`json:\",omitzero\"`" + `; Out string ` + "`json:\"-\"`" + `; own int
}
type nested struct { X bool ` + "`json:\"x\"`" + ` }
func f(context.Context, I) error { return nil }`, "f",
			"f(I{S S string, I I int, F F float, B B bool, D D bytes, T T time, W W duration, V V any, L L list<string>, M M map<int>, P P string?, " +
				"N N {x: bool}, LP LP list<{x: bool}?>, left? Left string, Zero? Zero int})"},
		{"labels", "type O struct{ K string `json:\"k\" flowc:\"secret\"`; T string `flowc:\"token,hash\"` }\nfunc f(context.Context) (O, error) { return O{}, nil }", "f",
			"f() O{k K string[secret], T T string[hash,token]}"},
		{"method", "type Code struct{}\nfunc (*Code) f(context.Context) error { return nil }", "Code.f", "Code.f()"},
		{"method of the value", "type Code struct{}\nfunc (Code) f(context.Context) error { return nil }", "Code.f", "Code.f()"},
		{"verifier", "type I struct{ Secret string `json:\"secret\"`; Header string `json:\"header\"` }\nfunc f(context.Context, *rt.WebhookRequest, I) error { return nil }", "f",
			"f(request, I{secret Secret string[secret], header Header string})"},
		{"ready verifier", "", "webhook.GitHub", "webhook.GitHub(request, Input{secret Secret string[secret], previousSecret? PreviousSecret string[secret], once? Once bool?})"},
		{"by its path", "", "github.com/flowc-dev/flowc/runtime/webhook.Slack", "webhook.Slack(request, Input{secret Secret string[secret], previousSecret? PreviousSecret string[secret], once? Once bool?})"},
		{"an alias", "type I struct{}\ntype A = I\nfunc f(context.Context, A) error { return nil }", "f", "f(I{})"},
		{"beside mistakes", "type I struct{}\nfunc f(context.Context, I) error { return generated(1) }\nfunc g(x missing) other {\nvar v = New(1)", "f", "f(I{})"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fn, problem := open(imports, tt.source).Function(tt.function)
			if problem != nil {
				t.Fatalf("problem: %s; hint: %s", problem.Message, problem.Hint)
			}
			if got := text(fn); got != tt.want {
				t.Errorf("function is %s\nwant        %s", got, tt.want)
			}
		})
	}
}

// text is a function as these tests write it.
func text(fn templates.Function) string {
	var args []string
	if fn.Verifies {
		args = append(args, "request")
	}
	if fn.In.Kind == types.Object {
		args = append(args, object(fn.In))
	}
	name := fn.Name
	switch {
	case fn.Method:
		name = "Code." + name
	case fn.Package != templates.OwnPackage:
		name = fn.Base + "." + name
	}
	written := name + "(" + strings.Join(args, ", ") + ")"
	if fn.Out.Go != "" {
		written += " " + object(fn.Out)
	}
	return written
}

func object(t types.Type) string {
	var fields []string
	for _, f := range t.Fields {
		optional, labels := "", ""
		if f.Optional {
			optional = "?"
		}
		if f.Type.Labels != 0 {
			labels = "[" + f.Type.Labels.String() + "]"
		}
		fields = append(fields, fmt.Sprintf("%s%s %s %s%s", f.Name, optional, f.Go, f.Type, labels))
	}
	return t.Go + "{" + strings.Join(fields, ", ") + "}"
}

func TestProblems(t *testing.T) {
	imports := gocheck.NewImports("")
	for _, tt := range []struct{ name, source, function, want string }{
		{"missing", "func price(context.Context) error { return nil }", "prize", `hand-written Go beside the workflows has no function "prize"`},
		{"a type", "type price struct{}", "price", `has no function "price"`},
		{"no Code", "", "Code.f", `has no type "Code"`},
		{"no method", "type Code struct{}", "Code.f", `type "Code" has no method "f"`},
		{"a field", "type Code struct{ f func() }", "Code.f", `type "Code" has no method "f"`},
		{"not exported", "", "webhook.keys", `package webhook has no function "keys"`},
		{"no such package", "", "example.com/nowhere/tax.Rate", `package "example.com/nowhere/tax"`},
		{"a made-up package", "", "nowhere.F", `"nowhere"`},
		{"a pattern", "", "./....F", `"./..." is no import path`},
		{"all packages", "", "all.F", `"all"`},
		{"a query of the go command", "", "file=code.go.F", `"file=code.go" is no import path`},
		{"a flag", "", "-toolexec=sh.F", `"-toolexec=sh" is no import path`},
		{"nothing", "", "", `has no function ""`},
		{"a dot", "", ".", `"" is no import path`},
		{"no context", "func f() error { return nil }", "f", "does not take a context.Context first"},
		{"no error", "func f(context.Context) {}", "f", "does not return an error last"},
		{"no error last", "type O struct{}\nfunc f(context.Context) (error, O) { return nil, O{} }", "f", "does not return an error last"},
		{"two inputs", "type I struct{}\nfunc f(context.Context, I, I) error { return nil }", "f", "takes 2 values beside its context"},
		{"two outputs", "type O struct{}\nfunc f(context.Context) (O, O, error) { return O{}, O{}, nil }", "f", "returns 2 values and an error"},
		{"no struct", "func f(context.Context, string) error { return nil }", "f", "takes string, which is no struct with a name"},
		{"a pointer", "type O struct{}\nfunc f(context.Context) (*O, error) { return nil, nil }", "f", "returns *O"},
		{"any number", "type I struct{}\nfunc f(context.Context, ...I) error { return nil }", "f", "takes any number of arguments"},
		{"generic", "func f[T any](context.Context) error { return nil }", "f", "has type parameters"},
		{"a verifier that returns", "type O struct{}\nfunc f(context.Context, *rt.WebhookRequest) (O, error) { return O{}, nil }", "f", "returns more than an error"},
		{"generated type", "func f(context.Context, orderIn) error { return nil }", "f", "takes a type that does not exist in hand-written Go"},
		{"generated type inside", "type I struct{ O []orderIn }\nfunc f(context.Context, I) error { return nil }", "f", "I.O[], whose type does not exist"},
		{"unknown import", "func f(context.Context, tax.Rate) error { return nil }", "f", `package "example.com/nowhere/tax"`},
		{"a list of int", "type I struct{ N []int }\nfunc f(context.Context, I) error { return nil }", "f", "I.N[], which is int"},
		{"any", "type I struct{ V any }\nfunc f(context.Context, I) error { return nil }", "f", "I.V, which is any"},
		{"a named text", "type kind string\ntype I struct{ K kind }\nfunc f(context.Context, I) error { return nil }", "f", "I.K, which is kind"},
		{"keys", "type I struct{ M map[int64]string }\nfunc f(context.Context, I) error { return nil }", "f", "I.M, which is map[int64]string"},
		{"itself", "type I struct{ Next *I }\nfunc f(context.Context, I) error { return nil }", "f", "I.Next, which is I"},
		{"embedded", "type E struct{}\ntype I struct{ E }\nfunc f(context.Context, I) error { return nil }", "f", "I.E, which is E"},
		{"a channel", "type I struct{ C chan int64 }\nfunc f(context.Context, I) error { return nil }", "f", "I.C, which is chan int64"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, problem := open(imports, tt.source).Function(tt.function)
			if problem == nil || !strings.Contains(problem.Message, tt.want) {
				t.Errorf("problem is %v, want one with %q", problem, tt.want)
			}
		})
	}
}

// TestManyPackages wants no name that stands for many packages to be asked of the go command, which would compile them all: it could
// not be asked here, in a folder that is not there.
func TestManyPackages(t *testing.T) {
	imports := gocheck.NewImports(filepath.Join(t.TempDir(), "nowhere"))
	for _, name := range []string{"all", "cmd", "std", "tool", "work"} {
		want := `there is no package "` + name + `"`
		if _, problem := open(imports, "").Function(name + ".F"); problem == nil || problem.Message != want {
			t.Errorf("problem is %v, want %q", problem, want)
		}
	}
	if _, problem := open(imports, "").Function("fmt.Print"); problem == nil || !strings.HasPrefix(problem.Message, "the go command can't load packages") {
		t.Errorf("problem is %v: the go command was asked all the same", problem)
	}
}

// TestFilesThatDoNotBuild holds tests, and files for other systems, to be no part of the package.
func TestFilesThatDoNotBuild(t *testing.T) {
	source := []byte(preamble + "func f(context.Context) error { return nil }")
	for _, name := range []string{"code_test.go", "code_plan9.go"} {
		functions := gocheck.Open([]*diag.File{diag.NewFile(name, source)}, gocheck.NewImports(""))
		if _, problem := functions.Function("f"); problem == nil {
			t.Errorf("a function of %s was found", name)
		}
	}
	ignored := append([]byte("//go:build ignore\n\n"), source...)
	if _, problem := gocheck.Open([]*diag.File{diag.NewFile("code.go", ignored)}, gocheck.NewImports("")).Function("f"); problem == nil {
		t.Error("a function of a file with a build constraint was found")
	}
}
