package gocheck_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/gocheck"
)

// TestCommandRefuses has the go command load nothing, and wants what it says, of each function: nothing that follows from it, such as
// that one takes no context, and one cause of all.
func TestCommandRefuses(t *testing.T) {
	const own = "func price(context.Context) error { return nil }"
	for _, tt := range []struct{ name, mod, path, want, hint string }{
		{"a broken go.mod", "modul x(\n", "", "errors parsing go.mod: go.mod:", "fix that first"},
		{"a newer Go", "module x\n\ngo 1.999\n", "", "go.mod requires go >= 1.999", "fix that first"},
		{"no Go", "module x\n", t.TempDir(), `exec: "go": executable file not found in $PATH`, "install Go"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.path != "" {
				t.Setenv("PATH", tt.path)
			}
			t.Setenv("GOTOOLCHAIN", "local")
			dir := t.TempDir()
			writeAll(t, dir, map[string]string{"go.mod": tt.mod})
			functions := open(gocheck.NewImports(dir), own)
			_, first := functions.Function("price")
			_, second := functions.Function("webhook.GitHub")
			if first == nil || second == nil {
				t.Fatalf("problems %v and %v", first, second)
			}
			if want := "the go command can't load packages: " + tt.want; !strings.HasPrefix(first.Message, want) || !strings.HasPrefix(first.Hint, tt.hint) {
				t.Errorf("%s (%s), want %s (%s)", first.Message, first.Hint, want, tt.hint)
			}
			if second.Message != first.Message || first.Cause.File == nil || second.Cause != first.Cause {
				t.Errorf("%+v and %+v have not one cause", first, second)
			}
		})
	}
}
