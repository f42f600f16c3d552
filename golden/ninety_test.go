package golden_test

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// ninetyTable is where the mistakes stand with what is said of them.
const ninetyTable = "ninety.md"

// leastMended is how many of the mistakes are mended in one step.
const leastMended = 85

// slip is a mistake that somebody makes in a workflow of golden/apps.
type slip struct {
	app, stem, right, wrong string
	says                    string // of the message: what has to be written. "" where that takes a search
}

// TestNinetyMistakes makes each mistake in a workflow in which nothing is wrong. None is silent, and of all but a few what is said
// names what to write: then it is as right as before.
func TestNinetyMistakes(t *testing.T) {
	var table strings.Builder
	table.WriteString("<!-- go test ./golden -run TestNinetyMistakes -update writes this. -->\n\n" +
		"| | workflow | instead of | was typed | is said | is to be written |\n|---|---|---|---|---|---|\n")
	mended := 0
	for i, s := range slips {
		found := s.make(t)
		said := sayings(found)
		switch {
		case len(found) == 0:
			t.Errorf("%s/%s: nothing is said of %s", s.app, s.stem, s.wrong)
		case s.says != "" && !strings.Contains(said, s.says):
			t.Errorf("%s/%s: of %s is said %s, which has not %s", s.app, s.stem, s.wrong, said, s.says)
		case s.says != "":
			mended++
		}
		fmt.Fprintf(&table, "| %d | %s/%s | %s | %s | %s | %s |\n", i+1, s.app, s.stem, inTable(s.right), inTable(s.wrong), inTable(said), inTable(s.says))
	}
	fmt.Fprintf(&table, "\nOf %d mistakes that we made on purpose, what is said of %d names what is to be written, and none is silent.\n", len(slips), mended)
	if len(slips) != 90 || mended < leastMended {
		t.Errorf("%d of %d mistakes are mended in one step, want %d of 90", mended, len(slips), leastMended)
	}
	holdTable(t, ninetyTable, table.String())
}

// make makes the mistake, and returns what is found of it.
func (s slip) make(t *testing.T) diag.List {
	t.Helper()
	dir := path.Join("apps", s.app, "flows")
	files := fileSet{}
	if err := files.read(dir); err != nil {
		t.Fatal(err)
	}
	if list := lintIn(files, dir); len(list) > 0 {
		t.Fatalf("%s is not right:\n%s", s.app, text(list))
	}
	name := s.stem + ".flow.json"
	at := s.pattern().FindIndex(files[name])
	if at == nil {
		t.Fatalf("%s/%s has no %s", s.app, s.stem, s.right)
	}
	files[name] = slices.Replace(slices.Clone(files[name]), at[0], at[1], []byte(s.wrong)...)
	return lintIn(files, dir)
}

// pattern matches what is right, in which {…} is any place of a node.
func (s slip) pattern() *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(s.right), regexp.QuoteMeta("{…}"), `\{[^}]*\}`))
}

func lintIn(files fileSet, dir string) diag.List {
	f := files.folder()
	f.Dir = dir
	return gen.Lint(f)
}

