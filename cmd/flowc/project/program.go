package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// IsProgram reports whether the go command builds a program of a folder.
func IsProgram(dir string) bool {
	entries, _ := os.ReadDir(dir) // one that can't be read is said to be none
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if e.IsDir() || filepath.Ext(file) != ".go" {
			continue
		}
		src, err := ReadFile(file)
		if err == nil && !strings.HasSuffix(file, "_test.go") && packageClause(diag.NewFile(file, src)) == "main" && builds(file) {
			return true
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
