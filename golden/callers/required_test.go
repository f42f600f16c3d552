package callers_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestRequired holds what an Auth requires to three values: what reads a claim that is absent, or of another kind, is unknown, and so is
// its negation. Unknown is forbidden.
func TestRequired(t *testing.T) {
	server := start(t)
	for _, tt := range []struct {
		path, claims string
		status       int
	}{
		{"provider", `"firebase": {"sign_in_provider": "google.com"}`, 204},
		{"provider", `"firebase": {"sign_in_provider": "anonymous"}`, 403},
		{"provider", `"firebase": {"sign_in_provider": null}`, 403},
		{"provider", `"firebase": {"sign_in_provider": ["anonymous"]}`, 403},
		{"provider", `"firebase": "google.com"`, 403},
		{"provider", `"x": 1`, 403},
		{"anonymous", `"is_anonymous": false`, 204},
		{"anonymous", `"is_anonymous": true`, 403},
		{"anonymous", `"is_anonymous": "true"`, 403},
		{"anonymous", `"is_anonymous": 1`, 403},
		{"anonymous", `"x": 1`, 403},
		{"not-scope", `"scope": "read"`, 204},
		{"not-scope", `"scope": ["read"]`, 204},
		{"not-scope", `"scope": "read blocked"`, 403},
		{"not-scope", `"scope": {"blocked": true}`, 403},
		{"not-scope", `"x": 1`, 403},
		{"not-equal", `"plan": "pro"`, 204},
		{"not-equal", `"plan": "free"`, 403},
		{"not-equal", `"plan": 1`, 403},
		{"not-equal", `"x": 1`, 403},
		{"not-in", `"roles": ["user"]`, 204},
		{"not-in", `"roles": "user"`, 204},
		{"not-in", `"roles": ["guest"]`, 403},
		{"not-in", `"roles": 1`, 403},
		{"not-in", `"x": 1`, 403},
		{"nested", `"scope": "read"`, 204},
		{"nested", `"scope": "blocked"`, 403},
		{"nested", `"x": 1`, 403},
		{"chosen", `"plan": "pro"`, 204},
		{"chosen", `"plan": "free"`, 403},
		{"chosen", `"x": 1`, 403},
		{"both", `"level": 4, "plan": "free"`, 403},
		{"both", `"level": 4, "plan": "pro"`, 204},
		{"both", `"plan": "pro"`, 204}, // whatever the level is
		{"both", `"level": 1`, 204},
		{"both", `"plan": "free"`, 403},
		{"both", `"x": 1`, 403},
		{"either", `"level": 1, "scope": "read"`, 204},
		{"either", `"level": 1`, 403},
		{"either", `"scope": "read"`, 403},
		{"declared", `"team": "staff"`, 204},
		{"declared", `"team": "guests"`, 403},
		{"declared", `"x": 1`, 403},
		{"asked", `"x": 1`, 204}, // which asks for what is absent itself
		{"asked", `"plan": "free"`, 204},
		{"asked", `"plan": "free", "level": 3`, 403},
		{"roles", `"roles": ["admin"]`, 204},
		{"roles", `"roles": ["user"]`, 403},
		{"roles", `"roles": null`, 403},
		{"roles", `"x": 1`, 403},
	} {
		r := httptest.NewRequest(http.MethodGet, "/required/"+tt.path, nil)
		r.Header.Set("Authorization", "Bearer "+sign(`"sub": "7", `+tt.claims))
		w := httptest.NewRecorder()
		server.handler.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s with %s: answered %d %s, want %d", tt.path, tt.claims, w.Code, w.Body, tt.status)
		}
	}
}
