package gen_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestOddOneOut wants one message of a key that one node takes for something else than all others do, wherever it stands among them.
func TestOddOneOut(t *testing.T) {
	const (
		counter = `
			n localStorage {"storageOperation": "increment", "storageKey": "k:{{request.path}}", "storageTtl": "1h"}
			in -> n -> ok`
		value = `
			s localStorage {"storageOperation": "set", "storageKey": "k:{{request.path}}", "storageTtl": "1h", "storageValue": "x"}
			g localStorage {"storageOperation": "get", "storageKey": "k:{{request.path}}"}
			in -> s -> g:found -> ok
			g:missing -> ok`
	)
	elsewhere := `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/elsewhere", "endpointPublic": true}` + counter
	checkTold(t, []string{`FC503 n: Local Storage key "k:" holds a counter here and a value in "g"`}, value, elsewhere)
	checkTold(t, []string{`FC503 n: Local Storage key "k:" holds a counter here and a value in "g"`}, `
		n localStorage {"storageOperation": "increment", "storageKey": "k:{{request.path}}", "storageTtl": "1h"}
		s localStorage {"storageOperation": "set", "storageKey": "k:{{request.path}}", "storageTtl": "1h", "storageValue": "x"}
		g localStorage {"storageOperation": "get", "storageKey": "k:{{request.path}}"}
		in -> n -> s -> g:found -> ok
		g:missing -> ok`)
}

// TestDeclaredOrLeftOut wants nobody to declare a field of the request that is to be left out of the answer.
func TestDeclaredOrLeftOut(t *testing.T) {
	checkTold(t, []string{`FC402 ok: "password" carries a password into an answer`}, `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/login"}
		user sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
		check hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"}
		no response {"responseStatus": 401}
		ok response {"responseStatus": 200, "responseBody": {"id": "{{user.id}}", "password": "{{password}}"}}
		in -> user -> check:valid -> ok
		check:invalid -> no`)
}

// TestCopyOfASubflow wants a copied file to be told as one, and not that nobody calls it, and which file it is a copy of.
func TestCopyOfASubflow(t *testing.T) {
	const (
		who = `{"version": 1, "id": "whwhwhwhwhwhwhwhwhwhwhwhwh", "name": "who", "nodes": [
			{"id": "in", "type": "subflow", "data": {}}, {"id": "out", "type": "return", "data": {"returnOutput": "out"}}],
			"edges": [{"source": "in", "target": "out"}]}`
		caller = `{"version": 1, "id": "cacacacacacacacacacacacaca", "name": "caller", "nodes": [
			{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/", "endpointPublic": true}},
			{"id": "c", "type": "call", "data": {"callWorkflow": "who"}}, {"id": "ok", "type": "response", "data": {"responseStatus": 204}}],
			"edges": [{"source": "in", "target": "c"}, {"source": "c", "target": "ok"}]}`
	)
	list := gen.Lint(&gen.Folder{Package: "flows", Templates: all.Templates(), Documents: []*diag.File{
		diag.NewFile("caller.flow.json", []byte(caller)), diag.NewFile("who.flow.json", []byte(who)), diag.NewFile("who2.flow.json", []byte(who)),
	}})
	const want = `workflow "who" has the id of workflow in who.flow.json`
	if len(list) != 1 || list[0].Code != diag.FC502 || list[0].Message != want {
		t.Errorf("it says %v, want one message: %s", text(list), want)
	}
}
