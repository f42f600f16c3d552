package gocheck

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// commandError is that the go command loads nothing: there is none, or it can't work in that folder. It says nothing of
// any package.
type commandError struct {
	said    string
	missing bool
}

func (e *commandError) Error() string { return "the go command can't load packages: " + e.said }

// refusal asks the go command itself about packages of which none could be loaded: golang.org/x/tools/go/packages
// passes by some of what it says, and finds nothing then. It is nil where the go command finds them.
func (i *Imports) refusal(paths []string) error {
	list := exec.Command("go", append([]string{"list", "-e", "-export", "-deps", "-f", "{{.ImportPath}}", "--"}, paths...)...)
	list.Dir = i.dir
	_, err := list.Output()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failed):
		return &commandError{said: firstWords(string(failed.Stderr))}
	}
	return &commandError{said: err.Error(), missing: errors.Is(err, exec.ErrNotFound)}
}

// firstWords are the first two lines of what the go command says, in one: the first often ends with a colon.
func firstWords(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "go: ")); line != "" && len(lines) < 2 {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}

// refused reports that the go command can't be asked about a function: once, of all of a folder, as all have that
// cause.
func (f *Functions) refused(err *commandError) *diag.Problem {
	p := &diag.Problem{
		Code: diag.FC208, Message: err.Error(),
		Hint:  "fix that first: the go command lists the functions that Code nodes may call",
		Cause: diag.Related{File: f.imports.at, Message: "here it was asked"},
	}
	if err.missing {
		p.Hint = "install Go, or add the folder of the go command to PATH: it is asked what functions Code nodes may call"
	}
	return p
}

// unasked returns why the go command could not list the imports of hand-written Go; nil where it could.
func (f *Functions) unasked() *commandError {
	for _, path := range sortedKeys(f.missing) {
		if refused, ok := errors.AsType[*commandError](f.missing[path]); ok {
			return refused
		}
	}
	return nil
}

// placeOf is a folder as diagnostics show it.
func placeOf(dir string) *diag.File {
	if wd, err := filepath.Abs("."); err == nil && filepath.IsAbs(dir) {
		if rel, err := filepath.Rel(wd, dir); err == nil && filepath.IsLocal(rel) {
			dir = rel
		}
	}
	return diag.NewFile(filepath.Clean(dir), nil)
}
