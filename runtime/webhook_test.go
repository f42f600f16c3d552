package runtime_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
)

const hookSecret = "s3cret-of-the-sender"

// serveWebhook starts a server with one Webhook, and returns its URL.
func serveWebhook[In any](t *testing.T, app *rt.App, e rt.WebhookEntry, h func(*rt.Exec, *rt.WebhookEndpoint[In]) error) string {
	t.Helper()
	e.Workflow, e.Node, e.ID = "test", "in", "k3v7q2m7x4t6w3z6r5y2n2b7cd"
	if e.Method == "" {
		e.Method = "POST"
	}
	s := app.Setup()
	endpoint := rt.NewWebhook[In](s, e)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	endpoint.Register(mux, func(x *rt.Exec) error { return h(x, endpoint) })
	return newServer(t, app, mux) + "/webhooks/" + e.ID + e.Path
}

func TestWebhookSecret(t *testing.T) {
	for _, tt := range []struct {
		name    string
		entry   rt.WebhookEntry
		headers []string
		status  int
		reason  string
	}{
		{"right", rt.WebhookEntry{Secret: hookSecret}, []string{"X-Webhook-Secret", hookSecret}, 204, ""},
		{"own header", rt.WebhookEntry{Secret: hookSecret, SecretHeader: "x-gitlab-token"}, []string{"X-Gitlab-Token", hookSecret}, 204, ""},
		{"no secret", rt.WebhookEntry{}, nil, 204, ""},
		{"missing", rt.WebhookEntry{Secret: hookSecret}, nil, 401, "missing secret"},
		{"empty", rt.WebhookEntry{Secret: hookSecret}, []string{"X-Webhook-Secret", ""}, 401, "missing secret"},
		{"elsewhere", rt.WebhookEntry{Secret: hookSecret, SecretHeader: "X-Gitlab-Token"}, []string{"X-Webhook-Secret", hookSecret}, 401, "missing secret"},
		{"wrong", rt.WebhookEntry{Secret: hookSecret}, []string{"X-Webhook-Secret", hookSecret + "x"}, 401, "wrong secret"},
		{"twice", rt.WebhookEntry{Secret: hookSecret}, []string{"X-Webhook-Secret", hookSecret, "X-Webhook-Secret", "other"}, 401, "wrong secret"},
		{"not configured", rt.WebhookEntry{SecretHeader: "X-Webhook-Secret"}, []string{"X-Webhook-Secret", "any"}, 401, "wrong secret"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, log := openApp(t, nil)
			ran := false
			url := serveWebhook(t, app, tt.entry, func(x *rt.Exec, _ *rt.WebhookEndpoint[none]) error {
				ran = true
				x.Logger().Info("called", "with", strings.Join(tt.headers, " "))
				return x.Empty(204)
			})
			r := call(t, "POST", url, "", tt.headers...)
			if r.StatusCode != tt.status || ran != (tt.status == 204) {
				t.Fatalf("status %d, ran: %v", r.StatusCode, ran)
			}
			if tt.status == 401 && r.problem(t).Reason != tt.reason {
				t.Errorf("got %s, want reason %q", r.text, tt.reason)
			}
			if strings.Contains(log.String(), hookSecret) {
				t.Errorf("the log holds the secret: %s", log)
			}
		})
	}
}

