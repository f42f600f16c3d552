package studio_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/studio"
)

// TestDoor wants nobody served but this machine's own page.
func TestDoor(t *testing.T) {
	b := openAuth(t)
	host := strings.TrimPrefix(b.url, "http://")
	for name, tt := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"the page":                  {func(*http.Request) {}, 200},
		"a tunnel":                  {func(r *http.Request) { r.Host = "localhost:9999" }, 200},
		"IPv6":                      {func(r *http.Request) { r.Host = "[::1]:80" }, 200},
		"its own origin":            {func(r *http.Request) { r.Header.Set("Origin", "http://"+host) }, 200},
		"another port":              {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, 403},
		"a port that begins alike":  {func(r *http.Request) { r.Header.Set("Origin", "http://"+host+"0") }, 403},
		"another page":              {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"a sandboxed page":          {func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"two origins":               {func(r *http.Request) { r.Header["Origin"] = []string{"http://" + host, "http://" + host} }, 403},
		"a name that resolves here": {func(r *http.Request) { r.Host = "evil.example" }, 403},
		"a name that looks alike":   {func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }, 403},
		"a name that begins alike":  {func(r *http.Request) { r.Host = "localhost.evil.example" }, 403},
		"a machine of the network":  {func(r *http.Request) { r.Host = "192.168.0.7:80" }, 403},
		"any address":               {func(r *http.Request) { r.Host = "0.0.0.0" }, 403},
		"no key":                    {func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		"another key":               {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+key+"x") }, 401},
		"the key as a cookie":       {func(r *http.Request) { r.Header.Del("Authorization"); r.Header.Set("Cookie", "key="+key) }, 401},
	} {
		if status, _ := b.call("GET", "/api/state", "", tt.change); status != tt.want {
			t.Errorf("%s: status %d, want %d", name, status, tt.want)
		}
	}
	if status, _ := b.call("GET", "/api/state?key="+key, "", func(r *http.Request) { r.Header.Del("Authorization") }); status != 401 {
		t.Errorf("the key in the address: status %d", status)
	}
}

// TestStudioWithoutAKey serves nobody.
func TestStudioWithoutAKey(t *testing.T) {
	s := studio.New(studio.Config{Dir: t.TempDir(), Now: time.Now})
	for _, sent := range []string{"", "Bearer ", "Bearer"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "http://127.0.0.1/api/state", nil)
		r.Header.Set("Authorization", sent)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
			t.Errorf("%q is answered %d", sent, w.Code)
		}
	}
}

// TestLongCalls refuses a call that is larger than any of the page's, whatever it holds.
func TestLongCalls(t *testing.T) {
	b := openAuth(t)
	for call, size := range map[string]int{"POST /api/starter": 1 << 20, "POST /api/send": 32 << 20} {
		method, path, _ := strings.Cut(call, " ")
		body := `{"name": "` + strings.Repeat("x", size) + `"}`
		if status, answer := b.call(method, path, body); status != http.StatusBadRequest {
			t.Errorf("%s of %d bytes: status %d %.80s", call, len(body), status, answer)
		}
	}
}

// TestPageRunsNothingElse holds the policy of the page: no script or style in line, no frames, nothing from elsewhere.
func TestPageRunsNothingElse(t *testing.T) {
	b := openAuth(t)
	answer, err := http.Get(b.url + "/") // static files need no key
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	policy := answer.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "connect-src 'self'",
		"base-uri 'none'", "form-action 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	if strings.Contains(policy, "unsafe") || answer.Header.Get("X-Frame-Options") != "DENY" || answer.Header.Get("Set-Cookie") != "" {
		t.Errorf("the page is served with %v", answer.Header)
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	_, first := b.call("GET", "/", "")
	_, second := b.call("GET", "/", "")
	if first == second || strings.Contains(first, "NONCE") {
		t.Error("the nonce is the same for two answers")
	}
	if status, _ := b.call("GET", "/../door.go", ""); status != 404 {
		t.Errorf("a file outside of the page: status %d", status)
	}
}

// TestPageIsSmall holds the page to 400 KiB, compressed.
func TestPageIsSmall(t *testing.T) {
	total := openAuth(t).compressed()
	t.Logf("%d KiB", total>>10)
	if total > 400<<10 || total < 100<<10 {
		t.Errorf("the page has %d bytes", total)
	}
}

// compressed returns the bytes of the page's files as a browser gets them.
func (b *bench) compressed() int {
	b.t.Helper()
	total := 0
	for _, name := range []string{"", "lib.js", "app.js", "lib.css", "app.css"} {
		status, text := b.call("GET", "/"+name, "", func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") })
		if status != 200 {
			b.t.Fatalf("/%s: status %d", name, status)
		}
		total += len(text)
	}
	return total
}

// TestTicket wants the key and the port of one start at the next, for this user alone.
func TestTicket(t *testing.T) {
	cache := t.TempDir()
	first := studio.ReadTicket(cache, "/work/shop")
	if len(first.Key) < 26 || first.Port != 0 {
		t.Fatalf("a new ticket is %+v", first)
	}
	first.Port = 4711
	if err := first.Keep(cache, "/work/shop"); err != nil {
		t.Fatal(err)
	}
	if second := studio.ReadTicket(cache, "/work/shop"); second != first {
		t.Errorf("the next one is %+v, want %+v", second, first)
	}
	if other := studio.ReadTicket(cache, "/work/other"); other.Key == first.Key {
		t.Error("another project has the same key")
	}
	if err := os.Chmod(ticketPath(t, cache), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := first.Keep(cache, "/work/shop"); err != nil { // which leaves nothing for others to read
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(cache, "flowc", "studio", "*"))
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, mode %v", path, err, info.Mode())
		}
	}
}

// TestTicketThatWasCutOff wants another key in the place of one that could be guessed.
func TestTicketThatWasCutOff(t *testing.T) {
	cache := t.TempDir()
	if err := (studio.Ticket{Key: "short"}).Keep(cache, "/work/shop"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`{"key":"","port":1}`, `{"key":"short","port":1}`, `{"key":"`, ""} {
		if err := os.WriteFile(ticketPath(t, cache), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := studio.ReadTicket(cache, "/work/shop"); len(got.Key) < 26 {
			t.Errorf("of %q comes the key %q", text, got.Key)
		}
	}
}

// ticketPath is the one ticket that is kept.
func ticketPath(t *testing.T, cache string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cache, "flowc", "studio", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	return files[0]
}
