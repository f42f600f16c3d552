package project

import (
	"errors"
	"fmt"

	"github.com/flowc-dev/flowc/schema/diag"
)

// IsProgram reports whether the go command builds a program of a folder.
func IsProgram(dir string) bool {
	for file := range builtFiles(dir) {
		if src, err := ReadFile(file); err == nil {
			if name := packageClause(diag.NewFile(file, src)); name != "" {
				return name == "main"
			}
		}
	}
	return false
}

// NoProgram is the error of a folder that can't be run. A folder of workflows is most often that of a project.
func NoProgram(dir string) error {
	text := dir + " holds no program (package main)"
	if home := HomeOf(dir); IsProgram(home) {
		return fmt.Errorf("%s; its project is %s", text, home)
	}
	return errors.New(text)
}
