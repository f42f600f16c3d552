package main

import (
	"net/http"
	"net/url"
	"testing"
)

// login signs a user up and in, and returns the token.
func (s *server) login(t *testing.T) string {
	t.Helper()
	const account = `{"email": "ada@example.com", "password": "a long password"}`
	if a := s.do(t, "POST", "/signup", account, ""); a.status != http.StatusCreated {
		t.Fatalf("signing up answered %d: %s", a.status, a.text)
	}
	a := s.do(t, "POST", "/login", account, "")
	token, ok := a.body["token"].(string)
	if !ok {
		t.Fatalf("logging in answered %d, without a token", a.status)
	}
	return token
}

func TestPeopleNeedALogin(t *testing.T) {
	t.Parallel()
	s := start(t)
	assistants := s.token(t, "claude", "notes:run", "notes:write")
	for _, token := range []string{"", "nonsense", assistants} {
		for _, c := range []struct{ method, path, body string }{
			{"GET", "/notes?words=x", ""}, {"GET", "/notes/1", ""}, {"POST", "/notes", `{"text": "x"}`},
		} {
			if a := s.do(t, c.method, c.path, c.body, token); a.status != http.StatusUnauthorized || a.header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s %s answered %d, want 401 and a challenge: %s", c.method, c.path, a.status, a.text)
			}
		}
	}
}

// People and assistants write to the same notes, by the same nodes.
func TestPeopleAndAssistantsShareNotes(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t)
	if a := s.do(t, "POST", "/notes", `{"text": "the printer is on fire"}`, token); a.status != http.StatusCreated || a.body["author"] != "1" {
		t.Fatalf("writing answered %d: %s", a.status, a.text)
	}
	claude := s.connect(t, s.token(t, "claude", "notes:run", "notes:write"))
	claude.call(t, "add_note", map[string]any{"text": "somebody should see to the printer"})
	if found := claude.call(t, "find_notes", map[string]any{"words": "printer"}); found.structured["count"] != float64(2) {
		t.Errorf("the assistant finds %s, want both notes", found.text)
	}
	a := s.do(t, "GET", "/notes?words=printer", "", token)
	notes, _ := a.body["notes"].([]any)
	if len(notes) != 2 || notes[0].(map[string]any)["author"] != "claude" {
		t.Errorf("people find %s, want both notes, the assistant's first", a.text)
	}
	if a := s.do(t, "GET", "/notes/2", "", token); a.body["author"] != "claude" {
		t.Errorf("GET /notes/2 answered %d: %s", a.status, a.text)
	}
	if a := s.do(t, "GET", "/notes/3", "", token); a.status != http.StatusNotFound {
		t.Errorf("GET /notes/3 answered %d, want 404", a.status)
	}
}

// What is looked for is found as it is written: it has no signs that stand for others, and opens nothing by how it is written.
func TestWordsAreFoundAsWritten(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t)
	for _, text := range []string{`{"text": "100% done"}`, `{"text": "1000 done"}`, `{"text": "a_b"}`, `{"text": "C:\\temp"}`} {
		if a := s.do(t, "POST", "/notes", text, token); a.status != http.StatusCreated {
			t.Fatalf("writing answered %d: %s", a.status, a.text)
		}
	}
	claude := s.connect(t, s.token(t, "claude", "notes:run"))
	for words, count := range map[string]float64{
		"100%": 1, "%": 1, "_": 1, "1_0": 0, "!": 0, "!%": 0, `\`: 1, `\t`: 1, `\%`: 0, "100": 2, "done": 2, "' OR 1=1 --": 0, "%' OR '1'='1": 0,
	} {
		a := s.do(t, "GET", "/notes?words="+url.QueryEscape(words), "", token)
		found := claude.call(t, "find_notes", map[string]any{"words": words})
		if a.body["count"] != count || found.structured["count"] != count {
			t.Errorf("of %q people find %s, assistants %s, want %g", words, a.text, found.text, count)
		}
	}
}
