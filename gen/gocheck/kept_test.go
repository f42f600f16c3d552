package gocheck_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema/diag"
)

// shop is a module with a function that workflows may call, whose types are of another package of it.
var shop = map[string]string{
	"go.mod":         "module example.com/shop\n\ngo 1.26\n",
	"tax/tax.go":     "package tax\n\nimport (\n\t\"context\"\n\n\t\"example.com/shop/rates\"\n)\n\nfunc Rate(context.Context, rates.In) error { return nil }\n",
	"tax/windows.go": "//go:build windows\n\npackage tax\n",
	"rates/rates.go": "package rates\n\ntype In struct{ A string }\n",
}

func writeAll(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// rate is the function as packages have it, or why there is none.
func rate(imports *gocheck.Imports) string {
	fn, problem := gocheck.Open([]*diag.File{diag.NewFile("code.go", []byte("package flows"))}, imports).Function("example.com/shop/tax.Rate")
	if problem != nil {
		return problem.Message
	}
	return text(fn)
}

// TestKept changes one thing after the other, and wants packages loaded again where they follow from that, and only there.
func TestKept(t *testing.T) {
	const a, b, c = "tax.Rate(In{A A string})", "tax.Rate(In{B B string})", "tax.Rate(In{C C string})"
	const otherwise = "module example.com/shop\n\ngo 1.26\n\nrequire example.com/shop/rates v0.0.0\n\nreplace example.com/shop/rates => ./elsewhere\n"
	dir := t.TempDir()
	writeAll(t, dir, shop)
	var kept gocheck.Kept
	rate(kept.Imports(dir))
	before := kept.Imports(dir)
	if got := rate(before); got != a {
		t.Fatalf("the function is %s", got)
	}
	for _, tt := range []struct {
		name    string
		change  map[string]string
		removed string
		again   bool
		want    string
	}{
		{name: "nothing", want: a},
		{name: "a document", change: map[string]string{"flows/a.flow.json": "{}", "flows/flows.go": "package flows\n"}, want: a},
		{name: "a file more", change: map[string]string{"rates/more.go": "package rates\n\ntype Two = In\n"}, again: true, want: a},
		{name: "what it needs", change: map[string]string{"rates/rates.go": "package rates\n\ntype In struct{ B string }\n"}, again: true, want: b},
		{name: "a file that was put away", change: map[string]string{"tax/windows.go": "package tax\n\nvar Here = true\n"}, again: true, want: b},
		{name: "a file less", removed: "tax/windows.go", again: true, want: b},
		{name: "a workspace", change: map[string]string{"go.work": "go 1.26\n\nuse .\n"}, again: true, want: b},
		{name: "another module", removed: "rates", again: true, want: c, change: map[string]string{
			"go.mod": otherwise, "elsewhere/go.mod": "module example.com/shop/rates\n", "elsewhere/rates.go": "package rates\n\ntype In struct{ C string }\n",
		}},
		{name: "that module", change: map[string]string{"elsewhere/rates.go": "package rates\n\ntype In struct{ A string }\n"}, again: true, want: a},
		{name: "what that module says of itself", change: map[string]string{"elsewhere/go.mod": "module example.com/shop/rates\n\ngo 1.26\n"}, again: true, want: a},
	} {
		writeAll(t, dir, tt.change)
		if tt.removed != "" {
			if err := os.RemoveAll(filepath.Join(dir, tt.removed)); err != nil {
				t.Fatal(err)
			}
		}
		after := kept.Imports(dir)
		if again := after != before; again != tt.again {
			t.Errorf("%s: loaded again: %t", tt.name, again)
		}
		if got := rate(after); got != tt.want {
			t.Errorf("%s: the function is %s, want %s", tt.name, got, tt.want)
		}
		before = after
	}
}

// TestKeptMistake wants a package that could not be loaded asked for again: nobody knows where it will be.
func TestKeptMistake(t *testing.T) {
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{"go.mod": shop["go.mod"]})
	var kept gocheck.Kept
	for range 3 {
		if got, want := rate(kept.Imports(dir)), `package "example.com/shop/tax" can't be loaded: `; len(got) < len(want) || got[:len(want)] != want {
			t.Fatalf("the function is %s", got)
		}
	}
	writeAll(t, dir, shop)
	if got, want := rate(kept.Imports(dir)), "tax.Rate(In{A A string})"; got != want {
		t.Errorf("the function is %s, want %s", got, want)
	}
}
