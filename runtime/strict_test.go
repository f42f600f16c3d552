package runtime_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// loose is a request whose fields may all be missing: what is refused is refused for its form.
type loose struct {
	N    *int64    `json:"n"`
	Any  *rt.Value `json:"any"`
	Role *string   `json:"role"`
}

// answers sends a body to an endpoint and to a Webhook, which answer with what they have understood.
func answers(t *testing.T, body string, headers ...string) map[string]reply {
	t.Helper()
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/", MaxBody: 4096}, func(x *rt.Exec, e *rt.Endpoint[loose]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, in)
	})
	s := app.Setup()
	hook := rt.NewWebhook[loose](s, rt.WebhookEntry{Workflow: "w", Node: "in", ID: "id", Method: "POST", MaxBody: 4096})
	untyped := rt.NewWebhook[none](s, rt.WebhookEntry{Workflow: "w", Node: "in", ID: "untyped", Method: "POST", MaxBody: 4096})
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	hook.Register(mux, func(x *rt.Exec) error {
		in, err := hook.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, in)
	})
	untyped.Register(mux, func(x *rt.Exec) error {
		if _, err := untyped.Decode(x); err != nil {
			return err
		}
		return x.JSON(200, struct {
			N    rt.Value `json:"n"`
			Any  rt.Value `json:"any"`
			Role rt.Value `json:"role"`
		}{x.Body().At("n"), x.Body().At("any"), x.Body().At("role")})
	})
	address := newServer(t, app, mux)
	return map[string]reply{
		"endpoint":        call(t, "POST", address+"/", body, headers...),
		"webhook":         call(t, "POST", address+"/webhooks/id", body, headers...),
		"untyped webhook": call(t, "POST", address+"/webhooks/untyped", body, headers...),
	}
}

func TestStrictJSON(t *testing.T) {
	deep := func(n int) string { return strings.Repeat(`[`, n) + strings.Repeat(`]`, n) }
	for _, tt := range []struct {
		name, body string
		status     int
		text       string // of a 200
	}{
		{"numbers are exact", `{"n":9007199254740993,"any":9007199254740993}`, 200, `{"n":9007199254740993,"any":9007199254740993,"role":null}`},
		{"numbers keep their digits", `{"any":[0.1000000000000000055511151231257827,1e400]}`, 200, `{"n":null,"any":[0.1000000000000000055511151231257827,1e400],"role":null}`},
		{"another case is another key", `{"role":"user","ROLE":"admin","Role":"admin"}`, 200, `{"n":null,"any":null,"role":"user"}`},
		{"only in another case", `{"ROLE":"admin"}`, 200, `{"n":null,"any":null,"role":null}`},
		{"escaped key", `{"\u0072ole":"user"}`, 200, `{"n":null,"any":null,"role":"user"}`},
		{"depth 128", `{"any":` + deep(127) + `}`, 200, `{"n":null,"any":` + deep(127) + `,"role":null}`},

		{"depth 129", `{"any":` + deep(128) + `}`, 400, ""},
		{"100k nested", strings.Repeat(`[`, 4000), 400, ""},
		{"duplicate key", `{"role":"user","role":"admin"}`, 400, ""},
		{"duplicate key, once escaped", `{"role":"user","\u0072ole":"admin"}`, 400, ""},
		{"duplicate key in a value", `{"any":{"a":1,"a":2}}`, 400, ""},
		{"duplicate key in a list", `{"any":[{"a":1,"a":2}]}`, 400, ""},
		{"duplicate key nobody reads", `{"x":1,"x":2}`, 400, ""},
		{"duplicate key in what nobody reads", `{"x":[{"y":1,"y":2}]}`, 400, ""},
		{"invalid UTF-8 in a text", "{\"role\":\"\xff\"}", 400, ""},
		{"invalid UTF-8 in a key", "{\"\xff\":1}", 400, ""},
		{"invalid UTF-8 in a value", "{\"any\":[\"\xc3\x28\"]}", 400, ""},
		{"overlong UTF-8", "{\"role\":\"\xc0\xaf\"}", 400, ""},
		{"lone surrogate", `{"role":"\ud800"}`, 400, ""},
		{"surrogates the wrong way round", `{"role":"\udc00\ud800"}`, 400, ""},
		{"control character", "{\"role\":\"a\nb\"}", 400, ""},
		{"two byte order marks", "\ufeff\ufeff{}", 400, ""},
		{"leading zero", `{"n":01}`, 400, ""},
		{"plus", `{"n":+1}`, 400, ""},
		{"hexadecimal", `{"n":0x1}`, 400, ""},
		{"NaN", `{"any":NaN}`, 400, ""},
		{"comment", `{"n":1/**/}`, 400, ""},
		{"single quotes", `{'n':1}`, 400, ""},
		{"trailing comma", `{"n":1,}`, 400, ""},
		{"two documents", `{"n":1}{"n":2}`, 400, ""},
		{"cut off", `{"n":1`, 400, ""},
		{"form feed", "{\f}", 400, ""},
		{"too large", `{"x":"` + strings.Repeat("x", 4096) + `"}`, 413, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for which, r := range answers(t, tt.body, "Content-Type", "application/json") {
				if r.StatusCode != tt.status || tt.status == 200 && r.text != tt.text {
					t.Errorf("%s: got %d %s, want %d %s", which, r.StatusCode, r.text, tt.status, tt.text)
				}
				if tt.status != 200 {
					r.problem(t)
				}
			}
		})
	}
}

