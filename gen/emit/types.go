package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// rt is the runtime's import path.
const rt = templates.Runtime

// structType is a struct that a workflow's file declares.
type structType struct {
	doc    string
	typ    types.Type
	json   bool              // read or written as JSON
	read   bool              // a request: what may be missing says so
	tags   map[string]string // further tags by field
	from   map[string]string // the tag that names a field, where it is not json: path, query …
	omit   map[string]bool   // fields that the log leaves out where they are zero
	bodyOf []string          // the nodes that answer with it
	sent   []sentField       // of a request, fields of which is asked whether it has them
	output string            // the type of the outputs of a called workflow's result, or ""
}

// sentField is a field of a request of which is asked whether the request has it, and what Go calls the answer.
type sentField struct{ name, goName string }

// declareStruct declares the struct of the object t, which has a Go name, and all inside it.
func (w *workflow) declareStruct(t types.Type, doc string, json bool) *structType {
	s := w.byName[t.Go]
	if s == nil && w.ir.Foreign[t.Go] {
		return &structType{} // declared in the file of the workflow that stores it
	}
	if s == nil {
		s = &structType{typ: t, doc: doc, tags: map[string]string{}, from: map[string]string{}, omit: map[string]bool{}}
		w.byName[t.Go] = s
		w.types = append(w.types, s)
	}
	if s.doc == "" {
		s.doc = doc // it was inside of another struct at first
	}
	s.label(t)
	s.json = s.json || json
	for _, f := range t.Fields {
		w.declareInside(f.Type, json)
	}
	return s
}

// label adds the labels that another entry point's values of the same struct carry: the log knows only one.
func (s *structType) label(t types.Type) {
	if len(t.Fields) != len(s.typ.Fields) {
		return
	}
	own := false // a copy, which others don't read
	for i, f := range t.Fields {
		if s.typ.Fields[i].Type.Labels|f.Type.Labels == s.typ.Fields[i].Type.Labels {
			continue
		}
		if !own {
			own, s.typ.Fields = true, slices.Clone(s.typ.Fields)
		}
		s.typ.Fields[i].Type.Labels |= f.Type.Labels
	}
}

// declareInside declares every object inside t that has a Go name.
func (w *workflow) declareInside(t types.Type, json bool) {
	switch {
	case t.Elem != nil:
		w.declareInside(*t.Elem, json)
	case t.Kind == types.Object && t.Go != "" && t.Import == "":
		doc := ""
		if old := w.byName[t.Go]; old != nil {
			doc = old.doc
		}
		w.declareStruct(t, doc, json)
	}
}

func (s *structType) code() jen.Code {
	c := jen.Null()
	if s.doc != "" {
		c.Add(comment(s.doc))
	}
	return c.Type().Id(s.typ.Go).Struct(s.members()...)
}

// members are the fields as the file declares them.
func (s *structType) members() []jen.Code {
	names := types.GoFields(s.typ)
	var fields []jen.Code
	if s.output != "" {
		fields = append(fields, jen.Id("output").Id(s.output))
	}
	for i, f := range s.typ.Fields {
		fields = append(fields, jen.Id(names[i]).Add(goType(f.Type)).Add(s.tag(f)))
	}
	if len(s.sent) > 0 {
		fields = append(fields, jen.Line().Comment("Whether the request has them, be it null."))
	}
	for _, f := range s.sent {
		fields = append(fields, jen.Id(f.goName).Bool().Op("`"+`json:"-" present:"`+f.name+`"`+"`"))
	}
	return fields
}

// tag is the field's struct tag, or nothing.
func (s *structType) tag(f types.Field) jen.Code {
	var tags []string
	if s.json {
		name := "json"
		if from := s.from[f.Name]; from != "" {
			name = from
		}
		option := ""
		if s.read && f.Type.Kind == types.Any && f.Type.Nullable || s.omit[f.Name] {
			option = ",omitzero"
		}
		tags = append(tags, name+":"+strconv.Quote(f.Name+option))
	}
	if labels := f.Type.AllLabels().Masks(); labels != 0 {
		tags = append(tags, `flowc:"`+labels.String()+`"`)
	}
	if more := s.tags[f.Name]; more != "" {
		tags = append(tags, more)
	}
	if len(tags) == 0 {
		return jen.Null()
	}
	text := strings.Join(tags, " ")
	if !strconv.CanBackquote(text) {
		return jen.Lit(text)
	}
	return jen.Op("`" + text + "`")
}

var scalars = map[types.Kind]*jen.Statement{
	types.String: jen.String(), types.Int: jen.Int64(), types.Float: jen.Float64(), types.Bool: jen.Bool(),
	types.Bytes: jen.Index().Byte(), types.Time: jen.Qual("time", "Time"), types.Duration: jen.Qual("time", "Duration"),
	types.Any: jen.Qual(rt, "Value"), types.Null: jen.Any(), types.Unknown: jen.Any(),
}

// goType is the Go type of t: null-able ones are pointers, but for any.
func goType(t types.Type) jen.Code {
	if t.Nullable && t.Kind != types.Any && t.Kind != types.Null {
		return jen.Op("*").Add(goType(t.NotNull()))
	}
	switch t.Kind {
	case types.List:
		return jen.Index().Add(elemType(*t.Elem))
	case types.Map:
		if t.Import != "" {
			return jen.Qual(t.Import, t.Go)
		}
		return jen.Map(jen.String()).Add(elemType(*t.Elem))
	case types.Object:
		return objectType(t)
	}
	if t.Day() {
		return jen.Qual(rt, "Date")
	}
	return scalars[t.Kind].Clone()
}

// elemType is the Go type of a list's elements: any Go value where they differ.
func elemType(t types.Type) jen.Code { return goType(t) }

func objectType(t types.Type) jen.Code {
	if t.Import != "" && t.Import != templates.OwnPackage {
		return jen.Qual(t.Import, t.Go)
	}
	if t.Go != "" {
		return jen.Id(t.Go)
	}
	names := types.GoFields(t)
	fields := make([]jen.Code, len(names))
	for i, f := range t.Fields {
		fields[i] = jen.Id(names[i]).Add(goType(f.Type)).Tag(map[string]string{"json": f.Name})
	}
	return jen.Struct(fields...)
}
