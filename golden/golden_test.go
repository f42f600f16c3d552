// Package golden_test is the one harness of the compiler: documents in, Go or diagnostics out, compared with what is
// committed beside them. `go test ./golden -update` rewrites that.
package golden_test

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

var update = flag.Bool("update", false, "rewrite what is wanted, after generated Go has built and passed vet")

// TestMain has tests collect garbage less often than programs do: compiling thousands of small folders makes little else.
// Benchmarks, which have a limit of memory, collect it as programs do.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}

// TestGo compiles every folder of workflows here to the Go that is committed beside it.
func TestGo(t *testing.T) {
	cases := slices.Concat(folders(t, "apps"), folders(t, "bench"), folders(t, "outputs"), folders(t, "texts"), nodeCases(t))
	built := newModule(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			generated, list := compile(t, c.files)
			c.generated = generated
			if len(list) > 0 {
				c.generated[warnings] = []byte(text(list))
			}
			built.add(t, c.name, c.files, c.generated)
			checkGenerated(t, c)
			checkInvariants(t, c.files, c.generated)
			if !*update {
				c.compare(t)
			}
		})
	}
	if t.Failed() {
		return // Go of half a case would only hide the first mistake
	}
	built.vet(t)
	built.run(t, "go", "tool", "staticcheck", "./...")
	if *update && !t.Failed() {
		for _, c := range cases {
			c.save(t)
		}
	}
}

// goCase is a folder of workflows and the Go that is wanted of it.
type goCase struct {
	name      string  // its package's folder: "apps/auth/flows", "nodes/hash_verify"
	files     fileSet // documents, schema.sql, hand-written Go
	want      fileSet // generated Go; of a node case, those that are worth reading
	generated fileSet // what compiling made
	store     func(fileSet) error
}

// warnings is the name under which a node case keeps what is printed about it.
const warnings = "want"

// fileSet is the content of files, by name.
type fileSet map[string][]byte

func (c *goCase) compare(t *testing.T) {
	t.Helper()
	for _, name := range c.generated.names() {
		want, ok := c.want[name]
		if !ok && c.optional(name) {
			continue
		}
		if diff := cmp.Diff(string(want), string(c.generated[name])); diff != "" {
			t.Errorf("%s (-committed +generated):\n%s", name, diff)
		}
	}
	for _, name := range c.want.names() {
		if _, ok := c.generated[name]; !ok {
			t.Errorf("%s is committed, and nothing generates it", name)
		}
	}
	for name, text := range c.documents() {
		if formatted, err := schema.Format(text); err != nil || string(formatted) != string(text) {
			t.Errorf("%s is not as `flowc fmt` writes it (%v)", name, err)
		}
	}
}

// optional says whether a case may leave a file out: in a node case, the same few lines in each.
func (c *goCase) optional(name string) bool {
	return strings.HasPrefix(c.name, "nodes/") && name == "flows.flow.go"
}

func (c *goCase) documents() fileSet { return c.files.matching(".flow.json") }

// save writes what was generated, and the documents in their canonical form.
func (c *goCase) save(t *testing.T) {
	t.Helper()
	files := fileSet{}
	for name, text := range c.generated {
		if _, wanted := c.want[name]; wanted || !c.optional(name) {
			files[name] = text
		}
	}
	for name, text := range c.documents() {
		formatted, err := schema.Format(text)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = formatted
	}
	if err := c.store(files); err != nil {
		t.Fatal(err)
	}
}

// compile compiles a folder that has no mistakes. Warnings are returned.
func compile(t *testing.T, files fileSet) (fileSet, diag.List) {
	t.Helper()
	generated, a := analysed(t, files)
	return generated, a.Found
}

// analysed compiles a folder that has no mistakes, and returns with it what its documents mean.
func analysed(t *testing.T, files fileSet) (fileSet, *gen.Analysis) {
	t.Helper()
	a := gen.Analyse([]*gen.Folder{files.folder()})[0]
	if a.Found.HasErrors() {
		t.Fatalf("diagnostics:\n%s", text(a.Found))
	}
	out, err := a.Files(nil)
	if err != nil {
		t.Fatal(err)
	}
	generated := fileSet{}
	for _, f := range out {
		generated[f.Name] = f.Content
	}
	return generated, a
}

// folders returns the folders of workflows below a folder of golden.
func folders(t *testing.T, root string) []*goCase {
	t.Helper()
	var cases []*goCase
	err := filepath.WalkDir(root, func(dir string, d os.DirEntry, err error) error {
		documents, _ := filepath.Glob(filepath.Join(dir, "*.flow.json"))
		if err != nil || len(documents) == 0 {
			return err
		}
		c := &goCase{name: filepath.ToSlash(dir), files: fileSet{}, want: fileSet{}}
		c.store = func(files fileSet) error { return files.write(dir) }
		cases = append(cases, c)
		return c.read(dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// read sorts the files of an app's folder.
func (c *goCase) read(dir string) error {
	files := fileSet{}
	if err := files.read(dir); err != nil {
		return err
	}
	for name, text := range files {
		c.put(name, text)
	}
	return nil
}

// put files what a folder holds as given or wanted.
func (c *goCase) put(name string, text []byte) {
	if strings.HasSuffix(name, ".flow.go") || name == warnings {
		c.want[name] = text
		return
	}
	c.files[name] = text
}
