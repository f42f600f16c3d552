package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema"
)

// firstWorkflow is the name of the workflow in a folder that init adds to a module.
const firstWorkflow = "hello"

// addTo adds a folder of workflows to a module that is there, and prints what is the service's to write. The root of the
// module stands for internal/flows in it.
func (p *creation) addTo(m project.Module, c *console.Console) error {
	if project.Absolute(p.dir) == m.Dir && p.starter == "" {
		p.dir = filepath.Join(p.dir, "internal", "flows")
	}
	if err := p.checkFolder(); err != nil {
		return err
	}
	if p.starter != "" {
		return fmt.Errorf("%s is in the module %s, and a starter is a project of its own: "+
			"say --module, or leave out --starter", p.dir, m.Path())
	}
	name := project.PackageName(p.dir)
	call, _ := m.Tool(p.dir)
	err := p.writeAll([]golden.File{
		{Path: project.DirectiveFile, Content: project.Directive(name, call)},
		{Path: firstWorkflow + project.DocumentSuffix, Content: schema.New(firstWorkflow)},
	}, p.writeSchemas)
	if err != nil {
		return err
	}
	return p.explain(m, name, c)
}

// explain prints the lines that a service writes for a new folder of workflows.
func (p *creation) explain(m project.Module, name string, c *console.Console) error {
	call, found := m.Tool(".")
	lines := struct {
		Dir, Call, Command, Tools, Path, Package, Import string
		Found                                            bool
		Replace                                          []string // the files that take flowc from Source
		Flowc, Source                                    string
	}{
		Dir: filepath.ToSlash(p.dir), Package: name, Path: m.Path(), Import: m.ImportPath(p.dir),
		Call: call, Found: found, Command: project.Command, Tools: project.ToolsFile, Flowc: project.Flowc,
	}
	if source, ok := checkout(); ok {
		lines.Source, lines.Replace = source, m.Without(project.Flowc)
	}
	var b strings.Builder
	if err := folderLines.Execute(&b, lines); err != nil {
		return fmt.Errorf("writing what comes next: %w", err)
	}
	c.Printf("%s", b.String())
	return nil
}

// folderLines is what init prints of a folder that it has added to a module.
var folderLines = template.Must(template.New("").Parse(`{{.Dir}} is there, with a first workflow. Next:
{{if not .Found}}
The tool, in a module of its own:

	mkdir -p tools && go mod init -modfile={{.Tools}} {{.Path}}/tools
{{- range .Replace}}
	go mod edit -replace={{$.Flowc}}={{$.Source}} {{.}}
{{- end}}
	go get -tool -modfile={{.Tools}} {{.Command}}
{{else if .Replace}}
flowc itself, which is not released yet:
{{range .Replace}}
	go mod edit -replace={{$.Flowc}}={{$.Source}} {{.}}
{{- end}}
{{end}}
Its Go, now and after each change of a workflow:

	go generate ./{{.Dir}}
	go mod tidy

Where your service makes its routes:

	app, err := rt.Open() // rt "github.com/flowc-dev/flowc/runtime"
	f, err := {{.Package}}.New(app) // "{{.Import}}"
	f.Register(mux) // an *http.ServeMux
	defer app.Close()

In CI:

	{{.Call}} lint --strict ./...
	{{.Call}} generate --check ./...
`))
