package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Ref implements expr.Gen.
func (s *step) Ref(r *expr.Ref) *jen.Statement {
	src := r.Data.(ir.Source)
	v, _ := valueOf(s.ir, r)
	switch src.Kind {
	case ir.FromEnv:
		return s.env(src.Name, r.Type)
	case ir.FromRequest:
		return request(src.Name)
	case ir.FromError, ir.FromErrors:
		return s.failed(v, src.Name)
	case ir.FromInput:
		return s.arrived(src, r.Type)
	case ir.FromEach, ir.FromIndex:
		return s.read(v)
	case ir.FromItem:
		s.items[src.List].used = true
		return jen.Id(s.items[src.List].name)
	case ir.FromSent:
		return s.read(v).Dot(s.ir.Flow.SentName(src.Field))
	}
	base := s.read(v)
	switch {
	case src.Field == "":
		return base
	case src.AsAny:
		return jen.Qual(rt, "ValueOf").Call(base.Dot(src.Go))
	}
	return selected(base, src.Go, src.Native)
}

// valueOf is the value that a reference reads at a step, and whether it reads just one.
func valueOf(s *ir.Step, r *expr.Ref) (value, bool) {
	switch src := r.Data.(ir.Source); src.Kind {
	case ir.FromEnv, ir.FromRequest, ir.FromItem:
		return value{}, false
	case ir.FromError:
		return value{kind: failure, node: src.Node}, true
	case ir.FromErrors:
		return value{kind: caught, node: src.Node}, true
	case ir.FromInput:
		return value{kind: arrived, node: s.Node, name: src.Field}, src.Field != ""
	case ir.FromEach:
		return value{kind: eachItem, node: src.Node}, true
	case ir.FromIndex:
		return value{kind: eachIndex, node: src.Node}, true
	case ir.FromSent:
		return nodeValue(src.Node, false), true
	default:
		return nodeValue(src.Node, src.Rejected), true
	}
}

// failed is a failure, or the field of it that a workflow calls name.
func (s *step) failed(v value, name string) *jen.Statement {
	if name == "" {
		return s.read(v)
	}
	return s.read(v).Dot(types.GoName(name))
}

// selected is the field of a struct that Go calls name, as the workflow's int where it is native.
func selected(base *jen.Statement, name string, native bool) *jen.Statement {
	if native {
		return jen.Int64().Parens(base.Dot(name))
	}
	return base.Dot(name)
}

// Whole implements expr.Gen. What a node yields is a struct of the runtime's own, which knows
// neither JSON names nor labels, unless the node declares one: then its fields are copied.
func (s *step) Whole(r *expr.Ref) *jen.Statement {
	src, t := r.Data.(ir.Source), r.Type.Plain()
	if src.Kind != ir.FromNode || src.Field != "" || t.Import != "" || s.declares(src.Node, t) {
		return s.Ref(r)
	}
	if t.Go != "" {
		s.fn.w.declareStruct(t, fmt.Sprintf("%s holds what %s (%s) yields.", t.Go, src.Node.Name.Value, src.Node.Template.Title), true)
	}
	from, to := types.GoFields(r.Type), types.GoFields(t)
	fields := make([]templates.Member, len(t.Fields))
	for i := range t.Fields {
		fields[i] = templates.Member{Name: to[i], Value: selected(s.Ref(r), from[i], r.Type.Fields[i].Native)}
	}
	return jen.Add(objectType(t)).Values(templates.Members(fields)...)
}

// declares reports whether the variable that holds what a node yields is of t's own struct.
func (s *step) declares(n *ir.Node, t types.Type) bool {
	typ := s.fn.w.results[n]
	return typ != nil && t.Go != "" && jen.Add(typ).GoString() == t.Go
}

// read is the variable that holds v, and notes that it was asked for.
func (s *step) read(v value) *jen.Statement {
	s.reads[v] = true
	return jen.Id(s.fn.variable(v))
}

