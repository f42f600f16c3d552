package main

import (
	"os/exec"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// callOfFlowc is how a shell in the working directory calls flowc: by its name where it is installed, else as the tool
// of the module there, or as a program that the module has.
func callOfFlowc() string {
	if _, err := exec.LookPath("flowc"); err == nil {
		return "flowc"
	}
	m, ok := project.ModuleAround(".")
	if !ok {
		return "flowc"
	}
	if call, found := m.Tool("."); found {
		return call
	}
	return "go run " + project.Command
}
