package gen_test

import (
	"strings"
	"testing"
)

// TestAPIAuth holds what calls prove themselves with to its keys, and keeps secrets out of the document.
func TestAPIAuth(t *testing.T) {
	for _, c := range []struct {
		auth string
		want []string
	}{
		{`{"type": "basic", "username": "me", "password": "{{env.PASSWORD}}"}`, nil},
		{`{"type": "bearer", "token": "{{env.TOKEN}}"}`, nil},
		{`{"type": "bearer", "token": "{{key_token}}"}`, nil},
		{`{"type": "oauth2", "tokenUrl": "{{env.PUBLIC_AUTH}}", "clientId": "me", "clientSecret": "{{env.SECRET}}", "scopes": "a b"}`, nil},
		{`{"type": "oauth2", "tokenUrl": "http://localhost:9000/token", "clientId": "me", "clientSecret": "{{env.SECRET}}"}`, nil},
		{`{"type": "oauth2", "tokenUrl": "https://x.example/t", "clientId": "me", "clientSecret": "{{env.SECRET}}", "scopes": ["a", "b"]}`, nil},
		{`{"type": "oauth2", "tokenUrl": "https://x.example/t", "clientId": "me", "clientSecret": "{{env.SECRET}}", "scopes": ["a", 1]}`, []string{`FC206 a: `}},
		{`{"type": "oauth2", "tokenUrl": "https://x.example/t", "clientId": ["me"], "clientSecret": "{{env.SECRET}}"}`, []string{`FC206 a: `}},
		{`{"username": "me"}`, []string{`FC201 a: "apiAuth" needs "type"`}},
		{`{"type": "Basic", "username": "me", "password": "{{env.PASSWORD}}"}`, []string{`FC203 a: "type" of "apiAuth": want one of basic, bearer, oauth2`}},
		{`{"type": "{{key_token}}"}`, []string{`FC203 a: "type" of "apiAuth"`}},
		{`{"type": "basic", "username": "me", "pasword": "{{env.PASSWORD}}"}`,
			[]string{`FC201 a: "apiAuth" of type basic needs "password"`, `FC202 a: "apiAuth" of type basic has no "pasword"`}},
		{`{"type": "bearer", "token": "{{env.TOKEN}}", "scopes": "a"}`, []string{`FC202 a: "apiAuth" of type bearer has no "scopes"`}},
		{`{"type": "basic", "username": "me", "password": "hunter2"}`, []string{`FC401 a: secret written on a node: "password" of "apiAuth"`}},
		{`{"type": "bearer", "token": "sk_live_abcdefghijklmnop"}`, []string{`FC401 a: secret written on a node: "token" of "apiAuth"`}},
		{`{"type": "bearer", "token": "{{'abcdefghijklmnop'}}"}`, []string{`FC401 a: secret written on a node: "token" of "apiAuth"`}},
		{`{"type": "bearer", "token": ""}`, []string{`FC401 a: "token" of "apiAuth" is empty`}},
		{`{"type": "basic", "username": "me", "password": " "}`, []string{`FC401 a: "password" of "apiAuth" is empty`}},
		{`{"type": "bearer", "token": "{{null}}"}`, []string{`FC206 a`}},
		{`{"type": "oauth2", "tokenUrl": "https://x.example/t", "clientId": "me", "clientSecret": "hunter2"}`,
			[]string{`FC401 a: secret written on a node: "clientSecret" of "apiAuth"`}},
		{`{"type": "oauth2", "tokenUrl": "https://x.example/t", "clientId": "me", "clientSecret": "{{key_token}}"}`,
			[]string{`FC203 a: "clientSecret" of "apiAuth": want a text, or one variable of the environment`}},
		{`{"type": "oauth2", "tokenUrl": "https://x.example/t", "clientId": "me", "clientSecret": "{{env.PUBLIC_SECRET}}"}`,
			[]string{`FC506 a: "clientSecret" is a secret`}},
		{`{"type": "oauth2", "tokenUrl": "/token", "clientId": "me", "clientSecret": "{{env.SECRET}}"}`, []string{`FC203 a: "/token" is no URL of http or https`}},
		{`{"type": "oauth2", "tokenUrl": "http://x.example/t", "clientId": "me", "clientSecret": "{{env.SECRET}}"}`,
			[]string{`FC407 a: secret sent over plain http to x.example`}},
		{`{"type": "basic", "username": "me", "password": "{{password}}"}`, []string{`FC403 a`}},
	} {
		t.Run(c.auth, func(t *testing.T) {
			checkTold(t, c.want, `
				in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/x", "endpointPublic": true, "endpointFields": {"key_token": {"type": "string", "required": true}, "password": {"type": "string", "required": true}}}
				a api {"apiUrl": "https://a.example/x", "apiAuth": `+c.auth+`}
				in -> a -> ok`)
		})
	}
}

// TestAPIAuthOnce wants one thing alone to set the header Authorization.
func TestAPIAuthOnce(t *testing.T) {
	checkTold(t, []string{`FC203 a: "apiAuth" beside the header Authorization, which it sets`}, `
		a api {"apiUrl": "https://a.example/x", "apiHeaders": {"authorization": "{{env.KEY}}"}, "apiAuth": {"type": "bearer", "token": "{{env.TOKEN}}"}}
		in -> a -> ok`)
}

// TestEmptySecrets reports a secret that has no value as empty, not as one that has been in a file: in a setting, in a
// row of a function's input, and in what a call proves itself with.
func TestEmptySecrets(t *testing.T) {
	const hook = `
		in webhook {"webhookMethod": "POST"}
		in -> a -> ok
		no response {"responseStatus": 401}
		a:invalid -> no
		a `
	const unnamed = " names no environment variable yet"
	checkTold(t, []string{`FC401 a: "secret"` + unnamed}, hook+`code {"codeFunction": "webhook.GitHub", "codeInput": {"secret": " "}}`)
	checkTold(t, []string{`FC401 in: "webhookSecret"` + unnamed}, `
		in webhook {"webhookMethod": "POST", "webhookSecret": ""}
		in -> ok`)
	list := lintDrawn(t, `
		a api {"apiUrl": "https://a.example/x", "apiAuth": {"type": "bearer", "token": ""}}
		in -> a -> ok`)
	if len(list) != 1 || strings.Contains(list[0].Hint, "in a file") {
		t.Errorf("an empty token is reported as %+v", list)
	}
}
