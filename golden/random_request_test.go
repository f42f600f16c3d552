package golden_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// What random Webhooks share with their senders.
const (
	hookSecret    = "a secret of the senders of random Webhooks"
	oldHookSecret = "the secret that they had before"
)

// request makes a random request to an entry point: most fields are there and of their types, and most senders prove
// who they are; some are not, and some do not.
func (d *document) request(t *testing.T, r *rand.Rand, e entryPoint, address string) *http.Request {
	t.Helper()
	members, query, header := map[string]any{}, url.Values{}, http.Header{}
	for _, f := range d.fields {
		if r.IntN(40) == 0 {
			continue
		}
		value := randomValue(r, f.typ)
		switch text := fmt.Sprint(value); f.in {
		case "body":
			members[f.expr] = value
		case "query":
			query.Set(f.expr, text)
		case "header":
			header.Set(f.expr, text)
		case "cookie":
			header.Add("Cookie", f.expr+"="+url.QueryEscape(text))
		}
	}
	if r.IntN(4) > 0 {
		header.Set("Authorization", "Bearer "+randomToken(r))
	}
	if r.IntN(4) > 0 {
		header.Add("Cookie", heldCookie+"="+randomToken(r))
	}
	body := e.body(r, header, members)
	e.prove(r, header, body)
	method := e.method
	if method == http.MethodGet && r.IntN(8) == 0 {
		method = http.MethodHead // which a route of GET answers too
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address+e.path+"?"+query.Encode(), strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header
	return request
}

// body writes the fields of the body: as JSON mostly, of a Webhook also as a form, or as something else that services send.
func (e entryPoint) body(r *rand.Rand, header http.Header, members map[string]any) string {
	const kind = "Content-Type"
	if r.IntN(3) == 0 {
		members["none"] = map[string]any{"deeper": r.IntN(10)}
	}
	asJSON, err := json.Marshal(members)
	must(err)
	header.Set(kind, "application/json")
	if !e.hook {
		return string(asJSON)
	}
	switch r.IntN(8) {
	case 0, 1:
		header.Set(kind, "application/x-www-form-urlencoded")
		form := url.Values{}
		for name, value := range members {
			form.Set(name, fmt.Sprint(value))
		}
		return form.Encode()
	case 2:
		header.Set(kind, pick(r, "text/plain", "text/plain; charset=utf-8", "application/octet-stream"))
		return pick(r, string(asJSON), "a text", "\xff\x00", "{not JSON")
	case 3:
		header.Del(kind)
		return pick(r, string(asJSON), "", "7")
	case 4:
		return pick(r, "[1, 2]", "null", "{", strings.Repeat("[", 20000), `"a text"`, strings.Repeat("x", 70<<10))
	}
	return string(asJSON)
}

// prove sends what a Webhook wants of its sender. One in four does not know a secret.
func (e entryPoint) prove(r *rand.Rand, header http.Header, body string) {
	wrong := pick(r, "", "another secret of a sender")
	secret := pick(r, hookSecret, hookSecret, hookSecret, wrong)
	if e.secretHeader != "" && secret != "" {
		header.Set(e.secretHeader, secret)
	}
	if secret = pick(r, hookSecret, hookSecret, hookSecret, hookSecret, oldHookSecret, wrong); e.scheme != "" && secret != "" {
		header.Set("X-Signature", signed(e.scheme, secret, body))
	}
}

// signed is a body's signature by one of the schemes of Webhooks.
func signed(scheme, secret, body string) string {
	sum := func(algorithm func() hash.Hash) []byte {
		mac := hmac.New(algorithm, []byte(secret))
		mac.Write([]byte(body))
		return mac.Sum(nil)
	}
	switch scheme {
	case hexSHA256:
		return "sha256=" + hex.EncodeToString(sum(sha256.New))
	case base64SHA512:
		return base64.StdEncoding.EncodeToString(sum(sha512.New))
	case hexSHA1:
		return hex.EncodeToString(sum(sha1.New))
	}
	own := sha256.Sum256([]byte(secret + body))
	return hex.EncodeToString(own[:])
}

// randomValue is a value of a type, at times of another one.
func randomValue(r *rand.Rand, typ string) any {
	if r.IntN(60) == 0 {
		typ = pick(r, "string", "int", "float", "bool", "time")
	}
	switch typ {
	case "string":
		return pick(r, "x", "ada", "a,b", "{{env.JWT_SECRET}}", "' OR 1=1 --", "é\u2028", "", "12345678",
			`<b onclick="x">`, `"},{"`)
	case "int":
		return pick(r, 0, 1, -1, 9223372036854775807, -9223372036854775808, r.Int64N(1000))
	case "float":
		return pick(r, 0, 0.5, -2.25, 1e300)
	case "bool":
		return r.IntN(2) == 0
	}
	return pick(r, "2026-01-02T03:04:05Z", "0001-01-01T00:00:00Z", time.Now().UTC().Format(time.RFC3339))
}

// randomToken is a token of randomSecret: good, expired, or signed by another one.
func randomToken(r *rand.Rand) string {
	claims := fmt.Sprintf(`{"sub":"%d","exp":%d,"role":"admin","level":%s,"scope":{"read":%v},"tenant":[1,{"a":null}]}`,
		r.IntN(3), time.Now().Add(time.Duration(r.IntN(8)-1)*time.Hour).Unix(), pick(r, "null", "3"), r.IntN(2) == 0)
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(pick(r, randomSecret, randomSecret, randomSecret, "another")))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}
