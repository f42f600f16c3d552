package gen_test

import (
	"slices"
	"testing"
)

// A guard of a flow, with what it protects.
const (
	noteOwned = `
		e sql {"sqlQuery": "SELECT title FROM notes WHERE id = 1"}
		ok response {"responseStatus": 200, "responseBody": "{{e.rows}}"}`
	sessionFound = `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
		session sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies.session, ''))}}"}
		e sql {"sqlQuery": "SELECT title FROM notes WHERE n = {{session.user_id}}"}
		no response {"responseStatus": 401}
		ok response {"responseStatus": 200, "responseBody": "{{e.rows}}"}`
	callsDrawn2 = `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
		c call {"callWorkflow": "drawn2"}
		e sql {"sqlQuery": "SELECT title FROM notes WHERE n = {{c.user}}"}
		no response {"responseStatus": 401}
		ok response {"responseStatus": 200, "responseBody": "{{e.rows}}"}
		in -> c:valid -> e -> ok
		c:invalid -> no`
	sessionReturned = `
		in subflow {}
		session sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies.session, ''))}}"}
		known return {"returnOutput": "valid", "returnValues": {"user": "{{session.user_id}}"}}
		unknown return {"returnOutput": "invalid"}`
)

// TestAroundAGuard wants one message of each wire that is missing at a guard, or leads elsewhere, wherever the guard is: at the wire,
// and not at all that the guard protects, nor at what nothing leads to now.
func TestAroundAGuard(t *testing.T) {
	for _, c := range []struct {
		name     string
		want     []string
		drawings []string
	}{
		{"none for who is not found", []string{`FC206 e: parameter 1 of the query: "session.user_id" may be missing, as the row "session" may be`},
			[]string{sessionFound + `
			in -> session -> e -> ok`}},
		{"none for who is not found, in what is called", []string{`FC206 known: `},
			[]string{callsDrawn2, sessionReturned + `
			in -> session -> known`}},
		{"of who is not found, to what only others read", []string{`FC204 known: "session" has no field "user_id" below output "notFound"`},
			[]string{callsDrawn2, sessionReturned + `
			in -> session -> known
			session:notFound -> known`}},
		{"of who is not let through, to what it protects", []string{`FC404 in: Response "ok" returns stored data, and no guard is before it: anyone can call this`},
			[]string{`
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			who auth {}
			no response {"responseStatus": 401}` + noteOwned + `
			in -> who:valid -> e -> ok
			who:invalid -> e`}},
		{"of who is not let through, to an answer of success", []string{`FC305 fine: output "invalid" of "who" leads to a Response with status 200`},
			[]string{`
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			who auth {}
			no response {"responseStatus": 401}
			fine response {"responseStatus": 200}` + noteOwned + `
			in -> who:valid -> e -> ok
			who:invalid -> fine`}},
		{"of an expression of the key that finds a caller", []string{`FC206 session: "!1"`}, []string{`
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			session localStorage {"storageOperation": "get", "storageKey": "session:{{!1}}"}
			no response {"responseStatus": 401}` + noteOwned + `
			in -> session:found -> e -> ok
			session:missing -> no`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawings...) })
	}
}

// TestNotMistaken wants a way without a guard to be told where it is of no mistake that the type of a value is not known.
func TestNotMistaken(t *testing.T) {
	for name, c := range map[string]struct{ want, drawing string }{
		"a value that nothing stores": {`FC404 in: SQL "b" changes data, and no guard is before it: anyone can call this`, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			a localStorage {"storageOperation": "get", "storageKey": "x:{{n}}"}
			b sql {"sqlQuery": "DELETE FROM notes WHERE title = {{string(a.value)}}"}
			no response {"responseStatus": 404}
			in -> a:found -> b -> ok
			a:missing -> no`},
		"what has any type": {`FC404 in: API "a" calls another service in your name, and no guard is before it: anyone can call this`, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			a api {"apiUrl": "https://example.com"}
			b sql {"sqlQuery": "DELETE FROM notes WHERE title = {{string(a.body)}}"}
			in -> a -> b -> ok`},
	} {
		t.Run(name, func(t *testing.T) {
			if list := told(lintDrawn(t, c.drawing)); !slices.Contains(list, c.want) {
				t.Errorf("it says %q, want %s among it", list, c.want)
			}
		})
	}
}

// TestTakenBackOnce wants one message of the answer that takes back what several nodes write.
func TestTakenBackOnce(t *testing.T) {
	checkTold(t, []string{`FC311 a: what "a" writes is taken back: "gone" answers with a status from 400 on inside of "all"`}, `
		all transaction {}
		a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
		b sql {"sqlQuery": "DELETE FROM users WHERE id = 1"}
		gone response {"responseStatus": 410}
		in -> all:try -> a -> b -> gone`)
}

// TestUnknownType wants of each node of unknown type that, and nothing of what it may be about, give or answer.
func TestUnknownType(t *testing.T) {
	for name, c := range map[string]struct{ want, drawing string }{
		"that gives names": {`FC101 made: unknown node type "sets"`, `
			made sets {"setValues": {"parts": "{{split(request.path, '/')}}"}}
			a set {"setValues": {"x": "{{parts[len(parts) - 1]}}"}}
			in -> made -> a -> ok`},
		"that gives names, of a field that was refused": {`FC003 made: `, `
			made set {"setValues": 7}
			a set {"setValues": {"x": "{{parts[len(parts) - 1]}}"}}
			in -> made -> a -> ok`},
		"that answers in a region": {`FC101 gone: unknown node type "RESPONSE"`, `
			all transaction {}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			gone RESPONSE {"responseStatus": 200}
			in -> all:try -> a -> gone`},
		"that handles failures": {`FC101 try: unknown node type "tryCatchs"`, `
			try tryCatchs {}
			a api {"apiUrl": "https://example.com"}
			no response {"responseStatus": 502, "responseBody": {"error": "{{error.message}}"}}
			in -> try:try -> a
			try:done -> ok
			try:catch -> no`},
		"that is about what is read behind it": {`FC101 all: unknown node type "transactions"`, `
			all transactions {}
			a sql {"sqlMode": "one", "sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', 'b') RETURNING id"}
			ok response {"responseStatus": 200, "responseBody": {"id": "{{a.id}}"}}
			in -> all:try -> a
			all:done -> ok`},
		"that repeats what names its item": {`FC101 each: unknown node type "forEachs"`, `
			each forEachs {"eachItems": "{{split(request.path, '/')}}", "eachName": "part"}
			a sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{part}}, {{each.index}})"}
			in -> each:try -> a
			each:done -> ok`},
	} {
		t.Run(name, func(t *testing.T) { checkTold(t, []string{c.want}, c.drawing) })
	}
}

// TestNobodyBehindNone wants nothing of a public entry point of which a Call never goes on to what it does.
func TestNobodyBehindNone(t *testing.T) {
	checkTold(t, []string{`FC107 allowed: no entry point reaches "allowed"`}, `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
		c call {"callWorkflow": "drawn2"}
		late response {"responseStatus": 429}
		in -> c:allowed -> ok
		c:limited -> late`, `
		in subflow {}
		allowed return {"returnOutput": "allowed"}
		limited return {"returnOutput": "limited"}
		in -> limited`)
}
