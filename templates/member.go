package templates

import "github.com/dave/jennifer/jen"

// Member is one field of a struct literal.
type Member struct {
	Name  string
	Value jen.Code
}

// Members writes the fields of a struct literal in their own order, where jen.Dict sorts them: one alone on the line of
// the braces, several on lines of their own.
func Members(list []Member) []jen.Code {
	var code []jen.Code
	for _, m := range list {
		field := jen.Id(m.Name).Op(":").Add(m.Value)
		if len(list) > 1 {
			field = jen.Line().Add(field)
		}
		code = append(code, field)
	}
	if len(list) > 1 {
		code = append(code, jen.Line())
	}
	return code
}
