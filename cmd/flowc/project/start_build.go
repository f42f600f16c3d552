package project

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen/facts"
)

// startFolder is the package, in the service's folder, of the program that tries to start. It only exists in the
// overlay.
const startFolder = "flowc_env_check"

// startSource is a program that resolves the environment as the server does, with relative files in the folder that its
// argument names, and prints what keeps it from starting.
var startSource = template.Must(template.New("").Parse(`package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"

	rt "github.com/flowc-dev/flowc/runtime"
{{range .Engines}}	_ {{printf "%q" .}}
{{end}}{{range .Flows}}	{{.Alias}} {{printf "%q" .Path}}
{{end}})

func main() {
	var found struct {
		Problems []rt.ConfigProblem
		Failures []string
	}
	build := func(app *rt.App, _ *http.ServeMux) (err error) {
{{range .Flows}}		_, err = {{.Alias}}.New(app{{if .Code}}, new({{.Alias}}.Code){{end}})
{{end}}		return err
	}
{{if .Guest}}	app, refusal := rt.Open(rt.WithDir(os.Args[1]), rt.WithLogWriter(io.Discard))
	if refusal == nil {
		refusal = errors.Join(build(app, nil), app.Close())
	}
{{else}}	refusal := rt.Refusal(build, rt.WithDir(os.Args[1]), rt.WithLogWriter(io.Discard))
{{end}}	var config *rt.ConfigError
	if errors.As(refusal, &config) {
		found.Problems = config.Problems
		for _, failure := range config.Failures {
			found.Failures = append(found.Failures, failure.Error())
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		panic(err)
	}
}
`))

// startImports are what the program starts, and the engines that the server itself links.
type startImports struct {
	Flows   []startImport
	Engines []string
	Guest   bool // the server is not flowc's
}

// startImport is a package of workflows that the program starts. The App collects the problems of all packages: the
// last one's New returns them.
type startImport struct {
	Alias, Path string
	Code        bool // New takes the package's Code
}

// runStart runs the program with the Go that the workflows would have, whatever is generated at the time, and returns
// what it prints. Relative NAME_FILE are relative to where the server starts, and so does the program.
func (s *Service) runStart(c *console.Console, temp, data string) ([]byte, error) {
	o := overlay{Replace: map[string]string{}, dir: temp}
	imports := startImports{Engines: enginesIn(s.Dir), Guest: s.guest()}
	for i, f := range s.Folders {
		path, err := f.importPath()
		if err != nil {
			return nil, err
		}
		if err := o.addGenerated(c, f); err != nil {
			return nil, err
		}
		imports.Flows = append(imports.Flows, startImport{"flows" + strconv.Itoa(i), path, f.takesCode()})
	}
	var source bytes.Buffer
	if err := startSource.Execute(&source, imports); err != nil {
		return nil, fmt.Errorf("writing the check: %w", err)
	}
	if err := o.add(filepath.Join(s.Dir, startFolder, "main.go"), source.Bytes()); err != nil {
		return nil, err
	}
	return o.run(c, s.Dir, "./"+startFolder, data)
}

// importPath is what Go code imports the folder's package by.
func (f *Folder) importPath() (string, error) {
	if f.Package == "main" {
		return "", fmt.Errorf("%s is package main, which nothing but itself can start", f.Dir)
	}
	list := exec.Command("go", "list", "-e", "-find", "-f", "{{.ImportPath}}", ".")
	list.Dir = f.Dir
	out, err := outputOf(list)
	if err != nil {
		return "", fmt.Errorf("asking the go command for the import path of %s: %w", f.Dir, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// takesCode reports whether the generated New takes the package's Code.
func (f *Folder) takesCode() bool {
	return slices.ContainsFunc(f.Analysis.Program.Workflows, facts.Methods)
}
