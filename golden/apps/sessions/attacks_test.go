package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// Of many who do one thing at once one does it: nobody has an account twice, and a session ends once.
func TestOnceAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	session := s.login(t).Value
	for path, c := range map[string]struct {
		body, session string
		one, others   int
	}{
		"/logout": {"", session, http.StatusNoContent, http.StatusUnauthorized},
		"/signup": {`{"email": "eve@example.com", "password": "the password of eve"}`, "", http.StatusCreated, http.StatusConflict},
	} {
		statuses := make([]int, 6)
		var all sync.WaitGroup
		for i := range statuses {
			request := s.request(t, "POST", path, c.body)
			if c.session != "" {
				request.AddCookie(&http.Cookie{Name: "session", Value: c.session})
			}
			all.Go(func() {
				answer, err := http.DefaultClient.Do(request)
				if err != nil {
					t.Error(err)
					return
				}
				answer.Body.Close()
				statuses[i] = answer.StatusCode
			})
		}
		all.Wait()
		count := map[int]int{}
		for _, status := range statuses {
			count[status]++
		}
		if count[c.one] != 1 || count[c.others] != len(statuses)-1 {
			t.Errorf("%s: answered %v", path, count)
		}
	}
}

// A cookie that an attacker has a browser send beside that of the session, of another path or domain, opens nothing, nor does one
// that is named or written in another way.
func TestCookiesBesideTheSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	session := s.login(t).Value
	for _, cookies := range []string{
		"session=x; session=" + session, "session=; session=" + session, "Session=" + session,
		"session=\"" + session, "session=" + session + "\x00", "__Host-session=" + session, "session=" + session[:20] + "\\" + session[20:],
	} {
		request := s.request(t, "GET", "/me", "")
		request.Header["Cookie"] = []string{strings.ReplaceAll(cookies, "\x00", "%00")}
		if a := s.send(t, request, ""); a.status != http.StatusUnauthorized {
			t.Errorf("the cookies %q are answered %d %s", cookies, a.status, a.text)
		}
	}
	request := s.request(t, "GET", "/me?session="+session, "")
	request.Header.Set("X-Session", session)
	request.Header.Set("Authorization", "Bearer "+session)
	if a := s.send(t, request, ""); a.status != http.StatusUnauthorized {
		t.Errorf("a session that is no cookie is answered %d %s", a.status, a.text)
	}
}

// What a caller brings in other forms is no other account, and nothing of it is a 500.
func TestWhatCallersBring(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.login(t)
	for body, status := range map[string]int{
		`{"email": "` + email + `", "email": "x", "password": "` + password + `"}`:                400,
		`{"Email": "` + email + `", "password": "` + password + `"}`:                              400,
		`{"email": ["` + email + `"], "password": "` + password + `"}`:                            400,
		`{"email": "\ud800", "password": "` + password + `"}`:                                     400,
		`{"email": "` + email + `", "password": "` + password + `"} {}`:                           400,
		`{"email": " ` + email + `", "password": "` + password + `"}`:                             401,
		`{"email": "` + email + `", "password": "` + password + `\u0000"}`:                        401,
		`{"email": "` + email + `", "password": "` + strings.ToUpper(password) + `"}`:             401,
		`{"email": "` + email[:1] + `%", "password": "` + password + `"}`:                         401,
		`{"email": "x", "user": {"id": 1, "password_hash": ""}, "password": "` + password + `"}`:  401,
		`{"email": "` + strings.Repeat("x", 1<<19) + `", "password": "` + password + `"}`:         401,
		`{"email": "` + email + `", "password": "` + password + `", "made": {"token": "chosen"}}`: 204,
	} {
		a := s.do(t, "POST", "/login", body, "")
		if a.status != status || a.cookie != nil && (status != 204 || a.cookie.Value == "chosen") {
			t.Errorf("%.90s is answered %d %s, want %d", body, a.status, a.text, status)
		}
	}
}

func (s *server) request(t *testing.T, method, path, body string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	return request
}
