package callers_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestNUL wants the field named whose text has the character NUL, wherever the request has it: no database keeps such a text.
func TestNUL(t *testing.T) {
	server := start(t)
	const problem = "must not have the character NUL"
	for _, tt := range []struct{ path, media, body, field string }{
		{"/nul?q=a%00b", "application/json", `{}`, "q"},
		{"/nul", "application/json", `{"note": "a\u0000b"}`, "note"},
		{"/nul", "application/json", `{"author": {"name": "\u0000"}}`, "author.name"},
		{"/nul", "application/x-www-form-urlencoded", `note=a%00b`, "note"},
		{"/nul?q=fine", "application/json", `{"note": "fine", "author": {"name": "\\u0000"}, "doc": {}}`, ""},
	} {
		r := httptest.NewRequest(http.MethodPost, tt.path, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", tt.media)
		w := httptest.NewRecorder()
		server.handler.ServeHTTP(w, r)
		var got struct{ Errors map[string]string }
		if tt.field == "" {
			if w.Code != http.StatusNoContent {
				t.Errorf("%s %s: answered %d %s", tt.path, tt.body, w.Code, w.Body)
			}
			continue
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusBadRequest || len(got.Errors) != 1 || got.Errors[tt.field] != problem {
			t.Errorf("%s %s: answered %d %s, want what is wrong with %s", tt.path, tt.body, w.Code, w.Body, tt.field)
		}
	}
}
