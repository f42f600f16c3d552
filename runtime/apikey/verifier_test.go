package apikey_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/apikey"
)

const (
	ciKey     = "k3v7q2m7x4t6w3z6"
	mobileKey = "0000:with:colons:0000"
)

func openApp(t testing.TB, options ...rt.Option) *rt.App {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(map[string]string{"FLOWC_ENV": "preview"}), rt.WithDir(t.TempDir()), rt.WithLogWriter(&bytes.Buffer{})}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// execute runs f as an execution that answers r. What f leaves unanswered is a 401, as after a refusal.
func execute(t testing.TB, app *rt.App, r *http.Request, f func(x *rt.Exec)) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "me", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		x.Enter("auth")
		f(x)
		return x.Empty(http.StatusUnauthorized)
	})
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, r)
	return answer
}

// check returns what a Verifier of c says of a request with the given keys in header.
func check(t *testing.T, c apikey.Config, header string, keys ...string) (user apikey.User) {
	t.Helper()
	app := openApp(t)
	setup := app.Setup()
	c.KeysName = "API_KEYS"
	v := apikey.NewVerifier(setup, c)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/", nil)
	for _, key := range keys {
		r.Header.Add(header, key)
	}
	execute(t, app, r, func(x *rt.Exec) { user = v.Check(x) })
	return user
}

