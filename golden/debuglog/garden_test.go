package debuglog_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// garden knows the canaries. Most are too short to be masked by value: only their label keeps them out of the log.
type garden struct {
	planted                                  map[string]string // where, by canary
	password, pin, token, service1, service2 string
	nested, basic, key, hook, claim, tool    string
}

// short is how many characters make a canary that nothing else in a log looks like, and that is not masked by value.
const short = 7

func newGarden() *garden {
	g := &garden{planted: map[string]string{}}
	g.password, g.token = g.rich("password"), g.rich("token")
	g.pin, g.nested = g.known("sensitive field", short), g.known("password in a field of any shape", short)
	g.service1, g.service2 = g.known("token of a typed response", short), g.known("token of an untyped response", short)
	g.basic, g.claim, g.tool = g.known("password of Basic", short), g.known("claim", short), g.known("password of a tool", short)
	g.key, g.hook = g.known("API key", 16), g.known("secret of a Webhook", 16)
	return g
}

func (g *garden) known(where string, length int) string {
	text := rand.Text()[:length]
	g.planted[text] = where
	return text
}

// rich is a short canary with what each encoding escapes.
func (g *garden) rich(where string) string {
	text := `"<` + rand.Text()[:short-3] + "+"
	g.planted[text] = where
	return text
}

// service answers what API nodes ask.
func (g *garden) service(t *testing.T) http.Handler {
	answer := func(v any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if err := json.NewEncoder(w).Encode(v); err != nil {
				t.Error(err)
			}
		}
	}
	type object = map[string]any
	typed := answer(object{"access_token": g.service1, "name": "typed"})
	mux := http.NewServeMux()
	cookie := g.known("cookie of a response", short)
	mux.HandleFunc("/typed", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Set-Cookie", "s="+cookie)
		w.Header().Add("X-Auth-Token", cookie)
		typed(w, r)
	})
	mux.Handle("/untyped", answer(object{
		"refresh_token": g.service2, "users": []object{{"name": "untyped", "password": g.nested}}, "many": make([]int, 1000),
	}))
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	return mux
}

// signature is how GitHub signs a body.
func (g *garden) signature(body []byte) string {
	mac := hmac.New(sha256.New, []byte(g.hook))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// bearer is a token of HS256.
func bearer(t *testing.T, key string, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode(payload)
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}

// forms are the ways in which a log may hold a text.
func forms(text string) []string {
	inJSON, _ := json.Marshal(text) // a text always can
	found := []string{
		text, string(inJSON[1 : len(inJSON)-1]), strings.Trim(strconv.Quote(text), `"`), strings.ReplaceAll(text, `"`, `\\\"`),
		url.QueryEscape(text), url.PathEscape(text), hex.EncodeToString([]byte(text)), strings.ToUpper(hex.EncodeToString([]byte(text))),
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), text...))
			found = append(found, encoded[(before*8+5)/6:(before+len(text))*8/6])
		}
	}
	return found
}

// search names the canaries that are in a log. It shows neither them nor the log, which CI keeps.
func (g *garden) search(t *testing.T, log string) {
	t.Helper()
	for text, where := range g.planted {
		if i := slices.IndexFunc(forms(text), func(form string) bool { return strings.Contains(log, form) }); i >= 0 {
			t.Errorf("%s is in the log, in form %d", where, i)
		}
	}
}
