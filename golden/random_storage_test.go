package golden_test

// storageKey is a key of the workflow for what it holds: one prefix holds one type.
func (g *generator) storageKey(s scope, holds string) string {
	return g.name + "-" + holds + ":{{" + s.expr(g.r, "string", 1) + "}}"
}

// store adds a Local Storage that keeps, deletes or counts something, all of which go on at "out".
func (g *generator) store(s scope) (string, scope) {
	switch g.r.IntN(3) {
	case 0:
		id := g.add("localStorage", map[string]any{
			"storageOperation": "increment", "storageKey": g.storageKey(s, "count"), "storageTtl": "1h", "storageBy": pick(g.r, 1, -2),
		})
		return id, s.with(fieldValue{expr: id + ".value", typ: "int"}, fieldValue{expr: id + ".resetsAt", typ: "time"})
	case 1:
		return g.add("localStorage", map[string]any{"storageOperation": "delete", "storageKey": g.storageKey(s, "user")}), s
	}
	return g.add("localStorage", g.storing(s)), s
}

func (g *generator) storing(s scope) map[string]any {
	g.stores = true
	return map[string]any{
		"storageOperation": "set", "storageKey": g.storageKey(s, "user"), "storageTtl": "1d",
		"storageValue": map[string]any{"text": "{{" + s.expr(g.r, "string", 1) + "}}", "n": []any{"{{" + s.expr(g.r, "int", 1) + "}}"}},
	}
}

// stored adds a Local Storage with two ways out; next adds what follows each.
func (g *generator) stored(s scope, next func(scope) string) string {
	if g.r.IntN(4) == 0 {
		return g.limited(s, next)
	}
	if !g.stores || g.r.IntN(2) == 0 {
		data := g.storing(s)
		data["storageIfAbsent"] = true
		id := g.add("localStorage", data)
		g.wire(id, "stored", next(s))
		g.wire(id, "exists", next(s))
		return id
	}
	id := g.add("localStorage", map[string]any{"storageOperation": pick(g.r, "get", "take"), "storageKey": g.storageKey(s, "user")})
	g.wire(id, "found", next(s.with(fieldValue{expr: id + ".value.text", typ: "string"}, fieldValue{expr: id + ".value", typ: "object"})))
	g.wire(id, "missing", next(s))
	return id
}

// limited adds a Rate limit that some requests of a test meet and others don't; next adds what follows both of its outputs.
func (g *generator) limited(s scope, next func(scope) string) string {
	kind := pick(g.r, "second", "hour", "minute") // of one key, as FC509 wants the nodes that share one to agree
	rate := map[string]string{"second": "1000/1s", "hour": "1/1h", "minute": "4/1m"}[kind]
	data := map[string]any{"limitKey": g.name + "-" + kind, "limitRate": rate, "limitHeaders": g.r.IntN(3) > 0}
	if g.r.IntN(2) == 0 {
		data["limitKey"], data["limitBurst"] = g.storageKey(s, "limit-"+kind), 2
	}
	id := g.add("rateLimit", data)
	g.wire(id, "allowed", next(s.with(fieldValue{expr: id + ".remaining", typ: "int"}, fieldValue{expr: id + ".resetsIn", typ: "int"})))
	g.wire(id, "limited", next(s.with(fieldValue{expr: id + ".status", typ: "int"}, fieldValue{expr: id + ".retryAfter", typ: "int"})))
	return id
}
