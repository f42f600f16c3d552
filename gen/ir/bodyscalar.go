package ir

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// bodyAsScalar reports request.body where a text, a number or another scalar is wanted (FC206), of an entry point with
// fields in the body: it is an object then, and each request would be refused.
func (f *Flow) bodyAsScalar(e *expr.Expr) []expr.Problem {
	if !slices.ContainsFunc(f.Inputs, func(in Input) bool { return in.In == "body" }) {
		return nil
	}
	var found []expr.Problem
	e.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpConvert || !e.Type.Scalar() || e.Args[0].Key != "request.body" || e.Args[0].Type.Kind != types.Any {
			return
		}
		found = append(found, expr.Problem{
			Code: diag.FC206, Start: e.Start, End: e.End,
			Message: fmt.Sprintf("\"request.body\": want %s, got an object, with the fields of the request", e.Type.NotNull()),
			Hint:    "write json(request.body)",
		})
	})
	return found
}
