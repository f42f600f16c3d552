package templates

import "github.com/dave/jennifer/jen"

// Member is one field of a struct literal.
type Member struct {
	Name  string
	Value jen.Code
}

// Members writes the fields of a struct literal in the order of the list: one alone on the line of the braces, several
// on lines of their own.
func Members(list []Member) []jen.Code {
	if len(list) == 1 {
		return []jen.Code{list[0].code()}
	}
	return Lines(list)
}

// Lines is Members with each field on a line of its own.
func Lines(list []Member) []jen.Code {
	var code []jen.Code
	for _, m := range list {
		code = append(code, jen.Line().Add(m.code()))
	}
	if len(list) > 0 {
		code = append(code, jen.Line())
	}
	return code
}

func (m Member) code() *jen.Statement { return jen.Id(m.Name).Op(":").Add(m.Value) }

// Settings are the fields of a struct literal, in the order in which they are set.
type Settings []Member

// Set adds a field.
func (s *Settings) Set(name string, value jen.Code) {
	*s = append(*s, Member{Name: name, Value: value})
}

// Code returns the fields as the values of a literal.
func (s *Settings) Code() []jen.Code { return Members(*s) }
