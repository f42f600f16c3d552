package gen_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// labelled is one workflow in which all that the table of workflow.md, Labels, names has a value. "probe" is a Set at its end.
const labelled = `
	in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/users/{reset_token}", "endpointPublic": true, "endpointFields": {%s, "plain": {"type": "string", "required": true}, "pin": {"type": "string", "sensitive": true}, "sid": {"type": "string", "in": "cookie"}, "x-session": {"type": "string", "in": "header"}, "pass_by": {"type": "string", "in": "query"}, "Authorization": {"type": "string", "in": "header"}, "profile": {"type": {"name": "string", "password": "string"}, "required": true}}}
	row sql {"sqlMode": "one", "sqlQuery": "SELECT id, email, password_hash, hash, api_token, password_hash AS p, nick AS x_secret, lower(password_hash) AS low, email AS userToken, nick AS password, nick AS Login_Password, nick AS pin FROM users WHERE id = 1"}
	rows sql {"sqlQuery": "SELECT email, api_token FROM users"}
	gone response {"responseStatus": 404}
	typed api {"apiUrl": "https://example.com", "apiResponse": {"access_token": "string", "client_secret": "string", "idToken": "string", "name": "string", "password": "string", "ssn": "string", "inner": {"token": "string"}, "list": ["string"]}}
	open api {"apiUrl": "https://example.com"}
	hashed hash {"hashMode": "hash", "hashInput": "{{uuid()}}"}
	third jwt {"jwtMode": "verify", "jwtToken": "{{pass_by}}"}
	signed jwt {"jwtMode": "sign", "jwtExpiresIn": "1m"}
	seen jwt {"jwtMode": "verify", "jwtToken": "{{or(request.headers['x-session'], request.query['s'])}}"}
	named set {"setValues": {"t": "{{ticket}}"}}
	again jwt {"jwtMode": "verify", "jwtToken": "{{named.t}}"}
	keyed auth {"authType": "apikey", "authHeader": "X-Key"}
	no response {"responseStatus": 401}
	kept localStorage {"storageOperation": "set", "storageKey": "kept", "storageTtl": "1m", "storageValue": {"mail": "{{row.email}}", "stored": "{{sha256(sid_token)}}", "one": 1}}
	got localStorage {"storageOperation": "get", "storageKey": "kept"}
	work code {"codeFunction": "work", "codeInput": {"text": "{{plain}}", "maybe": null}}
	probe set {"setValues": {%s}}
	in -> row -> rows -> typed -> open -> hashed -> signed -> seen:valid -> named -> again:valid -> third:valid -> keyed:valid -> kept -> got:found -> work -> probe -> ok
	row:notFound -> gone
	seen:invalid -> no
	again:invalid -> no
	third:invalid -> no
	keyed:invalid -> no
	got:missing -> gone`

// labelledFields are fields of the request that are declared as required texts.
var labelledFields = []string{
	"password", "passwd", "passphrase", "pwd", "x_password", "userPassword", "Password", "pass", "passwordless",
	"token", "api_token", "accessToken", "client_secret", "secret", "tokens", "hash", "my_hash", "ticket", "sid_token",
	"password2", "PASSWORD", "user-password", "password_confirmation", "passwordConfirm", "oldPasswd1", "userpassword", "hasPassword", "passwordHint",
	"TOKEN", "accessTokens", "jwt", "apikey", "API_KEY", "X-Api-Key", "otp", "passcode", "private_key", "privateKey", "CVV", "card-cvv", "ssn", "credential",
	"dbCredentials", "pinned", "spin", "apikeys", "monkey",
}

