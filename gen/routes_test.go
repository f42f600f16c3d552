package gen_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// route is an entry point as the mux sees it.
type route struct {
	method, path string
	cors         bool
}

// TestRoutesAreThoseOfTheMux registers random routes in net/http's own mux: what panics there is FC501, and nothing else is.
func TestRoutesAreThoseOfTheMux(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	clashes := 0
	for range 3000 {
		routes := make([]route, 2+r.IntN(2))
		for i := range routes {
			routes[i] = randomRoute(r)
		}
		want := registerPanics(routes)
		var got diag.List
		for _, d := range lintDrawn(t, drawnRoutes(routes)) {
			switch d.Code.Name {
			case "FC501":
				got.Add(d)
			case "FC213", "FC404":
			default:
				t.Fatalf("%v: %s %s", routes, d.Code, d.Message)
			}
		}
		if want != (len(got) > 0) {
			t.Errorf("%v: the mux panics: %t; found %v", routes, want, told(got))
		}
		if want {
			clashes++
		}
	}
	if clashes < 300 || clashes > 2700 {
		t.Errorf("%d of 3000 clash: the test hardly tells anything", clashes)
	}
}

func randomRoute(r *rand.Rand) route {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	path := ""
	for i := range 1 + r.IntN(3) {
		path += "/" + pick("a", "b", fmt.Sprintf("{x%d}", i), fmt.Sprintf("{y%d}", i))
	}
	path += pick("", "", "", "/", "/{z...}", "/{$}")
	return route{pick("GET", "GET", "POST", "HEAD"), path, r.IntN(3) == 0}
}

// registerPanics registers routes as the runtime does, which shares one handler of OPTIONS between equal paths.
func registerPanics(routes []route) (panics bool) {
	defer func() { panics = recover() != nil }()
	mux := http.NewServeMux()
	var preflights []string
	for _, r := range routes {
		mux.Handle(r.method+" "+r.path, http.NotFoundHandler())
		anonymous := strings.NewReplacer("x0", "", "x1", "", "x2", "", "y0", "", "y1", "", "y2", "", "{z", "{").Replace(r.path)
		if r.cors && !slices.Contains(preflights, anonymous) {
			preflights = append(preflights, anonymous)
			mux.Handle("OPTIONS "+r.path, http.NotFoundHandler())
		}
	}
	return false
}

// drawnRoutes is a workflow with those entry points.
func drawnRoutes(routes []route) string {
	var lines []string
	for i, r := range routes {
		data := map[string]any{"endpointMethod": r.method, "endpointPath": r.path}
		if r.cors {
			data["endpointCorsOrigins"] = []string{"https://example.com"}
		}
		text, err := json.Marshal(data)
		if err != nil {
			panic(err) // maps of texts can be written
		}
		lines = append(lines, fmt.Sprintf("e%d apiEndpoint %s", i, text), fmt.Sprintf("e%d -> ok", i))
	}
	return strings.Join(lines, "\n")
}

// TestProject wants what two workflows of a folder do to one another.
func TestProject(t *testing.T) {
	const storage = `s localStorage {"storageOperation": %q, "storageKey": %q, "storageTtl": "1m"%s}
			in -> s -> ok`
	set := func(key, value string) string { return fmt.Sprintf(storage, "set", key, `, "storageValue": `+value) }
	count := func(key string) string { return fmt.Sprintf(storage, "increment", key, "") }
	path := func(path string) string {
		return fmt.Sprintf("in apiEndpoint {\"endpointMethod\": \"GET\", \"endpointPath\": %q}\nin -> ok", path)
	}
	for _, c := range []struct {
		name     string
		drawings []string
		want     []string
	}{
		{"one route twice", []string{path("/a/{id}"), path("/a/{name}")}, []string{"FC501 in: route GET /a/{name} clashes with GET /a/{id}"}},
		{"a route of its own", []string{path("/a/{id}"), path("/a/b")}, nil},
		{"reserved", []string{path("/healthz")}, []string{"FC501 in: route GET /healthz is reserved"}},
		{"reserved too", []string{path("/mcp"), path("/webhooks/x"), path("/readyz")}, []string{"FC501", "FC501", "FC501"}},
		{"next to reserved ones", []string{path("/healthz/db"), path("/webhooks"), path("/mcps"), path("/{any}")}, nil},
		{"two Webhooks at one address", []string{`
			in webhook {"webhookMethod": "POST", "webhookSecret": "{{env.A}}"}
			b webhook {"webhookMethod": "POST", "webhookSecret": "{{env.A}}"}
			in -> ok
			b -> ok`}, []string{"FC501 b: route POST /webhooks/"}},
		{"a key for a text and for a number", []string{set("a", `"x"`), set("a", "1")}, []string{"FC503 s: "}},
		{"a key for two objects", []string{set("a:{{request.ip}}", `{"x": 1}`), set("a:{{request.ip}}", `{"x": "1"}`)}, []string{"FC503 s: "}},
		{"a key for one type", []string{set("a", `{"x": 1, "y": "a"}`), set("a", `{"y": "b", "x": 2}`)}, nil},
		{"a key for a value and a counter", []string{set("a", "1"), count("a")}, []string{"FC503 s: "}},
		{"a prefix that extends another", []string{count("a:{{request.ip}}"), count("a:b:{{request.ip}}")}, []string{`FC503 s: Local Storage key "a:b:" extends the prefix "a:"`}},
		{"a literal that a prefix begins", []string{count("a:{{request.ip}}"), count("a:b")}, []string{`FC503 s: Local Storage key "a:b" extends the prefix "a:"`}},
		{"a literal beside a prefix", []string{count("a:{{request.ip}}"), count("a"), count("ab:{{request.ip}}")}, nil},
		{"a public variable as a secret", []string{`
			w auth {"authSecret": "{{env.PUBLIC_KEY}}"}
			no response {"responseStatus": 401}
			in -> w:valid -> ok
			w:invalid -> no`}, []string{`FC506 w: "authSecret" takes a secret`}},
		{"a public variable as a secret of a function", []string{`
			in webhook {"webhookMethod": "POST"}
			v code {"codeFunction": "verify", "codeInput": {"secret": "{{env.PUBLIC_HOOK}}"}}
			in -> v -> ok`}, []string{`FC506 v: "secret" takes a secret`}},
		{"a public variable as a secret that means nothing", []string{`
			w auth {"authType": "basic", "authSecret": "{{env.PUBLIC_KEY}}"}
			no response {"responseStatus": 401}
			in -> w:valid -> ok
			w:invalid -> no`}, []string{"FC213"}},
		{"two nodes of one Go name", []string{`
			a-b set {"setValues": {"x": 1}}
			aB sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			a_b sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> a-b -> aB -> a_b -> ok`}, []string{`FC504 a_b: node "a_b" becomes the Go name`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawings...) })
	}
}
