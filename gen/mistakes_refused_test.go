package gen_test

import "testing"

// TestRefused wants one message of each mistake, where something that was refused would let more be said: of what it would be, or
// of what it would protect.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a path, with a wildcard perhaps", `
			in apiEndpoint {"endpointMethod": "DELETE", "endpointPath": ""}
			who auth {}
			no response {"responseStatus": 401}
			gone sql {"sqlQuery": "DELETE FROM notes WHERE id = {{id}}"}
			in -> who:valid -> gone -> ok
			who:invalid -> no`,
			[]string{`FC203 in: path pattern ""`}},
		{"a path, and what is read of no wildcard", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "notes", "endpointPublic": true}
			a set {"setValues": {"x": "{{nothing.at.all}}"}}
			in -> a -> ok`,
			[]string{`FC203 in: path pattern "notes"`, `FC204 a: "nothing" does not exist`}},
		{"a path, in which a declared field may be", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "", "endpointPublic": true, "endpointFields": {"n": {"type": "int"}}}
			a set {"setValues": {"x": "{{n + 1}}"}}
			in -> a -> ok`,
			[]string{`FC203 in: path pattern ""`}},
		{"a method, which says where an object may be", `
			in apiEndpoint {"endpointMethod": "POTS", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"a": {"type": {"b": "int"}}}}
			in -> ok`,
			[]string{`FC203 in: "endpointMethod": want one of`}},
		{"a type that its tag can't check", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"name": {"type": "bool", "required": true, "validate": "required,max=5"}}}
			a set {"setValues": {"x": "{{lower(name)}}"}}
			in -> a -> ok`,
			[]string{`FC203 in: "name": validate tag "required,max=5": bad field type bool`}},
		{"a tag that does not exist, and its use as another type", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"name": {"type": "bool", "required": true, "validate": "required,nonsense"}}}
			a set {"setValues": {"x": "{{lower(name)}}"}}
			in -> a -> ok`,
			[]string{`FC203 in: "name": validate tag "required,nonsense": there is no rule`, `FC206 a: "lower(name)"`}},
		{"a type that can't be in a path", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a/{id}", "endpointPublic": true, "endpointFields": {"id": {"type": ["string"]}}}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = {{id}}"}
			in -> a -> ok`,
			[]string{`FC203 in: "id" is in the path: want a scalar type, got list<string>`}},
		{"no type that may be in a query, where another is wanted", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"id": {"type": "bytes", "required": true}}}
			a set {"setValues": {"x": "{{id + 1}}"}}
			in -> a -> ok`,
			[]string{`FC206 a: "id + 1"`}},
		{"a key of a declaration, misspelt", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"name": {"type": "string", "requirde": true}}}
			a set {"setValues": {"x": "{{lower(name)}}"}}
			in -> a -> ok`,
			[]string{`FC202 in: a request field has no "requirde"`}},
		{"a bool of a declaration, in quotes", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"name": {"type": "string", "required": "true"}}}
			a set {"setValues": {"x": "{{lower(name)}}"}}
			in -> a -> ok`,
			[]string{`FC003 in: "required": want true or false, got a string`}},
		{"an expression of a node that may be a guard", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a/{id}", "endpointPublic": true}
			a sql {"sqlMode": "one", "sqlQuery": "SELECT id, title FROM notes WHERE id = {{Lower(id)}}"}
			shown response {"responseStatus": 200, "responseBody": "{{a.title}}"}
			gone response {"responseStatus": 404}
			in -> a -> shown
			a:notFound -> gone`,
			[]string{`FC204 a: "Lower" is not a function`}},
		{"an expression of a key, with braces of its own", `
			a localStorage {"storageOperation": "delete", "storageKey": "a:{{struct{}{}}}"}
			in -> a -> ok`,
			[]string{`FC210 a: expected the end, found "{"`}},
		{"an expression with braces of its own, which is read", `
			a set {"setValues": {"x": "{{[]int{1}}}"}}
			b set {"setValues": {"y": "{{a.x + 1}}", "z": "{{a.x.id}}"}}
			in -> a -> b -> ok`,
			[]string{`FC210 a: `}},
		{"an expression in JSON, ahead of its braces", `
			ok response {"responseStatus": 200, "responseContentType": "application/json", "responseBody": "{\"a\": {{request.path !}}}"}
			in -> ok`,
			[]string{`FC210 ok: expected the end`}},
		{"a wire inside of a region", `
			all transaction {}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			b sql {"sqlQuery": "DELETE FROM users WHERE id = 1"}
			in -> all:try -> a:outt -> b -> ok`,
			[]string{`FC103 a:outt: SQL "a" has no output "outt"`}},
		{"the database of a statement in a transaction", `
			all transaction {}
			a sql {"sqlDatabase": "hunter2", "sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> all:try -> a
			all:done -> ok`,
			[]string{`FC401 a: secret written on a node: "sqlDatabase"`}},
		{"the type of the entry point, which takes no fields", `
			in api {}
			in -> ok`,
			[]string{`FC201 in: API "in" needs the field "apiUrl"`}},
		{"the type of the entry point, and there is one that lacks nothing", `
			in set {"setValues": {"x": 1}}
			in -> ok`,
			[]string{`FC105 : workflow "drawn" has no entry point`}},
		{"the mode of a node", `
			h hash {"hashMode": "verify", "hashInput": "{{request.path}}"}
			in -> h -> ok`,
			[]string{`FC103 h:out: Hash "h" has no output "out"`}},
		{"the output of a node, which lacks something too", `
			h hash {"hashMode": "verify", "hashInput": "{{request.path}}"}
			in -> h:vaild -> ok`,
			[]string{`FC201 h: Hash "h" needs the field "hashAgainst"`, `FC103 h:vaild: Hash "h" has no output "vaild"`}},
		{"a variable of a node that nothing leads to", `
			a api {"apiUrl": "https://example.com", "apiAuth": {"type": "oauth2", "tokenUrl": "https://example.com/token", "clientId": "{{env.PUBLIC_CLIENT}}", "clientSecret": "{{env.CLIENT_SECRET}}"}}
			in -> ok`,
			[]string{`FC107 a: no entry point reaches "a"`}},
		{"an input of a function, misspelt", `
			w code {"codeFunction": "work", "codeInput": {"txt": "a", "maybe": null}}
			in -> w -> ok`,
			[]string{`FC202 w: function "work" has no input "txt"`}},
		{"an input of a function, by another name", `
			w code {"codeFunction": "work", "codeInput": {"quotation": "a", "maybe": null}}
			in -> w -> ok`,
			[]string{`FC202 w: function "work" has no input "quotation"`}},
		{"an input too many of a function, and one that is missing beside one that is misspelt", `
			w code {"codeFunction": "work", "codeInput": {"txt": "a", "mayb": null, "quotation": "a"}}
			in -> w -> ok`,
			[]string{`FC202 w: function "work" has no input "txt"`, `FC202 w: function "work" has no input "mayb"`, `FC202 w: function "work" has no input "quotation"`}},
		{"a wire that goes on where the sender is not known", `
			in webhook {"webhookMethod": "POST", "webhookFields": {"a": {"type": "string"}, "b": {"type": "string"}}}
			v code {"codeFunction": "verify", "codeInput": {"secret": "{{env.SECRET}}"}}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{or(a, '')}}, {{or(b, '')}})"}
			in -> v -> e -> ok
			v:invalid -> e`,
			[]string{`FC205 e: "a" reads the payload`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestElsewhere wants one message of each wire that leads elsewhere, or to nothing, however much shows it.
func TestElsewhere(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"around several nodes that are read", `
			a sql {"sqlQuery": "SELECT id FROM notes"}
			b sql {"sqlQuery": "SELECT id FROM users"}
			ok response {"responseStatus": 200, "responseBody": {"a": "{{a.rows}}", "b": "{{b.rows}}"}}
			in -> ok
			a -> b -> ok`,
			[]string{`FC205 ok: "a" has not run on every path to "ok"`}},
		{"around nodes that are read, each by a wire of its own", `
			a sql {"sqlQuery": "SELECT id FROM notes"}
			b sql {"sqlQuery": "SELECT id FROM users"}
			ok response {"responseStatus": 200, "responseBody": {"a": "{{a.rows}}", "b": "{{b.rows}}"}}
			in -> ok`,
			[]string{`FC205 ok: "a" has not run on every path to "ok"`, `FC205 ok: "b" has not run on every path to "ok"`}},
		{"around a guard that is read", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			who auth {}
			e sql {"sqlQuery": "SELECT title FROM notes WHERE owner = {{who.sub}}"}
			no response {"responseStatus": 401}
			ok response {"responseStatus": 200, "responseBody": "{{e.rows}}"}
			in -> e -> ok
			who:valid -> e
			who:invalid -> no`,
			[]string{`FC205 e: "who" has not run on every path to "e"`}},
		{"around a guard that is not read", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			who auth {}
			e sql {"sqlQuery": "SELECT title FROM notes"}
			no response {"responseStatus": 401}
			ok response {"responseStatus": 200, "responseBody": "{{e.rows}}"}
			in -> e -> ok
			who:valid -> e
			who:invalid -> no`,
			[]string{`FC404 in: Response "ok" returns stored data, and no guard is before it`}},
		{"to an output of which fields are read, and all of it", `
			a sql {"sqlMode": "one", "sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{request.path}}, 'x') RETURNING id"}
			shown response {"responseStatus": 200, "responseBody": {"all": "{{a}}", "id": "{{a.id}}"}}
			gone response {"responseStatus": 409}
			in -> a:conflict -> shown
			a -> gone`,
			[]string{`FC204 shown: "a" has only its fields here`}},
		{"behind one answer to another, and on to what changes something", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			who auth {}
			no response {"responseStatus": 401}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> who:valid -> ok -> e
			who:invalid -> no -> ok`,
			[]string{`FC304 ok: path with more than one Response`}},
		{"a second time, to what is in a region", `
			t transaction {}
			a sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> t:try -> a -> ok
			in -> ok`,
			[]string{`FC308 in:out: "ok" never runs: the branch before it, "t", always answers`}},
		{"to a node that does not exist, which is read behind a region", `
			t transaction {}
			a sql {"sqlMode": "one", "sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', 'b') RETURNING id"}
			ok response {"responseStatus": 200, "responseBody": "{{made.id}}"}
			in -> t:try -> a -> made
			t:done -> ok`,
			[]string{`FC102 : wire to a node that does not exist: "made"`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestOfOthers wants one message of a mistake in one workflow of which others have more to say.
func TestOfOthers(t *testing.T) {
	const public = `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a/{id}", "endpointPublic": true}
		c call {"callWorkflow": "drawn2"}
		a sql {"sqlMode": "one", "sqlQuery": "SELECT title FROM notes WHERE id = {{int(id)}}"}
		no response {"responseStatus": 404}
		ok response {"responseStatus": 200, "responseBody": "{{a.title}}"}
		in -> c -> a -> ok
		a:notFound -> no`
	for name, c := range map[string]struct {
		want    []string
		drawing string
	}{
		"one that is not drawn to its end": {[]string{`FC303 s:out: path ends without a Return`}, `
			in subflow {}
			s set {"setValues": {"x": 1}}
			in -> s`},
		"one with a cycle": {[]string{`FC104 s:out: cycle: s -> s`}, `
			in subflow {}
			s set {"setValues": {"x": 1}}
			out return {"returnOutput": "out"}
			in -> s -> out
			s -> s`},
		"one that begins with a node of unknown type": {[]string{`FC101 in: unknown node type "subflows"`}, `
			in subflows {}
			out return {"returnOutput": "out"}
			in -> out`},
	} {
		t.Run(name, func(t *testing.T) { checkTold(t, c.want, public, c.drawing) })
	}
	t.Run("one by another name", func(t *testing.T) {
		checkTold(t, []string{`FC204 c: there is no workflow "drawn3" in this folder`}, `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
			c call {"callWorkflow": "drawn3"}
			in -> c -> ok`, `
			in subflow {}
			out return {"returnOutput": "out"}
			in -> out`)
	})
	t.Run("one that begins twice", func(t *testing.T) {
		checkTold(t, []string{`FC312 copy: Subflow "copy" begins a workflow that "in" begins too`}, `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
			c call {"callWorkflow": "drawn2"}
			in -> c -> ok`, `
			in subflow {}
			copy subflow {}
			out return {"returnOutput": "out"}
			in -> out`)
	})
}

// TestRefusedRounds wants nothing of the time that hashes take where how they are made was refused.
func TestRefusedRounds(t *testing.T) {
	checkTold(t, []string{`FC203 h: "hashRounds": want a whole number`}, `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/up", "endpointPublic": true, "endpointFields": {"word": {"type": "string", "required": true, "sensitive": true}}}
		h hash {"hashMode": "hash", "hashInput": "{{word}}", "hashRounds": 9223372036854775808}
		add sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ('a', {{h.hash}})"}
		in -> h -> add -> ok`, `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/in", "endpointFields": {"word": {"type": "string", "required": true, "sensitive": true}}}
		user sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = 'a'"}
		v hash {"hashMode": "verify", "hashInput": "{{word}}", "hashAgainst": "{{user.password_hash}}"}
		no response {"responseStatus": 401}
		in -> user -> v:valid -> ok
		v:invalid -> no`)
}
