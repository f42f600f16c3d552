package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// valued is a workflow with a value of each type, and a node between them and the answer.
const valued = `
	in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/places/{id}", "endpointPublic": true, "endpointFields": {"text": {"type": "string", "required": true},
		"count": {"type": "int", "required": true}, "rate": {"type": "float", "required": true}, "yes": {"type": "bool", "required": true}, "at": {"type": "time", "required": true},
		"raw": {"type": "bytes", "required": true}, "span": {"type": "duration", "required": true}, "list": {"type": ["string"], "required": true}, "thing": {"type": {"name": "string"}, "required": true},
		"free": {"type": "any", "required": true}, "maybe": {"type": "string"}}}
	no response {"responseStatus": 401}
	in -> n%s -> ok
	n %s
	%s`

// TestPlaces holds every place of every node type to the values that it takes: of each list, the values that fit, and those
// that do not, with the wanted type.
func TestPlaces(t *testing.T) {
	const all = "text count rate yes at raw span list thing free maybe null"
	const scalars = "text count rate yes at span free"
	for _, c := range []struct {
		name, node, output, more string // %s in node is the value
		fits                     string // of all; what else there is does not
		wanted                   string // in the message about those
	}{
		{"a JSON value", `set {"setValues": {"x": "{{%s}}"}}`, "", "", all, ""},
		{"the body of a Response", `response {"responseStatus": 200, "responseBody": {"x": ["{{%s}}"]}}`, "", "", all, ""},
		{"a header of a Response", `response {"responseStatus": 200, "responseHeaders": {"X-A": "{{%s}}"}}`, "", "", scalars, "want string"},
		{"a cookie", `response {"responseStatus": 200, "responseCookies": [{"name": "a", "value": "{{%s}}"}]}`, "", "", scalars, "want string"},
		{"inside a longer text", `set {"setValues": {"x": "a {{%s}}"}}`, "", "", scalars, "want string"},
		{"the host of a URL", `api {"apiUrl": "https://{{%s}}.example.com"}`, "", "", scalars, "want string"},
		{"a segment of a URL's path", `api {"apiUrl": "https://example.com/{{%s}}"}`, "", "", scalars, "want string"},
		{"the query of a URL", `api {"apiUrl": "https://example.com/?q={{%s}}"}`, "", "", scalars, "want string"},
		{"apiQuery", `api {"apiUrl": "https://example.com", "apiQuery": {"q": "{{%s}}"}}`, "", "", scalars + " list maybe null", "want string"},
		{"apiHeaders", `api {"apiUrl": "https://example.com", "apiHeaders": {"X-A": "{{%s}}"}}`, "", "", scalars, "want string"},
		{"apiBody as JSON", `api {"apiUrl": "https://example.com", "apiMethod": "POST", "apiBody": {"x": "{{%s}}"}}`, "", "", all, ""},
		{"apiBody as a form", `api {"apiUrl": "https://example.com", "apiMethod": "POST", "apiBodyType": "form", "apiBody": {"x": "{{%s}}"}}`, "", "",
			scalars + " list maybe null", "a form takes"},
		{"apiBody as text", `api {"apiUrl": "https://example.com", "apiMethod": "POST", "apiBodyType": "text", "apiBody": "{{%s}}"}`, "", "", "text free", "takes a text"},
		{"a condition", `condition {"conditionExpression": "%s"}`, ":true", "n:false -> no", "yes free", "want bool"},
		{"a part of a key", `localStorage {"storageOperation": "delete", "storageKey": "k:{{%s}}"}`, "", "", scalars, "want string"},
		{"a stored value", `localStorage {"storageOperation": "set", "storageKey": "k", "storageTtl": "1m", "storageValue": {"x": "{{%s}}"}}`, "", "", all, ""},
		{"a parameter of a text column", `sql {"sqlQuery": "DELETE FROM notes WHERE title = {{%s}}"}`, "", "", "text free maybe null", "want string"},
		{"a parameter of an int column", `sql {"sqlQuery": "DELETE FROM notes WHERE n = {{%s}}"}`, "", "", "count free null", "want int"},
		{"a parameter of a float column", `sql {"sqlQuery": "DELETE FROM notes WHERE price = {{%s}}"}`, "", "", "count rate free null", "want float"},
		{"a parameter of no known type", `sql {"sqlQuery": "DELETE FROM notes WHERE n = 1 + {{%s}}"}`, "", "", "text count rate yes at raw free maybe null", "want"},
		{"hashInput", `hash {"hashMode": "hash", "hashInput": "{{%s}}"}`, "", "", "text free", "want string"},
		{"hashAgainst", `hash {"hashMode": "verify", "hashInput": "{{uuid()}}", "hashAgainst": "{{%s}}"}`, ":valid", "n:invalid -> no", "text free maybe null", "want string"},
		{"jwtToken", `jwt {"jwtMode": "verify", "jwtToken": "{{%s}}"}`, ":valid", "n:invalid -> no", "text free maybe null", "want string"},
		{"the claim sub", `jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"sub": "{{%s}}"}}`, "", "", scalars, "want string"},
		{"another claim", `jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"x": "{{%s}}"}}`, "", "", all, ""},
		{"a text of a Code function", `code {"codeFunction": "work", "codeInput": {"text": "{{%s}}", "maybe": null}}`, "", "", "text free", "want string"},
		{"a number of a Code function", `code {"codeFunction": "work", "codeInput": {"text": "a", "count": "{{%s}}", "maybe": null}}`, "", "", "count free", "want int"},
		{"a pointer of a Code function", `code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": "{{%s}}"}}`, "", "", "text free maybe null", "want string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := "FC206"
			if strings.HasPrefix(c.node, "sql ") {
				code = "FC209"
			}
			for _, value := range strings.Fields(all) {
				var errors []string
				for _, line := range told(lintDrawn(t, strings.ReplaceAll(fmt.Sprintf(valued, c.output, fmt.Sprintf(c.node, value), c.more), ",\n\t\t", ", "))) {
					if strings.HasPrefix(line, code) || strings.HasPrefix(line, "FC203") {
						errors = append(errors, line)
					}
				}
				wanted := c.wanted
				if value == "maybe" && code == "FC206" && c.wanted != "takes a text" {
					wanted = `"maybe" may be missing`
				}
				fits := strings.Contains(" "+c.fits+" ", " "+value+" ")
				switch {
				case fits && len(errors) > 0:
					t.Errorf("%s: %s", value, strings.Join(errors, "\n"))
				case !fits && (len(errors) != 1 || !strings.HasPrefix(errors[0], code+" n: ") || !strings.Contains(errors[0], wanted)):
					t.Errorf("%s: want one %s with %q, got %q", value, code, wanted, errors)
				}
			}
		})
	}
}

