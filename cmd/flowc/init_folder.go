package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema"
)

// firstWorkflow returns the name of the workflow in a folder that init adds to a module: that of its package, so that
// those of several folders have routes of their own, or hello where that says nothing.
func firstWorkflow(pkg string) string {
	if project.CheckName(pkg) != nil || strings.HasPrefix(pkg, "flows") {
		return "hello"
	}
	return pkg
}

// addTo adds a folder of workflows to a module that is there, and prints what is the service's to write. The root of
// the module stands for internal/flows in it.
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
	first := firstWorkflow(name)
	files := []golden.File{
		{Path: project.DirectiveFile, Content: project.Directive(name, call)},
		{Path: first + project.DocumentSuffix, Content: schema.New(first)},
	}
	if p.schemas != nil {
		defaults, err := p.defaults()
		if err != nil {
			return err
		}
		files = append(files, golden.File{Path: schema.DefaultsFile, Content: defaults})
	}
	if err := p.writeAll(files, p.writeSchemas); err != nil {
		return err
	}
	return p.explain(m, name, c)
}

// defaults is the content of a defaults.json that says where the tables of the service come from.
func (p *creation) defaults() ([]byte, error) {
	places := map[string]onePath{}
	for _, text := range p.schemas {
		engine, path, _ := strings.Cut(text, "=")
		if engine != "postgres" && engine != "sqlite" || path == "" {
			return nil, fmt.Errorf("--schema %s: want postgres=PATH or sqlite=PATH", text)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("--schema %s: %w", text, err)
		}
		rel, err := filepath.Rel(project.Absolute(p.dir), project.Absolute(path))
		if err != nil {
			return nil, fmt.Errorf("--schema %s: %w", text, err)
		}
		places[engine] = append(places[engine], filepath.ToSlash(rel))
	}
	content, err := json.Marshal(struct {
		Schema  string             `json:"$schema"`
		Version int                `json:"version"`
		Tables  map[string]onePath `json:"schema"`
	}{"./.flowc/defaults.schema.json", 1, places})
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", schema.DefaultsFile, err)
	}
	return schema.FormatDefaults(content)
}

// onePath is a list of paths, or the only one by itself.
type onePath []string

// MarshalJSON implements json.Marshaler.
func (p onePath) MarshalJSON() ([]byte, error) {
	if len(p) == 1 {
		return json.Marshal(p[0])
	}
	return json.Marshal([]string(p))
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

	app, err := rt.Open(rt.WithLogger(logger)) // rt "{{.Flowc}}/runtime"; a *slog.Logger
	f, err := {{.Package}}.New(app) // "{{.Import}}"
	f.Register(mux) // an *http.ServeMux; for another router, f.Middleware

and where it ends, after the Shutdown of its http.Server:

	err := app.Shutdown(ctx)

In CI:

	{{.Call}} lint --strict ./...
	{{.Call}} generate --check ./...
`))
