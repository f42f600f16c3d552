package studio_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostileCalls sends what no page of ours sends: each call is answered, with a status that says what is wrong.
func TestHostileCalls(t *testing.T) {
	b, key, text := authDraft(t)
	quoted := fmt.Sprintf("%q", text)
	bodies := []string{
		"", "null", "[]", "7", `"x"`, "{", "{}", `{"key": 7}`, `{"key": "` + key + `"}`, `{"key": "` + key + `", "text": "\ud800"}`,
		`{"key": "` + key + `", "text": "` + strings.Repeat("[", 1000) + `"}`,
		`{"key": "` + key + `", "text": ` + quoted + `, "node": "user", "pointer": "sqlQuery", "offset": -1, "output": "\u0000", "name": "\"", "mend": "@"}`,
		`{"key": "` + key + `", "text": ` + quoted + `, "node": "user", "pointer": "/sqlQuery/0/~", "offset": 99999999, "name": "x"}`,
		`{"key": "` + key + `", "text": ` + quoted + `, "node": "\u0000", "pointer": "///", "offset": 9223372036854775807}`,
		`{"key": "` + key + `", "text": ` + quoted + `, "offset": 1e99}`,
		`{"do": "x"}`, `{"do": "rename", "key": "` + key + `", "name": "\u202e"}`, `{"do": "delete", "key": "` + key + `", "base": ""}`,
		`{"do": "new", "folder": "` + strings.TrimSuffix(key, "/login") + `", "name": "x", "text": "{\"version\":1,\"id\":7,\"name\":[],\"nodes\":[],\"edges\":[]}", "type": "\""}`,
		`{"do": "new", "folder": "` + strings.TrimSuffix(key, "/login") + `", "name": "y", "type": "response"}`,
		`{"key": "` + key + `", "requests": [{"entry": "in", "name": "\n\n###", "form": {"method": "\r\n", "path": "\n", "fields": [{"name": "\n", "in": "header"}], "headers": [{"name": "\n", "value": "\r\n\r\n"}]}}]}`,
	}
	for _, call := range []string{
		"PUT /api/document", "PUT /api/draft", "PUT /api/requests", "POST /api/format", "POST /api/check", "POST /api/workflows", "POST /api/here", "POST /api/follow", "POST /api/loose",
		"POST /api/tidy", "POST /api/complete", "POST /api/hover", "POST /api/rename", "POST /api/mend", "POST /api/go", "POST /api/starter", "POST /api/send", "POST /api/curl",
	} {
		method, path, _ := strings.Cut(call, " ")
		for _, body := range bodies {
			if status, answer := b.call(method, path, body); status >= 500 {
				t.Errorf("%s %.80s: status %d: %s", call, body, status, answer)
			}
		}
	}
	var d opened
	if b.get("/api/document?key="+key, &d); d.Text != text {
		t.Errorf("the document is now %s", d.Text)
	}
}
