package expr

import (
	"go/constant"
	"go/token"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// selectIndex selects an element by an index that is computed, or a number.
func (c *checker) selectIndex(e *Expr, s step) *Expr {
	index := c.expr(s.index)
	switch e.Type.Kind {
	case types.List:
		return c.selectItem(e, index, s, e.Type.Elem.With(e.Type.Labels))
	case types.Map:
		index = c.indexOf(e, index, types.String)
		return c.lookup(e, index, s)
	case types.Any:
		return c.selectOfAny(e, index, s)
	case types.Object:
		return c.mistake(index, diag.FC206, quote(c.source(e))+" is an object: want literal text as its index", c.listMend(e))
	}
	mend := ""
	if n, ok := index.Const(); ok && e.Type.Kind == types.String && n.Kind() == constant.Int {
		mend = methodMend(c.source(e), "charAt", n.ExactString())
	}
	return c.mistake(index, diag.FC206, quote(c.source(e))+" is "+article(e.Type.Kind.String())+" and has no index", mend)
}

// listMend names the one list that is a field of an object, where an index was perhaps meant for that: the rows of a
// query.
func (c *checker) listMend(e *Expr) string {
	list := ""
	for _, f := range e.Type.Fields {
		switch {
		case f.Type.Kind != types.List:
		case list != "":
			return ""
		default:
			list = f.Name
		}
	}
	if list == "" {
		return ""
	}
	return "write " + c.source(e) + "." + list + "[…]"
}

func (c *checker) selectItem(e, index *Expr, s step, t types.Type) *Expr {
	index = c.indexOf(e, index, types.Int)
	item := e.child(OpItem, t, s)
	item.Args = append(item.Args, index)
	v, known := index.Const()
	if known && constant.Sign(v) < 0 {
		hint := ""
		if constant.Compare(v, token.EQL, constant.MakeInt64(-1)) {
			hint = "write last(" + c.source(e) + ") for the last one"
		}
		return c.mistake(index, diag.FC206, quote(c.source(index))+" is a negative index", hint)
	}
	if known && e.Key != "" {
		item.Key = e.Key + "[" + v.ExactString() + "]"
	}
	return item
}

func (c *checker) selectOfAny(e, index *Expr, s step) *Expr {
	switch index.Type.Kind {
	case types.Int:
		return c.selectItem(e, index, s, e.Type)
	case types.Any:
		return c.mistake(index, diag.FC206, quote(c.source(index))+": want int or string as index, got any",
			"convert it: int("+c.source(index)+") or string("+c.source(index)+")")
	}
	index = c.indexOf(e, index, types.String)
	t := types.Type{Kind: types.Any, Nullable: e.Type.Nullable, Labels: e.Type.AllLabels()}
	member := e.child(OpAt, t, s)
	member.Args = append(member.Args, index)
	return member
}

// indexOf makes the index of e one of kind k.
func (c *checker) indexOf(e, index *Expr, k types.Kind) *Expr {
	return c.operand(index, "index of "+quote(c.source(e)), k)
}
