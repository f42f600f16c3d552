package golden_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// randomCode is the hand-written Go beside random workflows.
const randomCode = `package flows

import (
	"context"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

type measureIn struct {
	Text  string   ` + "`json:\"text\"`" + `
	N     int64    ` + "`json:\"n\"`" + `
	Float *float64 ` + "`json:\"float,omitempty\"`" + `
}

type measured struct {
	Upper  string    ` + "`json:\"upper\"`" + `
	Length int64     ` + "`json:\"length\"`" + `
	Half   *float64  ` + "`json:\"half\"`" + `
	At     time.Time ` + "`json:\"at\"`" + `
	Parts  []string  ` + "`json:\"parts\"`" + `
}

func measure(_ context.Context, in measureIn) (measured, error) {
	out := measured{Upper: strings.ToUpper(in.Text), Length: int64(len(in.Text)), At: time.Unix(in.N%1e9, 0).UTC()}
	if in.Float != nil {
		half := *in.Float / 2
		out.Half = &half
	}
	out.Parts = strings.Split(in.Text, ",")
	return out, nil
}

type screenIn struct {
	Text string ` + "`json:\"text\"`" + `
}

func screen(_ context.Context, in screenIn) error {
	if len(in.Text)%2 == 1 {
		return rt.Reject("odd")
	}
	return nil
}

type sumIn struct {
	Secret string ` + "`json:\"secret\" flowc:\"secret\"`" + `
	Note   string ` + "`json:\"note,omitempty\"`" + `
}

// verifySum verifies a signature of our own: the SHA-256 of the secret and the body.
func verifySum(_ context.Context, r *rt.WebhookRequest, in sumIn) error {
	if !fn.Equal(r.Header.Get("X-Signature"), fn.SHA256(in.Secret+string(r.Body))) {
		return rt.Reject("wrong sum")
	}
	return nil
}
`

// call adds an API whose call answers.
func (g *generator) call(s scope) (string, scope) {
	data := map[string]any{
		"apiUrl":     "{{env.API_URL}}/items/{{" + s.expr(g.r, "int", 1) + "}}",
		"apiMethod":  pick(g.r, "POST", "PUT", "PATCH"),
		"apiHeaders": map[string]any{"x-note": "{{base64(" + s.expr(g.r, "string", 1) + ")}}"},
		"apiQuery":   map[string]any{"q": "{{" + s.expr(g.r, "string", 1) + "}}", "flag": "{{" + s.expr(g.r, "bool", 1) + "}}"},
	}
	switch g.r.IntN(3) {
	case 0:
		data["apiBody"] = s.json(g.r, 2)
	case 1:
		data["apiBodyType"], data["apiBody"] = "form", map[string]any{"text": "{{" + s.expr(g.r, "string", 1) + "}}", "n": 1}
	case 2:
		data["apiBodyType"], data["apiBody"] = "text", "text {{"+s.expr(g.r, "string", 1)+"}}"
	}
	id := g.add("api", data)
	after := s.with(fieldValue{expr: id + ".status", typ: "int"}, fieldValue{expr: id + ".headers['x-answer']", typ: "string", null: true})
	if g.r.IntN(2) == 0 {
		return id, after.with(fieldValue{expr: id + ".body.text", typ: "any"}, fieldValue{expr: id + ".body.none.deeper", typ: "any"})
	}
	data["apiResponse"] = map[string]any{"text": "string", "n": "int", "maybe": "float?", "inner": map[string]any{"list": []any{"int"}}}
	return id, after.with(
		fieldValue{expr: id + ".body.text", typ: "string"}, fieldValue{expr: id + ".body.n", typ: "int"},
		fieldValue{expr: id + ".body.maybe", typ: "float", null: true}, fieldValue{expr: id + ".body.inner", typ: "object"},
		fieldValue{expr: id + ".body", typ: "object"})
}

// callInVain adds an API whose call is refused: something must catch that.
func (g *generator) callInVain(s scope) (string, scope) {
	data := map[string]any{"apiUrl": "{{env.API_URL}}/status/" + pick(g.r, "301", "404", "422", "429"), "apiTimeout": "5s"}
	id := g.add("api", data)
	if !g.after && g.r.IntN(3) == 0 {
		body := fieldValue{expr: id + ".body.why", typ: "any"}
		if g.r.IntN(2) == 0 {
			data["apiRefused"] = map[string]any{"why": "string", "until": "time?"}
			body = fieldValue{expr: id + ".body.why", typ: "string"}
		}
		g.wire(id, "refused", g.response(s.with(body, fieldValue{expr: id + ".status", typ: "int"})))
	}
	return id, s.with(fieldValue{expr: id + ".status", typ: "int"})
}

// code adds a Code node of randomCode.
func (g *generator) code(s scope) (string, scope) {
	if g.r.IntN(3) == 0 {
		return g.screen(s)
	}
	input := map[string]any{"text": "{{" + s.expr(g.r, "string", 2) + "}}", "n": "{{" + s.expr(g.r, "int", 1) + "}}"}
	if g.r.IntN(2) == 0 {
		input["float"] = "{{" + s.expr(g.r, "float", 1) + "}}"
	}
	id := g.add("code", map[string]any{"codeFunction": "measure", "codeInput": input})
	return id, s.with(
		fieldValue{expr: id + ".upper", typ: "string"}, fieldValue{expr: id + ".length", typ: "int"},
		fieldValue{expr: id + ".half", typ: "float", null: true}, fieldValue{expr: id + ".at", typ: "time"},
		fieldValue{expr: id + ".parts", typ: "list"}, fieldValue{expr: id, typ: "object"})
}

// screen adds a Code node that may reject, with a wire for that or none.
func (g *generator) screen(s scope) (string, scope) {
	id := g.add("code", map[string]any{"codeFunction": "screen", "codeInput": map[string]any{"text": "{{" + s.expr(g.r, "string", 1) + "}}"}})
	if !g.after && g.r.IntN(2) == 0 {
		g.wire(id, "invalid", g.response(s.with(
			fieldValue{expr: id + ".reason", typ: "string"}, fieldValue{expr: id + ".status", typ: "int"})))
	}
	return id, s
}

// randomAPI is the service that random workflows call, and its URL.
func randomAPI(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if text, ok := strings.CutPrefix(r.URL.Path, "/status/"); ok {
			status, _ := strconv.Atoi(text) // it is one of callInVain
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"why": "no, \u2028é", "more": 1}`)
			return
		}
		w.Header().Set("X-Answer", "an answer")
		_, _ = io.WriteString(w, `{"text": "a,\u2028é", "n": 9007199254740993, "maybe": null, "inner": {"list": [1, 2]}, "more": [{}]}`)
	}))
	t.Cleanup(s.Close)
	return s.URL
}
