package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/schema/diag"
)

// checkEnvironment says what keeps a server from starting, as far as that shows without one: a server that runs is not
// stopped for one that can't start.
func (d *devServer) checkEnvironment() error {
	vars, err := rt.Environ(d.dir)
	if err != nil {
		d.notef("%v", err)
		return errProblems
	}
	// What was missing when the server started is no obstacle: main.go may well say it.
	missing := slices.DeleteFunc(d.missing(vars), func(name string) bool { return slices.Contains(d.without, name) })
	if d.child != nil && len(missing) > 0 {
		d.noteMissing(missing)
		return errProblems
	}
	d.without = d.missing(vars)
	if wanted := listenAddress(d.dir); wanted != d.wanted {
		d.wanted = wanted
		d.notef("LISTEN is %s now; this flowc dev goes on at %s until it is started again", wanted, d.address)
	}
	return nil
}

// noteMissing says what is to be done about variables that are missing, if any.
func (d *devServer) noteMissing(names []string) {
	if len(names) > 0 {
		d.notef("set %s in %s, where comments say what they are: then it starts by itself",
			strings.Join(names, ", "), filepath.Join(d.dir, ".env"))
	}
}

// missing are the variables that must be set and are not.
func (d *devServer) missing(vars map[string]rt.Variable) []string {
	services, err := findServices([]string{d.dir})
	if err != nil {
		return nil // generate has said so
	}
	var names []string
	for _, s := range services {
		for _, n := range s.needs() {
			if n.required() && whereSet(n, vars) == notSet {
				names = append(names, n.name)
			}
		}
	}
	return names
}

// isProgram reports whether the go command builds a program of a folder.
func isProgram(dir string) bool {
	entries, _ := os.ReadDir(dir) // one that can't be read is said to be none
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		if e.IsDir() || filepath.Ext(file) != ".go" {
			continue
		}
		src, err := os.ReadFile(file)
		if err == nil && !strings.HasSuffix(file, "_test.go") && packageClause(diag.NewFile(file, src)) == "main" && builds(file) {
			return true
		}
	}
	return false
}

// noProgram is the error of a folder that can't be run. A folder of workflows is most often that of a project.
func noProgram(dir string) error {
	text := dir + " holds no program (package main)"
	if home := homeOf(dir); isProgram(home) {
		return fmt.Errorf("%s; its project is %s", text, home)
	}
	return errors.New(text)
}