// env is the value of an environment variable.
func (s *step) env(name string, t types.Type) *jen.Statement {
	get := "Env"
	if t.Labels.Has(types.Secret) {
		get = "Secret"
	}
	return s.fn.w.prepare(variableField(name), jen.String(), s.Setup().Dot(get).Call(jen.Lit(name)))
}

// variableField is the field of the workflow's struct that holds an environment variable.
func variableField(name string) string { return "env" + types.GoName(strings.ToLower(name)) }

var requestMethods = map[string]string{"body": "Body", "rawBody": "RawBody", "headers": "Header", "query": "Query", "cookies": "Cookie", "method": "Method", "path": "Path", "ip": "IP", "id": "ID"}

// request is a part of the request: x.Header("x-name").
func request(name string) *jen.Statement {
	part, key, named := strings.Cut(name, ".")
	call := jen.Id("x").Dot(requestMethods[part])
	if named {
		return call.Call(jen.Lit(key))
	}
	return call.Call()
}

// arrived is the value that arrived at a join: one field of it, or an object of the method's
// parameters.
func (s *step) arrived(src ir.Source, t types.Type) *jen.Statement {
	if src.Field != "" {
		return s.arrivedField(src.Field)
	}
	t = t.Plain()
	names := types.GoFields(t)
	fields := make([]templates.Member, len(t.Fields))
	for i, f := range t.Fields {
		fields[i] = templates.Member{Name: names[i], Value: s.arrivedField(f.Name)}
	}
	return jen.Add(objectType(t)).Values(templates.Members(fields)...)
}

func (s *step) arrivedField(name string) *jen.Statement {
	return s.read(value{kind: arrived, node: s.ir.Node, name: name})
}

// Temp implements expr.Gen.
func (s *step) Temp(hint string) string {
	name := local(hint)
	if name == "" {
		name = "value"
	}
	wanted := []string{name}
	if s.fn.temps[name] != s.ir { // the step's own further ones are numbered
		wanted = append(wanted, s.ir.Node.GoName+types.GoName(name))
	}
	s.fn.temps[name] = s.ir
	return s.fn.taken.name(wanted...)
}

// Block implements expr.Gen.
func (s *step) Block(f func()) []jen.Code {
	body, here, around := s.fn.body, s.fn.here, s.fn.around
	s.fn.body, s.fn.here, s.fn.around = nil, map[string]bool{}, nil // it may be the body of a function literal
	f()
	block := s.fn.body
	s.fn.body, s.fn.here, s.fn.around = body, here, around
	return block
}

// Regexp implements expr.Gen.
func (s *step) Regexp(pattern string) *jen.Statement {
	w := s.fn.w
	base := s.ir.Node.Qualified("Pattern")
	name := base
	for i := 2; w.patterns[name] != "" && w.patterns[name] != pattern; i++ {
		name = base + strconv.Itoa(i)
	}
	w.patterns[name] = pattern
	return w.declare(name, jen.Var().Id(name).Op("=").Qual("regexp", "MustCompile").Call(text(pattern)))
}

// Element implements expr.Gen.
func (s *step) Element(depth int) string {
	for len(s.fn.elements) <= depth {
		s.fn.elements = append(s.fn.elements, s.fn.taken.name("item"))
	}
	return s.fn.elements[depth]
}

// zoneFields are the parts of the names of time zones that no field of a struct can have.
var zoneFields = strings.NewReplacer("GMT+", "GMT plus ", "GMT-", "GMT minus ")

// Zone implements expr.Gen.
func (s *step) Zone(name string) *jen.Statement {
	field := "zone" + types.GoName(zoneFields.Replace(name))
	return s.fn.w.prepare(field, jen.Op("*").Qual("time", "Location"), jen.Qual(rt+"/zone", "Load").Call(jen.Lit(name)))
}

// Key implements expr.Gen.
func (s *step) Key(variable string) *jen.Statement {
	const pkg = rt + "/seal"
	field := "key" + types.GoName(strings.ToLower(variable))
	return s.fn.w.prepare(field, jen.Op("*").Qual(pkg, "Key"), jen.Qual(pkg, "New").Call(s.Setup(), jen.Lit(variable)))
}
