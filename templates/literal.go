package templates

import (
	"regexp"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
)

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

// Bytes is a number of bytes as a Go programmer writes it: 10 << 20.
func Bytes(n int64) *jen.Statement {
	for _, shift := range []int{30, 20, 10} {
		if n >= 1<<shift && n%(1<<shift) == 0 {
			return jen.Lit(int(n >> shift)).Op("<<").Lit(shift)
		}
	}
	return jen.Lit(int(n))
}

// Span is a duration as a Go programmer writes it: 15 * time.Minute, 7 * 24 * time.Hour.
func Span(d time.Duration) *jen.Statement {
	const day = 24 * time.Hour
	if d > day && d%day == 0 {
		return jen.Lit(int(d/day)).Op("*").Lit(24).Op("*").Qual("time", "Hour")
	}
	units := []struct {
		unit time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}}
	for _, u := range units {
		switch {
		case d == u.unit:
			return jen.Qual("time", u.name)
		case d%u.unit == 0:
			return jen.Lit(int(d/u.unit)).Op("*").Qual("time", u.name)
		}
	}
	return jen.Qual("time", "Duration").Call(jen.Lit(int(d)))
}

// StorageKey is the Go expression of a Key field: its literal, or the call that puts its values behind the prefix.
func StorageKey(s Step, field string) *jen.Statement {
	prefix, values := strings.CutSuffix(s.Text(field), ":")
	if !values {
		return jen.Lit(prefix)
	}
	return jen.Qual(Storage, "Key").Call(append([]jen.Code{jen.Lit(prefix)}, s.Args(field)...)...)
}

// StoragePrefix is the Go expression of a Key field that is a prefix of keys.
func StoragePrefix(s Step, field string) *jen.Statement {
	prefix := strings.TrimSuffix(s.Text(field), ":")
	return jen.Qual(Storage, "Prefix").Call(append([]jen.Code{jen.Lit(prefix)}, s.Args(field)...)...)
}

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
