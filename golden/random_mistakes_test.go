package golden_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// withMistakes is how many random workflows get a piece of each kind, in one run and with FLOWC_TEST_LONG=1.
const withMistakes, withMistakesLong = 16, 300

// piece is something that may be wrong with a workflow, and what must be said of it: a node behind the entry point, and what
// each of its answers carries besides.
type piece struct {
	node   node
	answer map[string]any // fields of a Response behind it, which takes the place of another; nil is none
	code   string         // that must be found at the node, or at the Response; "" is nothing
}

// TestRandomMistakes puts a piece into random workflows that is right or wrong by construction: it is found where it is
// wrong, nothing is found where it is not, and nothing else in either case.
func TestRandomMistakes(t *testing.T) {
	wholes := served(t)
	for kind, make := range map[string]func(*rand.Rand) piece{
		"labelled parameter": labelledParameter, "null-able any": nullableAny, "braces": loneBraces, "constant": constantField,
		"HTML text": htmlText, "JSON text": jsonText, "cookie": tokenCookie,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			wrong := 0
			for i, whole := range wholes {
				p := make(rand.New(rand.NewPCG(*randomSeed, uint64(i))))
				p.check(t, whole)
				if p.code != "" {
					wrong++
				}
			}
			if wrong == 0 || wrong == len(wholes) {
				t.Errorf("%d of %d pieces are wrong: it is no proof", wrong, len(wholes))
			}
		})
	}
}

// served are random workflows without errors that an API Endpoint alone enters.
func served(t *testing.T) []*document {
	t.Helper()
	n := withMistakes
	if os.Getenv("FLOWC_TEST_LONG") == "1" {
		n = withMistakesLong
	}
	var list []*document
	for seed := *randomSeed; len(list) < n; seed++ {
		if d := randomWorkflow(seed, "r"); len(d.entries) == 1 && !d.entries[0].hook && !gen.Lint(randomFiles(d).folder()).HasErrors() {
			list = append(list, d)
		}
	}
	return list
}

// check puts the piece into a workflow, between its entry point and what follows.
func (p piece) check(t *testing.T, whole *document) {
	t.Helper()
	p.node.ID = "piece"
	at := p.node.ID
	nodes, wires := []node{p.node}, []wire{{p.node.ID, "", whole.targets(whole.entries[0].node, "out")[0]}}
	if p.answer != nil {
		at = "answer"
		p.answer["responseStatus"] = 200
		nodes = append(nodes,
			node{ID: "asks", Type: "condition", Data: map[string]any{"conditionExpression": "request.id == 'x'"}},
			node{ID: at, Type: "response", Data: p.answer})
		wires = []wire{{p.node.ID, "", "asks"}, {"asks", "true", at}, {"asks", "false", wires[0].Target}}
	}
	d := whole.with(nodes, wires)
	for i, w := range d.wires {
		if w.Source == whole.entries[0].node {
			d.wires[i].Target = p.node.ID
		}
	}
	list := gen.Lint(randomFiles(d).folder())
	found := slices.ContainsFunc(list, func(g diag.Diagnostic) bool { return g.Code.Name == p.code && g.Node == at })
	others := slices.DeleteFunc(errorsIn(slices.Clone(list)), func(g diag.Diagnostic) bool { return g.Code.Name == p.code && g.Node == at })
	if !found && p.code != "" || len(others) > 0 {
		t.Errorf("want %q at %s of\n%v\n%v\ngot:\n%s", p.code, at, p.node.Data, p.answer, text(list))
	}
}

// selects is a query of one row for the column x.
func selects(expression string) node {
	return node{Type: "sql", Data: map[string]any{"sqlMode": "one", "sqlQuery": "SELECT " + expression + " AS x"}}
}

// labelledParameter answers with what SQL makes of a secret.
func labelledParameter(r *rand.Rand) piece {
	value := "{{env.JWT_SECRET}}"
	for range 1 + r.IntN(2) {
		value = fmt.Sprintf(pick(r,
			"upper(%s)", "coalesce(NULL, %s)", "CASE WHEN 1 = 2 THEN 'a' ELSE %s END", "(SELECT %s)", "(%s || 'x')", "replace('a', 'a', %s)", "json_array(%s)",
			"(SELECT v FROM (SELECT %s AS v UNION ALL SELECT 'x') LIMIT 1)", "iif(1, %s, '')"), value)
	}
	p := piece{node: selects(value), answer: map[string]any{"responseBody": map[string]any{"x": "{{piece.x}}"}}, code: "FC402"}
	if r.IntN(3) == 0 {
		p.node, p.code = selects(fmt.Sprintf(pick(r, "length(%s)", "(%s = 'a')", "(%s IS NULL)", "(SELECT 1 WHERE 'a' LIKE %s)"), value)), ""
	}
	return p
}

// nullableAny answers with a text that SQL may give no value.
func nullableAny(r *rand.Rand) piece {
	value := pick(r, "nullif('a', {{request.id}})", "CASE WHEN {{request.id}} = 'x' THEN 'a' END", "json_extract('{}', '$.a')", "nullif(1, 1)",
		"(SELECT email FROM users WHERE id = -1)", "(SELECT max(name) FROM users)", "lag('a') OVER ()")
	p := piece{node: selects(value), answer: map[string]any{"responseBody": "a " + pick(r, "{{piece.x}}", "{{upper(string(piece.x))}}")}, code: "FC206"}
	switch r.IntN(4) {
	case 0:
		p.node, p.code = selects("coalesce("+value+", 'none')"), ""
		p.answer["responseBody"] = "a {{piece.x}}"
	case 1:
		p.answer["responseBody"], p.code = "a {{or(piece.x, 'none')}}", ""
	case 2:
		p.answer["responseBody"], p.code = map[string]any{"x": "{{piece.x}}"}, ""
	}
	return p
}

// loneBraces writes a text with braces that close nothing, or with some that are meant.
func loneBraces(r *rand.Rand) piece {
	value, code := pick(r, "a }} b", "{{request.id}}}} b", "${request.id}}", "a {{request.id", "{request.id}}"), "FC210"
	if r.IntN(3) == 0 {
		value, code = pick(r, "a } b", "{a}", "${a}", "{{'}}'}}", "{{\"{{\"}} and {{'}}'}}"), ""
	}
	return piece{node: node{Type: "set", Data: map[string]any{"setValues": map[string]any{"v": value}}}, code: code}
}

// constantField writes the same for every execution where only what varies can be meant.
func constantField(r *rand.Rand) piece {
	value, code := pick(r, "a", "{{'a'}}", "{{'a' + 'b'}}", "{{string(1)}}", "{{base64(upper('a'))}}"), "FC203"
	if r.IntN(3) == 0 {
		value, code = pick(r, "{{request.id}}", "a{{request.id}}", "{{randomToken(16)}}", "{{or(request.headers['x'], 'a')}}"), ""
	}
	return piece{node: node{Type: "hash", Data: map[string]any{"hashMode": "hash", "hashInput": value}}, code: code}
}
