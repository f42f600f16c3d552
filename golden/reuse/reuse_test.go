package main

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/flowc-dev/flowc/golden/reuse/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

const secret = "0123456789abcdef0123456789abcdef"

// handler is the server, with a bell that answers as told, and a log.
func handler(t testing.TB, database string, bell http.HandlerFunc, log io.Writer, level string) http.Handler {
	t.Helper()
	service := httptest.NewServer(bell)
	t.Cleanup(service.Close)
	app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithLogWriter(log), rt.WithEnv(map[string]string{
		"DATABASE_URL": database, "STORAGE_URL": "memory:", "JWT_SECRET": secret, "PUBLIC_BELL": service.URL,
		"LOG_FORMAT": "json", "LOG_LEVEL": level,
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	return app.Handler(mux)
}

// embedded is where the tables are that a test does not look for on both engines.
const embedded = "sqlite:flows.db"

// onBoth runs a test on either engine; each server that it starts has tables of its own.
func onBoth(t *testing.T, test func(t *testing.T, serve func(bell http.HandlerFunc) (url string))) {
	t.Run("sqlite", func(t *testing.T) {
		test(t, func(bell http.HandlerFunc) string { return start(t, embedded, bell) })
	})
	t.Run("postgres", func(t *testing.T) {
		test(t, func(bell http.HandlerFunc) string { return start(t, dbtest.PostgresWith(t, "flows"), bell) })
	})
}

// start serves it over a socket.
func start(t *testing.T, database string, bell http.HandlerFunc) (url string) {
	t.Helper()
	server := httptest.NewServer(handler(t, database, bell, t.Output(), slog.LevelInfo.String()))
	t.Cleanup(server.Close)
	return server.URL
}

func silent(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }

// send sends a request with a body, and a token where that is not "".
func send(t *testing.T, method, url, token, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, strings.TrimSpace(string(text))
}

// want sends a request and compares the answer.
func want(t *testing.T, method, url, body string, status int, text string) {
	t.Helper()
	response, got := send(t, method, url, "", body)
	if response.StatusCode != status || !strings.Contains(got, text) {
		t.Errorf("%s %s %s: %d %s\nwant %d …%s…", method, url, body, response.StatusCode, got, status, text)
	}
}

func TestOutputsOfCalls(t *testing.T) {
	onBoth(t, func(t *testing.T, serve func(bell http.HandlerFunc) string) {
		heard := func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"heard": true}`)
		}
		url := serve(heard)
		want(t, "POST", url+"/pay", `{"account": 1, "cents": 300}`, 200,
			`{"account":{"id":1,"owner":"ann","cents":700},"bell":"at once","left":700,"line":2}`)
		want(t, "POST", url+"/pay", `{"account": 1, "cents": 701}`, 402, "")
		want(t, "GET", url+"/counts", "", 200, `{"blank":2,"cents":700,"lines":2}`)
	})
}

func TestReturnsInsideOfRegions(t *testing.T) {
	onBoth(t, func(t *testing.T, serve func(bell http.HandlerFunc) string) {
		url := serve(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"heard": false}`)
		})
		want(t, "POST", url+"/pay", `{"account": 1, "cents": 1, "text": "x"}`, 200, `"bell":"not at once"`)
		want(t, "GET", url+"/counts", "", 200, `{"blank":1,"cents":999,"lines":2}`)
		url = serve(silent)
		want(t, "POST", url+"/pay", `{"account": 1, "cents": 1}`, 200, `"bell":"ring failed: `)
	})
}

// A Return inside of a For each ends it, and those around it, and what follows them does not run.
func TestReturnsInsideOfForEach(t *testing.T) {
	onBoth(t, func(t *testing.T, serve func(bell http.HandlerFunc) string) {
		url := serve(silent)
		want(t, "POST", url+"/search", `{"items": ["lamp", "desk", "bed"], "wanted": "desk"}`, 200, `{"at":1}`)
		want(t, "GET", url+"/counts", "", 200, `{"blank":0,"cents":1000,"lines":1}`)
		want(t, "POST", url+"/search", `{"items": ["lamp", "desk", "bed"], "wanted": "chair"}`, 404, `{"lengths":[4,4,3]}`)
		want(t, "GET", url+"/counts", "", 200, `{"blank":0,"cents":1000,"lines":4}`)
		want(t, "POST", url+"/search", `{"items": ["lamp", "desk ", "bed"], "wanted": "bed"}`, 422, "")
		want(t, "POST", url+"/search", `{"items": [], "wanted": "bed"}`, 404, `{"lengths":[]}`)
	})
}

