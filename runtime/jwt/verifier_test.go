package jwt_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

func TestUser(t *testing.T) {
	user := verify(t, hs256Config(), jwttest.HS256(jwttest.GoodHeader,
		`{"sub":"7","exp":2000000000,"email":"ada@example.org","name":null,"big":9007199254740993}`))
	if !user.Valid || user.Reason != "" || user.Sub != "7" {
		t.Fatalf("%+v", user)
	}
	if user.Email == nil || *user.Email != "ada@example.org" || user.Name != nil {
		t.Errorf("email %v, name %v", user.Email, user.Name)
	}
	if big, err := user.Claims.At("big").Int(); err != nil || big != 9007199254740993 {
		t.Errorf("2^53+1 became %d, %v", big, err)
	}
}

// TestClaimsThatNobodyNeeds has an e-mail and a name that are no texts: they void no token, and stay among the claims.
func TestClaimsThatNobodyNeeds(t *testing.T) {
	for _, claim := range []string{`[]`, `["ada@example.org"]`, `{"given":"Ada"}`, `7`, `true`, `null`} {
		user := verify(t, hs256Config(), jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":2000000000,"email":`+claim+`,"name":`+claim+`}`))
		email, name := fmt.Sprint(user.Claims.At("email")), fmt.Sprint(user.Claims.At("name"))
		if !user.Valid || user.Email != nil || user.Name != nil || email != claim || name != claim {
			t.Errorf("%s: %+v with %s and %s, want them null and as signed", claim, user, email, name)
		}
	}
}

func TestDeepestClaims(t *testing.T) {
	if user := verify(t, hs256Config(), jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":2000000000,"x":`+jwttest.Nested(127)+`}`)); !user.Valid {
		t.Errorf("128 deep: %s", user.Reason)
	}
}

// TestBracketsInTexts wants only those that nest to count as depth.
func TestBracketsInTexts(t *testing.T) {
	text := `"` + strings.Repeat(`[{\"`, 200) + `"`
	if user := verify(t, hs256Config(), jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":2000000000,"x":`+text+`}`)); !user.Valid {
		t.Errorf("200 brackets in a text: %s", user.Reason)
	}
	shut := strings.Repeat(`"]]",`, 200)
	if user := verify(t, hs256Config(), jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":2000000000,"x":[`+shut+jwttest.Nested(128)+`]}`)); user.Valid {
		t.Error("brackets in texts make room for others")
	}
}

// TestTokensAreMasked logs tokens that were signed and verified, besides what the debug level logs of itself.
func TestTokensAreMasked(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
	signer := jwt.NewSigner(app.Setup(), jwt.SignerConfig{Algorithm: "HS256", Key: jwttest.Secret, KeyName: "KEY", ExpiresIn: time.Hour})
	v := jwt.NewVerifier[struct{}](app.Setup(), hs256Config())
	given := jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims)
	execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) {
		x.Enter("token")
		signed := must(signer.Sign(x, map[string]string{"sub": "7"}))
		x.Enter("auth")
		v.Verify(x, given)
		x.Logger().Info("a record", "signed", signed.Token, "given", given)
	})
	if text := log.String(); !strings.Contains(text, "a record") || strings.Contains(text, given[:10]) {
		t.Error(text)
	}
}

// TestTokensAreSecrets wants a token that was signed, or given, to be one of the execution's secrets: also in hex, where it does not
// look like a token, and so that no cache keeps the answer.
func TestTokensAreSecrets(t *testing.T) {
	signer := func(app *rt.App) *jwt.Signer {
		return jwt.NewSigner(app.Setup(), jwt.SignerConfig{Algorithm: "HS256", Key: jwttest.Secret, KeyName: "KEY", ExpiresIn: time.Hour})
	}
	for name, node := range map[string]func(app *rt.App, x *rt.Exec) (token string){
		"signed": func(app *rt.App, x *rt.Exec) string {
			return must(signer(app).Sign(x, map[string]string{"sub": "7"})).Token
		},
		"given": func(app *rt.App, x *rt.Exec) string {
			return given(app, x, jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims))
		},
		"no JWT": func(app *rt.App, x *rt.Exec) string { return given(app, x, "opaque-0123456789") },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			app := openApp(t, rt.WithLogWriter(&log))
			var token string
			answer := execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) {
				token = node(app, x)
				x.Logger().Info("a record", "hex", hex.EncodeToString([]byte(token)))
			})
			if text := log.String(); !strings.Contains(text, "a record") || strings.Contains(text, hex.EncodeToString([]byte(token))) {
				t.Error(text)
			}
			if caching := answer.Header().Get("Cache-Control"); caching != "no-store" {
				t.Errorf("Cache-Control is %q, want no-store", caching)
			}
		})
	}
}

// given is a token that a workflow has from elsewhere than the Authorization header, verified.
func given(app *rt.App, x *rt.Exec, token string) string {
	jwt.NewVerifier[struct{}](app.Setup(), hs256Config()).Verify(x, token)
	return token
}

