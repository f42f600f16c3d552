package studio

import (
	"net/http"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// nodeType is what the page knows of a node type, all of it from its template: a new one shows without a line of
// TypeScript.
type nodeType struct {
	Type    string         `json:"type"`
	Title   string         `json:"title"`
	Doc     string         `json:"doc"`
	Also    []string       `json:"also"`  // names that others have for it
	Words   []string       `json:"words"` // that people type who look for it
	Group   string         `json:"group"` // of the palette
	Icon    []string       `json:"icon"`  // paths
	Entry   bool           `json:"entry"`
	Answers bool           `json:"answers"`
	Equal   bool           `json:"equal"` // no output is the main one
	Mode    string         `json:"mode"`  // the field that decides which others mean something, or ""
	Fresh   map[string]any `json:"fresh"` // the data of a new node
	Fields  []field        `json:"fields"`
	Outputs []nodeOutput   `json:"outputs"`
}

type field struct {
	Name     string   `json:"name"`
	Shape    string   `json:"shape"`
	Takes    string   `json:"takes"`
	Doc      string   `json:"doc"`
	Required bool     `json:"required"`
	Default  string   `json:"default"`
	Enum     []string `json:"enum"`
	Min      int64    `json:"min"` // both 0 are no bounds
	Max      int64    `json:"max"`
	Type     string   `json:"type"`     // that an expression must have; "" is any
	Text     bool     `json:"text"`     // what stands there becomes text
	Noun     string   `json:"noun"`     // what it holds: "claims"
	Variable bool     `json:"variable"` // a list that may be {{env.PUBLIC_NAME}}
	Several  bool     `json:"several"`  // a text or a choice that may be a list of such
	Needed   *when    `json:"needed"`   // required then, beside Required; nil is never
	When     *when    `json:"when"`     // nil is always

	Variants []variant `json:"variants"` // that an object has one of, by its key "type"; none where it has any keys
}

// variant is one of the forms of an object, with the keys that it then has.
type variant struct {
	Type  string       `json:"type"`
	Title string       `json:"title"`
	Keys  []variantKey `json:"keys"`
}

type variantKey struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Required bool   `json:"required"`
}

type nodeOutput struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Required bool   `json:"required"`
	Refuses  bool   `json:"refuses"` // callers who come there get a refusal
	When     *when  `json:"when"`
}

// when limits a field or an output to nodes of which another field has one of some values.
type when struct {
	Field  string   `json:"field"`
	Values []string `json:"values"`
	Also   *when    `json:"also"`
	Absent string   `json:"absent"` // and this one is not given; "" for none
}

func serveNodeTypes(w http.ResponseWriter, _ *http.Request) {
	list := []nodeType{}
	for _, t := range all.Templates() {
		list = append(list, nodeTypeOf(t))
	}
	reply(w, list)
}

func nodeTypeOf(t *templates.Template) nodeType {
	n := nodeType{
		Type: t.Type, Title: t.Title, Doc: t.Doc, Group: string(t.Face.Group), Icon: append([]string{}, t.Face.Icon...),
		Entry: t.Entry != nil, Answers: t.Answer.Ends, Equal: t.Equal, Mode: t.Mode,
		Also: append([]string{}, t.Docs.Also...), Words: append([]string{}, t.Docs.Words...),
		Fresh: map[string]any{}, Fields: []field{}, Outputs: []nodeOutput{},
	}
	for i := range t.Fields {
		n.Fields = append(n.Fields, fieldOf(&t.Fields[i]))
		if value := freshOf(&t.Fields[i]); value != nil {
			n.Fresh[t.Fields[i].Name] = value
		}
	}
	for i := range t.Outputs {
		o := &t.Outputs[i]
		if o.When.Given != "" {
			continue // the page gets it with each node that has it, as only a check knows these outputs
		}
		n.Outputs = append(n.Outputs, nodeOutput{o.Name, o.About(), o.Required, o.NewBehind("").Reply.Status >= http.StatusBadRequest, whenOf(&o.When)})
	}
	return n
}

func fieldOf(f *templates.Field) field {
	v := field{
		Name: f.Name, Shape: f.Shape.String(), Takes: f.Takes(), Doc: f.About(), Required: f.Required, Default: f.Default,
		Enum: append([]string{}, f.Enum...), Min: f.Min, Max: f.Max, Text: f.Text, Noun: f.Noun, Variable: f.Variable, Several: f.Several, When: whenOf(&f.When), Needed: whenOf(&f.Needed),
		Variants: []variant{},
	}
	if f.Type.Kind != types.Unknown && f.Type.Kind != types.Any {
		v.Type = f.Type.String()
	}
	for _, of := range f.Variants {
		keys := []variantKey{}
		for _, k := range of.Keys {
			keys = append(keys, variantKey{Name: k.Name, Doc: k.Doc, Required: k.Required})
		}
		v.Variants = append(v.Variants, variant{Type: of.Type, Title: of.Title, Keys: keys})
	}
	return v
}

// freshOf is what a new node has in a field, nil for nothing: the least of what it must have, whatever the other fields
// say.
func freshOf(f *templates.Field) any {
	switch {
	case !f.Required || f.When.Field != "":
		return nil
	case len(f.Enum) > 0:
		return f.Enum[0]
	case f.Shape == templates.Int:
		return f.Min
	case f.Shape == templates.Object:
		return map[string]any{}
	}
	return nil
}

func whenOf(w *templates.When) *when {
	if w == nil || w.Field == "" && w.Absent == "" && w.Also == nil {
		return nil
	}
	return &when{Field: w.Field, Values: append([]string{}, w.Values...), Also: whenOf(w.Also), Absent: w.Absent}
}
