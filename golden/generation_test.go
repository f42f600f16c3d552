package golden_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// TestOutdatedGo builds generated Go with a later runtime, which lacks one of its functions: the first error of each file names the
// constant that says to run flowc generate.
func TestOutdatedGo(t *testing.T) {
	dir := harness.Folder(t)
	replaced := map[string]string{}
	for name, change := range map[string][2]string{
		"generation.go": {"RunFlowcGenerate3", "RunFlowcGenerate4"},
		"subflow.go":    {"func LogReturn[", "func Returned["},
	} {
		path, err := filepath.Abs(filepath.Join("..", "runtime", name))
		if err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		replaced[path] = filepath.Join(dir, name)
		later := bytes.Replace(source, []byte(change[0]), []byte(change[1]), -1)
		if err := os.WriteFile(replaced[path], later, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-e", "-overlay", filepath.Join(dir, "overlay.json"), "./apps/accounts/flows")
	out, err := build.CombinedOutput()
	if err == nil {
		t.Fatal("Go of an earlier runtime builds")
	}
	first := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if file, _, ok := strings.Cut(line, ":"); ok && first[file] == "" {
			first[file] = line
		}
	}
	if len(first) < 10 || !bytes.Contains(out, []byte("undefined: rt.LogReturn")) {
		t.Errorf("fewer errors than wanted:\n%s", out)
	}
	for _, line := range first {
		if !strings.HasSuffix(line, "undefined: rt.RunFlowcGenerate3\n") {
			t.Errorf("the first error is %s", line)
		}
	}
}