// TestFixedPlaces wants a placeholder to be refused wherever nothing would evaluate it.
func TestFixedPlaces(t *testing.T) {
	for _, c := range []struct{ node, want string }{
		{`auth {"authIssuer": "https://{{env.ISSUER}}"}`, "authIssuer"},
		{`auth {"authAudience": ["api", "{{env.A}}{{env.B}}"]}`, "authAudience"},
		{`auth {"authIssuer": "a", "authAlgorithm": "RS256", "authJwksUrl": "{{env.HOST}}/keys"}`, "authJwksUrl"},
		{`auth {"authRealm": "{{env.REALM}}"}`, "authRealm"},
		{`auth {"authType": "apikey", "authHeader": "{{env.HEADER}}"}`, "no header name"},
		{`auth {"authLeeway": "{{env.LEEWAY}}"}`, "authLeeway"},
		{`jwt {"jwtMode": "verify", "jwtToken": "{{text}}", "jwtIssuer": "{{text}}"}`, "jwtIssuer"},
		{`jwt {"jwtMode": "verify", "jwtToken": "{{text}}", "jwtAudience": "{{env.AUDIENCE}} "}`, "jwtAudience"},
		{`response {"responseStatus": 200, "responseContentType": "{{text}}"}`, "responseContentType"},
		{`response {"responseStatus": 200, "responseCookies": [{"name": "a", "value": "b", "path": "/{{text}}"}]}`, "path"},
		{`response {"responseStatus": 200, "responseCookies": [{"name": "{{text}}", "value": "b"}]}`, "cookie name"},
		{`localStorage {"storageOperation": "{{text}}", "storageKey": "a"}`, "storageOperation"},
		{`localStorage {"storageOperation": "increment", "storageKey": "a", "storageTtl": "{{text}}"}`, "storageTtl"},
		{`code {"codeFunction": "{{text}}"}`, "{{text}}"},
		{`apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a/{{text}}"}`, "/a/{{text}}"},
		{`apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointCorsOrigins": ["{{env.ORIGIN}}"]}`, "{{env.ORIGIN}}"},
		{`webhook {"webhookMethod": "POST", "webhookSecret": "{{env.A}}", "webhookSecretHeader": "{{env.HEADER}}"}`, "{{env.HEADER}}"},
		{`webhook {"webhookMethod": "POST", "webhookSecret": "{{env.A}}", "webhookPath": "/{{env.HEADER}}"}`, "{{env.HEADER}}"},
	} {
		drawing := strings.ReplaceAll(fmt.Sprintf(valued, "", c.node, ""), ",\n\t\t", ", ")
		list := lintDrawn(t, drawing)
		found := 0
		for _, d := range list {
			if (d.Code == diag.FC203 || d.Code == diag.FC208) && strings.Contains(d.Message, c.want) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: %d times FC203 about %q:\n%s", c.node, found, c.want, strings.Join(told(list), "\n"))
		}
	}
}

