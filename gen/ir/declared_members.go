package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// The type of a declared field may declare what is in it, at any depth:
//
//	"type": [{"sku": {"type": "string", "required": true, "validate": "alphanum"}, "note": "string?"}]

// readDeclaredType reads the type of a declaration, and what in it is declared.
func (b *builder) readDeclaredType(n *Node, v *schema.Value, apart bool) (types.Type, []templates.Declared, bool) {
	switch {
	case v.Kind == schema.Array && len(v.Items) == 1:
		elem, ok := b.readMember(n, "", v.Items[0], declaring{title: "an element of a list", without: []string{"in", "required"}, apart: apart})
		if !ok {
			return types.Type{}, nil, false
		}
		return types.ListOf(elem.Type), []templates.Declared{elem}, true
	case v.Kind == schema.Object:
		t, members, good := types.ObjectOf(), []templates.Declared(nil), true
		b.fieldNames(n, v)
		for _, m := range sortedMembers(v) {
			member, ok := b.readMember(n, m.Key, m.Value, declaring{title: "a member of an object", without: []string{"in"}, apart: apart})
			field := types.Field{Name: m.Key, Type: member.Type, Place: placeOf(v, m)}
			t.Fields, members, good = append(t.Fields, field), append(members, member), good && ok
		}
		return t, members, good
	}
	t, ok := b.readType(n, v)
	return t, nil, ok
}

// readMember reads a member of an object, or the elements of a list, whose name is "": a declaration, or its type
// alone.
func (b *builder) readMember(n *Node, name string, v *schema.Value, of declaring) (templates.Declared, bool) {
	d := templates.Declared{Name: name}
	if !of.declares(v) {
		var ok bool
		d.Type, d.Members, ok = b.readDeclaredType(n, v, of.apart)
		return d, ok
	}
	b.declareAll(n, v, of, &d)
	b.meantObject(n, v, d)
	d.Required = d.Required || requiredBy(d.Validate)
	if element := name == ""; !element && d.Type.Kind != types.Unknown {
		d.Type.Nullable = !d.Required && (!of.apart || d.Type.Nullable)
	}
	if d.Sensitive {
		d.Type.Labels |= types.LabelsOf(types.FromSensitive, name)
	}
	if why := templates.TagProblem(d.Validate, d.Type); why != "" {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC203, Span: v.Get("validate").Span,
			Message: fmt.Sprintf("validate tag %q: %s", d.Validate, why), Hint: templates.TagMend(d.Validate, d.Type),
		})
	}
	if strings.Contains(d.Validate, "dive") && len(d.Members) == 1 && d.Members[0].Validate != "" {
		b.refuse(n, v.Get("validate"), fmt.Sprintf("validate tag %q: the elements have a tag of their own", d.Validate))
	}
	return d, d.Type.Kind != types.Unknown
}

// meantObject reports a declaration whose description is a type: an object with such members was meant (FC203).
func (b *builder) meantObject(n *Node, v *schema.Value, d templates.Declared) {
	if _, err := types.ParseName(d.Description); err != nil {
		return
	}
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC203, Span: v.Get("description").Span,
		Message: fmt.Sprintf("\"description\" is %q, beside \"type\": this declares one value, and is no object with these two members", d.Description),
		Hint:    "for the object, write {\"type\": {\"type\": …, \"description\": …}}",
	})
}

// declares reports whether an object is a declaration: it holds "type", and nothing but keys of one.
func (of declaring) declares(v *schema.Value) bool {
	keys := append(of.keys(), of.without...)
	return v.Kind == schema.Object && v.Get("type") != nil &&
		!slices.ContainsFunc(v.Members, func(m schema.Member) bool { return !slices.Contains(keys, m.Key) })
}
