package gen_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
)

// TestServicesThatAreFine holds what real services are made of to saying nothing: a cart, invitations, uploads, an audit, pages, the
// export and the end of an account, a search, payments, a newsletter, the login of a device, keys with scopes, tenants.
func TestServicesThatAreFine(t *testing.T) {
	paths, err := filepath.Glob("testdata/services/*.txtar")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d services (%v)", len(paths), err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		folder := below(archive, "")
		if len(folder.Documents) == 0 {
			t.Errorf("%s has no workflow", path)
		}
		for _, told := range told(gen.Lint(folder)) {
			t.Errorf("%s: %s", filepath.Base(path), told)
		}
	}
}
