package expr

import (
	"go/ast"
	"strconv"

	"github.com/flowc-dev/flowc/schema/types"
)

// elementName is what an element of a list is called in the expression that map and its like evaluate for each.
const elementName = "item"

// element is what item means in one such expression.
type element struct {
	typ   types.Type
	key   string // as no chain of names has it, and no other element
	sent  string // the field of the request that the list is made of; else ""
	claim string // what a verified token says that the list is made of; else ""
	read  bool   // it was written in Go
	list  *Expr
}

// element is item itself: of the innermost list.
func (c *checker) element(name Name) *Expr {
	of := c.elements[len(c.elements)-1]
	return &Expr{Op: OpElement, Type: of.typ, Start: name.Start, End: name.End, Key: of.key, of: of}
}

// elementOf is what item means where a list is gone through.
func (c *checker) elementOf(list *Expr) *element {
	c.count++
	of := &element{key: elementName + "[" + strconv.Itoa(c.count) + "]", sent: Sent(list), claim: Claim(list), list: list}
	if list.Type.Kind == types.List && list.Type.Elem != nil {
		of.typ = list.Type.Elem.With(list.Type.Labels)
	}
	return of
}

// forEach checks e, an argument that is evaluated for each element.
func (c *checker) forEach(of *element, e ast.Expr) *Expr {
	c.elements = append(c.elements, of)
	checked := c.expr(e)
	c.elements = c.elements[:len(c.elements)-1]
	return checked
}

// listed makes e, the argument of a function whose call is place, a list: an any becomes one of any.
func (c *checker) listed(e *Expr, place string) *Expr {
	if e.Type.Kind == types.Unknown {
		c.claim(e, types.ListOf(types.Of(types.Any)), false)
		return e
	}
	e = c.operand(e, place, types.List, types.Any)
	if e.Type.Kind == types.Any {
		e = c.convertKind(e, types.List)
	}
	return e
}
