package facts

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/markup"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/types"
)

// ChosenRedirect returns the address that a step redirects to, and the part of it by which the caller chooses the host;
// nil where the host is fixed.
func ChosenRedirect(g *values.Graph, s *ir.Step) (address *ir.Typed, choice *expr.Expr) {
	t := s.Node.Template
	if !s.Node.Known() || t.Answer.Redirect == nil {
		return nil, nil
	}
	field, entry := t.Answer.Redirect(ir.NewPass(s))
	address = s.Value[field].Entry(entry)
	if address == nil || address.Expr == nil {
		return nil, nil
	}
	return address, steering{g, s, begins(g, s)}.steer(address.Expr)
}

// KeepsHost reports whether a part of the host of an address is one of a few, or begins with a whole host, wherever a
// step is reached.
func KeepsHost(g *values.Graph, s *ir.Step, address *ir.Typed, part *expr.Expr) bool {
	at := steering{g, s, begins(g, s)}
	known := at.begins[keyOf(g, part)]
	chosen := func(b begin) bool { return !b.whole }
	switch {
	case at.step.Choices(part) != nil, len(known) > 0 && !slices.ContainsFunc(known, chosen):
		return true
	case address.Expr.Op == expr.OpText && address.Expr.Args[0] != part:
		return false
	}
	return at.settles("", part)
}

// ChosenText returns the part of a text that the caller chooses freely, as the text reads it: neither a number nor an
// escaped value; nil where there is none.
func ChosenText(g *values.Graph, e *expr.Expr) *expr.Expr {
	for _, text := range g.Texts(e) {
		for _, part := range text {
			if _, constant := part.Const(); !constant && part.Type.AllLabels().Has(types.Caller) && !isHarmless(part.Expr) {
				return part.Read
			}
		}
	}
	return nil
}

// steering looks for who chooses where an address leads, at a step.
type steering struct {
	graph  *values.Graph
	step   *ir.Step
	begins map[string][]begin
}

// steer returns the part with which the caller chooses the host of an address, as the address reads it; nil where there
// is none.
func (at steering) steer(address *expr.Expr) *expr.Expr {
	for _, text := range at.graph.Texts(address) {
		begin := ""
		for _, part := range text {
			next, chosen := at.behind(begin, part.Expr)
			if chosen {
				return part.Read
			}
			begin = next
		}
	}
	return nil
}

// behind returns what an address begins with up to a part and with it, something else in place of what is not known;
// and whether the caller chooses the host by that part.
func (at steering) behind(begin string, e *expr.Expr) (with string, chosen bool) {
	text, written := e.Const()
	sent := e.Type.AllLabels().Has(types.Caller)
	switch {
	case written:
		return begin + expr.ConstText(text), false
	case expr.IsSettled(markup.WithoutDelay(begin)):
		return begin, false
	case !sent && begin == "":
		return "https://host", false
	case !sent, isHarmless(e) && !strings.Contains(begin, "//"):
		return begin + "x", false
	case e.Key == "request.path" && strings.Trim(begin, "/") != "":
		return begin + "/x", false // it begins with a slash
	case at.settles(begin, e):
		return "https://host/", false
	}
	return begin, true
}

// settles reports whether what is known of a value settles the host of an address in which it stands behind begin.
func (at steering) settles(begin string, e *expr.Expr) bool {
	choices, known := at.step.Choices(e), at.begins[keyOf(at.graph, e)]
	for _, text := range choices {
		if !expr.IsSettled(begin + text + "/") {
			return false
		}
	}
	for _, b := range known {
		text := begin + b.text
		if b.whole {
			text += "/"
		}
		if !expr.IsSettled(text) || b.whole && !strings.Contains(b.text, "//") { // a word that is asked for is no address
			return false
		}
	}
	return len(known) > 0 || choices != nil
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
