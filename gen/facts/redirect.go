package facts

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/markup"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/types"
)

// ChosenRedirect returns the address that a step redirects to, and the part of it by which the caller chooses the host;
// nil where the host is fixed.
func ChosenRedirect(s *ir.Step) (address *ir.Typed, choice *expr.Expr) {
	t := s.Node.Template
	if !s.Node.Known() || t.Answer.Redirect == nil {
		return nil, nil
	}
	field, entry := t.Answer.Redirect(ir.NewPass(s))
	address = s.Value[field].Entry(entry)
	if address == nil || address.Expr == nil {
		return nil, nil
	}
	_, choice = steering{s, begins(s)}.steer("", address.Expr)
	return address, choice
}

// KeepsHost reports whether a part of the host of an address is one of a few, or begins with a whole host, wherever a
// step is reached.
func KeepsHost(s *ir.Step, address *ir.Typed, part *expr.Expr) bool {
	at := steering{s, begins(s)}
	known := at.begins[keyOf(part)]
	chosen := func(b begin) bool { return !b.whole }
	switch {
	case at.step.Choices(part) != nil, len(known) > 0 && !slices.ContainsFunc(known, chosen):
		return true
	case address.Expr.Op == expr.OpText && address.Expr.Args[0] != part:
		return false
	}
	return at.settles("", part)
}

// ChosenText returns the part of a text that the caller chooses freely, which no number and no escaped value is; nil
// where there is none.
func ChosenText(e *expr.Expr) *expr.Expr {
	if _, constant := e.Const(); constant || !e.Type.AllLabels().Has(types.Caller) || isHarmless(e) {
		return nil
	}
	parts := e.Args
	switch {
	case e.Op == expr.OpText, e.Op == expr.OpBinary && e.Name == "+":
	case len(e.By(trace.Chosen)) > 0:
		parts = e.By(trace.Chosen)
	default:
		return e
	}
	for _, part := range parts {
		if chosen := ChosenText(part); chosen != nil {
			return chosen
		}
	}
	return nil
}

// steering looks for who chooses where an address leads, at a step.
type steering struct {
	step   *ir.Step
	begins map[string][]begin
}

// steer goes through the parts of an address behind begin, in which something else stands for what is not known. It
// returns begin with them, and the part with which the caller chooses the host, or nil.
func (at steering) steer(begin string, e *expr.Expr) (string, *expr.Expr) {
	if text, ok := e.Const(); ok {
		return begin + expr.ConstText(text), nil
	}
	switch {
	case expr.IsSettled(markup.WithoutDelay(begin)):
		return begin, nil
	case e.Op == expr.OpText, e.Op == expr.OpBinary && e.Name == "+":
		return at.steerAll(begin, e.Args)
	case len(e.By(trace.Chosen)) > 0:
		return at.steerAny(begin, e.By(trace.Chosen))
	case e.Converts() && e.Args[0].MayBeText():
		return at.steer(begin, e.Args[0])
	case !e.Type.AllLabels().Has(types.Caller) && begin == "":
		return "https://host", nil
	case !e.Type.AllLabels().Has(types.Caller), isHarmless(e) && !strings.Contains(begin, "//"):
		return begin + "x", nil
	case e.Key == "request.path" && strings.Trim(begin, "/") != "":
		return begin + "/x", nil // it begins with a slash
	case at.settles(begin, e):
		return "https://host/", nil
	}
	return begin, e
}

// settles reports whether what is known of a value settles the host of an address in which it stands behind begin.
func (at steering) settles(begin string, e *expr.Expr) bool {
	for _, text := range at.step.Choices(e) {
		if !expr.IsSettled(begin + text + "/") {
			return false
		}
	}
	known := at.begins[keyOf(e)]
	for _, b := range known {
		text := begin + b.text
		if b.whole {
			text += "/"
		}
		if !expr.IsSettled(text) || b.whole && !strings.Contains(b.text, "//") { // a word that is asked for is no address
			return false
		}
	}
	return len(known) > 0 || at.step.Choices(e) != nil
}

// steerAll is steer of a text that is joined of parts.
func (at steering) steerAll(begin string, parts []*expr.Expr) (string, *expr.Expr) {
	for _, part := range parts {
		var choice *expr.Expr
		if begin, choice = at.steer(begin, part); choice != nil {
			return begin, choice
		}
	}
	return begin, nil
}

// steerAny is steer of an expression that is one of several values, as of when and or. What follows it in a text is
// looked at behind the value that settles least.
func (at steering) steerAny(begin string, values []*expr.Expr) (string, *expr.Expr) {
	var after []string
	for _, value := range values {
		next, choice := at.steer(begin, value)
		if choice != nil {
			return next, choice
		}
		after = append(after, next)
	}
	if i := slices.IndexFunc(after, func(text string) bool { return !expr.IsSettled(text) }); i >= 0 {
		return after[i], nil
	}
	return append(after, begin)[0], nil
}

// IsLoose reports whether a value is a text that others have written, in which there may be anything.
func IsLoose(e *expr.Expr) bool {
	if e.Converts() {
		return IsLoose(e.Args[0])
	}
	if strings.HasPrefix(e.Key, "env.") || e.Key == "request.id" || e.Key == "request.ip" || e.Key == "request.method" {
		return false
	}
	return e.MayBeText() && !e.Closed() && !isHarmless(e)
}

// isHarmless reports whether a value has nothing in it that begins or ends a host: a number, or what was escaped.
func isHarmless(e *expr.Expr) bool {
	if e.Converts() {
		return isHarmless(e.Args[0])
	}
	return !e.MayBeText() || e.Lacks("/")
}
