package main

import (
	"net/http"
	"testing"
	"time"
)

func TestSignup(t *testing.T) {
	s := start(t)
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	token := s.mailed(t, address, "enter")
	s.do(t, "", "POST", "/login", account, http.StatusForbidden, `{"error":"prove the address first: a link to it was mailed"}`)
	s.wantIn(t, s.enter(t, token), address)
	s.wantIn(t, s.do(t, "", "POST", "/login", account, http.StatusNoContent, ""), address)
}

// Whoever has an account already is not told to others, and its password stays.
func TestSignupAgain(t *testing.T) {
	s, _ := signedUp(t)
	s.unmailed(t)
	s.do(t, "", "POST", "/signup", `{"email": "`+address+`", "password": "another password"}`, http.StatusAccepted, "")
	s.do(t, "", "POST", "/login", `{"email": "`+address+`", "password": "another password"}`, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
	s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
}

func TestSignupRefuses(t *testing.T) {
	s := start(t)
	s.unmailed(t)
	for _, body := range []string{`{}`, `{"email": "ada", "password": "correct horse battery"}`, `{"email": "ada@example.com", "password": "too short"}`} {
		s.do(t, "", "POST", "/signup", body, http.StatusBadRequest, "*")
	}
}

func TestLogin(t *testing.T) {
	s, _ := signedUp(t)
	for _, body := range []string{`{"email": "ada@example.com", "password": "wrong"}`, `{"email": "bob@example.com", "password": "correct horse battery"}`} {
		s.do(t, "", "POST", "/login", body, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
	}
	session := s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
	s.wait(6 * 24 * time.Hour)
	s.wantIn(t, session, address)
	s.wait(2 * 24 * time.Hour)
	s.wantOut(t, session)
}

func TestLinkToEnterBy(t *testing.T) {
	s, _ := signedUp(t)
	s.do(t, "", "POST", "/links", `{"email": "ada@example.com", "purpose": "enter"}`, http.StatusAccepted, "")
	token := s.mailed(t, address, "enter")
	s.wantIn(t, s.enter(t, token), address)
	s.do(t, "", "POST", "/enter", `{"token": "`+token+`"}`, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
}

// A link is good for an hour, once, and for its purpose.
func TestLinksEnd(t *testing.T) {
	s, _ := signedUp(t)
	s.unmailed(t)
	s.do(t, "", "POST", "/links", `{"email": "bob@example.com", "purpose": "enter"}`, http.StatusAccepted, "")
	s.do(t, "", "POST", "/links", `{"email": "ada@example.com", "purpose": "else"}`, http.StatusBadRequest, "*")
	s.do(t, "", "POST", "/links", `{"email": "ada@example.com", "purpose": "enter"}`, http.StatusAccepted, "")
	token := s.mailed(t, address, "enter")
	s.do(t, "", "POST", "/password", `{"token": "`+token+`", "password": "another password"}`, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
	s.wait(61 * time.Minute)
	s.do(t, "", "POST", "/enter", `{"token": "`+token+`"}`, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
	s.do(t, "", "POST", "/enter", `{"token": ""}`, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
}

// Whoever sets another password by a link is the only one who is logged in afterwards: nobody.
func TestReset(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, "", "POST", "/links", `{"email": "ada@example.com", "purpose": "reset"}`, http.StatusAccepted, "")
	token := s.mailed(t, address, "reset")
	s.do(t, "", "POST", "/enter", `{"token": "`+token+`"}`, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
	const body = `", "password": "another password"}`
	s.do(t, "", "POST", "/password", `{"token": "`+token+body, http.StatusNoContent, "")
	s.do(t, "", "POST", "/password", `{"token": "`+token+body, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
	s.wantOut(t, session)
	s.do(t, "", "POST", "/login", account, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
	s.do(t, "", "POST", "/login", `{"email": "ada@example.com"`+body[1:], http.StatusNoContent, "")
}

// An address is that of the account once it is proved, and only then.
func TestChangeEmail(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, session, "POST", "/me/email", `{"email": "lovelace@example.com", "password": "wrong"}`, http.StatusForbidden, `{"error":"wrong password"}`)
	s.do(t, session, "POST", "/me/email", `{"email": "lovelace@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	token := s.mailed(t, "lovelace@example.com", "enter")
	s.wantIn(t, session, address)
	s.wantIn(t, s.enter(t, token), "lovelace@example.com")
	s.do(t, "", "POST", "/login", account, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
}

func TestChangeEmailToSomebodyElses(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, "", "POST", "/signup", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	s.mailed(t, "bob@example.com", "enter")
	s.do(t, session, "POST", "/me/email", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	s.do(t, "", "POST", "/enter", `{"token": "`+s.mailed(t, "bob@example.com", "enter")+`"}`, http.StatusConflict, `{"error":"this address has another account"}`)
}

func TestChangePassword(t *testing.T) {
	s, here := signedUp(t)
	there := s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
	s.do(t, here, "POST", "/me/password", `{"password": "wrong", "new_password": "another password"}`, http.StatusForbidden, `{"error":"wrong password"}`)
	s.wantIn(t, there, address)
	s.do(t, here, "POST", "/me/password", `{"password": "`+password+`", "new_password": "another password"}`, http.StatusNoContent, "")
	s.wantIn(t, here, address)
	s.wantOut(t, there)
	s.do(t, "", "POST", "/login", account, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
}

func TestRemoveAccount(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, session, "POST", "/me/removal", `{"password": "wrong"}`, http.StatusForbidden, `{"error":"wrong password"}`)
	s.do(t, session, "POST", "/me/removal", `{"password": "`+password+`"}`, http.StatusNoContent, "")
	s.wantOut(t, session)
	s.do(t, "", "POST", "/login", account, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
}

func TestLogout(t *testing.T) {
	s, here := signedUp(t)
	there := s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
	s.do(t, here, "POST", "/logout", `{}`, http.StatusNoContent, "")
	s.wantOut(t, here)
	s.wantIn(t, there, address)
	again := s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
	s.do(t, again, "POST", "/logout", `{"everywhere": true}`, http.StatusNoContent, "")
	s.wantOut(t, again)
	s.wantOut(t, there)
}

func TestSessionsAreWanted(t *testing.T) {
	s, _ := signedUp(t)
	for _, session := range []string{"", "made-up"} {
		s.wantOut(t, session)
		s.do(t, session, "POST", "/me/email", `{"email": "eve@example.com", "password": "x"}`, http.StatusUnauthorized, `{"error":"no session"}`)
		s.do(t, session, "POST", "/me/password", `{"password": "x", "new_password": "another password"}`, http.StatusUnauthorized, `{"error":"no session"}`)
		s.do(t, session, "POST", "/me/removal", `{"password": "x"}`, http.StatusUnauthorized, `{"error":"no session"}`)
		s.do(t, session, "POST", "/logout", `{}`, http.StatusUnauthorized, `{"error":"no session"}`)
	}
}