// TestClaimsOutliveTheScratch verifies another token between getting claims and reading them.
func TestClaimsOutliveTheScratch(t *testing.T) {
	app := openApp(t)
	v := jwt.NewVerifier[struct{}](app.Setup(), hs256Config())
	first := verifyWith(t, app, v, jwttest.HS256(jwttest.GoodHeader, `{"sub":"first","exp":2000000000,"email":"first","x":"first"}`))
	verifyWith(t, app, v, jwttest.HS256(jwttest.GoodHeader, `{"sub":"other","exp":2000000000,"email":"other","x":"other"}`))
	x, err := first.Claims.At("x").Text()
	if first.Sub != "first" || *first.Email != "first" || x != "first" || err != nil {
		t.Errorf("%q, %q, %q, %v", first.Sub, *first.Email, x, err)
	}
}

func TestLeeway(t *testing.T) {
	lines := []struct {
		leeway time.Duration
		claims string
		reason string
	}{
		{0, `{"sub":"7","exp":1499999971}`, ""},
		{0, `{"sub":"7","exp":1499999970}`, "expired"},
		{0, `{"sub":"7","exp":2000000000,"nbf":1500000030}`, ""},
		{0, `{"sub":"7","exp":2000000000,"nbf":1500000031}`, "not yet valid"},
		{0, `{"sub":"7","exp":2000000000,"iat":1500000030}`, ""},
		{0, `{"sub":"7","exp":2000000000,"iat":1500000031}`, "not yet valid"},
		{time.Second, `{"sub":"7","exp":1499999999.9}`, "expired"},
		{time.Minute, `{"sub":"7","exp":1499999941}`, ""},
	}
	for _, line := range lines {
		config := hs256Config()
		config.Leeway = line.leeway
		if user := verify(t, config, jwttest.HS256(jwttest.GoodHeader, line.claims)); user.Reason != line.reason {
			t.Errorf("%s with %s: %q, want %q", line.claims, line.leeway, user.Reason, line.reason)
		}
	}
}

type typedClaims struct {
	Role    string        `json:"role"`
	Level   int64         `json:"level"`
	Groups  []string      `json:"groups"`
	Session time.Duration `json:"session"`
	Team    *string       `json:"team"`
	Org     *typedOrg     `json:"org"`
}

// TestTypedClaimsComeLast wants the reason of the rules first: the claims of a token that is not good mean nothing.
func TestTypedClaimsComeLast(t *testing.T) {
	const untyped = `{"sub":"7","exp":2000000000}`
	for token, want := range map[string]string{
		jwttest.HS256(jwttest.GoodHeader, untyped):               "malformed token",
		jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":1}`): "expired",
		jwttest.HS256(`{"alg":"HS512","typ":"JWT"}`, untyped):    "wrong algorithm",
		forged(jwttest.HS256(jwttest.GoodHeader, untyped)):       "wrong signature",
	} {
		if user := verifyTyped[typedClaims](t, hs256Config(), token); user.Reason != want {
			t.Errorf("%q, want %q", user.Reason, want)
		}
	}
}

// forged is a token with a signature of another.
func forged(token string) string {
	return token[:strings.LastIndex(token, ".")] + ".AAAA"
}

type typedOrg struct {
	ID   string  `json:"id"`
	Plan *string `json:"plan"`
}

func TestTypedClaims(t *testing.T) {
	const head = `{"sub":"7","exp":2000000000,`
	lines := []struct{ name, claims, reason string }{
		{"all but what may be missing", `"role":"admin","level":9007199254740993,"groups":["a"],"session":"15m"}`, ""},
		{"one missing", `"role":"admin","level":1,"groups":[]}`, "malformed token"},
		{"one null", `"role":null,"level":1,"groups":[],"session":"15m"}`, "malformed token"},
		{"a fraction", `"role":"admin","level":1.5,"groups":[],"session":"15m"}`, "malformed token"},
		{"another type", `"role":1,"level":1,"groups":[],"session":"15m"}`, "malformed token"},
		{"another case", `"Role":"admin","level":1,"groups":[],"session":"15m"}`, "malformed token"},
		{"an object", `"role":"admin","level":9007199254740993,"groups":["a"],"session":"15m","org":{"id":"o","plan":null}}`, ""},
		{"a part missing", `"role":"admin","level":1,"groups":[],"session":"15m","org":{}}`, "malformed token"},
		{"a part null", `"role":"admin","level":1,"groups":[],"session":"15m","org":{"id":null}}`, "malformed token"},
		{"an element null", `"role":"admin","level":1,"groups":["a",null],"session":"15m"}`, "malformed token"},
		{"another type of what may be missing", `"role":"a","level":1,"groups":[],"session":"15m","team":1}`, "malformed token"},
	}
	for _, line := range lines {
		user := verifyTyped[typedClaims](t, hs256Config(), jwttest.HS256(jwttest.GoodHeader, head+line.claims))
		if user.Reason != line.reason {
			t.Errorf("%s: %q, want %q", line.name, user.Reason, line.reason)
		}
		if got := user.Typed; user.Valid && (got.Role != "admin" || got.Level != 9007199254740993 ||
			len(got.Groups) != 1 || got.Session != 15*time.Minute || got.Team != nil) {
			t.Errorf("%s: %+v", line.name, got)
		}
	}
}