func TestWebhookIsVerifiedBeforeItIsDecoded(t *testing.T) {
	malformed := `{"action":`
	for _, tt := range []struct {
		name    string
		verify  func(*rt.Exec, *rt.WebhookRequest) error
		secret  string
		body    string
		status  int
		reason  string
		visited string
	}{
		{"large", nil, "", strings.Repeat("x", 101), 413, "", "in"},
		{"secret", nil, "", malformed, 401, "missing secret", "in"},
		{"rejected", func(*rt.Exec, *rt.WebhookRequest) error { return rt.Reject("expired") }, hookSecret, malformed, 401, "expired", "in verify"},
		{"failed", func(*rt.Exec, *rt.WebhookRequest) error { return errors.New("down") }, hookSecret, malformed, 500, "", "in verify"},
		{"panic", func(*rt.Exec, *rt.WebhookRequest) error { panic("bug") }, hookSecret, malformed, 500, "", "in verify"},
		{"answered", func(x *rt.Exec, _ *rt.WebhookRequest) error { x.Enter("no"); return x.Empty(403) }, hookSecret, malformed, 403, "", "in verify no"},
		{"payload", func(*rt.Exec, *rt.WebhookRequest) error { return nil }, hookSecret, malformed, 400, "", "in verify in"},
		{"fields", func(*rt.Exec, *rt.WebhookRequest) error { return nil }, hookSecret, `{"action":1}`, 400, "", "in verify in"},
		{"fine", func(*rt.Exec, *rt.WebhookRequest) error { return nil }, hookSecret, `{"action":"open"}`, 204, "", "in verify ok"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, log := openApp(t, nil)
			entry := rt.WebhookEntry{Path: "/orders", Secret: hookSecret, MaxBody: 100}
			entry.Verify = func(x *rt.Exec, r *rt.WebhookRequest) error {
				if string(r.Body) != tt.body || r.Method != "POST" || !strings.HasSuffix(r.Path, "/orders") || r.RawQuery != "a=b" || r.Exec() != x {
					t.Errorf("request %+v", r)
				}
				x.Enter("verify")
				return tt.verify(x, r)
			}
			type event struct {
				Action string `json:"action"`
			}
			url := serveWebhook(t, app, entry, func(x *rt.Exec, e *rt.WebhookEndpoint[event]) error {
				if _, err := e.Decode(x); err != nil {
					return err
				}
				x.Enter("ok")
				return x.Empty(204)
			})
			r := call(t, "POST", url+"?a=b", tt.body, "Content-Type", "application/json", "X-Webhook-Secret", tt.secret)
			if r.StatusCode != tt.status {
				t.Errorf("status %d: %s", r.StatusCode, r.text)
			}
			if tt.reason != "" && r.problem(t).Reason != tt.reason {
				t.Errorf("got %s", r.text)
			}
			if got := r.Header.Get("WWW-Authenticate"); tt.status == 401 && got != `ApiKey header="X-Webhook-Secret"` {
				t.Errorf("the challenge is %s", got)
			}
			if records := log.records(t, "execution"); len(records) != 1 || records[0]["nodes"] != tt.visited {
				t.Errorf("execution: %v", records)
			}
		})
	}
}