// TestLabels holds the label of every source that the table of workflow.md names, and of near misses.
func TestLabels(t *testing.T) {
	for _, row := range []struct {
		label   string
		sources map[string]string // expression -> all labels that it carries
	}{
		{"secret", map[string]string{
			"env.KEY": "secret", "env.PEPPER": "secret", "env.SMTP_PASS": "secret", "env.PUBLICITY": "secret", "env.DATABASE_URL": "secret", "env.public_x": "secret", "env.PUBLIC_URL": "", "env.PUBLIC_KEY": "", "env.MY_PUBLIC_KEY": "secret",
		}},
		{"password", map[string]string{
			"password": "password,caller", "passwd": "password,caller", "passphrase": "password,caller", "pwd": "password,caller",
			"x_password": "password,caller", "password2": "password,caller", "PASSWORD": "password,caller", "in['user-password']": "password,caller",
			"password_confirmation": "password,caller", "passwordConfirm": "password,caller", "oldPasswd1": "password,caller", "userpassword": "password,caller",
			"hasPassword": "caller", "passwordHint": "caller", "row.password": "password,data", "row.Login_Password": "password,data", "userPassword": "password,caller", "Password": "password,caller", "in.password": "password,caller",
			"pin":  "password,caller,private", // declared sensitive
			"pass": "caller", "passwordless": "caller", "my_hash": "caller", "hash": "caller",
			"request.query['password']": "password,caller", "profile.password": "password,caller", "profile.name": "caller",
			"typed.body.password": "", "open.body.password": "",
		}},
		{"hash", map[string]string{
			"hashed.hash": "hash", "row.hash": "hash,data,private", "row.password_hash": "hash,data", "row.low": "hash,data", "row.p": "hash,data",
			"row.email": "data",
		}},
		{"token", map[string]string{
			"signed.token": "token", "signed.id": "", "randomToken(32)": "token", "uuid()": "",
			"request.cookies['any']": "token,caller", "sid": "token,caller",
			"request.headers['Authorization']": "token,caller,private", "request.headers['authorization']": "token,caller,private", "Authorization": "token,caller,private",
			"request.headers['x-api-key']": "token,caller,private", "request.headers['X-API-Key']": "token,caller,private",
			"request.headers['x-key']": "token,caller", "request.headers['x-other']": "caller",
			"request.headers['X-Session']": "token,caller", "request.query['s']": "token,caller", "request.query['q']": "caller", "ticket": "token,caller",
			"in['x-session']": "token,caller", "pass_by": "token,caller", "request.query['pass_by']": "token,caller",
			"token": "token,caller", "api_token": "token,caller", "accessToken": "token,caller", "client_secret": "token,caller,private", "reset_token": "token,caller",
			"request.query['api_token']": "token,caller", "TOKEN": "token,caller", "tokens": "caller", "accessTokens": "caller",
			"row.api_token": "token,data", "row.x_secret": "token,data,private", "row.userToken": "token,data", "rows.rows[0].api_token": "token,data",
			"typed.body.access_token": "token", "typed.body.client_secret": "token,private", "typed.body.idToken": "token", "typed.body.inner.token": "token", "typed.body.name": "",
			"open.body.access_token": "token", "open.body.a.refreshToken.b": "token", "open.body.name": "",
		}},
		{"private, for the log alone", map[string]string{
			"secret": "caller,private", "jwt": "caller,private", "apikey": "caller,private", "API_KEY": "caller,private", "in['X-Api-Key']": "caller,private",
			"otp": "caller,private", "passcode": "caller,private", "private_key": "caller,private", "privateKey": "caller,private", "CVV": "caller,private",
			"in['card-cvv']": "caller,private", "ssn": "caller,private", "credential": "caller,private", "dbCredentials": "caller,private",
			"pinned": "caller", "spin": "caller", "apikeys": "caller", "monkey": "caller",
			"row.pin": "data,private", "typed.body.ssn": "private", "open.body.card.cvv": "private", "request.query['otp']": "caller,private",
			"sha256(otp)": "caller,private", "otp == plain": "", "otp + plain": "caller,private",
		}},
		{"caller", map[string]string{
			"plain": "caller", "in.plain": "caller", "request.path": "caller", "request.method": "caller", "request.ip": "caller", "request.id": "caller",
			"request.query['x']": "caller", "upper(plain)": "caller",
		}},
		{"data", map[string]string{
			"row.id": "data", "rows.rows": "token,data", "rows.rows[0].email": "data", "rows.count": "", "got.value.mail": "data", "got.value.one": "data",
		}},
		{"what nodes and functions make of labels", map[string]string{
			"sha256(token)": "hash,caller", "sha256(password)": "password,caller", "sha256(env.KEY)": "secret", "hmacSha256(env.KEY, token)": "secret,hash,caller",
			"base64(password)": "password,caller", "lower(token)": "token,caller", "token + plain": "token,caller", "or(row.api_token, plain)": "token,caller,data",
			"when(plain == '', token, 'x')": "token,caller", "when(token == plain, 'a', 'b')": "", "password == plain": "", "len(password)": "", "has(row.hash)": "",
			"split(token, '.')[0]": "token,caller", "json(profile)": "password,caller", "string(row.id)": "data",
			"named.t": "token,caller", "got.value.stored": "hash,caller,data", "work.text": "caller", "work.hidden": "secret,caller",
		}},
	} {
		t.Run(row.label, func(t *testing.T) {
			got := labelsOf(t, slices.Sorted(maps.Keys(row.sources)))
			for source, want := range row.sources {
				if got[source] != want {
					t.Errorf("%s carries %q, want %q", source, got[source], want)
				}
			}
		})
	}
}

// labelsOf are all labels of values of the workflow labelled.
func labelsOf(t *testing.T, sources []string) map[string]string {
	t.Helper()
	var fields []string
	for _, name := range labelledFields {
		fields = append(fields, fmt.Sprintf(`%q: {"type": "string", "required": true}`, name))
	}
	return labelsIn(t, labelled, strings.Join(fields, ", "), sources)
}

// labelsIn are all labels of values of a workflow, a drawing with places for its fields and for the values of "probe".
func labelsIn(t *testing.T, drawing, fields string, sources []string) map[string]string {
	t.Helper()
	var values []string
	for i, source := range sources {
		expression, err := json.Marshal("{{" + source + "}}")
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, fmt.Sprintf(`"x%03d": %s`, i, expression))
	}
	program, list := gen.Program(folderDrawn(t, fmt.Sprintf(drawing, fields, strings.Join(values, ", "))))
	for _, d := range list {
		if d.Severity() == diag.Error && d.Code.Name != diag.FC403.Name {
			t.Fatalf("%s: %s [%s]", d.Node, d.Message, d.Code)
		}
	}
	w := program.Workflows[0]
	labels := map[string]string{}
	for i, source := range sources {
		value := w.Flows[0].Runs(w.NodeNamed("probe"))[0].Value["setValues"].Entry(fmt.Sprintf("x%03d", i))
		if value.Type.Kind == types.Unknown {
			t.Errorf("%s is of no type", source)
		}
		labels[source] = value.Type.AllLabels().String()
	}
	return labels
}
