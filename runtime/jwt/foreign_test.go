package jwt_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// TestForeignIssuersInTheLog sends many tokens of other issuers: the log names one in ten seconds and node, in one
// short masked text.
func TestForeignIssuersInTheLog(t *testing.T) {
	const secret = "a-secret-of-the-environment-0123456789"
	var log bytes.Buffer
	var c clock
	app := openApp(t, rt.WithClock(c.now), rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"UPSTREAM_KEY": secret}))
	setup := app.Setup()
	setup.Secret("UPSTREAM_KEY")
	config := hs256Config()
	config.Issuers = []string{"https://id.example"}
	one, other := jwt.NewVerifier[struct{}](setup, config), jwt.NewVerifier[struct{}](setup, config)
	claimed := func() (list []string) {
		for line := range strings.Lines(log.String()) {
			var record struct{ Msg, Claimed string }
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if record.Msg == "token of another issuer refused" {
				list = append(list, record.Claimed)
			}
		}
		log.Reset()
		return list
	}
	of := func(iss string) string {
		return jwttest.Forge(jwttest.GoodHeader, `{"sub":"7","exp":2000000000,"iss":`+string(must(json.Marshal(iss)))+`}`, jwttest.Signature())
	}

	for range 20 {
		wantReason(t, app, one, of("https://evil.example\n{}"), "wrong issuer")
	}
	if got := claimed(); len(got) != 1 || got[0] != "https://evil.example\n{}" {
		t.Errorf("20 tokens give %q", got)
	}
	wantReason(t, app, other, of("x"), "wrong issuer")
	if got := claimed(); len(got) != 1 {
		t.Errorf("another node logs %q", got)
	}
	c.advance(10*time.Second - 1)
	wantReason(t, app, one, of("x"), "wrong issuer")
	if got := claimed(); len(got) != 0 {
		t.Errorf("before ten seconds are over: %q", got)
	}
	c.advance(1)
	wantReason(t, app, one, of(strings.Repeat("é", 300)), "wrong issuer")
	if got := claimed(); len(got) != 1 || got[0] != strings.Repeat("é", 200)+"…" {
		t.Errorf("a long one gives %q", got)
	}
	c.advance(10 * time.Second)
	wantReason(t, app, one, of(strings.Repeat("x", 190)+secret), "wrong issuer") // whose first half would be no secret to the log
	if got := claimed(); len(got) != 1 || strings.Contains(got[0], secret[:8]) {
		t.Errorf("a secret gives %q", got)
	}
	c.advance(10 * time.Second)
	wantReason(t, app, one, jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":1,"iss":"https://id.example"}`), "expired")
	if got := claimed(); len(got) != 0 {
		t.Errorf("a token of the right issuer gives %q", got)
	}
}

// TestIssuer returns the issuer of a token that is valid, and of no other.
func TestIssuer(t *testing.T) {
	for _, line := range []struct{ claims, issuer string }{
		{`{"sub":"7","exp":2000000000,"iss":"https://id.example"}`, "https://id.example"},
		{`{"sub":"7","exp":2000000000}`, ""},
		{`{"sub":"7","exp":1,"iss":"https://id.example"}`, ""},
	} {
		user := verify(t, hs256Config(), jwttest.HS256(jwttest.GoodHeader, line.claims))
		if orNull := fn.Or(user.IssuerOrNull(), ""); user.Issuer != line.issuer || orNull != line.issuer || (user.IssuerOrNull() == nil) != (line.issuer == "") {
			t.Errorf("%s: %q and %q, want %q", line.claims, user.Issuer, orNull, line.issuer)
		}
	}
	app := openApp(t)
	config := hs256Config()
	config.Issuers = []string{"https://id.example"}
	v := jwt.NewVerifier[struct{}](app.Setup(), config)
	execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) {
		if user := v.Verify(x, jwttest.HS256(jwttest.GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://evil.example"}`)); user.Issuer != "" || user.Reason != "wrong issuer" {
			t.Errorf("another issuer: %+v", user)
		}
	})
}
