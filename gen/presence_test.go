package gen_test

import (
	"strings"
	"testing"
)

// TestPresence holds the proofs that a value is there to each way in which it can be proved, and to near misses.
func TestPresence(t *testing.T) {
	const row = `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, email, nick, password_hash FROM users WHERE id = 1"}
		`
	const fields = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"s": {"type": "string", "required": true}, "maybe": {"type": "string"}}}
		`
	absent := `, as the row "u" may be`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a column of a row that may be absent", row + `
			ok response {"responseStatus": 200, "responseBody": {"e": "{{u.email}}"}}
			in -> u -> ok`,
			[]string{`FC206 ok: "e" in field "responseBody": "u.email" may be missing` + absent}},
		{"the row as a whole", row + `
			ok response {"responseStatus": 200, "responseBody": "{{u}}"}
			in -> u -> ok`,
			[]string{`FC206 ok: `}},
		{"notFound wired", row + `
			no response {"responseStatus": 404}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			in -> u -> ok
			u:notFound -> no`, nil},
		{"the column itself proved", row + `
			c condition {"conditionExpression": "has(u.email)"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`, nil},
		{"one column proved proves the row", row + `
			c condition {"conditionExpression": "u.id != null"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`, nil},
		{"the row proved does not prove a null-able column", row + `
			c condition {"conditionExpression": "has(u.id)"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.nick)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`,
			[]string{`FC206 ok: "lower(u.nick)": "u.nick" may be missing`}},
		{"the other output of the Condition", row + `
			c condition {"conditionExpression": "u.id == null"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 404, "responseBody": {"e": "{{lower(u.email)}}"}}
			in -> u -> c:false -> ok
			c:true -> no`,
			[]string{`FC206 no: "lower(u.email)": "u.email" may be missing` + absent}},
		{"one of two outputs that meet again", row + `
			c condition {"conditionExpression": "has(u.id)"}
			a set {"setValues": {"x": "{{u.email}}"}}
			b set {"setValues": {"x": "none"}}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			in -> u -> c:true -> a -> ok
			c:false -> b -> ok`,
			[]string{`FC206 ok: "lower(u.email)": "u.email" may be missing` + absent}},
		{"or proves neither of two", row + `
			c condition {"conditionExpression": "has(u.id) || request.ip == '/'"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`,
			[]string{`FC206 ok: "lower(u.email)": `}},
		{"and, or and when inside an expression", row + `
			c condition {"conditionExpression": "has(u.email) && startsWith(u.email, 'a') || u.nick != null && u.nick == u.email"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{when(has(u.id), upper(u.email), 'none')}}", "f": "{{or(u.nick, 'x')}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`, nil},
		{"when with its alternatives the wrong way round", row + `
			ok response {"responseStatus": 200, "responseBody": {"e": "{{when(has(u.id), 'none', upper(u.email))}}"}}
			in -> u -> ok`,
			[]string{`FC206 ok: "upper(u.email)": "u.email" may be missing` + absent}},
		{"Hash verify valid proves the row of its hashAgainst", row + `
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 401}
			in -> u -> h:valid -> ok
			h:invalid -> no`, nil},
		{"and not below invalid", row + `
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			no response {"responseStatus": 401, "responseBody": {"e": "{{lower(u.email)}}"}}
			in -> u -> h:valid -> ok
			h:invalid -> no`,
			[]string{`FC206 no: "lower(u.email)": `}},
		{"and no other row", row + `
			v sql {"sqlMode": "one", "sqlQuery": "SELECT id, title FROM notes WHERE id = 1"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{v.title}}"}}
			no response {"responseStatus": 401}
			in -> u -> v -> h:valid -> ok
			h:invalid -> no`,
			[]string{`FC206 ok: "e" in field "responseBody": "v.title" may be missing, as the row "v" may be`}},
		{"and nothing where a fallback was checked against", row + `
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{or(u.password_hash, 'x')}}"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 401}
			in -> u -> h:valid -> ok
			h:invalid -> no`,
			[]string{`FC206 ok: "lower(u.email)": `}},
		{"through a Set that says so the value may be null", row + `
			s set {"setValues": {"mail": "{{or(u.email, null)}}"}}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(s.mail)}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 ok: "lower(s.mail)": "s.mail" may be missing`}},
		{"through a Set, proved before it", row + `
			c condition {"conditionExpression": "has(u.id)"}
			s set {"setValues": {"mail": "{{u.email}}"}}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(s.mail)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> s -> ok
			c:false -> no`, nil},
		{"through a Set, proved behind it", row + `
			s set {"setValues": {"mail": "{{or(u.email, null)}}"}}
			c condition {"conditionExpression": "has(s.mail)"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(s.mail)}}"}}
			no response {"responseStatus": 404}
			in -> u -> s -> c:true -> ok
			c:false -> no`, nil},
		{"by input", row + `
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(input.email)}}"}}
			in -> u -> ok`,
			[]string{`FC206 ok: "lower(input.email)": "input.email" may be missing` + absent}},
		{"by input, proved by the node's name", row + `
			c condition {"conditionExpression": "has(input.email)"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`, nil},
		{"by a field's bare name", row + `
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(email)}}"}}
			in -> u -> ok`,
			[]string{`FC206 ok: "lower(email)": "email" may be missing` + absent}},
		{"at a join of two rows", `
			c condition {"conditionExpression": "request.ip == '/'"}
			a sql {"sqlMode": "one", "sqlQuery": "SELECT email FROM users WHERE id = 1"}
			b sql {"sqlMode": "one", "sqlQuery": "SELECT email FROM users WHERE id = 2"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(input.email)}}"}}
			in -> c:true -> a -> ok
			c:false -> b -> ok`,
			[]string{`FC206 ok: the row that "a" brings to "ok" may be absent`}},
		{"at a join of a row that is there and one that may not be", `
			c condition {"conditionExpression": "request.ip == '/'"}
			a sql {"sqlMode": "one", "sqlQuery": "SELECT email FROM users WHERE id = 1"}
			b sql {"sqlMode": "one", "sqlQuery": "SELECT email FROM users WHERE id = 2"}
			no response {"responseStatus": 404}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(input.email)}}"}}
			in -> c:true -> a -> ok
			a:notFound -> no
			c:false -> b -> ok`,
			[]string{`FC206 ok: the row that "b" brings to "ok" may be absent`}},
		{"behind a region that proves it", row + `
			t tryCatch {}
			c condition {"conditionExpression": "has(u.id)"}
			call api {"apiUrl": "https://example.com"}
			no response {"responseStatus": 404}
			bad response {"responseStatus": 502}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			in -> u -> t:try -> c:true -> call
			c:false -> no
			t:catch -> bad
			t:done -> ok`, nil},
		{"behind a region whose failure is swallowed ahead of the proof", row + `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			c condition {"conditionExpression": "has(u.id)"}
			no response {"responseStatus": 404}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.email)}}"}}
			in -> u -> t:try -> call -> c:true
			c:true -> x
			x set {"setValues": {"x": 1}}
			c:false -> no
			t:done -> ok`,
			[]string{`FC206 ok: "lower(u.email)": `}},
		{"where null may stand, where it is meant", row + `
			q sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM users WHERE nick = {{or(u.nick, null)}}"}
			s set {"setValues": {"x": "{{or(u.nick, null)}}", "y": {"z": "{{or(u.email, null)}}"}, "u": "{{or(u, null)}}"}}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"nick": "{{or(u.nick, null)}}"}}
			in -> u -> q -> s -> j -> ok`, nil},
		{"a null-able column of a row that is there", row + `
			no response {"responseStatus": 404}
			q sql {"sqlQuery": "SELECT id FROM users WHERE nick = {{u.nick}}"}
			s set {"setValues": {"x": "{{u.nick}}"}}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"nick": "{{u.nick}}"}}
			in -> u -> q -> s -> j -> ok
			u:notFound -> no`, nil},
		{"in a parameter of SQL", row + `
			q sql {"sqlQuery": "UPDATE users SET nick = {{u.nick}} WHERE id = 2"}
			in -> u -> q -> ok`,
			[]string{`FC206 q: parameter 1 of the query: "u.nick" may be missing` + absent}},
		{"in a Set", row + `
			s set {"setValues": {"y": [{"z": "{{u.email}}"}]}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "z" in field "setValues": "u.email" may be missing` + absent}},
		{"the row in a Set", row + `
			s set {"setValues": {"u": "{{u}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "u" in field "setValues": "u" may be missing`}},
		{"in a claim", row + `
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"nick": "{{u.nick}}"}}
			in -> u -> j -> ok`,
			[]string{`FC206 j: "nick" in field "jwtClaims": "u.nick" may be missing` + absent}},
		{"in Local Storage", row + `
			l localStorage {"storageOperation": "set", "storageKey": "nick", "storageValue": "{{u.nick}}", "storageTtl": "1m"}
			in -> u -> l -> ok`,
			[]string{`FC206 l: field "storageValue": "u.nick" may be missing` + absent}},
		{"in the body of a call", row + `
			a api {"apiUrl": "https://example.com", "apiMethod": "POST", "apiBody": {"to": "{{u.email}}"}}
			in -> u -> a -> ok`,
			[]string{`FC206 a: "to" in field "apiBody": "u.email" may be missing` + absent}},
		{"in a header of a call", row + `
			a api {"apiUrl": "https://example.com", "apiHeaders": {"X-To": "{{u.email}}"}}
			in -> u -> a -> ok`,
			[]string{`FC206 a: "X-To" in field "apiHeaders": "u.email" may be missing` + absent}},
		{"in a call's query", row + `
			a api {"apiUrl": "https://example.com", "apiQuery": {"to": "{{u.email}}"}}
			in -> u -> a -> ok`,
			[]string{`FC206 a: "to" in field "apiQuery": "u.email" may be missing` + absent}},
		{"in the input of a function", row + `
			f code {"codeFunction": "work", "codeInput": {"text": "x", "maybe": "{{u.nick}}"}}
			in -> u -> f -> ok`,
			[]string{`FC206 f: "maybe" in field "codeInput": "u.nick" may be missing` + absent}},
		{"in a header of the answer", row + `
			ok response {"responseStatus": 200, "responseHeaders": {"X-To": "{{u.email}}"}}
			in -> u -> ok`,
			[]string{`FC206 ok: "X-To" in field "responseHeaders": "u.email" may be missing` + absent}},
		{"in a cookie", row + `
			ok response {"responseStatus": 200, "responseCookies": [{"name": "nick", "value": "{{u.nick}}"}]}
			in -> u -> ok`,
			[]string{`FC206 ok: `}},
		{"in a token that is verified", row + `
			j jwt {"jwtMode": "verify", "jwtToken": "{{u.nick}}"}
			no response {"responseStatus": 401}
			in -> u -> j:valid -> ok
			j:invalid -> no`,
			[]string{`FC206 j: field "jwtToken": "u.nick" may be missing` + absent}},
		{"as a fallback", row + `
			s set {"setValues": {"x": "{{or(request.query['x'], u.nick)}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "x" in field "setValues": "or(request.query['x'], u.nick)" may be missing` + absent}},
		{"one of two alternatives", row + `
			s set {"setValues": {"x": "{{when(request.ip == '/', 'none', u.email)}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "x" in field "setValues": "when(request.ip == '/', 'none', u.email)" may be missing` + absent}},
		{"never after INSERT with RETURNING", `
			u sql {"sqlMode": "one", "sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', 'b') RETURNING id, body"}
			s set {"setValues": {"id": "{{u.id}}", "body": "{{u.body}}", "u": "{{u}}"}}
			in -> u -> s -> ok`, nil},
		{"but where it may do nothing", `
			u sql {"sqlMode": "one", "sqlQuery": "INSERT INTO users (email, password_hash) VALUES ('a', 'b') ON CONFLICT DO NOTHING RETURNING id"}
			s set {"setValues": {"id": "{{u.id}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "id" in field "setValues": "u.id" may be missing` + absent}},
		{"an any of SQL, through a Set", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT max(nullif(nick, '')) AS n, count(*) AS c FROM users"}
			s set {"setValues": {"x": "{{u.n}}"}}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(s.x)}}", "x": "{{s.x}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 ok: "lower(s.x)": "s.x" may be missing`}},
		{"an any of SQL, through a row of many", `
			u sql {"sqlQuery": "SELECT CASE WHEN id > 1 THEN nick END AS n FROM users"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.rows[0].n)}}"}}
			in -> u -> ok`,
			[]string{`FC206 ok: "lower(u.rows[0].n)": "u.rows[0].n" may be missing`}},
		{"an any of SQL that is proved", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT max(nullif(nick, '')) AS n, count(*) AS c FROM users"}
			c condition {"conditionExpression": "u.n != null"}
			no response {"responseStatus": 404}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.n)}}"}}
			in -> u -> c:true -> ok
			c:false -> no`, nil},
		{"an any of SQL that sqlColumns knows", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT max(CASE WHEN id > 1 THEN 2 ELSE 3 END) AS n, count(*) AS c FROM users", "sqlColumns": {"n": "int"}}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{u.n + 1}}"}}
			in -> u -> ok`, nil},
		{"compared with what a fallback is not", row + `
			c condition {"conditionExpression": "or(u.nick, '') != '' && or(u.id, 0) > 0"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.nick)}}", "n": "{{u.id + 1}}", "mail": "{{lower(u.email)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`, nil},
		{"compared with what a fallback is not, on the other side", row + `
			c condition {"conditionExpression": "or(u.nick, '') == '' || (has(u.id) == true) == false"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.nick)}}", "n": "{{u.id + 1}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:false -> ok
			c:true -> no`, nil},
		{"compared with what a fallback is", row + `
			c condition {"conditionExpression": "or(u.nick, 'ann') == 'ann'"}
			ok response {"responseStatus": 200, "responseBody": {"e": "{{lower(u.nick)}}"}}
			no response {"responseStatus": 404}
			in -> u -> c:true -> ok
			c:false -> no`,
			[]string{`FC206 ok: "lower(u.nick)": "u.nick" may be missing, as the row "u" may be`}},
		{"columns that the WHERE proves", fields + `
			u sql {"sqlMode": "many", "sqlQuery": "SELECT title AS a, body AS b FROM notes WHERE body > 'a' AND price IS NOT NULL"}
			v sql {"sqlMode": "many", "sqlQuery": "SELECT nick AS a FROM users WHERE nick = {{s}}"}
			w sql {"sqlMode": "many", "sqlQuery": "SELECT nick AS a FROM users WHERE nick LIKE 'a%' OR nick IN ('b', 'c')"}
			ok response {"responseStatus": 200, "responseBody": ["{{lower(u.rows[0].a)}}", "{{lower(u.rows[0].b)}}", "{{lower(v.rows[0].a)}}", "{{lower(w.rows[0].a)}}"]}
			in -> u -> v -> w -> ok`, nil},
		{"columns that the WHERE does not prove", fields + `
			u sql {"sqlMode": "many", "sqlQuery": "SELECT nick AS a FROM users WHERE nick IS NOT NULL OR id = 1"}
			v sql {"sqlMode": "many", "sqlQuery": "SELECT nick AS a FROM users WHERE coalesce(nick, '') = ''"}
			ok response {"responseStatus": 200, "responseBody": ["{{lower(u.rows[0].a)}}", "{{lower(v.rows[0].a)}}"]}
			in -> u -> v -> ok`,
			[]string{`FC206 ok: "lower(u.rows[0].a)": "u.rows[0].a" may be missing`, `FC206 ok: "lower(v.rows[0].a)": "v.rows[0].a" may be missing`}},
		{"what an UPDATE sets, with RETURNING", fields + `
			u sql {"sqlMode": "many", "sqlQuery": "UPDATE users SET nick = {{s}} WHERE id = 1 RETURNING nick"}
			v sql {"sqlMode": "many", "sqlQuery": "UPDATE users SET nick = {{maybe}} WHERE id = 1 RETURNING nick"}
			w sql {"sqlMode": "one", "sqlQuery": "INSERT INTO notes (owner, title, body) VALUES ('a', 'b', upper({{s}})) RETURNING body"}
			ok response {"responseStatus": 200, "responseBody": ["{{lower(u.rows[0].nick)}}", "{{lower(v.rows[0].nick)}}", "{{lower(w.body)}}"]}
			in -> u -> v -> w -> ok`,
			[]string{`FC206 ok: "lower(v.rows[0].nick)": "v.rows[0].nick" may be missing`}},
		{"an outer join whose row is there", `
			u sql {"sqlMode": "many", "sqlQuery": "SELECT n.title FROM users u LEFT JOIN notes n ON n.owner = u.email WHERE n.id IS NOT NULL"}
			v sql {"sqlMode": "many", "sqlQuery": "SELECT n.title FROM users u LEFT JOIN notes n ON n.owner = u.email AND n.id IS NOT NULL"}
			ok response {"responseStatus": 200, "responseBody": ["{{lower(u.rows[0].title)}}", "{{lower(v.rows[0].title)}}"]}
			in -> u -> v -> ok`,
			[]string{`FC206 ok: "lower(v.rows[0].title)": "v.rows[0].title" may be missing`}},
		{"aggregates of groups", `
			u sql {"sqlMode": "many", "sqlQuery": "SELECT owner, sum(n) AS s, max(title) AS m, avg(n) AS a FROM notes GROUP BY owner"}
			v sql {"sqlMode": "many", "sqlQuery": "SELECT owner, max(body) AS m FROM notes GROUP BY owner"}
			w sql {"sqlMode": "one", "sqlQuery": "SELECT max(title) AS m FROM notes"}
			ok response {"responseStatus": 200, "responseBody": ["{{u.rows[0].s + 1}}", "{{lower(u.rows[0].m)}}", "{{u.rows[0].a * 2.0}}", "{{lower(v.rows[0].m)}}", "{{lower(w.m)}}"]}
			in -> u -> v -> w -> ok`,
			[]string{`FC206 ok: "lower(v.rows[0].m)": "v.rows[0].m" may be missing`, `FC206 ok: "lower(w.m)": "w.m" may be missing`}},
		{"never of an aggregate", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT count(*) AS n, max(price) AS most FROM notes"}
			s set {"setValues": {"n": "{{u.n}}", "most": "{{u.most}}"}}
			in -> u -> s -> ok`, nil},
		{"but of one by group", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT count(*) AS n FROM notes GROUP BY owner"}
			s set {"setValues": {"n": "{{u.n}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "n" in field "setValues": "u.n" may be missing` + absent}},
		{"not in a text", row + `
			s set {"setValues": {"x": "hello {{u.email}}"}}
			in -> u -> s -> ok`,
			[]string{`FC206 s: "u.email" may be missing` + absent}},
		{"an absent header, cookie and query", `
			s set {"setValues": {"a": "{{lower(request.headers['x'])}}", "b": "{{lower(request.cookies['x'])}}", "c": "{{lower(request.query['x'])}}"}}
			in -> s -> ok`,
			[]string{
				`FC206 s: "lower(request.headers['x'])": "request.headers['x']" may be missing`,
				`FC206 s: "lower(request.cookies['x'])": "request.cookies['x']" may be missing`,
				`FC206 s: "lower(request.query['x'])": "request.query['x']" may be missing`,
			}},
		{"e-mail and name of an Auth", `
			who auth {}
			no response {"responseStatus": 401}
			ok response {"responseStatus": 200, "responseBody": {"a": "{{lower(who.sub)}}", "b": "{{lower(who.email)}}"}}
			in -> who:valid -> ok
			who:invalid -> no`,
			[]string{`FC206 ok: "lower(who.email)": "who.email" may be missing`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, strings.TrimSpace(c.drawing)) })
	}
}

