package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// ofOtherSystems are modules that the command needs where it is not built for Linux.
var ofOtherSystems = []string{"github.com/inconshreveable/mousetrap", "github.com/ncruces/go-strftime"}

// TestGoModCarriesWhatIsNeeded wants a project to require what the command and the runtime import, and nothing of flowc's tests.
func TestGoModCarriesWhatIsNeeded(t *testing.T) {
	var carried []string
	text, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text, err = goMod("shop", source{mod: text, version: "v1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range mod.Require {
		carried = append(carried, r.Mod.Path)
	}
	needed := modules(t, "./cmd/flowc", "./runtime/...")
	for _, path := range needed {
		if !slices.Contains(carried, path) {
			t.Errorf("a project's go.mod lacks %s, which the command or the runtime imports: it is none of ofTests", path)
		}
	}
	for _, path := range carried {
		if !slices.Contains(needed, path) && !slices.Contains(ofOtherSystems, path) {
			t.Errorf("a project's go.mod carries %s, which neither the command nor the runtime imports: it belongs into ofTests", path)
		}
	}
}

// TestTidyKeepsTheRuntime wants what `go mod tidy` sees of the command to reach all that the runtime imports.
func TestTidyKeepsTheRuntime(t *testing.T) {
	kept := modules(t, "-tags=flowc_never", "./cmd/flowc")
	for _, path := range modules(t, "./runtime/...") {
		if !slices.Contains(kept, path) {
			t.Errorf("go mod tidy drops %s from a project's go.mod: import what needs it in keep.go", path)
		}
	}
}

// modules lists the modules of packages and of what they import, each once, sorted.
func modules(t *testing.T, args ...string) []string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}"}, args...)...)
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("listing what is imported: %v", err)
	}
	paths := strings.Fields(string(out))
	slices.Sort(paths)
	return slices.Compact(paths)
}
