package main

import (
	"os/exec"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// callOfFlowc is how a shell in the working directory calls flowc: by its name where it is installed, else as the tool of
// the module there, or as a program that the module has.
func callOfFlowc() string {
	if _, err := exec.LookPath("flowc"); err == nil {
		return "flowc"
	}
	const program = modulePath + "/cmd/flowc"
	mod, ok := moduleAround(project.Absolute("."))
	switch {
	case !ok:
		return "flowc"
	case slices.ContainsFunc(mod.Tool, func(t *modfile.Tool) bool { return t.Path == program }):
		return "go tool flowc"
	}
	return "go run " + program
}

// moduleAround reads the go.mod of the module that a folder is in, if there is one that can be read.
func moduleAround(dir string) (*modfile.File, bool) {
	for {
		if text, err := project.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			mod, err := modfile.Parse("go.mod", text, nil)
			return mod, err == nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil, false
		}
		dir = parent
	}
}
