package golden_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// randomSchema is the database of random workflows.
const randomSchema = `CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT, password_hash TEXT NOT NULL,
  age INTEGER, score REAL, active BOOLEAN NOT NULL DEFAULT TRUE, created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP);
INSERT INTO users (email, password_hash) VALUES ('x', ''), ('ada', '');
`

// generator writes one random workflow. Every way through it answers, by construction.
type generator struct {
	*document
	r           *rand.Rand
	budget      int    // nodes that may still be added, roughly
	shared      string // a Response that reads nothing and that any way may end at, or ""
	stores      bool   // something is stored in Local Storage, so that its type is known
	transacting bool   // what is added is in a transaction
	after       bool   // what is added runs after the answer: no Response may follow
}

// randomWorkflow writes the workflow that belongs to a seed. Every eighth is a long one.
func randomWorkflow(seed uint64, name string) *document {
	g := &generator{document: &document{name: name}, r: rand.New(rand.NewPCG(seed, 1))}
	g.budget = 3 + g.r.IntN(20)
	if seed%8 == 0 {
		g.budget *= 5
	}
	g.addSubflows()
	if g.r.IntN(3) > 0 {
		g.shared = g.add("response", map[string]any{"responseStatus": 418, "responseBody": map[string]any{"shared": true}})
	}
	method := pick(g.r, "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD")
	declared := g.r.IntN(3) > 0
	g.request(method, declared)
	kinds, known := g.kindsOfEntries(), scope(g.fields)
	if !slices.Contains(kinds, "apiEndpoint") {
		known = known.with(payload(known)...)
	}
	g.addEntries(kinds, method, declared, g.answering(known))
	g.dropUncalled()
	return g.document
}

// request decides which fields the request has.
func (g *generator) request(method string, declared bool) {
	place := "query"
	if method == "POST" || method == "PUT" || method == "PATCH" {
		place = "body"
	}
	for i := range 1 + g.r.IntN(5) {
		v := fieldValue{expr: fmt.Sprintf("f%d", i), typ: pick(g.r, "string", "int", "float", "bool", "time"), in: place}
		if declared {
			v.null = g.r.IntN(2) == 0
			v.in = pick(g.r, place, place, "header", "cookie", "query")
		}
		g.fields = append(g.fields, v)
	}
	if declared {
		g.fields = append(g.fields, fieldValue{expr: "password", typ: "string", hidden: true, in: place})
	}
}

// add adds a node and returns its id.
func (g *generator) add(typ string, data map[string]any) string {
	g.budget--
	id := fmt.Sprintf("%sn%d", g.prefix, len(g.nodes))
	g.nodes = append(g.nodes, node{ID: id, Type: typ, Data: data})
	return id
}

func (g *generator) wire(from, output, to string) {
	g.wires = append(g.wires, wire{Source: from, Output: output, Target: to})
}

// answering adds nodes of which every way ends at a Response, and returns the first one.
func (g *generator) answering(s scope) string {
	if g.budget <= 0 || g.r.IntN(12) == 0 {
		return g.response(s)
	}
	switch g.r.IntN(14) {
	case 12, 13:
		return g.called(s, g.answering)
	case 11:
		return g.stored(s, g.answering)
	case 9, 10:
		return g.region(s, false, g.answering)
	case 0:
		return g.condition(s, g.answering)
	case 1:
		return g.choice(s, g.answering)
	case 2:
		return g.join(s)
	case 3:
		return g.sequence(s)
	case 4:
		return g.checked(s)
	}
	id, after := g.step(s)
	g.wire(id, "", g.answering(after))
	return id
}

