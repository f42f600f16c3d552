package main

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

const (
	email    = "ada@example.com"
	password = "correct horse battery"
	account  = `{"email": "` + email + `", "password": "` + password + `"}`
)

func TestSignUp(t *testing.T) {
	t.Parallel()
	s := start(t)

	created := s.post(t, "/signup", account)
	if created.status != http.StatusCreated || created.body["id"] != 1.0 || created.body["email"] != email {
		t.Errorf("answered %d %s, want 201 with id and email", created.status, created.text)
	}
	at, err := time.Parse(time.RFC3339, fmt.Sprint(created.body["createdAt"]))
	if err != nil || time.Since(at).Abs() > time.Hour {
		t.Errorf("createdAt is %v, want the time of now", created.body["createdAt"])
	}
	if len(created.body) != 3 {
		t.Errorf("answered %s, want id, email and createdAt only", created.text)
	}

	for _, again := range []string{account, strings.Replace(account, "ada", "ADA", 1)} {
		taken := s.post(t, "/signup", again)
		if taken.status != http.StatusConflict || taken.text != `{"error":"e-mail is taken"}` {
			t.Errorf("%s: answered %d %s, want 409", again, taken.status, taken.text)
		}
	}
}

func TestSignUpWithWrongFields(t *testing.T) {
	t.Parallel()
	s := start(t)
	const (
		required = "is required"
		noEmail  = "must be an e-mail address"
		short    = "must have at least 12 characters"
		noText   = "must be a string"
	)
	for _, test := range []struct {
		name, body string
		want       map[string]any
	}{
		{"nothing", ``, map[string]any{"email": required, "password": required}},
		{"an empty object", `{}`, map[string]any{"email": required, "password": required}},
		{"null", `{"email": null, "password": null}`, map[string]any{"email": required, "password": required}},
		{"both wrong", `{"email": "ada", "password": "12345678901"}`, map[string]any{"email": noEmail, "password": short}},
		{"one wrong", `{"email": "` + email + `", "password": "12345678901"}`, map[string]any{"password": short}},
		{"other types", `{"email": 1, "password": ["a", "b"]}`, map[string]any{"email": noText, "password": noText}},
		{"another case", `{"Email": "` + email + `", "PASSWORD": "123456789012"}`, map[string]any{"email": required, "password": required}},
		{"too long", `{"email": "` + email + `", "password": "` + strings.Repeat("x", 73) + `"}`,
			map[string]any{"password": "must have at most 72 characters"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := s.post(t, "/signup", test.body)
			wantProblem(t, a, http.StatusBadRequest)
			if !reflect.DeepEqual(a.body["errors"], test.want) {
				t.Errorf("errors are %v, want %v", a.body["errors"], test.want)
			}
		})
	}
}

func TestSignUpWithWrongBody(t *testing.T) {
	t.Parallel()
	s := start(t)
	const jsonType = "application/json"
	for _, test := range []struct {
		name, contentType, body string
		want                    int
	}{
		{"a form is fine too", "application/x-www-form-urlencoded", "email=bob%40example.com&password=123456789012", http.StatusCreated},
		{"no JSON", jsonType, `{"email": `, http.StatusBadRequest},
		{"two values", jsonType, account + account, http.StatusBadRequest},
		{"a duplicate key", jsonType, `{"email": "a@example.com", "email": "b@example.com", "password": "12345678"}`, http.StatusBadRequest},
		{"no UTF-8", jsonType, "{\"email\": \"\xff@example.com\", \"password\": \"12345678\"}", http.StatusBadRequest},
		{"more than 72 bytes in 72 characters", jsonType, `{"email": "eve@example.com", "password": "` + strings.Repeat("é", 72) + `"}`, http.StatusBadRequest},
		{"plain text", "text/plain", account, http.StatusUnsupportedMediaType},
		{"no Content-Type", "", account, http.StatusUnsupportedMediaType},
		{"too large", jsonType, `{"email": "` + strings.Repeat("x", 1<<20) + `"}`, http.StatusRequestEntityTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := s.do(t, http.MethodPost, "/signup", test.body, "Content-Type", test.contentType)
			if test.want >= http.StatusBadRequest {
				wantProblem(t, a, test.want)
			} else if a.status != test.want {
				t.Errorf("answered %d %s, want %d", a.status, a.text, test.want)
			}
		})
	}
}