func TestStrictForm(t *testing.T) {
	const kind = "application/x-www-form-urlencoded"
	for _, tt := range []struct {
		name, body, kind string
		status           int
		wrong            string // the field that is wrong
	}{
		{"plain", "role=a&n=1", kind, 200, ""},
		{"charset", "role=%C3%A9", kind + "; charset=UTF-8", 200, ""},
		{"field twice", "role=a&role=b", kind, 400, "role"},
		{"field twice, once escaped", "role=a&%72ole=b", kind, 400, "role"},
		{"bad escape", "role=%zz", kind, 400, ""},
		{"cut escape", "role=%4", kind, 400, ""},
		{"bad escape in a name", "%zz=1", kind, 400, ""},
		{"bad escape that nobody reads", "role=a&x=%zz", kind, 400, ""},
		{"semicolon", "role=a;n=1", kind, 400, ""},
		{"invalid UTF-8", "role=%ff", kind, 400, ""},
		{"number", "n=0x1", kind, 400, "n"},
		{"another charset", "role=a", kind + "; charset=latin1", 415, ""},
		{"JSON, as curl -d calls it a form", `{"role": "a"}`, kind, 415, ""},
		{"a name like JSON", `{=1`, kind, 200, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			replies := answers(t, tt.body, "Content-Type", tt.kind)
			r := replies["endpoint"]
			if r.StatusCode != tt.status {
				t.Fatalf("got %d %s, want %d", r.StatusCode, r.text, tt.status)
			}
			if tt.status == 200 {
				return
			}
			if p := r.problem(t); tt.wrong != "" && p.Errors[tt.wrong] == "" {
				t.Errorf("got %s", r.text)
			}
			if hook := replies["webhook"]; hook.StatusCode != tt.status && hook.StatusCode != 415 && tt.status != 415 {
				t.Errorf("webhook: got %d %s", hook.StatusCode, hook.text)
			}
		})
	}
}

func TestStrictContentType(t *testing.T) {
	for _, tt := range []struct {
		name    string
		status  int
		headers []string
	}{
		{"json", 200, []string{"Content-Type", "application/json"}},
		{"json with a charset", 200, []string{"Content-Type", `application/json; charset="UTF-8"`}},
		{"a kind of json", 200, []string{"Content-Type", "application/problem+json"}},
		{"upper case", 200, []string{"Content-Type", "Application/JSON"}},
		{"not compressed", 200, []string{"Content-Type", "application/json", "Content-Encoding", "identity"}},
		{"none", 415, nil},
		{"text", 415, []string{"Content-Type", "text/plain"}},
		{"looks like json", 415, []string{"Content-Type", "application/jsonp"}},
		{"text of json", 415, []string{"Content-Type", "text/x+json"}},
		{"malformed", 415, []string{"Content-Type", "application/json; charset"}},
		{"two", 415, []string{"Content-Type", "application/json", "Content-Type", "text/plain"}},
		{"another charset", 415, []string{"Content-Type", "application/json; charset=utf-7"}},
		{"compressed", 415, []string{"Content-Type", "application/json", "Content-Encoding", "gzip"}},
		{"multipart", 415, []string{"Content-Type", "multipart/form-data; boundary=x"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := answers(t, `{"n":1}`, tt.headers...)["endpoint"]
			if r.StatusCode != tt.status {
				t.Errorf("got %d %s, want %d", r.StatusCode, r.text, tt.status)
			}
			if tt.status != 200 {
				blamed := strings.Contains(r.problem(t).Detail, "Content-Encoding")
				if blamed != slices.Contains(tt.headers, "Content-Encoding") {
					t.Errorf("it blames what is not at fault: %s", r.text)
				}
			}
		})
	}
}

func TestStrictQuery(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Q *string `query:"q"`
	}]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.Text(200, fn.Deref(in.Q))
	})
	for query, want := range map[string]int{
		"q=a": 200, "Q=a": 200, "q=%C3%A9": 200, "q=a&q=b": 400, "q=%zz": 400, "q=a&x=%zz": 400, "q=a;x=1": 400, "q=%ff": 400,
	} {
		r := call(t, "GET", server.URL+"/?"+query, "")
		if r.StatusCode != want {
			t.Errorf("%s: got %d %s, want %d", query, r.StatusCode, r.text, want)
		}
		if want == 200 && (r.text == "") != strings.HasPrefix(query, "Q") {
			t.Errorf("%s: got %s", query, r.text)
		}
	}
}

// A problem quotes at most the names of fields that the workflow has, and is JSON even so.
func TestProblemsHoldNothingInternal(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(*rt.Exec, *rt.Endpoint[none]) error {
		return rt.Fail(409, "not \xff UTF-8 <\"")
	})
	r := call(t, "GET", server.URL, "")
	if p := r.problem(t); p.Detail != "not \ufffd UTF-8 <\"" || r.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("got %s", r.text)
	}
}
