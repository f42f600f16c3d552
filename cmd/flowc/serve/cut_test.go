package serve

import (
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestCutAt cuts committed workflows at each of their nodes: in regions, behind answers, of webhooks and of workflows
// that others call. Each cut runs by itself, holds the node on a path from the entry point, and holds nothing that only
// the node leads to, but for the inside of its own region.
func TestCutAt(t *testing.T) {
	for _, folder := range []string{"regions", "reuse", "debuglog", "apps/deadletters", "apps/teams", "apps/webhooks"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			f, err := project.ReadFolder("../../../golden/" + folder + "/flows")
			if err != nil {
				t.Fatal(err)
			}
			f.Imports = gocheck.NewImports("") // loaded once, not for each cut
			program, _ := gen.Program(&f.Folder)
			for _, w := range program.Workflows {
				for _, flow := range w.Flows {
					for _, s := range flow.Steps {
						cutsAt(t, &f.Folder, w, s)
					}
				}
			}
		})
	}
}

// cutsAt cuts a workflow at a step.
func cutsAt(t *testing.T, f *gen.Folder, w *ir.Workflow, s *ir.Step) {
	t.Helper()
	id := s.Node.ID.Value
	src, err := CutAt(w, w.File.Src, id)
	if err != nil {
		t.Errorf("%s at %s: %v", w.Name.Value, id, err)
		return
	}
	d := assist.Open([]*gen.Folder{f}, 0, w.File.Name, src)
	for _, found := range d.Found {
		if found.Severity() == diag.Error {
			t.Errorf("%s at %s: %s", w.Name.Value, id, found.Message)
		}
	}
	if d.Workflow == nil {
		return
	}
	steps := []*ir.Step{}
	for _, f := range d.Workflow.Flows {
		steps = append(steps, f.Steps...)
	}
	if !slices.ContainsFunc(steps, func(s *ir.Step) bool { return s.Node.ID.Value == id }) {
		t.Errorf("%s at %s: no entry point leads there", w.Name.Value, id)
	}
}
