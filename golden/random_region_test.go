package golden_test

import (
	"fmt"
	"slices"
)

// region adds a Try/Catch, a Retry or a Transaction, what it protects, what follows a failure, and by next what follows both, of a
// Retry success; falls says that a way may end unanswered behind it.
func (g *generator) region(s scope, falls bool, next func(scope) string) string {
	if g.r.IntN(4) == 0 {
		return g.each(s, next)
	}
	shared := g.shared
	g.shared = "" // a wire into it would cross the region's border
	transacting := g.transacting
	id, handler := g.protector()
	yields := g.eitherYields(s, id, handler)
	first, after, handled := g.failing(s, handler)
	g.wire(id, "try", first)
	last := first
	if g.r.IntN(2) == 0 {
		last, after = g.further(first, after)
	}
	if g.r.IntN(2) == 0 {
		g.wire(last, "", g.maybeAnswering(after))
	}
	behind, failure := s, s.with(
		fieldValue{expr: "error.message", typ: "string"}, fieldValue{expr: "error.node", typ: "string"},
		fieldValue{expr: "error.status", typ: "int"}, fieldValue{expr: "error.body", typ: "any", null: true},
		fieldValue{expr: "error.body.why", typ: "any", null: true})
	g.transacting = transacting
	switch {
	case handler == "": // a failure goes on outward
		behind = after
	case handler == "failed":
		if handled || g.r.IntN(2) == 0 {
			g.wire(id, handler, g.apart(failure, falls))
		}
		behind = after // as after a failure nothing comes there
	case !g.after && g.r.IntN(3) == 0:
		g.wire(id, handler, g.response(failure))
		behind = after
		yields = yields.there()
	case handled || g.r.IntN(3) > 0:
		g.wire(id, handler, g.maybeAnswering(failure))
	}
	g.shared = shared
	g.wire(id, "done", next(behind.with(yields...)))
	return id
}

// eitherYields has a Try/Catch yield something on either side, perhaps, and returns what is known of that behind it.
func (g *generator) eitherYields(s scope, id, handler string) scope {
	if handler != "catch" || g.r.IntN(2) == 0 {
		return nil
	}
	tried, caught, yields := map[string]any{}, map[string]any{}, scope{}
	failed := s.with(fieldValue{expr: "error.message", typ: "string"}, fieldValue{expr: "error.status", typ: "int"})
	for i := range 1 + g.r.IntN(3) {
		name := fmt.Sprintf("y%d", i)
		v := fieldValue{expr: id + "." + name, typ: pick(g.r, "string", "int", "bool"), null: g.r.IntN(3) == 0}
		tried[name], caught[name] = "{{"+s.expr(g.r, v.typ, 1)+"}}", "{{"+failed.expr(g.r, v.typ, 1)+"}}"
		if v.null {
			caught[name] = nil
		}
		yields = append(yields, v)
	}
	data := g.node(id).Data
	data["tryYield"], data["catchYield"] = tried, caught
	return yields
}

// there are the values, none of which is null: they are those of try.
func (s scope) there() scope {
	there := slices.Clone(s)
	for i := range there {
		there[i].null = false
	}
	return there
}

// each adds a For each, with what is done for each item, and by next what follows the last.
func (g *generator) each(s scope, next func(scope) string) string {
	shared := g.shared
	g.shared = ""
	name := fmt.Sprintf("e%d", len(g.nodes))
	data := map[string]any{"eachItems": "{{split(" + varying(s.expr(g.r, "string", 1)) + ", '/')}}", "eachName": name, "eachIndex": name + "i"}
	id := g.add("forEach", data)
	inside := s.with(fieldValue{expr: name, typ: "string", inside: true}, fieldValue{expr: name + "i", typ: "int", inside: true})
	behind := s.with(fieldValue{expr: id + ".count", typ: "int"})
	if g.r.IntN(2) == 0 {
		data["eachYield"] = inside.json(g.r, 1)
		behind = behind.with(fieldValue{expr: id + ".results", typ: "list"}, fieldValue{expr: id, typ: "object"})
	}
	answered := g.after
	g.after = answered || g.returns != nil // no Return may stand in it
	if !g.transacting && g.r.IntN(3) == 0 {
		data["eachParallel"] = 2 + g.r.IntN(4)
		g.after = true // no answer may end several items
	}
	first, known := g.step(inside)
	g.wire(id, "each", first)
	if g.r.IntN(2) == 0 {
		g.wire(first, "", g.maybeAnswering(known))
	}
	g.shared, g.after = shared, answered
	g.wire(id, "done", next(behind))
	return id
}

// apart adds what follows the last failure of a Retry, whose end is that of a branch: where nothing else comes, it answers.
func (g *generator) apart(s scope, falls bool) string {
	if g.after || falls && g.r.IntN(3) > 0 {
		return g.maybeAnswering(s)
	}
	return g.response(s)
}

// further adds a second node to a region, right behind the first or where two ways from that meet again.
func (g *generator) further(first string, s scope) (id string, after scope) {
	id, after = g.step(s)
	if g.r.IntN(2) == 0 {
		g.wire(first, "", id)
		return id, after
	}
	g.wire(first, "", g.condition(s, func(s scope) string {
		way, _ := g.set(s)
		g.wire(way, "", id)
		return way
	}))
	return id, after
}

// failing adds a node that may fail. What always fails must be handled, where no failure may go on outward.
func (g *generator) failing(s scope, handler string) (id string, after scope, handled bool) {
	if handler == "" && g.r.IntN(2) == 0 { // what is changed behind that may depend on it
		id, after = g.many(s)
		return id, after, false
	}
	if handler == "" || g.r.IntN(3) > 0 {
		id, after = g.change(s)
		return id, after, false
	}
	id, after = g.callInVain(s)
	return id, after, handler == "failed"
}

// protector adds the node, and names its output for failures.
func (g *generator) protector() (id, handler string) {
	switch g.r.IntN(5) {
	case 0:
		if !g.transacting { // on one database there is one at a time
			g.transacting = true
			isolation := pick(g.r, "auto", "auto", "serializable", "readCommitted")
			return g.add("transaction", map[string]any{"transactionKeep": g.r.IntN(2) == 0, "transactionIsolation": isolation}), ""
		}
	case 1:
		return g.add("retry", map[string]any{"retryAttempts": 2, "retryBackoff": pick(g.r, "fixed", "exponential")}), "failed"
	}
	return g.add("tryCatch", map[string]any{}), "catch"
}

// maybeAnswering adds nodes of which some ways may end at a Response, and not all do.
func (g *generator) maybeAnswering(s scope) string {
	if g.after || g.r.IntN(2) == 0 {
		return g.ending(s)
	}
	ways := []func(scope) string{g.response, g.ending}
	return g.condition(s, func(s scope) string {
		next := ways[0]
		ways = ways[1:]
		return next(s)
	})
}
