package templates

import (
	"regexp"

	"github.com/dave/jennifer/jen"
)

var variablePattern = regexp.MustCompile(`^\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}$`)

// Variable returns NAME of "{{env.NAME}}", or "".
func Variable(text string) string {
	if m := variablePattern.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// FromSetup returns a function for EmitText: a method of the constructor's argument, which checks what a variable
// holds.
func FromSetup(s Step, method string) func(variable string) jen.Code {
	return func(variable string) jen.Code { return s.Setup().Dot(method).Call(jen.Lit(variable)) }
}

// EmitTexts returns the Go list of the texts of a field, each as it is written or read by a function from its variable.
func EmitTexts(s Step, field string, read func(variable string) jen.Code) *jen.Statement {
	var values []jen.Code
	for _, text := range s.List(field) {
		values = append(values, EmitText(text, read))
	}
	return jen.Index().String().Values(values...)
}

// EmitText returns a text as a Go literal, or as what a function reads from the variable that it names.
func EmitText(text string, read func(variable string) jen.Code) jen.Code {
	if name := Variable(text); name != "" {
		return read(name)
	}
	return jen.Lit(text)
}