// TestDeclaredColumns wants sqlColumns to type what the schema can't, and nothing else.
func TestDeclaredColumns(t *testing.T) {
	for _, c := range []struct{ columns, want string }{
		{`{"later": "time"}`, ""},
		{`{"id": "int"}`, ""},
		{`{"id": "string"}`, `FC206 n: column "id" is int in the database, and string here`},
		{`{"titel": "string"}`, `FC204 n: the statement has no column "titel"`},
		{`{"later": "date"}`, `FC203 n: unknown type "date", want one of any, bool, `},
	} {
		var want []string
		if c.want != "" {
			want = append(want, c.want)
		}
		checkTold(t, want, fmt.Sprintf(`
			n sql {"sqlQuery": "SELECT id, title, datetime('now') AS later FROM notes", "sqlColumns": %s}
			in -> n -> ok`, c.columns))
	}
}

// TestDashedNames wants a name that no reference can use reported as what it was meant for, once, and a difference to stay one.
func TestDashedNames(t *testing.T) {
	const nodes = `my-node set {"setValues": {"x": 1}}
		total set {"setValues": {"v": 2}}
		total-x set {"setValues": {"v": 2}}
		true-ish set {"setValues": {"v": 2}}
		in -> total -> my-node -> total-x -> true-ish -> s -> ok
		`
	for expression, want := range map[string][]string{
		"my-node.x":         {`FC204 s: "my-node" is no name that a reference can use: to an expression, "-" is minus`},
		"1 + my-node.x + 1": {`FC204 s: "my-node" is no name`},
		"my-node":           {`FC204 s: "my-node" is no name`},
		"true-ish":          {`FC204 s: "true-ish" is no name`},
		"total.v-x":         nil,
		"total.v -x":        nil,
	} {
		checkTold(t, want, nodes+`s set {"setValues": {"y": "{{`+expression+`}}"}}`)
	}
}
