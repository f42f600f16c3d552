package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/organizations/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// secret signs the tokens of these tests.
const secret = "a secret of the tests, long enough for HS256"

// start starts the whole project on a socket, with a database of its own, and returns its address. FLOWC_TEST_DATABASE_URL
// names a PostgreSQL server for the database to be on.
func start(t *testing.T) string {
	t.Helper()
	return flowtest.Start(t, flows.New, map[string]string{"JWT_SECRET": secret, "DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows")}, rt.WithLogWriter(io.Discard)).URL
}

// caller is somebody who calls the server, with a credential in a header; "" is nobody.
type caller struct{ url, credential string }

// send sends a request with a JSON body, and returns its answer with the text of the body.
func (c caller) send(t *testing.T, method, path, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if c.credential != "" {
		request.Header.Set("Authorization", c.credential)
	}
	response, err := http.DefaultTransport.RoundTrip(request) // a redirect is an answer
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// want sends a request and wants that answer.
func (c caller) want(t *testing.T, method, path, body string, status int, text string) http.Header {
	t.Helper()
	response, got := c.send(t, method, path, body)
	if response.StatusCode != status || got != text {
		t.Errorf("%s %s is answered %d %s, want %d %s", method, path, response.StatusCode, got, status, text)
	}
	return response.Header
}

// invalid sends a request whose answer must be a 400 that names a field.
func (c caller) invalid(t *testing.T, method, path, body, field string) {
	t.Helper()
	response, got := c.send(t, method, path, body)
	if response.StatusCode != http.StatusBadRequest || !strings.Contains(got, `"`+field+`":`) {
		t.Errorf("%s %s with %s is answered %d %s, want a 400 that names %q", method, path, body, response.StatusCode, got, field)
	}
}

// as signs a token by hand (RFC 7515), so that these tests trust nothing of what they test.
func as(url, sub string) caller {
	encode := base64.RawURLEncoding.EncodeToString
	claims := fmt.Sprintf(`{"sub": %q, "exp": %d}`, sub, time.Now().Add(time.Hour).Unix())
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	return caller{url, "Bearer " + signed + "." + encode(mac.Sum(nil))}
}
