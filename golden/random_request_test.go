package golden_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// request makes a random request of a workflow: most fields are there and of their types, some are not.
func (d *document) request(t *testing.T, r *rand.Rand, method, address string) *http.Request {
	t.Helper()
	body, query, header := map[string]any{}, url.Values{}, http.Header{}
	for _, f := range d.fields {
		if r.IntN(40) == 0 {
			continue
		}
		value := randomValue(r, f.typ)
		switch text := fmt.Sprint(value); f.in {
		case "body":
			body[f.expr] = value
		case "query":
			query.Set(f.expr, text)
		case "header":
			header.Set(f.expr, text)
		case "cookie":
			header.Add("Cookie", f.expr+"="+url.QueryEscape(text))
		}
	}
	if r.IntN(2) == 0 {
		header.Set("Authorization", "Bearer "+randomToken(r))
	}
	header.Set("Content-Type", "application/json")
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address+"?"+query.Encode(), strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header
	return request
}

// randomValue is a value of a type, at times of another one.
func randomValue(r *rand.Rand, typ string) any {
	if r.IntN(60) == 0 {
		typ = pick(r, "string", "int", "float", "bool", "time")
	}
	switch typ {
	case "string":
		return pick(r, "x", "ada", "a,b", "{{env.JWT_SECRET}}", "' OR 1=1 --", "é\u2028", "", "12345678")
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
		r.IntN(3), time.Now().Add(time.Duration(r.IntN(5)-1)*time.Hour).Unix(), pick(r, "null", "3"), r.IntN(2) == 0)
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(pick(r, randomSecret, randomSecret, randomSecret, "another")))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}