// TestReferences wants of a node that has not run everywhere the path on which it has not.
func TestReferences(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"one of two ways", `
			c condition {"conditionExpression": "request.ip == '/'"}
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"y": 1}}
			ok response {"responseStatus": 200, "responseBody": "{{a.x}}"}
			in -> c:true -> a -> ok
			c:false -> b -> ok`,
			[]string{`FC205 ok: "a" has not run on every path to "ok": not on in -> c -> b -> ok`}},
		{"itself", `
			s set {"setValues": {"x": "{{s.x}}"}}
			in -> s -> ok`,
			[]string{`FC205 s: {{s}} is this node itself`}},
		{"one that comes later", `
			s set {"setValues": {"x": "{{b.y}}"}}
			b set {"setValues": {"y": 1}}
			in -> s -> b -> ok`,
			[]string{`FC205 s: "b" has not run on every path to "s": not on in -> s`}},
		{"below catch, what failed", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			no response {"responseStatus": 502, "responseBody": "{{call.status}}"}
			in -> t:try -> call -> ok
			t:catch -> no`,
			[]string{`FC205 no: "call" has not run on every path to "no": not on in -> t -> no`}},
		{"below catch, what has run before all that may fail", `
			t tryCatch {}
			s set {"setValues": {"x": 1}}
			call api {"apiUrl": "https://example.com"}
			no response {"responseStatus": 502, "responseBody": "{{s.x}}"}
			in -> t:try -> s -> call -> ok
			t:catch -> no`, nil},
		{"the failure, below one or the other of two", `
			t tryCatch {}
			u retry {}
			call api {"apiUrl": "https://example.com"}
			more api {"apiUrl": "https://example.com"}
			no response {"responseStatus": 502, "responseBody": "{{error.node}}"}
			in -> t:try -> call
			t:catch -> no
			t:done -> u:try -> more
			u:failed -> no
			u:done -> ok`, nil},
		{"the failure, where it is not the only way", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			c condition {"conditionExpression": "n > 1"}
			no response {"responseStatus": 502, "responseBody": "{{error.node}}"}
			in -> t:try -> call
			t:catch -> no
			t:done -> c:true -> no
			c:false -> ok`,
			[]string{`FC204 no: "error" exists below catch and failed only, and "c" leads to "no" too`}},
		{"behind a region whose failure is swallowed", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			ok response {"responseStatus": 200, "responseBody": "{{call.status}}"}
			in -> t:try -> call
			t:done -> ok`,
			[]string{`FC205 ok: "call" has not run on every path to "ok": not on in -> t -> call (fails) -> ok`}},
		{"behind a region whose failure answers", `
			t tryCatch {}
			call api {"apiUrl": "https://example.com"}
			no response {"responseStatus": 502}
			ok response {"responseStatus": 200, "responseBody": "{{call.status}}"}
			in -> t:try -> call
			t:catch -> no
			t:done -> ok`, nil},
		{"another entry point does not run it", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			two apiEndpoint {"endpointMethod": "POST", "endpointPath": "/b", "endpointPublic": true}
			s set {"setValues": {"x": 1}}
			ok response {"responseStatus": 200, "responseBody": "{{s.x}}"}
			in -> s -> ok
			two -> ok`,
			[]string{`FC205 ok: "s" has not run on every path to "ok": the entry point "two" does not lead to it`}},
		{"a field that two nodes supply", `
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"x": 2}}
			ok response {"responseStatus": 200, "responseBody": "{{x}}"}
			in -> a -> b -> ok`,
			[]string{`FC207 ok: ambiguous reference: a and b supply "x"`}},
		{"a field that one of two ways supplies", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"q": {"type": "string"}}}
			c condition {"conditionExpression": "request.ip == '/'"}
			a set {"setValues": {"x": 1}}
			b set {"setValues": {"y": 1}}
			ok response {"responseStatus": 200, "responseBody": "{{x}}"}
			in -> c:true -> a -> ok
			c:false -> b -> ok`,
			[]string{`FC204 ok: "x" does not exist here: "a" supplies it, and has not run on every path to here`}},
		{"a misspelt node, field, function and variable", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"email": {"type": "string"}}}
			user set {"setValues": {"name": "x"}}
			ok response {"responseStatus": 200, "responseBody": {"a": "{{usr.name}}", "b": "{{user.nam}}", "c": "{{lowr(user.name)}}", "d": "{{emial}}"}}
			in -> user -> ok`,
			[]string{`FC204 ok: "usr" does not exist`, `FC204 ok: "user" has no field "nam", it has name`, `FC204 ok: `, `FC204 ok: "emial" does not exist`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
