package golden_test

import (
	"fmt"
	"strings"
	"testing"
)

// handTable is where the mistakes stand that were made by hand, with what is said of them.
const handTable = "hand.md"

// How many of the mistakes lead to one message, and to one whose hint says what to write.
const (
	handSingle = 209
	handMended = 208
)

// TestHandMadeMistakes makes each mistake in a workflow in which nothing is wrong: of another keyboard, another tool, or in a hurry. None
// is silent. Of those with says, what is said is one message, and its hint is that.
func TestHandMadeMistakes(t *testing.T) {
	var table strings.Builder
	table.WriteString("<!-- go test ./golden -run TestHandMadeMistakes -update writes this. -->\n\n" +
		"| | workflow | instead of | was typed | is said |\n|---|---|---|---|---|\n")
	single, mended := 0, 0
	for i, s := range handSlips {
		found := s.make(t)
		said := sayings(found)
		switch {
		case len(found) == 0:
			t.Errorf("%s/%s: nothing is said of %s", s.app, s.stem, s.wrong)
		case s.says != "" && (len(found) != 1 || found[0].Hint != s.says):
			t.Errorf("%s/%s: of %s is said %s, want one message with the hint %s", s.app, s.stem, s.wrong, said, s.says)
		case s.says != "":
			mended++
		}
		if len(found) == 1 {
			single++
		}
		fmt.Fprintf(&table, "| %d | %s/%s | %s | %s | %s |\n", i+1, s.app, s.stem, inTable(s.right), inTable(s.wrong), inTable(said))
	}
	fmt.Fprintf(&table, "\nOf %d mistakes that were made by hand, %d lead to one message, and the hint of %d is what to write.\n", len(handSlips), single, mended)
	if single < handSingle || mended < handMended {
		t.Errorf("%d mistakes lead to one message, and %d to one with a hint: want %d and %d", single, mended, handSingle, handMended)
	}
	holdTable(t, handTable, table.String())
}

