package gen

import (
	"sync"

	"github.com/flowc-dev/flowc/gen/digest"
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// meanings hashes workflows. What belongs to the compiler is known by its name, and what a document says by its text.
var meanings = sync.OnceValue(func() *digest.Hasher {
	return digest.New(map[any]string{
		(*diag.File)(nil): "Name", (*schema.Workflow)(nil): "Stem",
		(*templates.Template)(nil): "Type",
		(*expr.Function)(nil):      "Name",
		(*ir.Link)(nil):            "Stem",
		(*ir.Places)(nil):          "Stem",
	})
})

// Meaning is a hash of all that the Go of a workflow is written from, beside the compiler: its document, and what that
// means in its project, as types of what others store and of functions.
func (a *Analysis) Meaning(w *ir.Workflow) digest.Hash {
	return meanings().Of(a.Program.Package, w.Workflow.File.Src, w)
}