// response adds what ends a way: where others call the workflow, a Return.
func (g *generator) response(s scope) string {
	if g.returns != nil {
		return g.back(s)
	}
	if g.shared != "" && g.r.IntN(3) == 0 {
		return g.shared
	}
	data := map[string]any{"responseStatus": pick(g.r, 200, 201, 202, 299, 400, 401, 404, 409, 422)}
	switch g.r.IntN(7) {
	case 0:
		data["responseStatus"] = 204
	case 2:
		data = g.page(s)
	case 1:
		data["responseBody"] = "text {{" + s.expr(g.r, "string", 2) + "}}"
		data["responseHeaders"] = map[string]any{"x-note": "{{" + s.expr(g.r, "int", 1) + "}}", "x-text": "{{base64(" + s.expr(g.r, "string", 1) + ")}}"}
		data["responseCookies"] = []any{map[string]any{"name": "c", "value": "{{hex(" + s.expr(g.r, "string", 1) + ")}}", "maxAge": 60}}
	default:
		data["responseBody"] = s.json(g.r, 3)
	}
	id := g.add("response", data)
	if g.r.IntN(5) == 0 {
		g.after = true
		g.wire(id, "", g.later(s.answered()))
		g.after = false
	}
	return id
}

// later adds what runs after the answer: often a loop.
func (g *generator) later(s scope) string {
	if g.r.IntN(3) == 0 {
		return g.each(s, g.ending)
	}
	return g.ending(s)
}

// ending adds nodes of which no way ends at a Response, and returns the first one.
func (g *generator) ending(s scope) string {
	switch {
	case g.budget > 0 && g.r.IntN(4) == 0:
		return pick(g.r, g.condition, g.choice)(s, g.ending)
	case g.budget > 0 && g.r.IntN(6) == 0:
		return g.region(s, true, g.ending)
	case g.budget > 0 && g.after && g.r.IntN(6) == 0:
		return g.each(s, g.ending)
	case g.budget > 0 && g.r.IntN(6) == 0:
		return pick(g.r, g.stored, g.called)(s, g.ending)
	}
	id, after := g.step(s)
	if g.budget > 0 && g.r.IntN(2) == 0 {
		g.wire(id, "", g.ending(after))
	}
	return id
}

// condition adds a Condition; next adds what follows each of its outputs.
func (g *generator) condition(s scope, next func(scope) string) string {
	test, yes := s.test(g.r), s
	if v, ok := s.find(g.r, func(v fieldValue) bool { return v.null && !v.hidden }); ok && g.r.IntN(2) == 0 {
		test = pick(g.r, fmt.Sprintf("has(%s)", v.expr), fmt.Sprintf("%s != null", v.expr), fmt.Sprintf("has(%s) && (%s)", v.expr, test))
		v.null = false
		yes = scope{v}.with(s...)
	}
	id := g.add("condition", map[string]any{"conditionExpression": test})
	ends := "" // the output that has no wire: where nobody waits, a branch may end there
	if g.after && g.r.IntN(3) == 0 {
		ends = pick(g.r, "true", "false")
	}
	if ends != "true" {
		g.wire(id, "true", next(yes))
	}
	if ends != "false" {
		g.wire(id, "false", next(s))
	}
	return id
}

// test is what a Condition asks: not the same for every execution, which is a mistake (FC203).
func (s scope) test(r *rand.Rand) string {
	test := s.expr(r, "bool", 2)
	if reads := slices.ContainsFunc(s, func(v fieldValue) bool { return strings.Contains(test, v.expr) }); !reads {
		return fmt.Sprintf("(request.id != '') == (%s)", test)
	}
	return test
}

// join adds a Condition whose two ways meet again at a Set that reads what both bring.
func (g *generator) join(s scope) string {
	typ := pick(g.r, "string", "int", "bool")
	meet := g.add("set", map[string]any{"setValues": map[string]any{"both": "{{input.same}}", "other": s.json(g.r, 1)}})
	g.wire(meet, "", g.answering(s.with(fieldValue{expr: meet + ".both", typ: typ})))
	return g.condition(s, func(s scope) string {
		id := g.add("set", map[string]any{"setValues": map[string]any{"same": "{{" + s.expr(g.r, typ, 1) + "}}", "own": s.json(g.r, 1)}})
		g.wire(id, "", meet)
		return id
	})
}

// sequence adds a node with several targets: branches that end unanswered, or answer on some ways, and one that answers.
func (g *generator) sequence(s scope) string {
	id, after := g.step(s)
	shared := g.shared
	g.shared = "" // branches must not share a node
	for range 1 + g.r.IntN(2) {
		g.wire(id, "", g.maybeAnswering(after))
	}
	g.shared = shared
	g.wire(id, "", g.answering(after))
	return id
}