var handSlips = []slip{
	// What is almost JSON, or almost this format.
	{"auth", "me", `"endpointPath": "/me"}`, `"endpointPath": "/me",}`, `remove the comma`},
	{"auth", "me", `"target": "gone"}`, `"target": "gone"},`, `remove the comma`},
	{"auth", "me", `"sqlMode": "one", `, `"sqlMode": "one"`, `write a comma before it`},
	{"auth", "me", `"authType": "jwt"}},`, `"authType": "jwt"}}`, `write a comma at the end of line 9`},
	{"auth", "me", `"nodes": [`, `"nodes": [ // the nodes`, `remove the comment; a node of type "note" can hold it`},
	{"auth", "me", `"nodes": [`, `/* nodes */ "nodes": [`, `remove the comment; a node of type "note" can hold it`},
	{"auth", "me", `  "nodes": [`, "  # nodes\n  \"nodes\": [", `remove the comment; a node of type "note" can hold it`},
	{"auth", "me", `"authType": "jwt"`, `"authType": 'jwt'`, `use double quotes: "…"`},
	{"auth", "me", `"authType": "jwt"`, `"authType": “jwt”`, `use double quotes: "…"`},
	{"auth", "me", `"authType": "jwt"`, `“authType”: "jwt"`, `use double quotes: "…"`},
	{"auth", "me", `{{auth.reason}}`, `{{or(auth.reason, ‘x’)}}`, `write a text in straight quotes: 'text'`},
	{"auth", "me", `FROM users WHERE`, "FROM users\nWHERE", `close the text with a quote, or write \n for a line break in it`},
	{"auth", "me", `    {"id": "auth",`, "=======\n    {\"id\": \"auth\",", `a merge has left its marks: keep one of the two sides, and remove the lines with marks`},
	{"auth", "me", `"authType": "jwt"`, `authType: "jwt"`, `write it in double quotes: "authType"`},
	{"auth", "me", `"SELECT id, email, created_at FROM users WHERE id = {{int(auth.sub)}}"`, "`SELECT id, email, created_at FROM users WHERE id = {{int(auth.sub)}}`", `use double quotes: "…"; a line break in it is \n`},
	{"auth", "me", `no such user`, `no "such" user`, `write \" for a quote inside of a text`},
	{"auth", "me", `no such user`, `no \such user`, `write \\ for a backslash`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": None`, `write null`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPath": "/me", "endpointPublic": True`, `write true`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": 0x194`, `write a number in decimal digits, without a zero ahead`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": 0404`, `write a number in decimal digits, without a zero ahead`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": +404`, `write the number without a sign ahead`},
	{"auth", "me", `"sqlMode": "one",`, `"sqlMode": "one";`, `write a comma in its place`},
	{"auth", "me", `"sqlMode": "one"`, `"sqlMode" = "one"`, `write a colon in its place`},
	{"auth", "me", `"sqlMode": "one"`, `"sqlMode" => "one"`, `write a colon in its place`},
	{"auth", "me", `"authType": "jwt"}},`, `"authType": "jwt"}}},`, `remove it, or close the "[" before it with "]"`},
	{"auth", "me", `"authType": "jwt"}},`, `"authType": "jwt"},`, `close the object before it with "}"; where a list is meant, open that with "["`},
	{"auth", "me", `  "edges": [`, `  "edges":`, `close the object before it with "}"; where a list is meant, open that with "["`},
	{"auth", "me", `"error": "no such user"`, `"error": "no such user`, `close the text with a quote, or write \n for a line break in it`},
	{"auth", "me", `"{{user}}"`, `{{user}}`, `write a placeholder in quotes: "{{user}}"`},
	{"auth", "me", `"{{user}}"`, `user`, `write it in double quotes: "user"`},
	{"auth", "me", `{{auth.reason}}`, `{{auth["reason"]}}`, `write \" for a quote inside of a text`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus":`, `write a value before it`},
	{"auth", "me", `"sqlMode": "one"`, `"sqlMode", "one"`, `write a colon in its place`},
	{"auth", "me", `"sqlMode": "one",`, `"sqlMode": "one",,`, `remove the comma`},
	{"auth", "me", `"authType": "jwt"}},`, `"authType": "jwt"]},`, `remove it, or close the "{" before it with "}"`},
	{"auth", "me", "  ]\n}", "  ]\n}}", `remove it, or the bracket before it that closes too much`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": .404`, `write a zero before the dot`},
	{"auth", "me", `no such user`, `C:\users`, `write \\ for a backslash`},
	{"auth", "me", `no such user`, `\d+`, `write \\ for a backslash`},
	// Expressions and SQL of other tools.
	{"auth", "me", `{{auth.reason}}`, `{{ $json.reason }}`, `write a field of the request by its name, title, that of a node as node.field, and a variable as env.NAME`},
	{"auth", "me", `"{{user}}"`, `"={{user}}"`, `name the field that is meant: user.email`},
	{"auth", "me", `{{auth.reason}}`, `{{$node["auth"].json["reason"]}}`, `write \" for a quote inside of a text`},
	{"auth", "me", `{{auth.reason}}`, `{{$('auth').item.json.reason}}`, `write a field of the request by its name, title, that of a node as node.field, and a variable as env.NAME`},
	{"auth", "me", `{{auth.reason}}`, `{{msg.payload.reason}}`, `write a field of the request by its name alone, and a part of it as request.path`},
	{"auth", "me", `{{auth.reason}}`, `{{payload.reason}}`, `write a field of the request by its name alone, and a part of it as request.path`},
	{"auth", "me", `{{auth.reason}}`, `{{ auth.reason | default('x') }}`, `write or(auth.reason, 'x')`},
	{"auth", "me", `{{auth.reason}}`, `${auth.reason}`, `write {{auth.reason}}; a text that is meant so is {{'${auth.reason}'}}`},
	{"auth", "me", `{{auth.reason}}`, `{auth.reason}`, `write {{auth.reason}}; a text that is meant so is {{'{auth.reason}'}}`},
	{"auth", "me", `{{auth.reason}}`, `{{{auth.reason}}}`, `write {{auth.reason}}`},
	{"auth", "me", `{{auth.reason}}`, `{{auth?.reason}}`, `write x.y, or or(x.y, fallback) where x.y may be null`},
	{"auth", "me", `{{auth.reason}}`, `{{auth.reason ? 'a' : 'b'}}`, `write when(condition, a, b)`},
	{"auth", "me", `{{auth.reason}}`, `<%= auth.reason %>`, `write {{auth.reason}}; a text that is meant so is {{'<%= auth.reason %>'}}`},
	{"auth", "me", `{{auth.reason}}`, `{{.auth.reason}}`, `write {{auth.reason}}`},
	{"auth", "me", `{{auth.reason}}`, `{{printf "%s" auth.reason}}`, `write \" for a quote inside of a text`},
	{"auth", "me", `{{auth.reason}}`, `{{if auth.reason}}x{{end}}`, `write when(condition, a, b)`},
	{"auth", "me", `{{auth.reason}}`, `{{auth.invalid.reason}}`, `write auth.reason`},
	{"auth", "me", `{{auth.reason}}`, `{{auth["reason"]}}`, `write \" for a quote inside of a text`},
	{"auth", "me", `{{auth.reason}}`, `{{auth.reason;}}`, `leave it out: an expression is one value`},
	{"auth", "me", `{{auth.reason}}`, `{{Auth.reason}}`, `did you mean "auth"?`},
	{"auth", "me", `{{auth.reason}}`, `{{auth.data.reason}}`, `write auth.reason`},
	{"auth", "me", `{{auth.reason}}`, `{{nodes.auth.reason}}`, `write auth.reason`},
	{"auth", "me", `{{auth.reason}}`, `{{steps.auth.outputs.reason}}`, `write auth.reason`},
	{"auth", "me", `{{auth.reason}}`, `{{secrets.KEY}}`, `write env.NAME`},
	{"auth", "me", `{{auth.reason}}`, `{{env.public_url}}`, `write env.PUBLIC_URL, if everybody may know it`},
	{"auth", "me", `{{auth.reason}}`, `{{enc.PUBLIC_URL}}`, `write env.PUBLIC_URL`},
	{"auth", "me", `{{auth.reason}}`, `{{env["PUBLIC_URL"]}}`, `write \" for a quote inside of a text`},
	{"auth", "me", `{{auth.reason}}`, `${env.PUBLIC_URL}`, `write {{env.PUBLIC_URL}}; a text that is meant so is {{'${env.PUBLIC_URL}'}}`},
	{"auth", "me", `{{auth.reason}}`, `{{vars.PUBLIC_URL}}`, `write env.PUBLIC_URL`},
	{"auth", "me", `{{int(auth.sub)}}`, `$1`, `write the value itself as a placeholder, such as {{id}}: that becomes a parameter`},
	{"auth", "me", `{{int(auth.sub)}}`, `?`, `write the value itself as a placeholder, such as {{id}}: that becomes a parameter`},
	{"auth", "me", `SELECT id,`, `SELECT TOP 1 id,`, `write LIMIT at the end`},
	{"auth", "me", `WHERE id = {{int(auth.sub)}}`, `WHERE email ILIKE {{auth.sub}}`, `write LIKE: in SQLite it takes A to Z for a to z`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{auth.sub}}::int`, "write `CAST(x AS type)`, or set sqlDialect to \"postgres\""},
	{"auth", "me", `id = {{int(auth.sub)}}`, `created_at < NOW()`, `write CURRENT_TIMESTAMP, or {{now()}}`},
	{"auth", "me", `id = {{int(auth.sub)}}`, `created_at > now() - interval '1 day'`, `write the time as a placeholder: {{addDuration(now(), "-1d")}}`},
	{"auth", "me", `id = {{int(auth.sub)}}`, `email = \"a@example.com\"`, `write 'text' in single quotes`},
	{"auth", "me", `id = {{int(auth.sub)}}`, `id = {{int(auth.sub)}} AND deleted = false`, `use one of created_at, email, id, password_hash, or add it to the schema`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{int(auth.sub)}} FETCH FIRST 1 ROWS ONLY`, `write LIMIT, with the number of rows behind it`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{int(auth.sub)}} LIMIT ONE`, `write a number`},
	{"auth", "me", `created_at FROM`, `created_at, FROM`, `remove the comma before it`},
	{"auth", "me", `created_at FROM users`, `created_at users`, `write FROM and the table's name`},
	{"auth", "me", `FROM users`, `FORM users`, `did you mean FROM?`},
	{"auth", "me", `WHERE id`, `WEHRE id`, `did you mean WHERE?`},
	{"auth", "me", `id = {{int(auth.sub)}}`, `email = 'a`, `close it with '; inside of it, ' is written twice: ''`},
	{"auth", "me", `id = {{int(auth.sub)}}`, `id IN ({{int(auth.sub)}}`, `close the parenthesis`},
	{"auth", "me", `id = {{int(auth.sub)}}`, `id = {{int(auth.sub)}} && email = 'x'`, `write AND`},
	{"auth", "me", `FROM users`, `FROM public.users`, `write users`},
	{"auth", "me", `SELECT id`, `SELECT u.id`, `no table is called u here: write id, or give its table that name with AS u`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{int(auth.sub)}}; SELECT 1`, `use one SQL node for each statement`},
	{"auth", "me", `"SELECT id, email, created_at FROM users WHERE id = {{int(auth.sub)}}"`, `"queries/me.sql"`, `write the statement itself: it is not read from a file`},
	{"auth", "me", `created_at FROM`, `createdAt FROM`, `did you mean "created_at"?`},
	{"auth", "me", `{{int(auth.sub)}}`, `%s`, `write the value itself as a placeholder, such as {{id}}: that becomes a parameter`},
	{"auth", "me", `{{int(auth.sub)}}`, `@id`, `write the value itself as a placeholder, such as {{id}}: that becomes a parameter`},
	{"auth", "me", `SELECT id, email`, `SELECT id, NVL(email, 'x') AS email`, `write coalesce(a, b)`},
	{"auth", "me", `SELECT id`, `SELECT count() AS id`, `remove what it leads to`},
	{"auth", "me", `created_at FROM`, `date_trunc('day', created_at) AS created_at FROM`, `write strftime('%Y-%m-%d', t)`},
	// Nodes that are copied, renamed and wired by hand, units and addresses.
	{"auth", "login", `    {"id": "ok",`, "    {\"id\": \"user2\", \"type\": \"sql\", \"data\": {\"sqlMode\": \"one\", \"sqlQuery\": \"SELECT id FROM users WHERE email = {{email}}\"}},\n    {\"id\": \"ok\",", `wire it, or remove it`},
	{"auth", "login", `"id": "user",`, `"id": "account",`, `write "account", if that is meant: no wire names it`},
	{"auth", "login", `"sourceHandle": "valid"`, `"sourceHandle": "true"`, `use one of invalid, valid`},
	{"auth", "login", `"sourceHandle": "valid"`, `"sourceHandle": "success"`, `use one of invalid, valid`},
	{"auth", "login", `"sourceHandle": "invalid"`, `"sourceHandle": "valid"`, `write "sourceHandle": "invalid" in its wire to "no", which never runs behind "token"`},
	{"auth", "login", `"sourceHandle": "valid"`, `"targetHandle": "valid"`, `write "sourceHandle": "invalid" or "valid"; without it a wire is from "out", which is there where "hashMode" is hash`},
	{"auth", "login", `{"source": "user", "target": "check"}`, `{"source": "check", "target": "user"}`, `write "sourceHandle": "invalid" or "valid"; without it a wire is from "out", which is there where "hashMode" is hash`},
	{"auth", "login", `{"source": "in", "target": "user"},`, `{"id": "x", "type": "response", "data": {"responseStatus": 200}}, {"source": "in", "target": "user"},`, `this is a node: write it into "nodes"`},
	{"auth", "login", `    {"id": "ok", "type": "response", "position": {"x": 960, "y": 0}, "data": {"responseStatus": 200, "responseBody": {"token": "{{token.token}}"}}},`, ``, `add a node with the id "ok", or remove the wire`},
	{"auth", "login", ",\n    {\"id\": \"no\", \"type\": \"response\", \"position\": {\"x\": 720, \"y\": 160}, \"data\": {\"responseStatus\": 401, \"responseBody\": {\"error\": \"wrong e-mail or password\"}}}", ``, `add a node with the id "no", or remove the wire`},
	{"auth", "login", `    {"id": "in", "type": "apiEndpoint", "position": {"x": 0, "y": 0}, "data": {"endpointMethod": "POST", "endpointPath": "/login"}},`, ``, `the workflow has no entry point, which was that perhaps: add a node of type apiEndpoint or mcpTool or subflow or webhook`},
	{"auth", "login", `"target": "token"`, `"target": "Token"`, `did you mean "token"?`},
	{"auth", "login", `"type": "hash"`, `"type": "condition"`, `set the node's type to "hash", whose fields these are`},
	{"auth", "login", `"type": "hash"`, `"type": "sql"`, `set the node's type to "hash", whose fields these are`},
	{"auth", "login", `"responseStatus": 401`, `"responseStatus": 200`, `answer 401, 403, 404 or 429, or redirect to an address that the caller does not choose`},
	{"auth", "login", `{{env.JWT_SECRET}}`, `s3cr3t-s3cr3t-s3cr3t-s3cr3t`, `put the value into an environment variable and its name here; change the value, as it has been in a file`},
	{"auth", "login", `{{env.JWT_SECRET}}`, `{{env}}`, `put the value into an environment variable and its name here; change the value, as it has been in a file`},
	{"auth", "login", `{{env.JWT_SECRET}}`, `$JWT_SECRET`, `put the value into an environment variable and its name here; change the value, as it has been in a file`},
	{"auth", "login", `{{env.JWT_SECRET}}`, `{{process.env.JWT_SECRET}}`, `put the value into an environment variable and its name here; change the value, as it has been in a file`},
	{"auth", "login", `"jwtSecret": "{{env.JWT_SECRET}}"`, `"jwtSecret": "env.JWT_SECRET"`, `put the value into an environment variable and its name here; change the value, as it has been in a file`},
	{"auth", "login", `"15m"`, `"15min"`, `write "15m"`},
	{"auth", "login", `"15m"`, `"15 m"`, `write "15m"`},
	{"auth", "login", `"15m"`, `"PT15M"`, `write "15m"`},
	{"auth", "login", `"15m"`, `"0.25h"`, `write "15m"`},
	{"auth", "login", `"15m"`, `"1h30m"`, `write "90m"`},
	{"auth", "login", `"jwtExpiresIn": "15m"`, `"jwtExpiresIn": 900`, `write a text with its unit, such as "15m" or "7d"`},
	{"auth", "login", `"15m"`, `"15M"`, `write "15m"`},
	{"auth", "login", `"15m"`, `"1mo"`, `months and years differ in length: write "30d"`},
	{"auth", "login", `"hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"`, `"hashInput": "{{user.password_hash}}", "hashAgainst": "{{password}}"`, `wire output "notFound" of "user", or write or(user.password_hash, …)`},
	{"auth", "login", `"hashMode": "verify"`, `"hashMode": "hash"`, `set "hashMode" to verify, or wire one of out`},
	{"auth", "login", `{{user.password_hash}}`, `{{user.passwordHash}}`, `did you mean "password_hash"?`},
	{"auth", "login", `"sqlMode": "one"`, `"sqlMode": "many"`, `columns of one row: set "sqlMode" to one`},
	{"auth", "login", `"sqlMode": "one", `, ``, `columns of one row: set "sqlMode" to one`},
	{"auth", "login", `"sqlQuery": "SELECT`, `"query": "SELECT`, `did you mean "sqlQuery"?`},
	{"auth", "login", `"jwtClaims": {"sub": "{{user.id}}", "email": "{{user.email}}"}`, `"jwtClaims": "{\"sub\": \"{{user.id}}\"}"`, `write what is in the text itself, without quotes around it`},
	{"auth", "login", `"jwtClaims"`, `"claims"`, `did you mean "jwtClaims"?`},
	{"auth", "login", `"jwtClaims"`, `"jwtPayload"`, `did you mean "jwtClaims"?`},
	{"auth", "login", `{"token": "{{token.token}}"}`, `{"token": "{{token.token}}", "user": "{{user}}"}`, `name the fields that are meant, one by one`},
	{"auth", "login", `{"token": "{{token.token}}"}`, `{"token": "{{token.token}}", "p": "{{password}}"}`, `leave it out`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "login"`, `write /login`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "http://localhost:8080/login"`, `write /login`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "POST /login"`, `write /login`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "/login//"`, `write /login/`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "/login/*"`, `write /login/{path...}`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "/login/{id:[0-9]+}"`, `write /login/{id}`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "/login/{{id}}"`, `write /login/{id}`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "/login/{user-id}"`, `write /login/{user_id}`},
	{"auth", "login", `"endpointPath": "/login"`, `"endpointPath": "/signup"`, `change the path or the method of one of them`},
	{"auth", "login", `"POST"`, `"post"`, `did you mean "POST"?`},
	{"auth", "login", `"endpointMethod": "POST"`, `"endpointMethod": ["POST", "GET"]`, `write one of them; another node takes another`},
	{"auth", "login", `"endpointMethod": "POST"`, `"endpointMethod": "ANY"`, `write one of them; another node takes another`},
	{"auth", "login", `"position": {"x": 0, "y": 0}`, `"position": [0, 0]`, `write {"x": 0, "y": 0}`},
	{"auth", "login", `"position": {"x": 0, "y": 0}`, `"position": {"x": "0", "y": 0}`, `write 0, without quotes`},
	{"auth", "login", `"data": {"hashMode"`, `"name": "Check", "data": {"hashMode"`, `write it into "data"`},
	{"auth", "login", `k3v7q2m7x4t6w3z6r5y2n2b7cd`, `K3v7q2m7x4t6w3z6r5y2n2b7cd`, `flowc fix -w writes one`},
	{"auth", "login", `k3v7q2m7x4t6w3z6r5y2n2b7cd`, `h8j3k5l2z7x4c9v6b1n0m3q8we`, `copy a workflow with flowc duplicate, which gives it an id of its own`},
	{"auth", "login", `"name": "login"`, `"name": "me"`, `rename one of them`},
	{"auth", "login", `"version": 1`, `"version": "1"`, `write 1, without quotes`},
	{"auth", "login", `"id": "check"`, `"id": 3`, `write "3"`},
	{"auth", "login", `"type": "hash",`, ``, ``},
	{"auth", "login", `"data": {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"}`, `"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"`, `write the fields of a node into its "data": {…}`},
	{"auth", "login", `"data": {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"}`, `"data": {"data": {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"}}`, `the field "hashMode" is missing: was that meant?`},
	{"auth", "login", `{"source": "in", "target": "user"},`, `{"source": {"node": "in"}, "target": {"node": "user"}},`, `write the ids of the nodes themselves: "source": "in", "target": "ok"`},
	{"auth", "login", `{"source": "in", "target": "user"},`, `["in", "user"],`, `write a wire as {"source": "in", "target": "ok"}`},
	{"auth", "login", `{"source": "in", "target": "user"},`, `"in -> user",`, `write a wire as {"source": "in", "target": "ok"}`},
	{"auth", "login", `{"source": "in", "target": "user"},`, `{"source": "in", "target": ["user"]},`, `write "user", without the brackets`},
	{"auth", "login", `{"source": "in", "target": "user"},`, `{"source": "in", "target": "user"}, {"source": "user", "target": "user"},`, `remove one of its wires: a workflow runs forward only`},
	// What a new user types: methods of values, names of other tools, and keys of other schemas.
	{"shortener", "list-links", `{{links.rows}}`, `{{len(links)}}`, `write links.count`},
	{"shortener", "list-links", `{{links.rows}}`, `{{links.length}}`, `write links.count`},
	{"shortener", "list-links", `{{links.rows}}`, `{{links.items}}`, `write links.rows`},
	{"shortener", "list-links", `{{links.rows}}`, `{{links[0].code}}`, `write links.rows[…]`},
	{"auth", "me", `"{{user}}"`, `"{{user.created_at.isAfter(now())}}"`, `write user.created_at > now()`},
	{"auth", "me", `"{{user}}"`, `"{{user.created_at.add('1d')}}"`, `write addDuration(user.created_at, "1d")`},
	{"auth", "me", `"{{user}}"`, `"{{user.created_at.subtract(7, 'days')}}"`, `write addDuration(user.created_at, "-7d")`},
	{"auth", "me", `"{{user}}"`, `"{{user.email.toLowerCase}}"`, `write lower(user.email)`},
	{"auth", "me", `"{{user}}"`, `"{{user.email.equals('a')}}"`, `write user.email == 'a'`},
	{"auth", "me", `"{{user}}"`, `"{{user.email.charAt(0)}}"`, `write substring(user.email, 0, 1)`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": "{{auth.status}}"`, `write the number itself: it is the same for every execution; where it may be another, that is another node`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": 404, "responseContentType": "json"`, `write it as "application/json"`},
	{"auth", "me", `"{{auth.reason}}"`, `"{{strings.TrimSpace(auth.reason)}}"`, `write trim(auth.reason)`},
	{"auth", "me", `"{{auth.reason}}"`, `"{{strconv.Itoa(auth.status)}}"`, `write string(auth.status)`},
	{"auth", "me", `"{{auth.reason}}"`, `"{{formatTime(now(), 'RFC3339', 'UTC')}}"`, `write "2006-01-02T15:04:05Z07:00"`},
	{"auth", "me", `"{{auth.reason}}"`, `"{{formatTime(now(), 'time.Kitchen', 'UTC')}}"`, `write "3:04PM"`},
	{"auth", "me", `"{{auth.reason}}"`, `"{{hmacSha256(env.LINK_KEY, 'x')}}"`, `leave it out; a link that is signed and ends carries the token of a JWT node, which another one verifies`},
	{"auth", "me", `{{auth.reason}}`, `{{auth reason}}`, `no name has a space in it: write auth.reason, if a field of auth is meant`},
	{"auth", "me", `{{auth.reason}}`, `{{upper auth.reason}}`, `write upper(auth.reason)`},
	{"auth", "me", `{{auth.reason}}`, `{{ip}}`, `write request.ip, or declare a field of that name`},
	{"auth", "me", `{{auth.reason}}`, `{{#if auth}}a{{else}}b{{/if}}`, `write {{when(auth, 'the text', '')}}`},
	{"shortener", "follow", `{{link.url}}`, `/to/{code}`, `write {{code}}; a text that is meant so is {{'{code}'}}`},
	{"shortener", "follow", `{{link.url}}`, `/to/$code`, `write {{code}}; a text that is meant so is {{'$code'}}`},
	{"shortener", "follow", `{{link.url}}`, `/to/:code`, `write {{code}}; a text that is meant so is {{':code'}}`},
	{"shortener", "follow", `{{link.url}}`, `https://example.com/{link.url}`, `write {{link.url}}; a text that is meant so is {{'{link.url}'}}`},
	{"shortener", "follow", `no such link`, `no link [[code]]`, `write {{code}}; a text that is meant so is {{'[[code]]'}}`},
	{"auth", "me", `"{{user}}"`, `"Hello {user.email}!"`, `write {{user.email}}; a text that is meant so is {{'{user.email}'}}`},
	{"shortener", "follow", `SELECT url FROM`, `SELECT COUNT(*) FROM`, "write `AS name` after it"},
	{"auth", "login", `SELECT id, email, password_hash`, `SELECT id email password_hash`, `write commas between columns: id, email, password_hash`},
	{"auth", "signup", `"validate": "required,email,max=254"`, `"validate": ["required", "email", "max=254"]`, `write "required,email,max=254"`},
	{"auth", "signup", `"validate": "required,email,max=254"`, `"pattern": "^.+@.+$"`, `validate has no patterns: use a tag of it, such as "alphanum", or a Condition on matches(email, "^…$")`},
	{"auth", "signup", `"validate": "required,min=12,max=72"`, `"minLength": 12, "maxLength": 72`, `write "validate": "min=12,max=72"`},
	{"auth", "signup", `"validate": "required,email,max=254"`, `"validate": "email", "maxLength": 254`, `write "validate": "email,max=254"`},
	{"auth", "signup", `"required": true, "validate": "required,email,max=254"`, `"optional": true, "validate": "email,max=254"`, `leave it out: a field may be null where it is not "required"`},
	{"auth", "signup", `"type": "string", "required": true, "validate": "required,min=12,max=72"`, `"type": "password", "required": true`, `write "string" with "sensitive": true`},
	{"teams", "contacts", `{{contact.email}}, {{contact.name}}`, `{{item.email}}, {{contact.name}}`, `write contact.email`},
	{"teams", "contacts", `{{contact.email}}, {{contact.name}}`, `{{this.email}}, {{contact.name}}`, `write contact.email`},
	{"teams", "contacts", `contact {{index}} is`, `contact {{idx}} is`, `write index`},
	{"accounts", "mailbox", `{{split(lower(email), \"@\")}}`, `{{parts}}`, `"box" makes it itself: write what it is made of here, and box.parts behind it`},
	{"ratelimit", "quote", `10/1m`, `150 per hour`, `write "150/1h"`},
	{"ratelimit", "quote", `10/1m`, `10/min`, `write "10/1m"`},
	{"ratelimit", "quote", `10/1m`, `5 requests every 10 seconds`, `write "5/10s"`},
	{"ratelimit", "quote", `quotes:{{request.ip}}`, `{{request.ip}}`, `write "limit:{{request.ip}}"`},
	{"ratelimit", "quote", `quotes:{{request.ip}}`, `quotes-{{request.ip}}`, `write "quotes:{{request.ip}}"`},
	{"ratelimit", "quote", `quotes:{{request.ip}}`, `quotes:{{ip}}`, `write request.ip, or declare a field of that name`},
}