func TestWebhookPayload(t *testing.T) {
	type event struct {
		Action *string `json:"action"`
		Count  *int64  `json:"count"`
	}
	for _, tt := range []struct {
		name, contentType, body string
		want                    string // [action, count, body, raw body]
	}{
		{"JSON", "application/json", `{"action":"open","count":2, "x":[1]}`, `["open",2,{"action":"open","count":2,"x":[1]}]`},
		{"vendor's JSON", "application/cloudevents+json; charset=utf-8", `{"count":2}`, `[null,2,{"count":2}]`},
		{"JSON as text", "text/plain; charset=UTF-8", ` {"count":2}`, `[null,2,{"count":2}]`},
		{"JSON as nothing", "", `{"count":2}`, `[null,2,{"count":2}]`},
		{"form", "application/x-www-form-urlencoded", "action=a+b&count=2&x=1&x=2", `["a b",2,{"action":"a b","count":"2","x":["1","2"]}]`},
		{"text", "text/plain", "hello", `[null,null,"hello"]`},
		{"text that begins like JSON", "text/plain", "{hello", `[null,null,"{hello"]`},
		{"a number as text", "text/plain", "5", `[null,null,"5"]`},
		{"XML", "application/xml", "<a/>", `[null,null,"<a/>"]`},
		{"nothing", "application/json", "", `[null,null,null]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, e *rt.WebhookEndpoint[event]) error {
				in, err := e.Decode(x)
				if err != nil {
					return err
				}
				if string(x.RawBody()) != tt.body {
					t.Errorf("raw body %q", x.RawBody())
				}
				return x.JSON(200, []any{in.Action, in.Count, x.Body()})
			})
			r := call(t, "POST", url, tt.body, "Content-Type", tt.contentType)
			if r.text != tt.want {
				t.Errorf("got %d %s, want %s", r.StatusCode, r.text, tt.want)
			}
		})
	}
}

func TestWebhookWithoutFields(t *testing.T) {
	for _, tt := range []struct {
		name, contentType, body string
		status                  int
		detail                  string
	}{
		{"a list", "application/json", `["a"]`, 200, `["a"]`},
		{"bytes", "application/octet-stream", "\xff\xfe", 415, "neither JSON, nor a form, nor text"},
		{"malformed", "application/json", `{"a":1,"a":2}`, 400, "the body has a key twice"},
		{"deep", "application/json", strings.Repeat("[", 200) + strings.Repeat("]", 200), 400, "the body nests deeper than 128"},
		{"malformed form", "application/x-www-form-urlencoded", "a=%zz", 400, "not a valid form"},
		{"form that is not UTF-8", "application/x-www-form-urlencoded", "a=%ff", 400, "not a valid form"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, e *rt.WebhookEndpoint[none]) error {
				if _, err := e.Decode(x); err != nil {
					return err
				}
				return x.JSON(200, x.Body())
			})
			if r := call(t, "POST", url, tt.body, "Content-Type", tt.contentType); r.StatusCode != tt.status || !strings.Contains(r.text, tt.detail) {
				t.Errorf("got %d %s, want %d %s", r.StatusCode, r.text, tt.status, tt.detail)
			}
		})
	}
}

// Values of the payload are the caller's, and those of a form are whatever their text is.
func TestWebhookBodyConverts(t *testing.T) {
	app, _ := openApp(t, nil)
	url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, _ *rt.WebhookEndpoint[none]) error {
		n, err := x.Body().At("items").Index(1).Int()
		if err != nil {
			return err
		}
		return x.JSON(200, n)
	})
	const form = "application/x-www-form-urlencoded"
	if r := call(t, "POST", url, "items=1&items=2", "Content-Type", form); r.text != "2" {
		t.Errorf("got %d %s", r.StatusCode, r.text)
	}
	if p := call(t, "POST", url, `{"items":[1,"b"]}`, "Content-Type", "application/json").problem(t); p.Status != 400 || p.Detail != "body.items[1] is a text, want an int" {
		t.Errorf("got %+v", p)
	}
	if p := call(t, "POST", url, `{`, "Content-Type", "application/json").problem(t); p.Status != 400 || p.Detail != "body.items[1] is null, want an int" {
		t.Errorf("got %+v", p)
	}
}

func TestWebhookRequestOutlivesTheAnswer(t *testing.T) {
	app, _ := openApp(t, nil)
	release, seen := make(chan bool), make(chan string, 1)
	url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, _ *rt.WebhookEndpoint[none]) error {
		x.After(func(x *rt.Exec) error {
			<-release
			seen <- string(x.RawBody()) + string(x.Webhook().Body)
			return nil
		})
		return x.Empty(202)
	})
	call(t, "POST", url, "first")
	close(release)
	call(t, "POST", url, "other")
	if got := []string{<-seen, <-seen}; cmp.Diff([]string{"firstfirst", "otherother"}, got) != "" && cmp.Diff([]string{"otherother", "firstfirst"}, got) != "" {
		t.Errorf("got %v", got)
	}
}

func TestNoWebhook(t *testing.T) {
	execute(t, rt.Entry{}, func(x *rt.Exec) error {
		if x.Webhook() != nil || x.RawBody() != nil || !x.Body().IsNull() {
			t.Error("an API endpoint has a webhook's request")
		}
		return x.Empty(204)
	})
	if now := (&rt.WebhookRequest{}).Now(); time.Since(now) > time.Minute {
		t.Errorf("now is %s", now)
	}
}

// FuzzWebhookPayload looks for panics, and for payloads that are accepted but mean nothing that can be written as JSON.
func FuzzWebhookPayload(f *testing.F) {
	for _, contentType := range []string{"application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", ""} {
		for _, body := range []string{`{"a":[1,{"b":null}]}`, "a=1&a=2&b=%20", "[", "\xff", "5", ""} {
			f.Add(contentType, body)
		}
	}
	app, _ := openApp(f, nil)
	s := app.Setup()
	endpoint := rt.NewWebhook[none](s, rt.WebhookEntry{Workflow: "test", Node: "in", ID: "id", Method: "POST"})
	mux := http.NewServeMux()
	endpoint.Register(mux, func(x *rt.Exec) error {
		if _, err := endpoint.Decode(x); err != nil {
			return err
		}
		return x.JSON(200, x.Body())
	})
	f.Fuzz(func(t *testing.T, contentType, body string) {
		r := httptest.NewRequest("POST", "/webhooks/id", strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code == 200 && jsontext.Value(w.Body.Bytes()).IsValid() {
			return
		}
		res := reply{Response: w.Result(), text: w.Body.String()}
		if p := res.problem(t); p.Status != 400 && p.Status != 415 {
			t.Errorf("%q as %q is answered with %s", body, contentType, res.text)
		}
	})
}
