package project_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// TestReadAgain reads a project in one process again and again, as dev does, and wants what a function of another package takes to be
// what its files say now.
func TestReadAgain(t *testing.T) {
	dir := t.TempDir()
	const rate = "package tax\n\nimport \"context\"\n\ntype In struct{ Net int64 `json:\"net\"` }\n\nfunc Rate(context.Context, In) error { return nil }\n"
	const other = "package tax\n\nimport \"context\"\n\ntype In struct{ Gross int64 `json:\"gross\"` }\n\nfunc Rate(context.Context, In) error { return nil }\n"
	for _, folder := range []string{"flows", "tax"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/shop\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "flows", "tax.flow.json"), `{
  "version": 1, "id": "wf00000000000000000000001", "name": "tax",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/tax", "endpointPublic": true, "endpointFields": {"net": {"type": "int", "required": true}}}},
    {"id": "rate", "type": "code", "data": {"codeFunction": "example.com/shop/tax.Rate", "codeInput": {"net": "{{net}}"}}},
    {"id": "done", "type": "response", "data": {"responseStatus": 204}}
  ],
  "edges": [{"source": "in", "target": "rate"}, {"source": "rate", "target": "done"}]
}
`)
	file := filepath.Join(dir, "tax", "tax.go")
	for i, now := range []string{rate, rate, rate, other, other, rate, rate, other} {
		if i == 0 || read(t, file) != now {
			write(t, file, now)
		}
		var found []string
		err := project.Each([]string{filepath.Join(dir, "flows")}, func(p *project.Project) error {
			list, _ := p.Folders[0].Lint()
			for _, d := range list {
				found = append(found, d.Code.Name+" "+d.Message)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if mistaken := len(found) > 0; mistaken != (now == other) {
			t.Errorf("reading %d finds %q", i, found)
		}
	}
}
