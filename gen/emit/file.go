package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// File implements templates.Step: a variable that the Go compiler fills with the file.
func (s *step) File(field string) *jen.Statement {
	s.fn.w.embeds = true
	path := s.Text(field)
	if strings.ContainsAny(path, " ") {
		path = strconv.Quote(path)
	}
	name := s.ir.Node.Qualified("File")
	return s.fn.w.declare(name, jen.Comment("//go:embed "+path).Line().Var().Id(name).Index().Byte())
}