func TestWhatIsGivenIsValidated(t *testing.T) {
	onBoth(t, func(t *testing.T, serve func(bell http.HandlerFunc) string) {
		url := serve(silent)
		response, text := send(t, "POST", url+"/pay", "", `{"account": 1, "cents": 0}`)
		if response.StatusCode != http.StatusBadRequest || !strings.Contains(text, `"errors":{"cents":`) {
			t.Errorf("%d %s, want a 400 that names cents", response.StatusCode, text)
		}
		want(t, "GET", url+"/counts", "", 200, `{"blank":0,"cents":1000,"lines":0}`)
	})
}

// TestCallTakesPartInTransactions has what follows a Call fail: what that has written is taken back.
func TestCallTakesPartInTransactions(t *testing.T) {
	onBoth(t, func(t *testing.T, serve func(bell http.HandlerFunc) string) {
		url := serve(silent)
		want(t, "POST", url+"/notes", `{"account": 1, "text": "x", "rate": 0}`, 500, `"node":"rest"`)
		want(t, "POST", url+"/notes", `{"account": 7, "text": "x", "rate": 1}`, 500, `"node":"note"`)
		want(t, "GET", url+"/counts", "", 200, `{"blank":0,"cents":1000,"lines":0}`)
		want(t, "POST", url+"/notes", `{"account": 1, "text": "x", "rate": 1}`, 201, `{"id":`)
		want(t, "GET", url+"/counts", "", 200, `{"blank":0,"cents":1000,"lines":1}`)
	})
}

// TestHeadersComeThroughCalls wants what a guard and a limit inside say to callers.
func TestHeadersComeThroughCalls(t *testing.T) {
	url := start(t, embedded, silent)
	response, text := send(t, "GET", url+"/me", "", "")
	if challenge := response.Header.Get("WWW-Authenticate"); response.StatusCode != 401 || !strings.HasPrefix(challenge, "Bearer ") || text != `{"error":"missing token"}` {
		t.Errorf("%d %q %s", response.StatusCode, challenge, text)
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"sub": "ann", "exp": time.Now().Add(time.Hour).Unix()}).SignedString([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if response, text := send(t, "GET", url+"/me", token, ""); response.StatusCode != 200 || text != `{"sub":"ann"}` || response.Header.Get("RateLimit") == "" {
			t.Errorf("%d %s %v", response.StatusCode, text, response.Header)
		}
	}
	response, text = send(t, "GET", url+"/me", token, "")
	if response.StatusCode != 429 || response.Header.Get("Retry-After") == "" || !strings.HasPrefix(text, `{"wait":`) {
		t.Errorf("%d %s %v", response.StatusCode, text, response.Header)
	}
}

// TestNodesOfCallsAreRecorded wants the nodes of what is called below the Call.
func TestNodesOfCallsAreRecorded(t *testing.T) {
	var log bytes.Buffer
	h := handler(t, embedded, silent, &log, "debug")
	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/pay", strings.NewReader(`{"account": 1, "cents": 5}`))
	r.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(w, r)
	for _, text := range []string{
		`"nodes":"in take:taken take/in take/all take/account take/note:out take/note/in take/note/line take/note/back take/back note:out note/in note/line note/back tell:lost tell/in tell/t:catch tell/ring tell/lost ok"`,
		`"node":"line","state":"enter","call":"take/note"`,
		`"node":"take","state":"leave","output":"taken"`,
		`"node":"in","state":"leave","call":"note","output":"","duration":`,
		`"msg":"caught","id":`,
		`"node":"ring","call":"tell","error":`,
	} {
		if !strings.Contains(log.String(), text) {
			t.Errorf("the log lacks %s", text)
		}
	}
	if t.Failed() {
		t.Log(log.String())
	}
}

// TestCallCostsNoAllocation compares a Call with the same nodes written out.
func TestCallCostsNoAllocation(t *testing.T) {
	h := handler(t, embedded, silent, io.Discard, "info")
	allocations := func(path string) float64 {
		r := httptest.NewRequest("GET", path, nil)
		w := &discard{header: http.Header{}}
		return testing.AllocsPerRun(200, func() {
			clear(w.header)
			h.ServeHTTP(w, r)
		})
	}
	if called, written := allocations("/called/21"), allocations("/written/21"); called > written {
		t.Errorf("%v allocations by a Call, %v without", called, written)
	}
}

// discard is a caller who does not listen.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}
