package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/go-json-experiment/json"
	"golang.org/x/mod/modfile"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// source is where a project gets flowc from.
type source struct {
	dir     string // checkout that go.mod's replace points to; "" for a released version
	version string // released version; "" for a checkout
	mod     []byte // flowc's go.mod
	sums    []byte // what the project's go.sum needs
}

// findSource finds the flowc that this binary was built from: the checkout that it was built in, as long as that is
// there, else its version, from the go command.
func findSource() (source, error) {
	if dir, ok := checkout(); ok {
		return readSource(source{dir: dir}, dir)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || flowcVersion(info) == "" {
		return source{}, errors.New("this flowc neither knows a checkout that it was built in nor has a version that a go.mod could name")
	}
	return download(flowcVersion(info))
}

// checkout is the folder that this very file was compiled in. One with a version in its name is of the module cache.
func checkout() (dir string, ok bool) {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		return "", false
	}
	dir = filepath.Dir(filepath.Dir(filepath.Dir(file)))
	mod, err := project.ReadFile(filepath.Join(dir, "go.mod"))
	return dir, err == nil && modfile.ModulePath(mod) == modulePath && !strings.Contains(filepath.Base(dir), "@")
}

// readSource adds go.mod and go.sum from flowc's folder.
func readSource(s source, dir string) (source, error) {
	mod, err := project.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return source{}, fmt.Errorf("reading flowc's requirements: %w", err)
	}
	sums, err := project.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		return source{}, fmt.Errorf("reading flowc's requirements: %w", err)
	}
	s.mod, s.sums = mod, append(s.sums, sums...)
	return s, nil
}

// download has the go command fetch a version of flowc, most often from the module cache.
func download(version string) (source, error) {
	cmd := exec.Command("go", "mod", "download", "-json", modulePath+"@"+version)
	cmd.Dir = os.TempDir() // outside of any module, whose replacements would count
	out, err := cmd.Output()
	var found struct{ Dir, Sum, GoModSum, Error string }
	if len(bytes.TrimSpace(out)) > 0 {
		err = errors.Join(json.Unmarshal(out, &found), err)
	}
	if found.Error != "" {
		err = errors.New(found.Error)
	}
	if err != nil {
		return source{}, fmt.Errorf("downloading flowc %s: %w", version, err)
	}
	sums := fmt.Appendf(nil, "%s %s %s\n%s %s/go.mod %s\n", modulePath, version, found.Sum, modulePath, version, found.GoModSum)
	return readSource(source{version: version, sums: sums}, found.Dir)
}
