package rule

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// Writes reports whether what stands in a field is kept, and not only compared with what is.
func Writes(s *ir.Step, f *templates.Field) bool {
	switch f.Shape {
	case templates.Query:
		return ir.NewPass(s).Query(f.Name).Writes
	case templates.Key:
		return s.Kept().Stores
	}
	return true
}

func QueryText(s *ir.Step) string {
	query, _ := s.Query()
	return query.Text
}
