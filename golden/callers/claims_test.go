package callers_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const secret = "a secret of the tests, long enough for HS256"

// A token whose claim can't be what a workflow makes of it is refused as one that lacks it: it is neither what was asked for that
// is wrong, nor the server.
func TestClaims(t *testing.T) {
	server := start(t)
	for _, tt := range []struct {
		path, claims string
		status       int
	}{
		{"/claims/sub", `"sub": "7"`, 200},
		{"/claims/sub", `"sub": "ada"`, 401},
		{"/claims/sub", `"sub": "9223372036854775808"`, 401},
		{"/claims/bare", `"sub": "-2"`, 200},
		{"/claims/bare", `"sub": "ada"`, 401},
		{"/claims/bare", `"sub": "9223372036854775807"`, 401}, // one more is none
		{"/claims/level", `"sub": "ada", "level": 3`, 200},
		{"/claims/level", `"sub": "ada", "level": "3"`, 200},
		{"/claims/level", `"sub": "ada", "level": {"is": 3}`, 401},
		{"/claims/level", `"sub": "ada"`, 401},
		{"/claims/email", `"sub": "ada"`, 200},
		{"/claims/email", `"sub": "ada", "email": "ada@example.com"`, 401},
		{"/claims/set", `"sub": "7"`, 200},
		{"/claims/set", `"sub": "ada"`, 401},
		{"/claims/set", `"sub": "7", "level": "high"`, 401},
		{"/claims/called", `"sub": "7"`, 200},
		{"/claims/called", `"sub": "ada"`, 401},
		{"/claims/called", `"sub": "-"`, 401},
		{"/claims/checked", `"sub": "7"`, 200},
		{"/claims/checked", `"sub": "ada"`, 401},
	} {
		token := sign(tt.claims)
		r := httptest.NewRequest(http.MethodGet, tt.path+"?token="+token, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		server.handler.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s with %s: answered %d %s, want %d", tt.path, tt.claims, w.Code, w.Body, tt.status)
			continue
		}
		if tt.status != http.StatusUnauthorized {
			continue
		}
		if !strings.Contains(w.Body.String(), `"reason":"malformed token"`) || strings.Contains(w.Body.String(), "int") {
			t.Errorf("%s with %s: answered %s", tt.path, tt.claims, w.Body)
		}
		want := `Bearer realm="claims", error="invalid_token", error_description="malformed token"`
		if tt.path == "/claims/checked" {
			want = `Bearer realm="claims"` // a JWT node tells of no header
		}
		if got := w.Header().Get("WWW-Authenticate"); got != want {
			t.Errorf("%s with %s: WWW-Authenticate is %q, want %q", tt.path, tt.claims, got, want)
		}
	}
}

// sign makes a token by hand (RFC 7515).
func sign(claims string) string {
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode(fmt.Appendf(nil, `{%s, "exp": %d}`, claims, time.Now().Add(time.Hour).Unix()))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}
