package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// Request implements templates.Step.
func (s *step) Request() *jen.Statement {
	t := s.EntryType()
	if len(t.Fields) == 0 {
		return jen.Struct()
	}
	route := s.ir.Node.Route()
	st := s.fn.w.declareStruct(t, fmt.Sprintf("%s is the request of %s %s.", t.Go, route.Method, route.Path), true)
	st.read = true
	for _, in := range s.ir.Flow.Inputs {
		if in.In != "body" {
			st.from[in.Name] = in.In
		}
		if in.Validate != "" {
			st.tags[in.Name] = fmt.Sprintf("validate:%q", in.Validate)
		}
	}
	return jen.Id(t.Go)
}
