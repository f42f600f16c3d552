package golden_test

import (
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/golden"
)

// ours begins the import paths of this module.
const ours = "github.com/flowc-dev/flowc/"

// mayImport says which packages of this module a package may import, by path patterns. The first pattern that matches
// a package is its row; a package without a row may not be there.
var mayImport = []struct {
	pkg   string
	allow []string
}{
	{"runtime/nearest", nil},
	{"runtime/fn", []string{"runtime/internal/public"}},
	{"schema/diag", []string{"runtime/nearest"}},
	{"runtime/loopback", nil},
	{"runtime/provider", []string{"runtime/loopback"}},
	{"runtime/sender", nil},
	{"gen/parallel", nil},
	{"gen/digest", nil},
	{"runtime/label", nil},
	{"schema/types", []string{"runtime/label"}},
	{"gen/flow", nil},
	{"gen/knowledge", nil},
	{"gen/trace", nil},
	{"gen/sql/token", nil},
	{"gen/migrations", []string{"gen/sql/token"}},
	{"gen/sql/statement", nil}, // plain facts about a statement
	{"gen/sql/tree", []string{"gen/sql/statement", "gen/sql/token"}},
	{"gen/sql/ddl", []string{"gen/sql/statement", "gen/sql/token", "gen/sql/tree"}},
	{"gen/sql/hashing", []string{"gen/sql/ddl", "gen/sql/statement", "gen/sql/token", "gen/sql/tree"}},
	{"gen/sql/constraint", []string{"gen/sql/ddl", "gen/sql/statement", "gen/sql/token", "gen/sql/tree"}},
	{"gen/sql/lineage", []string{"gen/sql/constraint", "gen/sql/ddl", "gen/sql/hashing", "gen/sql/statement", "gen/sql/token", "gen/sql/tree"}},
	{"schema", []string{"schema/diag"}},
	{"templates", []string{"gen/sql/statement", "runtime/loopback", "runtime/provider", "runtime/sender", "schema/types", "schema/diag"}},
	{"templates/all", []string{"templates", "templates/*"}},
	{"templates/*", []string{"gen/sql/statement", "runtime/loopback", "runtime/provider", "runtime/sender", "templates", "schema/types", "schema/diag"}},
	{"gen", []string{"schema", "schema/*", "templates", "gen/*", "gen/lint/rule", "gen/sql/*"}},
	{"gen/expr", []string{"gen/trace", "schema/types", "schema/diag"}},
	{"gen/markup", []string{"gen/expr", "gen/knowledge", "schema/diag", "schema/types", "templates"}},
	{"gen/ir", []string{"gen/parallel", "schema", "schema/*", "templates", "gen/expr", "gen/flow", "gen/knowledge", "gen/markup", "gen/sql/token", "gen/sql/statement", "gen/trace"}},
	{"gen/values", []string{"gen/expr", "gen/ir", "gen/sql/ddl", "gen/sql/statement", "gen/trace", "schema/types", "templates"}},
	{"gen/facts", []string{"gen/expr", "gen/flow", "gen/ir", "gen/markup", "gen/sql/ddl", "gen/sql/statement", "gen/trace", "gen/values", "schema", "schema/types", "templates"}},
	// Of gen/expr and gen/sql/statement it follows no operands: TestOperands, TestOperators, TestStatementsAreFlat.
	{"gen/lint", []string{"gen/expr", "gen/facts", "gen/flow", "gen/ir", "gen/lint/*", "gen/knowledge", "gen/parallel", "gen/sql/ddl", "gen/sql/token", "gen/sql/statement", "gen/trace", "gen/values", "runtime/label", "runtime/loopback", "runtime/provider", "schema", "schema/*", "templates"}},
	{"gen/lint/*", []string{"gen/expr", "gen/facts", "gen/flow", "gen/ir", "gen/lint/*", "gen/knowledge", "gen/parallel", "gen/sql/ddl", "gen/sql/token", "gen/sql/statement", "gen/trace", "gen/values", "runtime/label", "runtime/loopback", "runtime/provider", "schema", "schema/*", "templates"}},
	{"gen/emit", []string{"gen/facts", "gen/ir", "gen/parallel", "gen/expr", "templates", "schema", "schema/types"}}, // implements expr.Gen
	{"gen/sql/postgres", []string{"schema/diag", "schema/types"}},
	{"gen/sql/sqlite", []string{"gen/sql/token", "schema", "schema/*"}},
	{"gen/gocheck", []string{"schema", "schema/*", "templates"}},
	{"gen/openapi", []string{"gen/facts", "gen/ir", "schema", "schema/*", "templates"}},
	{"gen/graph", []string{"gen/facts", "gen/ir", "schema", "schema/*", "templates"}},
	{"gen/assist", []string{"gen", "gen/expr", "gen/facts", "gen/gocheck", "gen/ir", "gen/sql/ddl", "gen/sql/token", "gen/sql/statement", "schema", "schema/*", "templates"}},
	{"gen/diff", []string{"gen/facts", "gen/ir", "schema", "schema/*"}},
	{"runtime", []string{"runtime/*", "runtime/internal/mask", "runtime/internal/plainjson", "runtime/internal/public", "runtime/internal/charset", "runtime/internal/coding", "runtime/internal/credentials"}},
	{"runtime/client", []string{"runtime", "runtime/*", "runtime/internal/charset", "runtime/internal/coding"}},
	{"runtime/storage", []string{"runtime", "runtime/*", "runtime/storage/backend"}},
	{"runtime/password", []string{"runtime", "runtime/internal/rounds"}},
	{"runtime/flowtest", []string{"runtime", "runtime/internal/rounds"}},
	{"runtime/*", []string{"runtime", "runtime/*"}},
	{"runtime/storage/backend", nil},
	{"runtime/engine/*", []string{"runtime", "runtime/database", "runtime/sqlite", "runtime/storage/backend"}},
	{"runtime/database/localpg", nil},
	{"runtime/internal/rounds", []string{"runtime"}},
	{"runtime/internal/charset", nil},
	{"runtime/internal/coding", nil},
	{"runtime/internal/credentials", nil},
	{"runtime/internal/mask", []string{"runtime/internal/credentials", "runtime/label"}},
	{"runtime/internal/plainjson", nil},
	{"runtime/internal/public", nil},
	{"runtime/*/*", []string{"runtime", "runtime/*", "runtime/engine/*", "runtime/database/localpg"}}, // test kits of a part
	{"golden", []string{"gen", "schema", "templates/all", "schema/diag"}},
	{"golden/apps/*", []string{"golden/apps/*/*", "runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/apps/*/*", []string{"runtime", "runtime/*"}},
	{"golden/attacks", nil}, // tests only
	{"golden/attacks/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/bench", nil}, // tests only
	{"golden/broken", nil},
	{"golden/debuglog", nil}, // tests only
	{"golden/debuglog/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/harness", []string{"runtime/database/localpg"}}, // for tests
	{"golden/house", []string{"golden/harness"}},
	{"golden/callers", nil},  // tests only
	{"golden/identity", nil}, // tests only
	{"golden/identity/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/outputs", nil},  // tests only
	{"golden/postgres", nil}, // tests only
	{"golden/postgres/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/texts", nil},     // tests only
	{"golden/system", nil},    // tests only
	{"golden/grow", nil},      // tests only
	{"golden/functions", nil}, // tests only
	{"golden/requests", nil},  // tests only
	{"golden/soak", []string{"golden/apps/*/*", "runtime", "runtime/engine/*"}},
	{"golden/regions", []string{"golden/regions/*", "runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/regions/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/reuse", []string{"golden/reuse/*", "runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/reuse/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/faults", []string{"golden/faults/*", "runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/faults/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/canaries", []string{"golden/canaries/*", "runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/canaries/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/bench/flows", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/bench/*/flows", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/callers/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/outputs/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/texts/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/requests/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"golden/functions/*", []string{"runtime", "runtime/*", "runtime/engine/*"}},
	{"cmd/flowc", []string{"*", "*/*", "gen/sql/*", "cmd/flowc/*", "runtime/engine/*"}},
	{"cmd/flowc/*", []string{"*", "*/*", "gen/sql/*", "cmd/flowc/*", "runtime/database/localpg"}},
}

// TestImports holds every package to its row.
func TestImports(t *testing.T) {
	for _, pkg := range packages(t, "./...") {
		name := strings.TrimPrefix(pkg.ImportPath, ours)
		row := slices.IndexFunc(mayImport, func(row struct {
			pkg   string
			allow []string
		}) bool {
			return matches(row.pkg, name)
		})
		if row < 0 {
			t.Errorf("%s has no row in mayImport", name)
			continue
		}
		for _, imported := range pkg.Imports {
			imported, own := strings.CutPrefix(imported, ours)
			if own && !slices.ContainsFunc(mayImport[row].allow, func(pattern string) bool { return matches(pattern, imported) }) {
				t.Errorf("%s imports %s, and may import only %v", name, imported, mayImport[row].allow)
			}
		}
	}
}

// TestRuntimeIsAnIsland wants that tests of the runtime need nothing of the compiler either, and that what every
// service links holds no database driver, no password hash, no JWT, no validator and no MCP.
func TestRuntimeIsAnIsland(t *testing.T) {
	for _, pkg := range packages(t, "./runtime/...") {
		for _, imported := range slices.Concat(pkg.TestImports, pkg.XTestImports) {
			if name, own := strings.CutPrefix(imported, ours); own && name != "runtime" && !strings.HasPrefix(name, "runtime/") {
				t.Errorf("tests of %s import %s", pkg.ImportPath, name)
			}
		}
	}
	leaves := []string{ // which import nothing of ours but one another
		"runtime/internal/charset", "runtime/internal/coding", "runtime/internal/credentials", "runtime/internal/mask", "runtime/internal/plainjson",
		"runtime/internal/public",
		"runtime/fn", "runtime/label", "runtime/loopback", "runtime/nearest", "runtime/provider",
	}
	heavy := []string{
		"modernc.org/", "github.com/jackc/", "github.com/golang-jwt/", "golang.org/x/crypto/", "github.com/go-playground/",
		"github.com/redis/", "go.opentelemetry.io/", "golang.org/x/oauth2", "github.com/modelcontextprotocol/", ours + "runtime/",
	}
	for _, dep := range packages(t, "-deps", "./runtime") {
		for _, prefix := range heavy {
			if strings.HasPrefix(dep.ImportPath, prefix) && !slices.Contains(leaves, strings.TrimPrefix(dep.ImportPath, ours)) {
				t.Errorf("the root package of the runtime links %s", dep.ImportPath)
			}
		}
	}
}

// TestEnginesOfStarters wants main.go to name the engines that the workflows may need, and no other.
func TestEnginesOfStarters(t *testing.T) {
	apps := linked(t)
	for _, name := range golden.Starters() {
		files := fileSet{}
		if err := files.read("apps/" + name + "/flows"); err != nil {
			t.Fatal(err)
		}
		program, _ := gen.Program(files.folder())
		var named []string
		for _, path := range apps[ours+"golden/apps/"+name].Imports {
			if strings.HasPrefix(path, ours+"runtime/engine/") {
				named = append(named, path)
			}
		}
		if !slices.Equal(named, facts.Engines(program)) {
			t.Errorf("golden/apps/%s names the engines %q, want %q", name, named, facts.Engines(program))
		}
	}
}

// TestLinkedWhereUsed wants the parts of the runtime that only some projects need in no other project.
func TestLinkedWhereUsed(t *testing.T) {
	apps := linked(t)
	for _, name := range golden.Starters() {
		flows := apps[ours+"golden/apps/"+name+"/flows"]
		for _, dep := range apps[ours+"golden/apps/"+name].Deps {
			part, own := strings.CutPrefix(dep, ours)
			if own && slices.Contains([]string{"runtime/mcp", "runtime/oauth", "runtime/validate"}, part) && !slices.Contains(flows.Imports, dep) {
				t.Errorf("golden/apps/%s links %s, and no workflow of it uses that", name, part)
			}
		}
	}
}

// TestTopLevel holds the top of the tree to what the README describes.
func TestTopLevel(t *testing.T) {
	want := []string{".ci", ".gitignore", "LICENSE", "README.md", "cmd", "gen", "go.mod", "go.sum", "golden", "runtime", "schema", "templates"}
	var got []string
	for _, file := range trackable(t, "..") {
		top, _, _ := strings.Cut(file, "/")
		if !slices.Contains(got, top) {
			got = append(got, top)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the top level is %q, want %q", got, want)
	}
}

// listed is a package as `go list -json` describes it.
type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	Deps                               []string // all that it links
}

// linked are the starters and their workflows by their import paths.
func linked(t *testing.T) map[string]listed {
	t.Helper()
	apps := map[string]listed{}
	for _, pkg := range packages(t, "./golden/apps/...") {
		apps[pkg.ImportPath] = pkg
	}
	for _, name := range golden.Starters() {
		if app := ours + "golden/apps/" + name; apps[app].Deps == nil || apps[app+"/flows"].Deps == nil {
			t.Fatalf("%s is not there with its workflows", app)
		}
	}
	return apps
}

func packages(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-json=ImportPath,Imports,TestImports,XTestImports,Deps"}, args...)...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("listing packages: %v", err)
	}
	var list []listed
	for decoder := json.NewDecoder(strings.NewReader(string(out))); decoder.More(); {
		var pkg listed
		if err := decoder.Decode(&pkg); err != nil {
			t.Fatal(err)
		}
		list = append(list, pkg)
	}
	return list
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
