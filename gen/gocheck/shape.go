package gocheck

import (
	"fmt"
	gotypes "go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// shaper finds the type of the workflow for a Go type.
type shaper struct {
	inside        []*gotypes.TypeName // structs around the type, to find one that holds itself
	problem, hint string
}

func (s *shaper) refuse(at string, t gotypes.Type, hint string) types.Type {
	if s.problem == "" {
		s.problem = fmt.Sprintf("%s, which is %s: no value of a workflow is that in Go", at, typeText(t))
		s.hint = hint
	}
	return types.Type{}
}

// of is the type for t, which stands at a place that messages call at.
func (s *shaper) of(t gotypes.Type, at string) types.Type {
	t = gotypes.Unalias(t)
	switch t := t.(type) {
	case *gotypes.Named:
		return s.named(t, at)
	case *gotypes.Basic:
		return s.basic(t, at)
	case *gotypes.Pointer:
		inner := s.of(t.Elem(), at)
		if inner.Nullable || inner.Kind == types.Any {
			return s.refuse(at, t, "make it "+typeText(t.Elem())+", which can be null itself")
		}
		return inner.OrNull()
	case *gotypes.Slice:
		if b, ok := gotypes.Unalias(t.Elem()).(*gotypes.Basic); ok && b.Kind() == gotypes.Byte {
			return types.Of(types.Bytes)
		}
		return types.ListOf(s.of(t.Elem(), at+"[]"))
	case *gotypes.Map:
		if b, ok := gotypes.Unalias(t.Key()).(*gotypes.Basic); !ok || b.Kind() != gotypes.String {
			return s.refuse(at, t, "make its keys strings")
		}
		return types.MapOf(s.of(t.Elem(), at+"[]"))
	case *gotypes.Interface:
		return s.refuse(at, t, "make it runtime.Value, which is JSON of any shape")
	case *gotypes.Struct:
		return s.refuse(at, t, "give the struct a name")
	}
	return s.refuse(at, t, "")
}

// kinds are the Go types of scalars.
var kinds = map[gotypes.BasicKind]types.Kind{
	gotypes.String: types.String, gotypes.Int64: types.Int, gotypes.Float64: types.Float, gotypes.Bool: types.Bool,
}

func (s *shaper) basic(t *gotypes.Basic, at string) types.Type {
	if kind, ok := kinds[t.Kind()]; ok {
		return types.Of(kind)
	}
	hint := ""
	switch {
	case t.Kind() == gotypes.Invalid:
		s.problem, s.hint = at+", whose type does not exist in hand-written Go", "use hand-written or imported types, not generated ones"
	case t.Kind() == gotypes.Float32:
		hint = "make it float64"
	case t.Info()&gotypes.IsInteger != 0:
		hint = "make it int64"
	}
	return s.refuse(at, t, hint)
}

// named is the type for one with a name: three of packages that everybody knows, and structs.
func (s *shaper) named(t *gotypes.Named, at string) types.Type {
	switch {
	case isNamed(t, "time", "Time"):
		return types.Of(types.Time)
	case isNamed(t, "time", "Duration"):
		return types.Of(types.Duration)
	case isNamed(t, runtimePath, "Value"):
		return types.Of(types.Any)
	}
	name := t.Obj()
	switch {
	case t.TypeArgs().Len() > 0:
		return s.refuse(at, t, "use a struct without type parameters")
	case slices.Contains(s.inside, name):
		return s.refuse(at, t, "a struct can't hold itself; make it runtime.Value")
	case !isStruct(t):
		return s.refuse(at, t, "make it "+typeText(t.Underlying()))
	case name.Pkg().Path() != templates.OwnPackage && !name.Exported():
		return s.refuse(at, t, "use an exported type")
	}
	s.inside = append(s.inside, name)
	object := types.Type{Kind: types.Object, Go: name.Name(), Import: name.Pkg().Path()}
	for _, f := range fieldsOf(t) {
		if f.embedded {
			s.refuse(at+"."+f.goName, f.typ, "give the field a name")
			break
		}
		native := isInt(f.typ)
		ft := types.Of(types.Int)
		if !native {
			ft = s.of(f.typ, at+"."+f.goName)
		}
		object.Fields = append(object.Fields, types.Field{
			Name: f.name, Go: f.goName, Type: ft.With(f.labels), Optional: f.optional, Native: native,
		})
	}
	s.inside = s.inside[:len(s.inside)-1]
	return object
}

// field is a field of a struct as JSON shows it.
type field struct {
	name, goName       string
	typ                gotypes.Type
	optional, embedded bool
	labels             types.Label
}

// fieldsOf are the fields of a struct that JSON shows.
func fieldsOf(t gotypes.Type) []field {
	var fields []field
	s := t.Underlying().(*gotypes.Struct)
	for i := range s.NumFields() {
		v, tag := s.Field(i), reflect.StructTag(s.Tag(i))
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if !v.Exported() && !v.Embedded() || name == "-" && options == "" {
			continue
		}
		f := field{name: name, goName: v.Name(), typ: v.Type(), embedded: v.Embedded(), labels: labels(tag.Get("flowc"))}
		if f.name == "" {
			f.name = v.Name()
		}
		for option := range strings.SplitSeq(options, ",") {
			f.optional = f.optional || option == "omitempty" || option == "omitzero"
		}
		fields = append(fields, f)
	}
	return fields
}

// labels are those that a flowc tag names.
func labels(tag string) types.Label {
	var all types.Label
	for name := range strings.SplitSeq(tag, ",") {
		for _, l := range []types.Label{types.Secret, types.Password, types.Hash, types.Token, types.Caller, types.Data, types.Private} {
			if l.String() == strings.TrimSpace(name) {
				all |= l
			}
		}
	}
	return all
}

// isInt reports whether t is int, which a struct may hold itself: a list or a pointer of it is another type than one of
// int64, and can't be converted in its place.
func isInt(t gotypes.Type) bool {
	basic, ok := gotypes.Unalias(t).(*gotypes.Basic)
	return ok && basic.Kind() == gotypes.Int
}

func isStruct(t gotypes.Type) bool {
	named, ok := gotypes.Unalias(t).(*gotypes.Named)
	if !ok {
		return false
	}
	_, ok = named.Underlying().(*gotypes.Struct)
	return ok
}

// isNamed compares by name, as types that were loaded apart are not identical.
func isNamed(t gotypes.Type, path, name string) bool {
	named, ok := gotypes.Unalias(t).(*gotypes.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path && named.Obj().Name() == name
}

// isRequest reports whether t is *runtime.WebhookRequest.
func isRequest(t gotypes.Type) bool {
	pointer, ok := gotypes.Unalias(t).(*gotypes.Pointer)
	return ok && isNamed(pointer.Elem(), runtimePath, "WebhookRequest")
}

func isInvalid(t gotypes.Type) bool { return gotypes.Unalias(t) == gotypes.Typ[gotypes.Invalid] }

// typeText is a Go type as a file of the package writes it.
func typeText(t gotypes.Type) string {
	return gotypes.TypeString(t, func(p *gotypes.Package) string {
		if p.Path() == templates.OwnPackage {
			return ""
		}
		return p.Name()
	})
}
