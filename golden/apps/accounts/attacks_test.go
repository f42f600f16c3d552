package main

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	usedLink = `{"error":"this link is used or too old"}`
	evil     = "eve@example.com"
)

// Somebody who asks for an account in the name of another one has no way into what that one makes of it.
func TestAccountThatAStrangerAskedFor(t *testing.T) {
	s := start(t)
	const strangers = `{"email": "` + address + `", "password": "known to a stranger"}`
	s.do(t, "", "POST", "/signup", strangers, http.StatusAccepted, "")
	strange := s.mailed(t, address, "welcome")
	s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "enter"}`, http.StatusAccepted, "") // there is no account yet
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	own := s.mailed(t, address, "welcome")
	s.do(t, "", "POST", "/signup", strangers, http.StatusAccepted, "")
	s.mailed(t, address, "welcome")

	s.do(t, "", "POST", "/welcome", `{"token": "`+strange+`", "password": "`+password+`"}`, http.StatusUnauthorized, "*")
	s.wantIn(t, s.welcome(t, own), address)
	s.do(t, "", "POST", "/login", strangers, http.StatusUnauthorized, "*")
}

// A link to log in by, or to an address that a thief has asked for, ends with what the owner does about the thief.
func TestLinksOfAThiefEnd(t *testing.T) {
	for name, act := range map[string]func(t *testing.T, s *server, session string){
		"another password": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/me/password", `{"password": "`+password+`", "new_password": "another password"}`, http.StatusNoContent, "")
		},
		"a reset": func(t *testing.T, s *server, session string) {
			s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "reset"}`, http.StatusAccepted, "")
			token := s.mailed(t, address, "reset")
			s.do(t, "", "POST", "/password", `{"token": "`+token+`", "password": "another password"}`, http.StatusNoContent, "")
		},
		"another address": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/me/email", `{"email": "lovelace@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
			s.prove(t, session, s.mailed(t, "lovelace@example.com", "email"), http.StatusNoContent, "")
		},
		"logging out everywhere": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/logout", `{"everywhere": true}`, http.StatusNoContent, "")
		},
		"removal": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/me/removal", `{"password": "`+password+`"}`, http.StatusNoContent, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, session := signedUp(t)
			thief := s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
			s.do(t, thief, "POST", "/me/email", `{"email": "`+evil+`", "password": "`+password+`"}`, http.StatusAccepted, "")
			change := s.mailed(t, evil, "email")
			s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "enter"}`, http.StatusAccepted, "")
			enter := s.mailed(t, address, "enter")
			act(t, s, session)
			s.do(t, "", "POST", "/enter", `{"token": "`+enter+`"}`, http.StatusUnauthorized, usedLink)
			s.do(t, thief, "POST", "/me/email/proof", `{"token": "`+change+`"}`, thiefsAnswer(name), "*")
		})
	}
}

// thiefsAnswer is whether the thief's session lasts: only a change of the address leaves it.
func thiefsAnswer(name string) int {
	if name == "another address" {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}

// Who is mailed a link to an account of somebody else does not make the address that one's, nor is logged in there.
func TestAddressOfSomebodyElse(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, session, "POST", "/me/email", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	token := s.mailed(t, "bob@example.com", "email")
	s.do(t, "", "POST", "/enter", `{"token": "`+token+`"}`, http.StatusUnauthorized, usedLink)
	s.prove(t, "", token, http.StatusUnauthorized, `{"error":"no session"}`)
	s.do(t, "", "POST", "/signup", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	bobs := s.welcome(t, s.mailed(t, "bob@example.com", "welcome"))
	s.prove(t, bobs, token, http.StatusForbidden, usedLink)
	s.wantIn(t, session, address)
}

// A token opens what it is for: no link is a session, and no session a link.
func TestTokensAreForOnePurpose(t *testing.T) {
	s, session := signedUp(t)
	tokens := map[string]string{"session": session}
	for _, purpose := range []string{"enter", "reset"} {
		s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "`+purpose+`"}`, http.StatusAccepted, "")
		tokens[purpose] = s.mailed(t, address, purpose)
	}
	s.do(t, session, "POST", "/me/email", `{"email": "lovelace@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	tokens["email"] = s.mailed(t, "lovelace@example.com", "email")
	s.do(t, "", "POST", "/signup", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	tokens["welcome"] = s.mailed(t, "bob@example.com", "welcome")
	for purpose, token := range tokens {
		if purpose != "session" {
			s.wantOut(t, token)
		}
		if purpose != "enter" {
			s.do(t, "", "POST", "/enter", `{"token": "`+token+`"}`, http.StatusUnauthorized, usedLink)
		}
		if purpose != "reset" {
			s.do(t, "", "POST", "/password", `{"token": "`+token+`", "password": "another password"}`, http.StatusUnauthorized, usedLink)
		}
		if purpose != "email" {
			s.prove(t, session, token, http.StatusForbidden, usedLink)
		}
		if purpose != "welcome" {
			s.do(t, "", "POST", "/welcome", `{"token": "`+token+`", "password": "`+password+`"}`, http.StatusUnauthorized, "*")
		}
	}
	s.wantIn(t, session, address)
}

// A link that is followed many times at once is followed once.
func TestLinksAtOnce(t *testing.T) {
	for purpose, c := range map[string]struct {
		path, body string // token between
	}{
		"enter": {"/enter", `"}`}, "reset": {"/password", `", "password": "another password"}`},
	} {
		t.Run(purpose, func(t *testing.T) {
			s, _ := signedUp(t)
			s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "`+purpose+`"}`, http.StatusAccepted, "")
			body := `{"token": "` + s.mailed(t, address, purpose) + c.body
			if taken := s.atOnce(t, c.path, body, http.StatusUnauthorized); taken != 1 {
				t.Errorf("it is taken %d times", taken)
			}
		})
	}
	t.Run("welcome", func(t *testing.T) {
		s := start(t)
		s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
		body := `{"token": "` + s.mailed(t, address, "welcome") + `", "password": "` + password + `"}`
		if taken := s.atOnce(t, "/welcome", body, http.StatusUnauthorized, http.StatusConflict); taken != 1 {
			t.Errorf("it is taken %d times", taken)
		}
	})
}