func hashed(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

func TestCheck(t *testing.T) {
	list := "ci:" + ciKey + ", mobile:" + mobileKey + ",partner:sha256:" + hashed("the partner's key") +
		",ci:sha256:" + strings.ToUpper(hashed("the next key"))
	tests := []struct {
		name  string
		given []string
		want  apikey.User
	}{
		{"first", []string{ciKey}, apikey.User{Valid: true, Sub: "ci"}},
		{"after a space, with colons", []string{mobileKey}, apikey.User{Valid: true, Sub: "mobile"}},
		{"kept hashed", []string{"the partner's key"}, apikey.User{Valid: true, Sub: "partner"}},
		{"second of one name, upper-case hash", []string{"the next key"}, apikey.User{Valid: true, Sub: "ci"}},
		{"no header", nil, apikey.User{Reason: "missing key"}},
		{"empty header", []string{""}, apikey.User{Reason: "missing key"}},
		{"prefix of a key", []string{ciKey[:10]}, apikey.User{Reason: "unknown key"}},
		{"more than a key", []string{ciKey + "0"}, apikey.User{Reason: "unknown key"}},
		{"another case", []string{strings.ToUpper(ciKey)}, apikey.User{Reason: "unknown key"}},
		{"with its name", []string{"ci:" + ciKey}, apikey.User{Reason: "unknown key"}},
		{"the hash itself", []string{hashed("the partner's key")}, apikey.User{Reason: "unknown key"}},
		{"two headers, both right", []string{ciKey, ciKey}, apikey.User{Reason: "unknown key"}},
		{"two in one header", []string{ciKey + ", " + ciKey}, apikey.User{Reason: "unknown key"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := check(t, apikey.Config{Keys: list}, "X-API-Key", test.given...); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
	if status := (apikey.User{}).Status(); status != http.StatusUnauthorized {
		t.Errorf("status %d, want 401", status)
	}
}

func TestHeader(t *testing.T) {
	c := apikey.Config{Header: "x-shop-KEY", Keys: "ci:" + ciKey}
	if got := check(t, c, "X-Shop-Key", ciKey); !got.Valid {
		t.Errorf("the configured header: %+v", got)
	}
	if got := check(t, c, "X-API-Key", ciKey); got.Reason != "missing key" {
		t.Errorf("another header: %+v", got)
	}
}

func TestMalformedLists(t *testing.T) {
	tests := []struct{ list, want string }{
		{"planted-key", "entry 1 must be name:key"},
		{"ci:k1,:planted-key", "entry 2 must be name:key"},
		{"ci:", "entry 1 must be name:key"},
		{"ci:k1,", "entry 2 must be name:key"},
		{"ci:k1,,b:k2", "entry 2 must be name:key"},
		{"ci:sha256:planted-key", "entry 1 must have 64 hexadecimal digits"},
		{"ci:sha256:" + hashed("a")[2:], "entry 1 must have 64 hexadecimal digits"},
		{"ci:sha256:" + hashed("a") + "00", "entry 1 must have 64 hexadecimal digits"},
		{"ci:sha256:", "entry 1 must have 64 hexadecimal digits"},
		{"ci:sha256:" + hashed(""), "entry 1 has the hash of no key at all"},
		{"a:planted-key,ci:sha256:" + strings.ToUpper(hashed("")), "entry 2 has the hash of no key at all"},
		{"ci:planted-key,b:k2,c:planted-key", "entries 1 and 3 hold the same key"},
		{"ci:planted-key,b:sha256:" + hashed("planted-key"), "entries 1 and 2 hold the same key"},
	}
	for _, test := range tests {
		setup := openApp(t).Setup()
		apikey.NewVerifier(setup, apikey.Config{Keys: test.list, KeysName: "API_KEYS"})
		err := setup.Err()
		var config *rt.ConfigError
		if !errors.As(err, &config) || len(config.Problems) != 1 || config.Problems[0].Name != "API_KEYS" {
			t.Fatalf("%s: got %v, want one problem of API_KEYS", test.list, err)
		}
		if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want it to say %q", test.list, err, test.want)
		}
		if strings.Contains(err.Error(), "planted") {
			t.Errorf("%s: the problem quotes a key: %v", test.list, err)
		}
	}
}

// A variable that is not set is one problem, reported by Setup.Secret, and lets nobody in.
func TestNoKeys(t *testing.T) {
	app := openApp(t)
	setup := app.Setup()
	v := apikey.NewVerifier(setup, apikey.Config{Keys: setup.Secret("API_KEYS"), KeysName: "API_KEYS"})
	var config *rt.ConfigError
	if err := setup.Err(); !errors.As(err, &config) || len(config.Problems) != 1 {
		t.Fatalf("got %v, want one problem", err)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("X-API-Key", "anything")
	execute(t, app, r, func(x *rt.Exec) {
		if user := v.Check(x); user.Valid {
			t.Error("a Verifier without keys accepted one")
		}
	})
}

// The log shows which output was taken, and not the key, right or wrong.
func TestLog(t *testing.T) {
	for _, key := range []string{ciKey, "a-wrong-key-of-somebody"} {
		var log bytes.Buffer
		app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
		v := apikey.NewVerifier(app.Setup(), apikey.Config{Keys: "ci:" + ciKey})
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("X-API-Key", key)
		answer := execute(t, app, r, func(x *rt.Exec) {
			v.Check(x)
			x.Logger().Info("called with " + r.Header.Get("X-API-Key"))
		})
		output := "auth:invalid"
		if key == ciKey {
			output = "auth:valid"
		}
		if !strings.Contains(log.String(), output) {
			t.Errorf("the log does not show %s: %s", output, log.String())
		}
		if strings.Contains(log.String(), key) {
			t.Errorf("the log shows the key: %s", log.String())
		}
		if got := answer.Header().Get("WWW-Authenticate"); got != `ApiKey header="X-API-Key"` {
			t.Errorf("the challenge of the 401 is %s", got)
		}
	}
}

// A key that can be guessed is told of in preview, and keeps a server from starting in production.
func TestShortKeys(t *testing.T) {
	long := strings.Repeat("k", 16)
	for list, entry := range map[string]string{
		"ci:" + long: "", "ci:" + long[1:]: "entry 1", "ci:" + long + ",b:abc": "entry 2",
		"ci:" + strings.Repeat(" ", 16) + "abc": "entry 1", "ci:sha256:" + hashed("a"): "",
	} {
		for _, env := range []string{"preview", "production"} {
			var log bytes.Buffer
			app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"FLOWC_ENV": env}))
			setup := app.Setup()
			apikey.NewVerifier(setup, apikey.Config{Keys: list, KeysName: "API_KEYS"})
			err := setup.Err()
			if refused := err != nil; refused != (env == "production" && entry != "") {
				t.Errorf("%s in %s: %v", list, env, err)
			}
			said := log.String()
			if err != nil {
				said += err.Error()
			}
			if weak := strings.Contains(said, "less than 16 bytes"); weak != (entry != "") || !strings.Contains(said, entry) || weak && !strings.Contains(said, "API_KEYS") {
				t.Errorf("%s in %s says %q, want %q", list, env, said, entry)
			}
		}
	}
}

// Each key, and each hash of one, is masked wherever it stands, not only the list as a whole.
func TestLogHoldsNoKeyOfTheList(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log))
	partner := hashed("the partner's key")
	apikey.NewVerifier(app.Setup(), apikey.Config{Keys: "ci:" + ciKey + ", mobile:" + mobileKey + ",partner:sha256:" + partner + ",a-forgotten-name"})
	app.Logger().Info("keys", "ci", ciKey, "mobile", mobileKey, "partner", partner, "forgotten", "a-forgotten-name")
	for _, secret := range []string{ciKey, mobileKey, partner, "a-forgotten-name"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q: %s", secret, log.String())
		}
	}
}

// TestShortKeyIsToldOnce has two workflows that share a list.
func TestShortKeyIsToldOnce(t *testing.T) {
	var log bytes.Buffer
	setup := openApp(t, rt.WithLogWriter(&log)).Setup()
	for range 2 {
		apikey.NewVerifier(setup, apikey.Config{Keys: "ci:abc", KeysName: "API_KEYS"})
	}
	if n := strings.Count(log.String(), "less than 16 bytes"); n != 1 {
		t.Errorf("told %d times: %s", n, log.String())
	}
}
