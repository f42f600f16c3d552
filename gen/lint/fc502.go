package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc502 = Rule{Code: diag.FC502, Run: identities, Wide: true}

func identities(p *Pass) {
	sharing := map[string][]*ir.Workflow{}
	for _, w := range p.workflows {
		if w.ID.Value != "" {
			sharing[w.ID.Value] = append(sharing[w.ID.Value], w)
		}
	}
	for _, w := range p.workflows {
		all := sharing[w.ID.Value]
		if len(all) == 0 || all[0] == w {
			continue
		}
		other := all[0]
		p.Report(diag.Diagnostic{
			File: w.File, Span: w.ID.Span,
			Message: fmt.Sprintf("workflow %q has the id of workflow %q", w.Name.Value, other.Name.Value),
			Hint:    "copy a workflow with flowc duplicate, which gives it an id of its own",
			Related: []diag.Related{{File: other.File, Span: other.ID.Span, Message: "the other one"}},
			Fix:     newIdentity(w, all),
		})
	}
}

// newIdentity gives w an id of its own, or where w is the original of all, the first of the others.
func newIdentity(w *ir.Workflow, all []*ir.Workflow) []diag.Edit {
	if original(all) == w {
		w = all[0]
	}
	return []diag.Edit{{File: w.File, Span: w.ID.Span, Text: strconv.Quote(schema.NewID())}}
}

// original is the workflow whose file was probably copied: people and programs name a copy by adding something.
func original(all []*ir.Workflow) *ir.Workflow {
	for _, w := range all {
		if !slices.ContainsFunc(all, func(o *ir.Workflow) bool { return !strings.Contains(o.Stem, w.Stem) }) {
			return w
		}
	}
	return all[0]
}
