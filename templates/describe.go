package templates

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// shapeNames say in a few words what a field of a shape takes.
var shapeNames = map[Shape]string{
	Text: "text", Int: "int", Bool: "bool", Duration: "duration", Size: "bytes", Secret: "secret",
	Expr: "expression", Cond: "condition", Object: "name -> value", JSON: "JSON", Query: "SQL", URL: "URL", Key: "key",
	Func: "Go function", Inputs: "name -> value", Types: "name -> type", Fields: "name -> field", List: "list of texts",
	Cookies: "list of cookies", File: "path of a file", Bare: "expression", Cases: "list of values", Stem: "name of a workflow's file",
}

// shapeWords name the shapes for other programs.
var shapeWords = [...]string{
	Text: "text", Choice: "choice", Int: "int", Bool: "bool", Duration: "duration", Size: "size", Secret: "secret", Expr: "expr", Cond: "cond",
	Object: "object", JSON: "json", Query: "query", URL: "url", Key: "key", Func: "func", Inputs: "inputs", Types: "types", Fields: "fields",
	List: "list", Cookies: "cookies", File: "file", Bare: "cond", Cases: "cases", Stem: "stem",
}

// String names the shape: "text", "choice", "query".
func (s Shape) String() string { return shapeWords[s] }

// Takes says in a few words what the field takes: "duration", "2 to 20", "hash | verify".
func (f *Field) Takes() string {
	switch {
	case f.Shape == Choice && f.Several:
		return strings.Join(f.Enum, " | ") + ", or a list of them"
	case f.Shape == Choice:
		return strings.Join(f.Enum, " | ")
	case f.Several:
		return "text, {{env.NAME}}, or a list of such"
	case f.Env:
		return "text, or {{env.NAME}}"
	case f.Shape == List && len(f.Enum) > 0:
		return "list of " + strings.Join(f.Enum, " | ")
	case f.Shape == Int && f.Max > 0:
		return fmt.Sprintf("%d to %d", f.Min, f.Max)
	}
	return shapeNames[f.Shape]
}

// Summary returns the first sentence of the node type's documentation.
func (t *Template) Summary() string {
	first, _, _ := strings.Cut(t.Doc, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// About is what the field means, in sentences: its documentation, and when it means something.
func (f *Field) About() string {
	sentences := []string{f.Doc}
	if needed := f.Needed.String(); needed != "" {
		sentences = append(sentences, strings.Replace(needed, "Only", "Required", 1))
	}
	if when := f.When.String(); when != "" {
		sentences = append(sentences, when)
	}
	return strings.Join(sentences, " ")
}

// About is what the output means, in sentences.
func (o *Output) About() string {
	return strings.TrimSpace(o.Doc + " " + o.When.String())
}

// Carries lists the fields that the output always carries, with their types; "" where they depend on the node.
func (o *Output) Carries() string {
	if len(o.Fields) == 0 {
		return ""
	}
	return strings.Trim(types.ObjectOf(o.Fields...).String(), "{}")
}

// String is w as a sentence, or "" where w is always.
func (w When) String() string {
	var conditions []string
	for part := &w; part != nil; part = part.Also {
		if part.Field != "" {
			conditions = append(conditions, fmt.Sprintf("%s is %s", part.Field, strings.Join(part.Values, " or ")))
		}
		if part.Absent != "" {
			conditions = append(conditions, part.Absent+" is not given")
		}
		if part.Given != "" {
			conditions = append(conditions, part.Given+" is given")
		}
	}
	if len(conditions) == 0 {
		return ""
	}
	return "Only where " + strings.Join(conditions, " and ") + "."
}
