package callers_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/callers/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

const gateKey = "k7Yq2mZr9TtVw3xB"

// TestKeyed lets in whoever has the key of a Condition, or an HMAC under it, and nobody else.
func TestKeyed(t *testing.T) {
	server := start(t)
	mac := hmac.New(sha256.New, []byte(gateKey))
	mac.Write([]byte("7"))
	signature := hex.EncodeToString(mac.Sum(nil))
	for _, tt := range []struct {
		header, value string
		status        int
	}{
		{"X-Gate", gateKey, http.StatusNoContent},
		{"X-Gate", gateKey[:len(gateKey)-1], http.StatusUnauthorized},
		{"X-Gate", gateKey + "x", http.StatusUnauthorized},
		{"X-Gate", strings.ToUpper(gateKey), http.StatusUnauthorized},
		{"X-Gate", "", http.StatusUnauthorized},
		{"X-Other", gateKey, http.StatusUnauthorized},
		{"X-Signature", signature, http.StatusOK},
		{"X-Signature", gateKey, http.StatusUnauthorized},
		{"X-Signature", "", http.StatusUnauthorized},
	} {
		r := httptest.NewRequest(http.MethodPost, "/keyed", strings.NewReader(`{"id": 7}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(tt.header, tt.value)
		w := httptest.NewRecorder()
		server.handler.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s: %q: %d, want %d", tt.header, tt.value, w.Code, tt.status)
		}
	}
}

// TestEmptyKey wants a service whose key is empty not to start: an empty header would be equal to it.
func TestEmptyKey(t *testing.T) {
	env := map[string]string{"JWT_SECRET": secret, "GATE_KEY": "", "DATABASE_URL": "file:keyed.db"}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
	if err == nil {
		t.Cleanup(func() {
			if err := app.Close(); err != nil {
				t.Error(err)
			}
		})
		_, err = flows.New(app)
	}
	if err == nil || !strings.Contains(err.Error(), "GATE_KEY") {
		t.Errorf("starts with an empty key: %v", err)
	}
}
