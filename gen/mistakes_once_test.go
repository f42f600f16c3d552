package gen_test

import (
	"fmt"
	"slices"
	"strings"
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
	checkTold(t, []string{`FC402 ok: "password" puts a password into an answer`}, `
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

// TestOneCause wants one message of what one declaration, or one Return, makes wrong at many places: at the first, which leads to the
// cause and to the others.
func TestOneCause(t *testing.T) {
	for _, c := range []struct {
		name            string
		want, hint      string
		related         []string
		drawing, called string
	}{
		{"an object of the request that may be absent", `FC206 a: "address" may be missing`,
			`declare "address" with "required": true, or use when(has(address), address.…, …), or a Condition on has(address)`,
			[]string{`"address" is declared without "required": true`, "and here", "and here"}, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"address": {"type": {"city": "string", "zip": "string"}}}}
			a set {"setValues": {"city": "{{lower(address.city)}}"}}
			b set {"setValues": {"zip": "{{lower(address.zip)}}", "again": "{{upper(address.zip)}}"}}
			in -> a -> b -> ok`, ""},
		{"a field of the request of another type", `FC209 a: parameter 1 of the query: want int, got string`, "convert it: int(id)",
			[]string{`"id" is declared as string, and read as int`, "and here"}, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a/{id}", "endpointPublic": true, "endpointFields": {"id": {"type": "string"}}}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = {{id}}"}
			b sql {"sqlQuery": "DELETE FROM users WHERE id = {{id}}"}
			in -> a -> b -> ok`, ""},
		{"a value of a Set by another name", `FC204 a: "made" has no field "token", it has tokens`, `did you mean "tokens"?`,
			[]string{`"made" gives no "token"`, "and here"}, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			made set {"setValues": {"tokens": "x"}}
			a set {"setValues": {"x": "{{made.token}}"}}
			b set {"setValues": {"x": "{{lower(made.token)}}"}}
			in -> made -> a -> b -> ok`, ""},
		{"an output that a Return has by another name", `FC103 c:known: Call "c" has no output "known"`, "use one of other",
			[]string{`"drawn2" has no Return with the output "known"`, "and here"}, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			c call {"callWorkflow": "drawn2"}
			d call {"callWorkflow": "drawn2"}
			in -> c:known -> d:known -> ok`, `
			in subflow {}
			out return {"returnOutput": "other"}
			in -> out`},
		{"a value that a Return has of another type", `FC209 a: parameter 1 of the query: want int, got string`, "convert it: int(c.id)",
			[]string{`"id" is returned as string here`, "and here"}, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			c call {"callWorkflow": "drawn2"}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = {{c.id}}"}
			b sql {"sqlQuery": "DELETE FROM users WHERE id = {{c.id}}"}
			in -> c -> a -> b -> ok`, `
			in subflow {}
			out return {"returnOutput": "out", "returnValues": {"id": "person.id"}}
			in -> out`},
		{"an input that a Subflow has by another name", `FC202 c: workflow "drawn2" has no input "email"`, `did you mean "mail"?`,
			[]string{`"drawn2" takes no "email"`, "and here"}, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			c call {"callWorkflow": "drawn2", "callInput": {"email": "a"}}
			d call {"callWorkflow": "drawn2", "callInput": {"email": "b"}}
			in -> c -> d -> ok`, `
			in subflow {"subflowFields": {"mail": {"type": "string", "required": true}}}
			out return {"returnOutput": "out", "returnValues": {"mail": "{{mail}}"}}
			in -> out`},
	} {
		t.Run(c.name, func(t *testing.T) {
			drawings := []string{c.drawing}
			if c.called != "" {
				drawings = append(drawings, c.called)
			}
			list := lintDrawn(t, drawings...)
			if got := told(list); len(got) != 1 || got[0] != c.want || list[0].Hint != c.hint {
				t.Fatalf("it says\n%s\nwant one message: %s (%s)", text(list), c.want, c.hint)
			}
			var related []string
			for _, r := range list[0].Related {
				related = append(related, r.Message)
			}
			if !slices.Equal(related, c.related) {
				t.Errorf("it leads to %q, want %q", related, c.related)
			}
		})
	}
}

// TestWireOfARefusal wants a row that is read where its guard has let nobody through to be told as a wire that leads elsewhere, and
// nothing of what follows from that.
func TestWireOfARefusal(t *testing.T) {
	const nodes = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/login"}
		user sql {"sqlMode": "one", "sqlQuery": "SELECT id, email, password_hash FROM users WHERE email = {{email}}"}
		check hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"}
		log sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{user.email}})"}
		no response {"responseStatus": 401}
		in -> user -> check`
	absent := []string{`FC206 log: parameter 1 of the query: "user.email" may be missing, as the row "user" may be`}
	for name, c := range map[string]struct{ wires, hint string }{
		"swapped": {`
		check:invalid -> log -> ok
		check:valid -> no`, `lead "invalid" elsewhere: who is not let through by "check" comes here by it`},
		"led to what the other one leads to": {`
		check:valid -> log -> ok
		check:invalid -> log`, `lead "invalid" elsewhere: who is not let through by "check" comes here by it`},
		"on purpose": {`
		check:invalid -> log -> no
		check:valid -> ok`, `ask with a Condition on has(user) before it is read`},
	} {
		t.Run(name, func(t *testing.T) {
			list := lintDrawn(t, nodes+c.wires)
			if name == "on purpose" {
				list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Code == diag.FC404 }) // it writes for whoever asks
			}
			if got := told(list); !slices.EqualFunc(got, absent, strings.HasPrefix) || list[0].Hint != c.hint {
				t.Errorf("it says\n%s\nwant one message with the hint %s", text(list), c.hint)
			}
		})
	}
}

