package gen

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// functions hands the results of gen/gocheck to gen/ir.
type functions struct{ known *gocheck.Functions }

func (f functions) Function(name string) (templates.Function, *expr.Problem) {
	fn, problem := f.known.Function(name)
	if problem != nil {
		return templates.Function{}, &expr.Problem{
			Code: diag.FC208, Message: problem.Message, Hint: problem.Hint, Related: problem.Related,
		}
	}
	out := fn.Out
	if out.Kind == types.Unknown {
		out = types.ObjectOf() // only an error: nothing to read
	}
	return templates.Function{
		Package: fn.Package, Base: fn.Base, Name: fn.Name, Method: fn.Method, Verifies: fn.Verifies,
		In: fn.In, Out: out, Known: true,
	}, nil
}

// goFunctions finds the Go functions that the folder's workflows call.
func (f *Folder) goFunctions() functions {
	imports := f.Imports
	if imports == nil {
		imports = gocheck.NewImports(f.Dir)
	}
	return functions{gocheck.Open(f.Sources, imports)}
}
