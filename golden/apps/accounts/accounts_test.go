package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

func TestSignup(t *testing.T) {
	s := start(t)
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	token := s.mailed(t, address, "welcome")
	s.do(t, "", "POST", "/login", account, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
	s.wantIn(t, s.welcome(t, token), address)
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

// A link that makes an account is good for an hour, and once, with the password that it was asked for with.
func TestWelcomeEnds(t *testing.T) {
	s := start(t)
	const ended = `{"error":"wrong password, or this link is used or too old"}`
	body := func(token, password string) string {
		return `{"token": "` + token + `", "password": "` + password + `"}`
	}
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	first := s.mailed(t, address, "welcome")
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	second := s.mailed(t, address, "welcome")
	s.do(t, "", "POST", "/welcome", body(first, "another password"), http.StatusUnauthorized, ended)
	s.do(t, "", "POST", "/enter", `{"token": "`+first+`"}`, http.StatusUnauthorized, `{"error":"this link is used or too old"}`)
	session := s.welcome(t, first)
	for _, token := range []string{first, second, "", "made up"} {
		s.do(t, "", "POST", "/welcome", body(token, password), http.StatusUnauthorized, ended)
	}
	s.do(t, session, "POST", "/me/removal", `{"password": "`+password+`"}`, http.StatusNoContent, "")
	s.do(t, "", "POST", "/signup", account, http.StatusAccepted, "")
	late := s.mailed(t, address, "welcome")
	s.wait(t, 61*time.Minute)
	s.do(t, "", "POST", "/welcome", body(late, password), http.StatusUnauthorized, ended)
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
	s.wait(t, 6*24*time.Hour)
	s.wantIn(t, session, address)
	s.wait(t, 2*24*time.Hour)
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
	s.wait(t, 61*time.Minute)
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

// An address is that of the account once its owner has proved it, and only then.
func TestChangeEmail(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, session, "POST", "/me/email", `{"email": "lovelace@example.com", "password": "wrong"}`, http.StatusForbidden, `{"error":"wrong password"}`)
	s.do(t, session, "POST", "/me/email", `{"email": "lovelace@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	token := s.mailed(t, "lovelace@example.com", "email")
	s.wantIn(t, session, address)
	s.prove(t, session, token, http.StatusNoContent, "")
	s.wantIn(t, session, "lovelace@example.com")
	s.prove(t, session, token, http.StatusForbidden, `{"error":"this link is used or too old"}`)
	s.do(t, "", "POST", "/login", account, http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
}

func TestChangeEmailToSomebodyElses(t *testing.T) {
	s, session := signedUp(t)
	s.do(t, "", "POST", "/signup", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	s.welcome(t, s.mailed(t, "bob@example.com", "welcome"))
	s.do(t, session, "POST", "/me/email", `{"email": "bob@example.com", "password": "`+password+`"}`, http.StatusAccepted, "")
	s.prove(t, session, s.mailed(t, "bob@example.com", "email"), http.StatusConflict, `{"error":"this address has another account"}`)
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
		s.do(t, session, "POST", "/me/email/proof", `{"token": "x"}`, http.StatusUnauthorized, `{"error":"no session"}`)
		s.do(t, session, "POST", "/me/password", `{"password": "x", "new_password": "another password"}`, http.StatusUnauthorized, `{"error":"no session"}`)
		s.do(t, session, "POST", "/me/removal", `{"password": "x"}`, http.StatusUnauthorized, `{"error":"no session"}`)
		s.do(t, session, "POST", "/logout", `{}`, http.StatusUnauthorized, `{"error":"no session"}`)
	}
}

// What was mailed or opened, and is over, goes where the next one is made: nobody has to come for it.
func TestWhatIsOverIsDeleted(t *testing.T) {
	s, _ := signedUp(t)
	bobs := `{"email": "bob@example.com", "password": "` + password + `"}`
	for range 2 {
		s.wait(t, 8*24*time.Hour)
		s.do(t, "", "POST", "/signup", bobs, http.StatusAccepted, "")
		s.mailed(t, "bob@example.com", "welcome")
		s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "enter"}`, http.StatusAccepted, "")
		s.mailed(t, address, "enter")
		s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
	}
	s.end()
	db := dbtest.Open(t, s.db, s.dir)
	for _, table := range []string{"signups", "letters", "sessions"} {
		var rows int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&rows); err != nil || rows != 1 {
			t.Errorf("%d rows are in %s (%v), want the last one", rows, table, err)
		}
	}
}