// TestDatabaseMisnamed wants nothing of what a transaction takes back where its database is named as one that everybody may know: the
// variable that is meant has another name.
func TestDatabaseMisnamed(t *testing.T) {
	for _, data := range []struct{ transaction, statement, want string }{
		{`{"transactionDatabase": "{{env.PUBLIC_KEY}}"}`, `"sqlQuery"`, `FC506 all: "transactionDatabase" takes a secret`},
		{`{}`, `"sqlDatabase": "{{env.PUBLIC_KEY}}", "sqlQuery"`, `FC506 a: "sqlDatabase" takes a secret`},
	} {
		checkTold(t, []string{data.want}, fmt.Sprintf(`
			all transaction %s
			a sql {%s: "DELETE FROM notes WHERE id = 1"}
			in -> all:try -> a
			all:done -> ok`, data.transaction, data.statement))
	}
}

// TestRefusedField wants nothing of who gets in where a field was refused that decides on it.
func TestRefusedField(t *testing.T) {
	const subflow = `
		in subflow {}
		session sql {"sqlMode": "one", "sqlQuery": 5}
		yes return {"returnOutput": "valid", "returnValues": {"id": "x"}}
		no return {"returnOutput": "invalid"}
		in -> session -> yes
		session:notFound -> no`
	for name, c := range map[string]struct {
		want     string
		drawings []string
	}{
		"whether anybody may call": {`FC003 in: "endpointPublic": want true or false, got a string`, []string{`
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": "true"}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> a -> ok`}},
		"the function that verifies": {`FC003 check: "codeFunction": want a string, got an array`, []string{`
			in webhook {"webhookMethod": "POST"}
			check code {"codeFunction": ["verify"], "codeInput": {"secret": "{{env.HOOK_SECRET}}"}}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> check -> a -> ok`}},
		"the session that is looked up": {`FC003 session: "sqlQuery": want a string, got a number`, []string{`
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			who call {"callWorkflow": "drawn2"}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			no response {"responseStatus": 401}
			in -> who:valid -> a -> ok
			who:invalid -> no`, subflow}},
	} {
		t.Run(name, func(t *testing.T) { checkTold(t, []string{c.want}, c.drawings...) })
	}
	t.Run("a secret that is written as a literal decides on nothing", func(t *testing.T) {
		list := lintDrawn(t, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			sign jwt {"jwtMode": "sign", "jwtExpiresIn": "1h", "jwtSecret": "hunter2-hunter2-hunter2", "jwtClaims": {"sub": "x"}}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> sign -> a -> ok`)
		if got := told(list); len(got) != 2 || !strings.HasPrefix(got[0], "FC404 in") || !strings.HasPrefix(got[1], "FC401 sign") {
			t.Errorf("it says %q, want that anybody deletes, and that the secret is written as a literal", got)
		}
	})
}

// TestWireIntoItsRegion wants one message of a wire that leads back into the region that it comes from.
func TestWireIntoItsRegion(t *testing.T) {
	checkTold(t, []string{`FC306 again:try: wire from "again" to "call" leaves the region of "again"`}, `
		all tryCatch {}
		again retry {}
		call api {"apiUrl": "https://example.com"}
		told set {"setValues": {"x": 1}}
		failed set {"setValues": {"x": 1}}
		in -> all:try -> again:try -> call
		again:done -> call
		again:failed -> failed
		told -> ok
		all:catch -> ok
		all:done -> ok`)
}

// TestWireMisplaced wants a node that nothing leads to told by the wire that leads into a region in its place, and of its hint where that
// meets the one by which the region begins: then it is that one which was meant for the node.
func TestWireMisplaced(t *testing.T) {
	const nodes = `
		first set {"setValues": {"x": 1}}
		all tryCatch {}
		call api {"apiUrl": "https://example.com"}
		after set {"setValues": {"x": 1}}
		bad response {"responseStatus": 502}
		c condition {"conditionExpression": "request.ip == '/'"}
		`
	checkTold(t, []string{`FC306 in:out: wire from "in" to "after" leads into the region of "all"`}, nodes+`
		in -> after
		first -> c:true -> all:try -> call -> after -> ok
		c:false -> bad
		all:done -> bad`)
	list := lintDrawn(t, nodes+`
		in -> first -> c:true -> all:try -> bad
		c:false -> bad
		call -> after -> ok
		all:done -> ok`)
	const want, hint = `FC306 c:false: wire from "c" to "bad" leads into the region of "all"`, `begin the region with "call", which nothing leads to, or `
	if got := told(list); len(got) != 1 || got[0] != want || !strings.HasPrefix(list[0].Hint, hint) {
		t.Errorf("it says\n%s\nwant one message: %s (%s…)", text(list), want, hint)
	}
}

// TestBorderOnce wants one message of a region whose border several wires cross, with all of them.
func TestBorderOnce(t *testing.T) {
	list := lintDrawn(t, `
		all tryCatch {}
		c condition {"conditionExpression": "request.ip == '/'"}
		call api {"apiUrl": "https://example.com"}
		tell api {"apiUrl": "https://example.com"}
		bad response {"responseStatus": 502}
		in -> c:true -> all:try -> call -> tell
		c:false -> bad
		call -> bad
		tell -> bad
		all:done -> ok`)
	if got := told(list); len(got) != 1 || got[0] != `FC306 call:out: wire from "call" to "bad" leaves the region of "all"` {
		t.Fatalf("it says\n%s\nwant one message of the border of \"all\"", text(list))
	}
	const also = `so does this one: wire from "tell" to "bad" leaves the region of "all"`
	if r := list[0].Related; len(r) != 1 || r[0].Message != also {
		t.Errorf("it leads to %v, want: %s", r, also)
	}
}
