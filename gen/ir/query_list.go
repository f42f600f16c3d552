package ir

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// listPlace says how a parameter is compared with, where a list may stand for it.
type listPlace struct {
	array   bool // = ANY ( or <> ALL (: only a list may
	scalar  bool // IN (: a list or one value
	negated bool
	length  int // of the operator and its parenthesis, in bytes
}

// opensList matches the SQL before a placeholder that takes a list: IN (, = ANY (, <> ALL (.
var opensList = regexp.MustCompile(`(?i)(?:\b(NOT\s+)?IN|(=)\s*(?:ANY|SOME)|(<>|!=)\s*ALL)\s*\(\s*$`)

// listPlaces finds the parameters that lists may stand for, by the texts around them.
func listPlaces(texts []string) []listPlace {
	places := make([]listPlace, len(texts)-1)
	for i := range places {
		m := opensList.FindStringSubmatchIndex(texts[i])
		if m == nil || !strings.HasPrefix(strings.TrimLeft(texts[i+1], " \t\r\n"), ")") {
			continue
		}
		not, any, all := m[2] >= 0, m[4] >= 0, m[6] >= 0
		places[i] = listPlace{array: any || all, scalar: !any && !all, negated: not || all, length: m[1] - m[0]}
	}
	return places
}

// holds reports whether a value of a type is compared with as a list.
func (l listPlace) holds(t types.Type) bool { return l.array || l.scalar && t.Kind == types.List }

// in is the operator for one value of the list.
func (l listPlace) in() string {
	if l.negated {
		return " NOT IN ("
	}
	return " IN ("
}

// opened is the text before the parameter as an engine takes a list.
func (l listPlace) opened(literal, dialect string) string {
	before := literal[:len(literal)-l.length]
	switch {
	case dialect == "sqlite" && (strings.HasSuffix(before, " ") || l.scalar):
		return before + strings.TrimLeft(l.in(), " ") + "SELECT value FROM json_each("
	case dialect == "sqlite":
		return before + l.in() + "SELECT value FROM json_each("
	case l.array:
		return literal
	case l.negated:
		return before + "<> ALL("
	}
	return before + "= ANY("
}

// wantsList is the type of the list that parameter i, from 1, wants, if it is one that is sent there.
func (c *checker) wantsList(t *Tree, i int, want types.Type) (types.Type, bool) {
	q := c.step.Node.query
	var place listPlace
	if i <= len(q.lists) {
		place = q.lists[i-1]
	}
	list := types.ListOf(want.NotNull())
	list.Nullable = !place.negated // nothing is in a list that is null; what is not in it, engines tell differently
	switch {
	case place.array:
		return list, true
	case place.scalar:
		return list, c.typeOf(t).Kind == types.List
	}
	return want, want.Kind == types.List
}

// typeOf is the type of a placeholder, whatever is wanted of it.
func (c *checker) typeOf(t *Tree) types.Type {
	e, _ := t.Text.Check(&scope{step: c.step, value: t.JSON}, expr.Want{Type: types.Type{Nullable: true}, Rows: true})
	return e.Type
}

// listParameter checks a placeholder that is a list. Its elements may be null, and of whatever type their column can be
// compared with.
func (c *checker) listParameter(t *Tree, want types.Type, w expr.Want) *Typed {
	w.Type = want
	sent := c.typeOf(t)
	if sent.Kind == types.List {
		w.Type = types.ListOf(types.Type{})
		w.Type.Nullable = want.Nullable
	}
	typed, problems := c.checked(t, w)
	for i := range problems {
		problems[i].Message = strings.ReplaceAll(problems[i].Message, w.Type.NotNull().String(), "a list of "+elementName(*want.Elem))
	}
	c.required(t.JSON.Text, "", problems)
	c.report(t.JSON, problems)
	if sent.Kind == types.List && !want.Elem.OrNull().Accepts(*sent.Elem) && sent.Elem.Kind != types.Any || !listable(sent) {
		part := t.Text.Parts[0]
		c.step.Node.report(&c.b.list, diag.Diagnostic{
			Code: diag.FC209, Span: t.JSON.Within(c.step.Flow.Workflow.File, part.Start, part.End),
			Message: fmt.Sprintf("%s: want a list of %s, got %s", w.What, elementName(*want.Elem), sent), Hint: "send a list of one field of each: map(list, item.id)",
		})
	}
	return typed
}

// listable reports whether the elements of a list can be sent: values of one text each.
func listable(t types.Type) bool {
	if t.Kind != types.List {
		return true // reported, or to be inferred
	}
	k := t.Elem.Kind
	return t.Elem.Scalar() || k == types.Any || k == types.Unknown || k == types.Bytes
}

// elementName is the type of elements in a message.
func elementName(t types.Type) string {
	if t.Kind == types.Any || t.Kind == types.Unknown {
		return "scalars"
	}
	return t.NotNull().String()
}
