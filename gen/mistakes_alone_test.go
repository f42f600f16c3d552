package gen_test

import "testing"

// TestAlone wants one message of each mistake, where a rule that is right about what is left could say more: of what was refused, of what
// was removed, or of a statement that does not run.
func TestAlone(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a Response that was removed, behind which more was done", `
			save sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			mail set {"setValues": {"x": 1}}
			in -> save`,
			[]string{`FC303 save:out: `}},
		{"a guard that was removed, with its answer left", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			gone sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			no response {"responseStatus": 401}
			in -> gone -> ok`,
			[]string{`FC404 in: SQL "gone" changes data, and no guard is before it`}},
		{"a verifier that was removed, with its answer left", `
			in webhook {"webhookMethod": "POST"}
			no response {"responseStatus": 401}
			in -> ok`,
			[]string{`FC405 in: Webhook "in" verifies no sender`}},
		{"a node that was removed, which was read as a whole", `
			gone response {"responseStatus": 404}
			a response {"responseStatus": 200, "responseBody": "{{user}}"}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"n": {"type": "int"}}}
			in -> a`,
			[]string{`FC204 a: "user" does not exist`}},
		{"a node that was removed, which was read as a whole and by a field", `
			a set {"setValues": {"x": "{{user}}"}}
			b set {"setValues": {"x": "{{user.id}}"}}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"n": {"type": "int"}}}
			in -> a -> b -> ok`,
			[]string{`FC204 a: "user" does not exist`}},
		{"a statement that does not run, and would change each row", `
			a sql {"sqlQuery": "UPDATE notes SE n = 1 WHERE id = 2"}
			in -> a -> ok`,
			[]string{`FC209 a: `}},
		{"a statement that does not run, and would clash", `
			a sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, 'x') O CONFLICT DO NOTHING"}
			in -> a -> ok`,
			[]string{`FC209 a: `}},
		{"a field without the word that those of its type begin with, which ends another one", `
			a api {"apiUrl": "https://example.com", "response": {"n": "int"}}
			in -> a -> ok`,
			[]string{`FC202 a: API has no field "response"`}},
		{"a field that another one stands beside, misspelt", `
			t tryCatch {"tryYiedl": {"x": 1}, "catchYield": {"x": 2}}
			a api {"apiUrl": "https://example.com"}
			in -> t:try -> a
			t:done -> ok`,
			[]string{`FC202 t: Try/Catch has no field "tryYiedl"`}},
		{"a field that there is an output for, misspelt", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			who auth {"authRequires": "claims.admin == true"}
			no response {"responseStatus": 401}
			lacks response {"responseStatus": 403}
			in -> who:valid -> ok
			who:invalid -> no
			who:forbidden -> lacks`,
			[]string{`FC202 who: Auth has no field "authRequires"`}},
		{"the secret of a Webhook, misspelt beyond what is near", `
			in webhook {"webhookMethod": "POST", "webhookScrt": "{{env.A_SECRET}}"}
			in -> ok`,
			[]string{`FC202 in: Webhook has no field "webhookScrt"`}},
		{"a path that is none, and a field in it", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": ["/a"], "endpointPublic": true, "endpointFields": {"id": {"type": "int", "in": "path"}}}
			in -> ok`,
			[]string{`FC003 in: "endpointPath": want a string`}},
		{"a path that is none, and a field that may be absent", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": ["/a"], "endpointPublic": true, "endpointFields": {"n": {"type": "int"}}}
			c condition {"conditionExpression": "has(n)"}
			no response {"responseStatus": 404}
			in -> c:true -> ok
			c:false -> no`,
			[]string{`FC003 in: "endpointPath": want a string`}},
		{"a method that is none, and the body of the request", `
			in apiEndpoint {"endpointMethod": 7, "endpointPath": "/a", "endpointPublic": true}
			a set {"setValues": {"x": "{{sha256(request.rawBody)}}"}}
			in -> a -> ok`,
			[]string{`FC003 in: "endpointMethod": want a string`}},
		{"a list in a path without its wildcard", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"ids": {"type": ["int"], "in": "path"}}}
			in -> ok`,
			[]string{`FC203 in: "ids" is in the path, and the path has no wildcard {ids}`}},
		{"declarations that are none, and whether a field was sent", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": 7}
			a set {"setValues": {"x": "{{present(nick)}}", "y": "{{has(nick)}}"}}
			in -> a -> ok`,
			[]string{`FC003 in: "endpointFields": want an object`}},
		{"a type that is none, of what a Switch has a case for each value of", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"size": {"type": "strin", "required": true, "validate": "oneof=s m"}}}
			on switch {"switchOn": "size", "switchCases": ["s", "m"]}
			small response {"responseStatus": 202}
			in -> on:s -> ok
			on:m -> small`,
			[]string{`FC203 in: unknown type "strin"`}},
		{"a type that is none, and another one where wires meet", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"text": {"type": "strin", "required": true}}}
			c condition {"conditionExpression": "request.ip == '10.0.0.1'"}
			a set {"setValues": {"said": "{{text}}"}}
			b set {"setValues": {"said": "nothing"}}
			note set {"setValues": {"x": "{{input.said}}"}}
			in -> c:true -> a -> note -> ok
			c:false -> b -> note`,
			[]string{`FC203 in: unknown type "strin"`}},
		{"a condition that is none, and what it would have proved", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"n": {"type": "int"}}}
			c condition {"conditionExpression": ["has(n)"]}
			d condition {"conditionExpression": "has(n)"}
			no response {"responseStatus": 404}
			none response {"responseStatus": 404}
			in -> c:true -> d:true -> ok
			c:false -> no
			d:false -> none`,
			[]string{`FC003 c: "conditionExpression": want a string`}},
		{"a node of unknown type, and a branch behind it", `
			seen sqll {"x": 1}
			in -> seen
			in -> ok`,
			[]string{`FC101 seen: unknown node type "sqll"`}},
		{"a mode's further setting, which an output is there for", `
			s localStorage {"storageOperation": "set", "storageKey": "a", "storageValue": 1, "storageTtl": "1h", "storageIfAbsent": 7}
			odd response {"responseStatus": 409}
			in -> s:stored -> ok
			s:exists -> odd`,
			[]string{`FC003 s: "storageIfAbsent": want true or false`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestAloneBesideVerifier wants one message of what is done beside the check of a sender, and of a wire to it that is drawn twice.
func TestAloneBesideVerifier(t *testing.T) {
	const hook = `
		in webhook {"webhookMethod": "POST"}
		sent code {"codeFunction": "webhook.GitHub", "codeInput": {"secret": "{{env.GITHUB_SECRET}}"}}
		no response {"responseStatus": 401}
		sent -> ok
		sent:invalid -> no
		in -> sent
		in -> `
	checkTold(t, []string{`FC406 sent: Code "sent" verifies a signature, but is not the only target of its Webhook`}, hook+"early\n\t\tearly set {\"setValues\": {\"x\": 1}}")
	checkTold(t, []string{`FC308 in:out: output "out" of "in" is wired to "sent" twice`}, hook+"sent")
}

// TestAloneInAnother wants one message of a Call that is none, or calls nothing, and none of what it was to call.
func TestAloneInAnother(t *testing.T) {
	const called = `
		in subflow {}
		out return {"returnOutput": "out"}
		in -> out`
	for name, c := range map[string]struct{ want, drawing string }{
		"a name that is none": {`FC003 c: "callWorkflow": want a string`, `
			c call {"callWorkflow": ["drawn2"]}
			in -> c -> ok`},
		"a type that is none": {`FC101 c: unknown node type "cal"`, `
			c cal {"callWorkflow": "drawn2"}
			in -> c -> ok`},
	} {
		t.Run(name, func(t *testing.T) { checkTold(t, []string{c.want}, c.drawing, called) })
	}
}
