package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/flowc-dev/flowc/golden/harness"
)

// TestReleasedSource makes a go.mod for a released flowc, which a folder of files serves in place of a proxy.
func TestReleasedSource(t *testing.T) {
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy(t, "v1.2.3")))
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GOFLAGS", "-modcacherw")
	t.Setenv("GOSUMDB", "off")

	s, err := download("v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := goMod("shop", s)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"module shop\n", "go 1.26.0\n", "github.com/flowc-dev/flowc v1.2.3\n", "example.com/needed v1.0.0 // indirect\n"} {
		if !strings.Contains(string(mod), want) {
			t.Errorf("go.mod lacks %q:\n%s", want, mod)
		}
	}
	if strings.Contains(string(mod), "replace") {
		t.Errorf("go.mod replaces a released version:\n%s", mod)
	}
	for _, want := range []string{modulePath + " v1.2.3 h1:", modulePath + " v1.2.3/go.mod h1:", "example.com/needed v1.0.0 h1:"} {
		if !strings.Contains(string(s.sums), want) {
			t.Errorf("go.sum lacks %q:\n%s", want, s.sums)
		}
	}

	if _, err := download("v9.9.9"); err == nil || !strings.Contains(err.Error(), "downloading flowc v9.9.9: ") {
		t.Errorf("a version that is not there: %v", err)
	}
}

// proxy makes a folder that the go command can use as GOPROXY, with one version of flowc.
func proxy(t *testing.T, version string) string {
	t.Helper()
	source := t.TempDir()
	mod := "module " + modulePath + "\n\ngo 1.26.0\n\nrequire example.com/needed v1.0.0\n"
	harness.Write(t, source+"/go.mod", mod)
	harness.Write(t, source+"/go.sum", "example.com/needed v1.0.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")

	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(modulePath), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, version)
	harness.Write(t, base+".mod", mod)
	harness.Write(t, base+".info", `{"Version":"`+version+`"}`)
	archive, err := os.Create(base + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := zip.CreateFromDir(archive, module.Version{Path: modulePath, Version: version}, source); err != nil {
		t.Fatal(err)
	}
	return root
}