func TestCheck(t *testing.T) {
	good := jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims)
	lines := []struct {
		name      string
		headers   []string
		reason    string
		challenge string
	}{
		{"a token", []string{"Bearer " + good}, "", `Bearer realm="me"`},
		{"the scheme in lower case", []string{"bearer " + good}, "", `Bearer realm="me"`},
		{"no header", nil, "missing token", `Bearer realm="me"`},
		{"another scheme", []string{"Basic " + good}, "missing token", `Bearer realm="me"`},
		{"the scheme alone", []string{"Bearer "}, "missing token", `Bearer realm="me"`},
		{"two headers", []string{"Bearer " + good, "Bearer " + good}, "malformed token",
			`Bearer realm="me", error="invalid_token", error_description="malformed token"`},
		{"two tokens", []string{"Bearer " + good + ", Bearer " + good}, "malformed token",
			`Bearer realm="me", error="invalid_token", error_description="malformed token"`},
		{"an expired one", []string{"Bearer " + jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":1}`)}, "expired",
			`Bearer realm="me", error="invalid_token", error_description="expired"`},
	}
	app := openApp(t)
	v := jwt.NewVerifier[struct{}](app.Setup(), hs256Config())
	for _, line := range lines {
		request := httptest.NewRequest("GET", "/", nil)
		request.Header["Authorization"] = line.headers
		var user jwt.User[struct{}]
		answer := execute(t, app, request, func(x *rt.Exec) { user = v.Check(x) })
		if user.Valid != (line.reason == "") || user.Reason != line.reason {
			t.Errorf("%s: valid %v, %q; want %q", line.name, user.Valid, user.Reason, line.reason)
		}
		if got := answer.Header().Get("WWW-Authenticate"); got != line.challenge {
			t.Errorf("%s: challenge %s; want %s", line.name, got, line.challenge)
		}
	}
}

func TestRealmCannotLeaveItsQuotes(t *testing.T) {
	app := openApp(t)
	config := hs256Config()
	config.Realm = "a\"b\\c\r\nSet-Cookie: x"
	v := jwt.NewVerifier[struct{}](app.Setup(), config)
	answer := execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) { v.Check(x) })
	if got, want := answer.Header().Get("WWW-Authenticate"), `Bearer realm="a\"b\\cSet-Cookie: x"`; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// TestCookie wants the token of the cookie, and nothing of the Authorization header; what is required of its user beside that is
// said in the challenge of a 403 (RFC 6750, 3.1).
func TestCookie(t *testing.T) {
	config := hs256Config()
	config.Cookie, config.Realm = "session", "shop"
	good := jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims)
	for _, test := range []struct{ name, header, cookie, reason, challenge string }{
		{"both", "Bearer none", "session=" + good, "", `Bearer realm="shop", error="insufficient_scope", scope="orders:read orders:write"`},
		{"the header alone", "Bearer " + good, "", "missing token", `Bearer realm="shop"`},
		{"another cookie", "", "other=" + good, "missing token", `Bearer realm="shop"`},
		{"an empty one", "", "session=", "missing token", `Bearer realm="shop"`},
		{"a bad one", "Bearer " + good, "session=none", "malformed token", `Bearer realm="shop", error="invalid_token", error_description="malformed token"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			app := openApp(t)
			v := jwt.NewVerifier[struct{}](app.Setup(), config)
			r := httptest.NewRequest("GET", "/", nil)
			r.Header.Set("Authorization", test.header)
			r.Header.Set("Cookie", test.cookie)
			var user jwt.User[struct{}]
			mux := http.NewServeMux()
			in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "profile", Node: "in", Method: "GET", Path: "/"})
			in.Register(mux, func(x *rt.Exec) error {
				if user = v.Check(x); user.Valid {
					user.Reason = x.Forbid("orders:read", "orders:write")
				}
				return x.Empty(int(user.Status()))
			})
			answer := httptest.NewRecorder()
			mux.ServeHTTP(answer, r)
			if got := answer.Header().Get("WWW-Authenticate"); got != test.challenge {
				t.Errorf("challenge %s, want %s", got, test.challenge)
			}
			if test.reason != "" && (user.Valid || user.Reason != test.reason || user.Status() != 401) {
				t.Errorf("%+v, want %s", user, test.reason)
			}
			if test.reason == "" && (!user.Valid || user.Reason != rt.ReasonScope || user.Status() != 403) {
				t.Errorf("%+v, want a known user who lacks a scope", user)
			}
		})
	}
}
