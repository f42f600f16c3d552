package gen_test

import (
	"strings"
	"testing"
)

// TestRightByShape holds lint to saying nothing of what looks like a mistake and is none, and one thing of what is one mistake.
func TestRightByShape(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"two nested For each that name no index", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"groups": {"type": [{"tags": ["string"]}], "required": true}}}
			a forEach {"eachItems": "{{groups}}", "eachName": "group"}
			b forEach {"eachItems": "{{group.tags}}", "eachName": "tag"}
			q sql {"sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ('a', {{tag}}, {{index}})"}
			in -> a:each -> b:each -> q
			a:done -> ok`, nil},
		{"two nested For each with one name", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"groups": {"type": [{"tags": ["string"]}], "required": true}}}
			a forEach {"eachItems": "{{groups}}"}
			b forEach {"eachItems": "{{item.tags}}"}
			q sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{item}})"}
			in -> a:each -> b:each -> q
			a:done -> ok`, []string{`FC004 b: "item" means something in the region of "a" already`}},
		{"each without its wire", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"tags": {"type": ["string"], "required": true}}}
			a forEach {"eachItems": "{{tags}}", "eachName": "tag"}
			q sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{tag}})"}
			in -> a:done -> q -> ok`, []string{`FC302 a:each: output "each" of For each "a" is not connected`}},
		{"a key that ends in a random code", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}}}
			r retry {"retryAttempts": 5, "retryDelay": "10ms", "retryOn": ["conflict"]}
			s set {"setValues": {"key": "{{lower(email)}}-{{randomCode(6, '0123456789')}}"}}
			q sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{s.key}}, 'x')"}
			in -> r:try -> s -> q
			r:done -> ok`, []string{}},
		{"a key that the caller chooses", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}}}
			s set {"setValues": {"key": "{{lower(email)}}"}}
			q sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{s.key}}, 'x')"}
			in -> s -> q -> ok`, []string{`FC214 q: `}},
		{"rows that a function makes", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"n": {"type": "int", "required": true}}}
			q sql {"sqlDialect": "postgres", "sqlMode": "one", "sqlQuery": "SELECT generate_series(1, {{n}}) AS n"}
			no response {"responseStatus": 404}
			in -> q -> ok
			q:notFound -> no`, []string{`FC217 q: `}},
		{"a part of the request behind a dollar", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true}
			r response {"responseStatus": 200, "responseBody": {"at": "seen ${request.path}", "price": "$5 or ${{request.id}}"}}
			in -> r`, []string{`FC216 r: "${request.path}" stands here as a text`}},
		{"a GET that counts and notes for a cookie", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			seen sql {"sqlQuery": "UPDATE notes SET n = n + 1 WHERE id = {{id}}"}
			visit sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{string(who.user_id)}}, 'visit')"}
			no response {"responseStatus": 401}
			in -> who -> seen -> visit -> ok
			who:notFound -> no`, nil},
		{"a GET that sets for a cookie what the document says", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			seen sql {"sqlQuery": "UPDATE notes SET n = 1 WHERE id = {{id}}"}
			no response {"responseStatus": 401}
			in -> who -> seen -> ok
			who:notFound -> no`, []string{`FC418 in: this GET changes data at "seen"`}},
		{"a GET that inserts for a cookie what the caller sends", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			seen sql {"sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ({{string(who.user_id)}}, 'visit', {{id}})"}
			no response {"responseStatus": 401}
			in -> who -> seen -> ok
			who:notFound -> no`, []string{`FC418 in: this GET changes data at "seen"`}},
		{"a GET below a cookie that is also sent in a header", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			same condition {"conditionExpression": "request.cookies['csrf'] == request.headers['x-csrf']"}
			act sql {"sqlQuery": "UPDATE notes SET n = 1 WHERE id = {{id}}"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			in -> who -> same:true -> act -> ok
			same:false -> forged
			who:notFound -> no`, nil},
		{"a GET that a header other than a cookie's refuses", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			same condition {"conditionExpression": "{{id < 1 || request.headers['x-csrf'] != request.cookies['csrf']}}"}
			act sql {"sqlQuery": "UPDATE notes SET n = 1 WHERE id = {{id}}"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			in -> who -> same:false -> act -> ok
			same:true -> forged
			who:notFound -> no`, nil},
		{"a GET below a part of a cookie that is also sent in a header", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			same condition {"conditionExpression": "startsWith(or(request.headers['x-csrf'], ''), or(request.cookies['csrf'], ''))"}
			act sql {"sqlQuery": "UPDATE notes SET n = 1 WHERE id = {{id}}"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			in -> who -> same:true -> act -> ok
			same:false -> forged
			who:notFound -> no`, []string{`FC418 in: this GET changes data at "act"`}},
		{"a GET below a cookie that is sent in a header, or none is", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			same condition {"conditionExpression": "or(request.cookies['csrf'], '') == or(request.headers['x-csrf'], '')"}
			act sql {"sqlQuery": "UPDATE notes SET n = 1 WHERE id = {{id}}"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			in -> who -> same:true -> act -> ok
			same:false -> forged
			who:notFound -> no`, []string{`FC418 in: this GET changes data at "act"`}},
		{"a GET below a cookie that is not sent in a header", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn/{id}", "endpointFields": {"id": {"type": "int", "in": "path"}}}
			who sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			same condition {"conditionExpression": "request.cookies['csrf'] == request.headers['x-csrf']"}
			act sql {"sqlQuery": "UPDATE notes SET n = 1 WHERE id = {{id}}"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			in -> who -> same:false -> act -> ok
			same:true -> forged
			who:notFound -> no`, []string{`FC418 in: this GET changes data at "act"`}},
		{"a cookie that pages send back in a header", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true}
			made set {"setValues": {"token": "{{randomToken(32)}}"}}
			set response {"responseStatus": 204, "responseCookies": [{"name": "csrf", "value": "{{made.token}}", "httpOnly": false}]}
			in -> made -> set
			---
			back apiEndpoint {"endpointMethod": "POST", "endpointPath": "/back", "endpointFields": {"token": {"type": "string", "required": true}, "title": {"type": "string", "required": true}}}
			who auth {"authCookie": "session"}
			same condition {"conditionExpression": "token == request.cookies['csrf']"}
			act sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{who.sub}}, {{title}})"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			back -> who:valid -> same:true -> act -> ok
			who:invalid -> no
			same:false -> forged`, nil},
		{"a session that pages may read and send back in a header", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true}
			made set {"setValues": {"token": "{{randomToken(32)}}"}}
			set response {"responseStatus": 204, "responseCookies": [{"name": "session", "value": "{{made.token}}", "httpOnly": false}]}
			in -> made -> set
			---
			back apiEndpoint {"endpointMethod": "POST", "endpointPath": "/back", "endpointFields": {"title": {"type": "string", "required": true}}}
			who auth {"authCookie": "session"}
			same condition {"conditionExpression": "request.headers['x-session'] == request.cookies['session']"}
			act sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{who.sub}}, {{title}})"}
			no response {"responseStatus": 401}
			forged response {"responseStatus": 403}
			back -> who:valid -> same:true -> act -> ok
			who:invalid -> no
			same:false -> forged`, []string{`FC418 set: cookie "session" holds a token`}},
		{"a secret that is encrypted, and answered decrypted", `
			s set {"setValues": {"kept": "{{encrypt(env.KEY, env.S)}}"}}
			fine response {"responseStatus": 200, "responseBody": {"a": "{{s.kept}}"}}
			in -> s -> fine`, nil},
		{"a secret that is encrypted and decrypted", `
			s set {"setValues": {"kept": "{{encrypt(env.KEY, env.S)}}"}}
			bad response {"responseStatus": 200, "responseBody": {"a": "{{decrypt(env.KEY, s.kept)}}"}}
			in -> s -> bad`, []string{`FC402 bad: `}},
		{"a text of the caller that is encrypted and decrypted", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"note": {"type": "string", "required": true}}}
			fine response {"responseStatus": 200, "responseBody": {"a": "{{decrypt(env.KEY, encrypt(env.KEY, note))}}"}}
			in -> fine`, nil},
		{"a list, and [] where it failed", `
			t tryCatch {"tryYield": {"tags": "{{split(q.title, ',')}}"}, "catchYield": {"tags": []}}
			q sql {"sqlMode": "one", "sqlQuery": "SELECT coalesce(max(title), '') AS title FROM notes"}
			fine response {"responseStatus": 200, "responseBody": {"tags": "{{join(t.tags, ' ')}}"}}
			in -> t:try -> q
			t:done -> fine`, []string{}},
		{"a list, and where it failed one of something else", `
			t tryCatch {"tryYield": {"tags": "{{split(q.title, ',')}}"}, "catchYield": {"tags": [1]}}
			q sql {"sqlMode": "one", "sqlQuery": "SELECT coalesce(max(title), '') AS title FROM notes"}
			fine response {"responseStatus": 200, "responseBody": {"tags": "{{t.tags}}"}}
			in -> t:try -> q
			t:done -> fine`, []string{`FC206 t: "tags" is list<string> in "tryYield" and list<int> in "catchYield"`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, strings.Split(c.drawing, "---")...) })
	}
}
