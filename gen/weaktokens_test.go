package gen_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestWeakTokensThroughCalls wants a code to be followed to where it is made, looked up and limited, whichever workflow does that.
func TestWeakTokensThroughCalls(t *testing.T) {
	const (
		look = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			s sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(token)}}"}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = {{s.user_id}}"}
			no response {"responseStatus": 401}
			s:notFound -> no
			s -> e -> ok
			`
		mint = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			m call {"callWorkflow": "drawn3"}
			k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{m.hash}}, 1)"}
			in -> m:made -> k -> ok
			`
		weak = `in subflow {"subflowFields": {}}
			c set {"setValues": {"code": "{{randomCode(6, '0123456789')}}"}}
			made return {"returnOutput": "made", "returnValues": {"hash": "{{sha256(c.code)}}"}}
			in -> c -> made`
	)
	found := `FC417 k: "s" identifies the caller by this token, which has only 1000000 values`
	for _, c := range []struct {
		name     string
		drawings []string
		want     []string
	}{
		{"the hash is made by who is called", []string{look + "in -> s", mint, weak}, []string{found}},
		{"and the look-up is behind a limit", []string{look + `l rateLimit {"limitKey": "t:{{request.ip}}", "limitRate": "5/1h"}
			many response {"responseStatus": 429}
			in -> l:allowed -> s
			l:limited -> many`, mint, weak}, nil},
		{"one of two ways to make it is enough", []string{look + "in -> s", mint, `in subflow {"subflowFields": {}}
			c condition {"conditionExpression": "request.ip == '1.2.3.4'"}
			long return {"returnOutput": "made", "returnValues": {"hash": "{{sha256(randomToken(32))}}"}}
			made return {"returnOutput": "made", "returnValues": {"hash": "{{sha256(randomCode(4, '0123456789'))}}"}}
			in -> c:true -> long
			c:false -> made`}, []string{`FC417 k: "s" identifies the caller by this token, which has only 10000 values`}},
		{"what another output returns is not stored", []string{look + "in -> s", mint + `
			no response {"responseStatus": 503}
			m:none -> no`, `in subflow {"subflowFields": {}}
			c condition {"conditionExpression": "request.ip == '1.2.3.4'"}
			made return {"returnOutput": "made", "returnValues": {"hash": "{{sha256(randomToken(32))}}"}}
			none return {"returnOutput": "none", "returnValues": {"hash": "{{sha256('none')}}"}}
			in -> c:true -> made
			c:false -> none`}, nil},
		{"what is given is a part of what is hashed", []string{look + "in -> s", `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			c set {"setValues": {"code": "{{randomCode(6, '0123456789')}}"}}
			k call {"callWorkflow": "drawn3", "callInput": {"code": "{{c.code}}"}}
			in -> c -> k:kept -> ok`, `in subflow {"subflowFields": {"code": {"type": "string", "required": true}}}
			k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256('v1.' + code)}}, 1)"}
			r return {"returnOutput": "kept"}
			in -> k -> r`}, []string{found}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawings...) })
	}
}

// TestWrittenProofs requires a report where callers store the hash that lets them in, and none where the hash is made
// or the step is guarded.
func TestWrittenProofs(t *testing.T) {
	const (
		login = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			no response {"responseStatus": 401}
			in -> u -> h:valid -> ok
			h:invalid -> no`
		leave = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			h sql {"sqlMode": "one", "sqlQuery": "DELETE FROM sessions WHERE token_hash = {{sha256(token)}} RETURNING user_id"}
			no response {"responseStatus": 401}
			in -> h -> ok
			h:notFound -> no`
		anybody = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			`
	)
	found := []string{`FC417 k: "k" lets any caller store the hash of their choice where "h" looks up tokens`}
	for _, c := range []struct {
		name, drawing, guard string
		want                 []string
	}{
		{"the hash of a password", anybody + `k sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{hashed}}) ON CONFLICT DO NOTHING"}
			in -> k -> ok`, login, found},
		{"the hash of a token", anybody + `k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{lower(hashed)}}, {{int(id)}})"}
			in -> k -> ok`, leave, found},
		{"a hash that is made", anybody + `n hash {"hashMode": "hash", "hashInput": "{{password}}"}
			k sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{n.hash}}) ON CONFLICT DO NOTHING"}
			in -> n -> k -> ok`, login, nil},
		{"what those import who may", `g auth {"authType": "apikey"}
			no response {"responseStatus": 401}
			k sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{hashed}}) ON CONFLICT DO NOTHING"}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"email": {"type": "string", "required": true}, "hashed": {"type": "string", "required": true}}}
			in -> g:valid -> k -> ok
			g:invalid -> no`, login, nil},
		{"another column", anybody + `k sql {"sqlQuery": "INSERT INTO users (email, nick, password_hash) VALUES ({{email}}, {{hashed}}, '') ON CONFLICT DO NOTHING"}
			in -> k -> ok`, login, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkRule(t, diag.FC417, c.want, c.drawing, c.guard) })
	}
}
