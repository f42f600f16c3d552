package golden_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
)

// page is an answer that is HTML or JSON as text, by a Response of a random workflow.
func (g *generator) page(s scope) map[string]any {
	one, other, n := s.expr(g.r, "string", 1), s.expr(g.r, "string", 1), s.expr(g.r, "int", 1)
	if g.r.IntN(2) == 0 {
		return map[string]any{
			"responseStatus": 200, "responseContentType": "application/json",
			"responseBody": `{"text": "a {{` + one + `}} b", "bare": {{` + other + `}}, "n": [{{` + n + `}}], "k{{` + n + `}}": null}`,
		}
	}
	return map[string]any{
		"responseStatus": 200, "responseContentType": "text/html; charset=utf-8",
		"responseBody": `<p title="{{` + one + `}}">{{` + other + `}}</p><a href="/x?q={{` + other + `}}">{{` + n + `}}</a>`,
	}
}

// checkPage wants an answer that is HTML to hold the tags of page and no other: what callers sent is text in it.
func checkPage(t *testing.T, route string, response *http.Response, body []byte) {
	t.Helper()
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") || response.Request.Method == http.MethodHead {
		return
	}
	text := string(body)
	if strings.Count(text, "<") != 4 || strings.Count(text, ">") != 4 || strings.Count(text, `"`) != 4 || !strings.HasPrefix(text, `<p title="`) {
		t.Errorf("%s: a value is more than text in the page: %s", route, text)
	}
}

// htmlText writes a page in which placeholders stand where values can be escaped, or where none can.
func htmlText(r *rand.Rand) piece {
	value, code := pick(r,
		"<script>var a = '{{request.id}}", "<p title=\"{{request.id}}>a</p>", "<p title='{{request.id}}", "<p {{request.id}}"), "FC210"
	if r.IntN(3) == 0 {
		value, code = pick(r, "<p>{{request.id}}</p>", "<a href=\"/x/{{request.id}}\" title='{{request.path}}'>a</a>", "<!doctype html><b>a</b>",
			"<script>var a = {{request.id}}</script>", "<p onclick=\"f({{request.id}})\">a</p>", "<{{request.id}}>"), ""
	}
	return piece{node: harmless(), answer: map[string]any{"responseContentType": "text/html; charset=utf-8", "responseBody": value}, code: code}
}

// jsonText writes a text that is JSON around its placeholders, or is none.
func jsonText(r *rand.Rand) piece {
	value, code := pick(r, `{"a": {{request.id}}`, `{"a": x{{request.id}}}`, `{a: "{{request.id}}"}`, `["{{request.id}}",]`, `{{request.id}} b`, `{"a": 1} {"b": {{len(request.id)}}}`), "FC210"
	if r.IntN(3) == 0 {
		value, code = pick(r, `{"a": {{request.id}}}`, `["x {{request.id}}", {{len(request.id)}}, null]`, `"{{request.id}}"`, `{"{{request.id}}": 1, "b": {}}`), ""
	}
	return piece{node: harmless(), answer: map[string]any{"responseContentType": "application/json", "responseBody": value}, code: code}
}

// tokenCookie sets a cookie that holds a token, so that scripts and other sites get it or not.
func tokenCookie(r *rand.Rand) piece {
	cookie, code := map[string]any{"name": "c", "value": "{{randomToken(16)}}", "maxAge": 60}, "FC418"
	switch r.IntN(5) {
	case 0:
		cookie["httpOnly"] = false
	case 1:
		cookie["secure"] = false
	case 2:
		cookie["sameSite"] = "None"
	case 3:
		cookie["value"], cookie["httpOnly"], code = "{{request.id}}", false, ""
	default:
		code = ""
	}
	return piece{node: harmless(), answer: map[string]any{"responseCookies": []any{cookie}}, code: code}
}

// harmless is a node that nothing is wrong with.
func harmless() node {
	return node{Type: "set", Data: map[string]any{"setValues": map[string]any{"v": "{{request.id}}"}}}
}
