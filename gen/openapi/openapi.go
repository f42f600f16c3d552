// Package openapi describes the routes of workflows as OpenAPI 3.1: what each takes, what it answers, and how a caller
// authenticates. It holds types and names, and never a value.
//
// It may be imported by gen and cmd.
package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// Version is that of the OpenAPI Specification.
const Version = "3.1.1"

// Document describes the workflows of programs, which have no errors. Tools of MCP are not in it: that protocol lists
// them itself. Server is the URL below which they are served, or "".
func Document(title, server string, programs ...*ir.Program) ([]byte, error) {
	d := &document{
		T: openapi3.T{
			OpenAPI: Version, Info: &openapi3.Info{Title: title, Version: "1"}, Paths: openapi3.NewPaths(),
			Components: &openapi3.Components{
				Schemas: openapi3.Schemas{}, Responses: openapi3.ResponseBodies{}, SecuritySchemes: openapi3.SecuritySchemes{},
			},
		},
		names: map[string][]string{},
	}
	if server != "" {
		d.Servers = openapi3.Servers{{URL: server}}
	}
	d.problem()
	for _, f := range flows(programs) {
		d.add(f)
	}
	return d.text()
}

// document is a description in the making.
type document struct {
	openapi3.T
	names map[string][]string // of the wildcards in a path, by the path without them
}

// flows are the entry points over HTTP, in the order of their paths.
func flows(programs []*ir.Program) []*ir.Flow {
	var all []*ir.Flow
	for _, p := range programs {
		for _, w := range p.Workflows {
			for _, f := range w.Flows {
				if f.Entry.Route().Tool == "" && !f.Called() {
					all = append(all, f)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *ir.Flow) int { return strings.Compare(a.Entry.Route().Path, b.Entry.Route().Path) })
	return all
}

// add describes one route.
func (d *document) add(f *ir.Flow) {
	path, names := d.path(f.Entry.Route().Path)
	if d.Paths.Value(path) == nil {
		d.Paths.Set(path, &openapi3.PathItem{})
	}
	d.Paths.Value(path).SetOperation(f.Entry.Route().Method, d.operation(f, names))
	if f.Entry.Route().Posted {
		d.Paths.Value(path).SetOperation(http.MethodPost, d.postedBack(f, names))
	}
}

// path is a pattern of net/http as OpenAPI writes it, and how its wildcards are called there. Two patterns that differ
// in these names alone are one path.
func (d *document) path(pattern string) (path string, names map[string]string) {
	names = map[string]string{}
	path = strings.TrimSuffix(pattern, "{$}")
	wildcards := ir.Wildcards(pattern)
	shape := path
	for _, name := range wildcards {
		shape = replaced(shape, name, "{}")
	}
	known, ok := d.names[shape]
	if !ok {
		known = wildcards
		d.names[shape] = known
	}
	for i, name := range wildcards {
		names[name] = known[i]
		path = replaced(path, name, "{"+known[i]+"}")
	}
	return path, names
}

// replaced is a path with something in place of a wildcard.
func replaced(path, wildcard, by string) string {
	return strings.Replace(strings.Replace(path, "{"+wildcard+"...}", by, 1), "{"+wildcard+"}", by, 1)
}

// operation is one route.
func (d *document) operation(f *ir.Flow, names map[string]string) *openapi3.Operation {
	return &openapi3.Operation{
		OperationID: f.Prefix(), Summary: f.Workflow.Name.Value, Description: about(f),
		Parameters: parameters(f, names), RequestBody: d.requestBody(f), Responses: d.responses(f), Security: d.security(f),
	}
}

// about returns the description of the workflow, and the conditions on callers beyond their credentials. A comparison
// with a variable of the environment is left out, as callers must not know it.
func about(f *ir.Flow) string {
	text := f.Workflow.Description.Value
	asked := slices.DeleteFunc(facts.ProtectionOf(f).ForCallers(), func(c string) bool { return strings.Contains(c, "env.") })
	if len(asked) == 0 {
		return text
	}
	return strings.TrimSpace(text + "\n\nOnly where `" + strings.Join(asked, "` and `") + "`.")
}

// text prints the document; its keys are sorted, as maps have no order.
func (d *document) text() ([]byte, error) {
	raw, err := d.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("writing OpenAPI: %w", err)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, raw, "", "  "); err != nil {
		return nil, fmt.Errorf("writing OpenAPI: %w", err)
	}
	text.WriteByte('\n')
	return text.Bytes(), nil
}