// atOnce sends a request eight times at once, and returns how many of them were answered with 204; the others must be with one
// of those statuses.
func (s *server) atOnce(t *testing.T, path, body string, others ...int) int {
	t.Helper()
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() { statuses[i] = s.status(t, path, body) })
	}
	all.Wait()
	taken := 0
	for _, status := range statuses {
		switch {
		case status == http.StatusNoContent:
			taken++
		case !slices.Contains(others, status):
			t.Errorf("%s is answered %d", path, status)
		}
	}
	return taken
}

// status is how a POST is answered; 0 where it isn't.
func (s *server) status(t *testing.T, path, body string) int {
	request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// A log-in that has begun with a password that is set anew meanwhile leads nowhere: nobody has a session with the old one.
func TestLoginWhileThePasswordIsSet(t *testing.T) {
	s, session := signedUp(t)
	var all sync.WaitGroup
	sessions := make([]string, 6)
	for i := range sessions {
		all.Go(func() { sessions[i] = s.tryLogin(t) })
	}
	s.do(t, session, "POST", "/me/password", `{"password": "`+password+`", "new_password": "another password"}`, http.StatusNoContent, "")
	all.Wait()
	for _, opened := range sessions {
		if opened != "" {
			s.wantOut(t, opened)
		}
	}
	s.wantIn(t, session, address)
}

// Links that are followed while their owner ends them all lead nowhere afterwards.
func TestLinksWhileTheOwnerEndsThem(t *testing.T) {
	for name, act := range map[string]func(t *testing.T, s *server, session string){
		"logging out everywhere": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/logout", `{"everywhere": true}`, http.StatusNoContent, "")
		},
		"another password": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/me/password", `{"password": "`+password+`", "new_password": "another password"}`, http.StatusNoContent, "")
		},
		"removal": func(t *testing.T, s *server, session string) {
			s.do(t, session, "POST", "/me/removal", `{"password": "`+password+`"}`, http.StatusNoContent, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, session := signedUp(t)
			links := make([]string, ofOneMailbox)
			for i := range links {
				s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "enter"}`, http.StatusAccepted, "")
				links[i] = s.mailed(t, address, "enter")
			}
			sessions := make([]string, 8*len(links))
			var all sync.WaitGroup
			for i := range sessions {
				all.Go(func() { sessions[i] = s.opened(t, "/enter", `{"token": "`+links[i%len(links)]+`"}`) })
			}
			act(t, s, session)
			all.Wait()
			for _, opened := range sessions {
				if opened != "" {
					s.wantOut(t, opened)
				}
			}
		})
	}
}

// tryLogin is the session of a log-in with the account's first password, or "".
func (s *server) tryLogin(t *testing.T) string { return s.opened(t, "/login", account) }

// opened is the session that a POST opens, or "", which has to be a refusal.
func (s *server) opened(t *testing.T, path, body string) string {
	request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return ""
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNoContent && response.StatusCode != http.StatusUnauthorized {
		t.Errorf("%s is answered %d", path, response.StatusCode)
	}
	for _, cookie := range response.Cookies() {
		return cookie.Value
	}
	return ""
}

// A session that an attacker has a browser send is not the one that its user logs in with, and members of a body that no field
// is of change nothing.
func TestWhatACallerBrings(t *testing.T) {
	s, _ := signedUp(t)
	session := s.do(t, "fixed-by-an-attacker", "POST", "/login", account, http.StatusNoContent, "")
	if session == "fixed-by-an-attacker" {
		t.Error("the session is the attacker's")
	}
	s.wantOut(t, "fixed-by-an-attacker")
	s.do(t, "", "POST", "/signup", `{"email": "bob@example.com", "password": "`+password+`", "id": 1, "user_id": 1, "token_hash": "x"}`, http.StatusAccepted, "")
	token := s.mailed(t, "bob@example.com", "welcome")
	bobs := s.do(t, "", "POST", "/welcome", `{"token": "`+token+`", "password": "`+password+`", "id": 1, "email": "`+address+`"}`, http.StatusNoContent, "")
	s.do(t, bobs, "GET", "/me", "", http.StatusOK, `{"id":2,"email":"bob@example.com"}`)
	s.wantIn(t, session, address)
}
