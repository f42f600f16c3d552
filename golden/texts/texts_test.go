// Package texts_test sends hostile values to workflows that put them into texts of other formats, over a socket.
package texts_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/texts/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// hostile are values that end what they stand in, where they are pasted there.
var hostile = []string{
	"script:alert(1)", "javascript", "JavaScript", " java\tscript",
	`","admin":true,"x":"`, `\",\"admin\":true`, `\`, `"`, `'`, "`", "{{name}}", "{{.}}", "}}", "</script><script>alert(1)</script>",
	"<img src=x onerror=alert(1)>", `" onmouseover="alert(1)`, "' autofocus onfocus=alert(1) '", "javascript:alert(1)",
	"data:text/html,<script>alert(1)</script>", "]]><script/>", "<!--", "-->", "&lt;b&gt;", "\r\nSet-Cookie: a=b", "a\u2028b\u0000c", "<![CDATA[x",
	"expression(alert(1))", "${7*7}", "a b", "é😀",
}

// service is a server of the workflows, and another one that they call.
type service struct {
	*httptest.Server
	sent chan request // what the other one was sent
}

type request struct {
	contentType, body string
}

func start(t *testing.T) *service {
	t.Helper()
	s := &service{sent: make(chan request, 1)}
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.sent <- request{r.Header.Get("Content-Type"), string(body)}
	}))
	app, err := rt.Open(rt.WithEnv(map[string]string{"PUBLIC_OTHER": other.URL}), rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()))
	if err != nil {
		t.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	s.Server = httptest.NewServer(app.Handler(mux))
	t.Cleanup(func() {
		s.Close()
		other.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answer is what a caller gets.
type answer struct {
	status int
	header http.Header
	body   string
}

// post sends fields as JSON.
func (s *service) post(t *testing.T, path string, fields map[string]any) answer {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(s.URL+path, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

// decoded reads a text as JSON that has each name once.
func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Errorf("%s is no JSON: %s", text, err)
	}
	if n := strings.Count(text, `"admin":`); n > 2 {
		t.Errorf("%s names admin %d times", text, n)
	}
	return v
}

// TestJSON wants every value where the document puts it, and nothing else from it.
func TestJSON(t *testing.T) {
	s := start(t)
	for _, value := range hostile {
		got := s.post(t, "/send", map[string]any{"name": value, "count": 7, "any": map[string]any{"k": value}})
		if got.status != http.StatusOK || got.header.Get("Content-Type") != "application/json" {
			t.Errorf("%q is answered with %d %s", value, got.status, got.header.Get("Content-Type"))
		}
		answered := decoded(t, got.body)
		if answered["name"] != value || answered["count"] != 7.0 || answered["admin"] != false || len(answered) != 4 {
			t.Errorf("%q is answered as %s", value, got.body)
		}
		sent := <-s.sent
		message := decoded(t, sent.body)
		by, _ := message["by"].(map[string]any)
		if message["text"] != "Dear "+value+"!" || message["count"] != 7.0 || len(message) != 4 || by[value] != true || by["admin"] != false || len(by) != 2 {
			t.Errorf("%q is sent as %s", value, sent.body)
		}
		if anything, _ := message["any"].(map[string]any); anything["k"] != value || sent.contentType != "application/json" {
			t.Errorf("%q is sent as %s %s", value, sent.contentType, sent.body)
		}
	}
}

// TestJSONKey wants a caller refused whose value is the name of another member.
func TestJSONKey(t *testing.T) {
	s := start(t)
	got := s.post(t, "/send", map[string]any{"name": "admin", "count": 7})
	if got.status != http.StatusBadRequest || !strings.Contains(got.body, `"name"`) {
		t.Errorf("a second member called admin is answered with %d %s", got.status, got.body)
	}
	if len(s.sent) > 0 {
		t.Errorf("it is sent: %s", (<-s.sent).body)
	}
}