var slips = []slip{
	// How a document is written.
	{"auth", "me", `"version": 1`, `"version": 2`, `1`},
	{"auth", "me", `"version": 1,`, ``, `version`},
	{"auth", "me", `"name": "me"`, `"name": ""`, `name`},
	{"auth", "me", `"nodes"`, `"node"`, `nodes`},
	{"auth", "me", `"edges"`, `"wires"`, `edges`},
	{"auth", "me", `"type": "auth"`, `"typ": "auth"`, `type`},
	{"auth", "me", `"type": "auth"`, `"type": "Auth"`, `auth`},
	{"auth", "me", `"type": "sql"`, `"type": "database"`, `sql`},
	{"auth", "me", `"type": "response"`, `"type": "respond"`, `response`},
	{"auth", "me", `{"id": "no", `, `{"id": "gone", `, `gone`},
	{"auth", "me", `{"source": "in", `, `{"from": "in", `, `source`},
	{"auth", "me", `{"source": "in", "target": "auth"}`, `{"source": "in", "target": "aut"}`, `auth`},
	{"auth", "me", `"sourceHandle": "valid"`, `"sourceHandle": "vaild"`, `valid`},
	{"auth", "me", `"sourceHandle": "valid"`, `"sourcehandle": "valid"`, `sourceHandle`},
	{"auth", "me", `"sourceHandle": "notFound"`, `"sourceHandle": "missing"`, `notFound`},
	// Settings.
	{"auth", "me", `"endpointMethod": "GET"`, `"endpointMethod": "get"`, `GET`},
	{"auth", "me", `"endpointMethod": "GET"`, `"method": "GET"`, `endpointMethod`},
	{"auth", "me", `"endpointMethod": "GET", `, ``, `endpointMethod`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPath": "me"`, `/`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPath": "/me?full=1"`, `query`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPath": "/users/:id"`, `{id}`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPath": "/users/{id"`, `}`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPath": "/login//"`, `/login`},
	{"auth", "me", `"endpointPath": "/me"`, `"endpointPth": "/me"`, `endpointPath`},
	{"auth", "me", `"authType": "jwt"`, `"authType": "bearer"`, `jwt`},
	{"auth", "me", `"authType": "jwt"`, `"authType": "JWT"`, `jwt`},
	{"auth", "me", `"sqlMode": "one"`, `"sqlMode": "single"`, `one`},
	{"auth", "me", `"sqlMode": "one", `, ``, `one`},
	{"auth", "me", `"sqlMode": "one"`, `"sqlMode": "many"`, ``},
	{"auth", "me", `"sqlQuery": `, `"query": `, `sqlQuery`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": "404"`, `404`},
	{"auth", "me", `"responseStatus": 404`, `"responseStatus": 4040`, `599`},
	{"auth", "me", `"responseStatus": 404`, `"status": 404`, `responseStatus`},
	{"auth", "me", `"responseBody": {"error": "no such user"}`, `"body": {"error": "no such user"}`, `responseBody`},
	{"auth", "login", `"jwtExpiresIn": "15m"`, `"jwtExpiresIn": "15 minutes"`, `15m`},
	{"auth", "login", `"jwtExpiresIn": "15m"`, `"jwtExpiresIn": 900`, `15m`},
	{"auth", "login", `"jwtExpiresIn": "15m", `, ``, `jwtExpiresIn`},
	{"auth", "login", `"jwtSecret": "{{env.JWT_SECRET}}"`, `"jwtSecret": "top secret"`, `{{env.`},
	{"auth", "login", `"jwtMode": "sign"`, `"jwtMode": "create"`, `sign`},
	{"auth", "login", `"jwtClaims": {"sub": "{{user.id}}", `, `"jwtClaims": {"exp": "{{user.id}}", `, `jwtExpiresIn`},
	{"auth", "login", `"hashMode": "verify"`, `"hashMode": "compare"`, `verify`},
	{"auth", "login", `, "hashAgainst": "{{user.password_hash}}"`, ``, `hashAgainst`},
	{"auth", "signup", `"validate": "required,email,max=254"`, `"validate": "required,e-mail,max=254"`, `email`},
	{"auth", "signup", `"validate": "required,min=12,max=72"`, `"validate": "required,min=12,mx=72"`, `max=72`},
	{"auth", "signup", `{"type": "string", "required": true, "validate": "required,email`, `{"type": "text", "required": true, "validate": "required,email`, `string`},
	{"auth", "signup", `"required": true, "validate": "required,email`, `"requred": true, "validate": "required,email`, `required`},
	{"auth", "signup", `"required": true, "validate": "required,email`, `"required": "true", "validate": "required,email`, `true`},
	{"notify", "order", `"retryAttempts": 2`, `"retryAttempts": "2"`, `2`},
	{"notify", "order", `"retryAttempts": 2`, `"retryAttempts": 0`, `from 2 to 20`},
	{"notify", "order", `"retryDelay": "1s"`, `"retryDelay": "1sec"`, `1s`},
	{"notify", "order", `"apiMethod": "POST"`, `"apiMethod": "SEND"`, `POST`},
	{"notify", "order", `"apiMaxResponse": "64KiB"`, `"apiMaxResponse": "64k"`, `KiB`},
	{"notify", "order", `"apiUrl": "{{env.WAREHOUSE_URL}}/orders`, `"apiUrl": "warehouse.example.com/orders`, `https://`},
	{"ratelimit", "quote", `"limitRate": "10/1m"`, `"limitRate": "10 per minute"`, `10/1m`},
	{"ratelimit", "quote", `"limitRate": "10/1m"`, `"limitRate": "10/m"`, `10/1m`},
	{"sessions", "login", `"storageTtl": "7d"`, `"storageTtl": "1 week"`, `one of ms, s, m, h, d, w`},
	{"sessions", "login", `"storageOperation": "set"`, `"storageOperation": "put"`, `set`},
	{"sessions", "login", `"maxAge": 604800`, `"maxAge": "7d"`, `604800`},
	// References.
	{"auth", "me", `{{auth.reason}}`, `{{auth.raeson}}`, `reason`},
	{"auth", "me", `"{{user}}"`, `"{{usr}}"`, ``},
	{"auth", "me", `"{{user}}"`, `"{{user..email}}"`, `name`},
	{"auth", "me", `"{{user}}"`, `"{{user}"`, `}}`},
	{"auth", "me", `"{{user}}"`, `"{{user.name}}"`, `email`},
	{"auth", "me", `"{{user}}"`, `"user.email"`, `{{user.email}}`},
	{"auth", "me", `"{{user}}"`, `"{{user[0]}}"`, `user`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{auth.sub}}`, `int(auth.sub)`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{toInt(auth.sub)}}`, `int`},
	{"auth", "me", `{{int(auth.sub)}}`, `{{int(auth.sub}}`, `)`},
	{"auth", "me", `{{int(auth.sub)}}`, `$1`, `{{`},
	{"auth", "me", `"error": "no such user"`, `"error": "no user {{user.id}}"`, `user`},
	{"auth", "login", `"{{token.token}}"`, `"{{check.valid}}"`, `valid`},
	{"auth", "login", `"{{token.token}}"`, `"{{user.password_hash}}"`, `password_hash`},
	{"auth", "login", `"{{token.token}}"`, `"{{token.value}}"`, `token`},
	{"auth", "login", `"error": "wrong e-mail or password"`, `"error": "{{password}} is wrong"`, `password`},
	{"auth", "login", `{{env.JWT_SECRET}}`, `{{JWT_SECRET}}`, `{{env.NAME}}`},
	{"auth", "login", `{{env.JWT_SECRET}}`, `{{env.JWT-SECRET}}`, `env`},
	{"auth", "signup", `{{hash.hash}}`, `{{password}}`, `Hash`},
	{"notify", "order", `{{error.status}}`, `{{error.code}}`, `status`},
	{"notify", "order", `{{call.body.ticket}}`, `{{call.ticket}}`, `body`},
	{"notify", "order", `{{call.body.ticket}}`, `{{call.body.tickets}}`, `ticket`},
	// SQL.
	{"auth", "me", `SELECT id, email, created_at FROM users`, `SELECT id, emial, created_at FROM users`, `email`},
	{"auth", "me", `SELECT id, email, created_at FROM users`, `SELECT id, email, created_at FROM user`, `users`},
	{"auth", "me", `SELECT id, email, created_at FROM users`, `SELEC id, email, created_at FROM users`, `SELEC`},
	{"auth", "me", `WHERE id = {{int(auth.sub)}}`, `WHERE id = '{{int(auth.sub)}}'`, `quotes`},
	{"auth", "signup", `VALUES ({{email}}, {{hash.hash}})`, `VALUES ({{email}})`, `2`},
	// Wires.
	{"auth", "me", `    {"source": "auth", "sourceHandle": "invalid", "target": "no"},`, ``, `invalid`},
	{"auth", "me", `    {"source": "user", "sourceHandle": "notFound", "target": "gone"}`, `    {"source": "user", "sourceHandle": "conflict", "target": "gone"}`, `notFound`},
	{"auth", "me", `{"source": "auth", "sourceHandle": "invalid", "target": "no"}`, `{"source": "auth", "sourceHandle": "invalid", "target": "user"}`, ``},
	{"auth", "signup", `{"source": "hash", "target": "user"}`, `{"source": "user", "target": "hash"}`, ``},
	{"auth", "signup", `    {"source": "user", "target": "created"},`, ``, `user`},
}
