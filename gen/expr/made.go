package expr

import (
	"cmp"

	"github.com/flowc-dev/flowc/schema/types"
)

// What a value is made of decides who learns that it can't be used: the caller gets a 400 for a field of the request,
// and a 401 for a claim of a token. A stored value that can't be used is a failure of the service.

// Sent is the first field of the request that e reads; "" where it reads none.
func Sent(e *Expr) string {
	field := ""
	e.Walk(func(e *Expr) {
		if field == "" && e.Type.Labels.Has(types.Caller) {
			field = e.sent()
		}
	})
	return field
}

// sent is the field of the request that e itself, which carries the label of one, is made of.
func (e *Expr) sent() string {
	stored := e.Type.Labels.Has(types.Data)
	switch {
	case e.Op == OpElement:
		return e.of.sent
	case e.Op == OpRef && e.Ref != nil && e.Ref.From != "":
		return e.Ref.From
	case e.Op == OpRef && !stored:
		return lastName(e.Key)
	case e.Op != OpField || e.Args[0].Type.Labels.Has(types.Caller): // then that is the field
		return ""
	}
	f := e.Args[0].Type.Fields[e.field]
	if f.Sent == "" && stored {
		return ""
	}
	return cmp.Or(f.Sent, f.Name)
}

// Claim is the first claim of a verified token that e reads; "" where it reads none.
func Claim(e *Expr) string {
	name := ""
	e.Walk(func(e *Expr) {
		switch {
		case name != "":
		case e.Op == OpElement:
			name = e.of.claim
		case e.Op == OpRef && e.Ref != nil:
			name = e.Ref.Claim
		case e.Op == OpField:
			name = e.Args[0].Type.Fields[e.field].Claim
		}
	})
	return name
}

// Made is the field of an object that e is the value of.
func Made(name string, t types.Type, e *Expr) types.Field {
	return types.Field{Name: name, Type: t, Sent: Sent(e), Claim: Claim(e)}
}
