// Package debuglog_test reads what the debug log shows of each node type, over a socket, and what a workflow and its
// callers are told of failures.
package debuglog_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

type object = map[string]any

// send has every node of the workflows run, with something secret.
func (g *garden) send(t *testing.T, s *server) {
	t.Helper()
	person := object{"name": "ada", "password": g.password, "api_token": g.token, "pin": g.pin, "extra": object{"old_password": g.nested, "list": []string{"x"}}}
	s.do(t, 201, "POST", "/debug/signup", person)
	person["password"] = "ab"
	s.do(t, 422, "POST", "/debug/signup", person)
	s.do(t, 200, "POST", "/debug/join", object{"reset_token": g.token, "loud": true})
	s.do(t, 200, "GET", "/debug/text/"+g.pin, nil)
	s.do(t, 204, "GET", "/debug/basic", nil, "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("ada:"+g.basic)))
	s.do(t, 401, "GET", "/debug/key", nil, "X-API-Key", g.token)
	s.do(t, 204, "GET", "/debug/key", nil, "X-API-Key", g.key)
	token := bearer(t, s.jwt, object{"sub": "ada", "exp": 4e9, "role": "staff", "session_token": g.claim})
	s.do(t, 204, "GET", "/debug/token", nil, "Authorization", "Bearer "+token)
	s.do(t, 204, "POST", "/debug/verify", object{"name": "ada", "password": g.password, "jwt": token})
	s.do(t, 401, "POST", "/debug/verify", object{"name": "eve", "password": g.password, "jwt": token})
	payload := object{"event": "push", "verify_token": g.token}
	text, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	const hook = "/webhooks/d1e2b3u4g5h6o7o2k3a4b5c6d7"
	s.do(t, 202, "POST", hook, payload, "X-Hub-Signature-256", g.signature(text))
	s.do(t, 401, "POST", hook, payload, "X-Hub-Signature-256", "sha256=00")
	s.do(t, 200, "POST", "/mcp", object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{
		"name": "login", "arguments": object{"name": "ada", "password": g.tool},
	}}, "Authorization", "Bearer "+s.token(t), "Accept", "application/json, text/event-stream")
}

// shown is what the first debug record of a node must have, and as a value only where want is not empty.
type shown struct{ workflow, node, output, want string }

var records = []shown{
	{"signup", "in", "", `{"api_token":"••••","extra":{"list":["x"],"old_password":"••••"},"name":"ada","password":"••••","pin":"••••"}`},
	{"signup", "named", "", `{"line":"••••","list":"••••","note":"ada"}`},
	{"signup", "long", "true", `true`},
	{"signup", "derived", "", `{"key":"••••","long":"-- -- `},
	{"signup", "derived", "", ` bytes)","name":"ada"}`},
	{"signup", "hashed", "", `{"hash":"••••"}`},
	{"signup", "row", "", `{"api_token":"••••","id":1,"name":"ada","password_hash":"••••"}`},
	{"signup", "kept", "", ``},
	{"signup", "got", "found", `{"found":true,"value":{"api_token":"••••","name":"ada"}}`},
	{"signup", "seen", "", `"value":1`},
	{"signup", "told", "", `"body":{"access_token":"••••","name":"typed"}`},
	{"signup", "asked", "", `"refresh_token":"••••","users":[{"name":"untyped","password":"••••"}]`},
	{"signup", "asked", "", `"… 968 more"]`},
	{"signup", "signed", "", `"token":"••••"`},
	{"signup", "ok", "", `{"body":{"again":"••••","found":"ada","id":1,"name":"ada","token":"••••"},"status":201}`},
	{"signup", "short", "", `{"status":422,"bytes":9}`},
	{"join", "loudly", "true", `true`},
	{"join", "a", "", `{"how":"loudly","said":"••••"}`},
	{"join", "all", "", `{"all":"••••","how":"loudly"}`},
	{"join", "ok", "", `{"status":200,"bytes":19}`},
	{"text", "in", "", `{"reset_token":"••••"}`},
	{"text", "ok", "", `{"status":200,"bytes":21}`},
	{"guards", "basic", "valid", `{"valid":true,"reason":"","sub":"ada"}`},
	{"guards", "key", "invalid", `{"valid":false,"reason":"unknown key","sub":""}`},
	{"guards", "bearer", "valid", `"claims":"••••","email":null,"issuer":"","name":null,"reason":"","sub":"ada","typed":"••••"`},
	{"guards", "user", "", `{"password_hash":"••••"}`},
	{"guards", "check", "valid", `"needsRehash":false`},
	{"guards", "claims", "valid", `"claims":"••••"`},
	{"guards", "ok", "", `{"status":204}`},
	{"hook", "in", "", `{"event":"push","verify_token":"••••"}`},
	{"hook", "verified", "", ``},
	{"hook", "checked", "", ``},
	{"hook", "ok", "", `{"body":{"event":"push"},"status":202}`},
	{"hook", "no", "", `{"body":{"reason":"wrong signature"},"status":401}`},
	{"tool", "in", "", `{"name":"ada","password":"••••","sub":"claude"}`},
	{"tool", "ok", "", `{"body":{"hello":"ada"},"status":200}`},
}

// TestEveryNodeShowsItsValues wants one debug record a node, with the values that it yields and none that is labelled.
func TestEveryNodeShowsItsValues(t *testing.T) {
	g := newGarden()
	s := start(t, g, nil)
	g.send(t, s)
	found := s.left(t)
	for _, want := range records {
		i := slices.IndexFunc(found, func(r record) bool { return r.Workflow == want.workflow && r.Node == want.node })
		if i < 0 {
			t.Errorf("%s of %s has no record", want.node, want.workflow)
			continue
		}
		r := found[i]
		if values := string(r.Values); want.output != "" && r.Output != want.output || !strings.Contains(values, want.want) || want.want == "" && values != "" {
			t.Errorf("%s of %s took %q and shows %.400s\nwant %q and %s", want.node, want.workflow, r.Output, values, want.output, want.want)
		}
	}
	g.search(t, s.log.String())
	countNodes(t, s, found)
}

// countNodes wants as many debug records of nodes that are left as the records of executions name nodes.
func countNodes(t *testing.T, s *server, found []record) {
	t.Helper()
	entered := 0
	for _, r := range s.records(t, "execution") {
		entered += len(strings.Fields(r.Nodes))
	}
	if entered != len(found) {
		t.Errorf("%d nodes were entered, and %d debug records are there", entered, len(found))
	}
}

// TestInfoShowsNoValues wants nothing of requests and answers in the log where nobody debugs.
func TestInfoShowsNoValues(t *testing.T) {
	g := newGarden()
	s := start(t, g, map[string]string{"LOG_LEVEL": "info"})
	g.send(t, s)
	if found := s.left(t); len(found) > 0 {
		t.Errorf("%d debug records", len(found))
	}
	for _, value := range []string{"values", "typed", "staff", "loudly", "push"} {
		if strings.Contains(s.log.String(), `"`+value+`"`) {
			t.Errorf("the log shows %q", value)
		}
	}
	g.search(t, s.log.String())
}
