package project

import (
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

// MissingProgram is the error of a folder that can't be run.
type MissingProgram struct{ text string }

func (e MissingProgram) Error() string { return e.text }

// NoProgram is the error of a folder that can't be run. A folder of workflows is most often that of a project.
func NoProgram(dir string) error {
	text := dir + " holds no program (package main), and none imports it"
	if home := HomeOf(dir); IsProgram(home) {
		text += "; its project is " + home
	}
	return MissingProgram{text}
}
