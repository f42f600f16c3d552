package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

const (
	ofOneAddress = 20 // tries at once
	ofOneAccount = 40 // tries at once, of all addresses
	ofOneMailbox = 5  // mails at once about one thing
)

// from sends a POST as somebody at an address, whom a proxy in front tells of, and returns the answer with the text of its body.
func (s *server) from(t *testing.T, address, path, body string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", address)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// told is what an answer tells: its status, which limits it names, whether it says when to come again, and its body.
func told(response *http.Response, body string) string {
	limits, _, _ := strings.Cut(response.Header.Get("RateLimit"), ";")
	return fmt.Sprintf("%d %s %t %s", response.StatusCode, limits, response.Header.Get("Retry-After") != "", body)
}

// refused sends what is limited until it is refused, which has to be soon, and returns what that tells: a Redis has a clock of
// its own, by which one more may pass while others are sent.
func refused(t *testing.T, send func(i int) (*http.Response, string)) string {
	t.Helper()
	var last string
	for i := range 10 {
		response, body := send(i)
		if last = told(response, body); response.StatusCode == http.StatusTooManyRequests {
			return last
		}
	}
	t.Errorf("what is over the limit is answered %s, want 429", last)
	return last
}

// trial is a log-in with a password that is wrong.
func trial(email string) string {
	return `{"email": "` + email + `", "password": "a password that is wrong"}`
}

// Who guesses from one address is soon told to wait, of whatever account, and alike whether there is one. Its owner is not kept
// out by that, from elsewhere.
func TestGuessingFromOneAddress(t *testing.T) {
	s, _ := signedUp(t)
	const thief, other = "192.0.2.66", "192.0.2.67"
	known := func(int) (*http.Response, string) { return s.from(t, thief, "/login", trial(address)) }
	unknown := func(int) (*http.Response, string) { return s.from(t, other, "/login", trial("nobody@example.com")) }
	for i := range ofOneAddress {
		response, body := known(i)
		got := told(response, body)
		if want := told(unknown(i)); response.StatusCode != http.StatusUnauthorized || got != want {
			t.Errorf("try %d is answered %s, and of an account that there is not %s", i+1, got, want)
		}
	}
	if got, want := refused(t, known), refused(t, unknown); got != want {
		t.Errorf("further tries are answered %s, and of an account that there is not %s", got, want)
	}
	for path, body := range map[string]string{
		"/login": account, "/signup": account, "/links": `{"email": "` + address + `", "purpose": "enter"}`, "/welcome": `{"token": "x", "password": "x"}`,
	} {
		refused(t, func(int) (*http.Response, string) { return s.from(t, thief, path, body) })
	}
	if response, body := s.from(t, "192.0.2.1", "/login", account); response.StatusCode != http.StatusNoContent {
		t.Errorf("the owner's log-in is answered %s", told(response, body))
	}
	s.wait(t, time.Minute)
	if response, body := s.from(t, thief, "/login", account); response.StatusCode != http.StatusNoContent {
		t.Errorf("a minute later a log-in is answered %s", told(response, body))
	}
}

// Who guesses from many addresses is told to wait too, alike whether there is an account. Its owner enters by a link meanwhile,
// and stays in.
func TestGuessingFromManyAddresses(t *testing.T) {
	s, session := signedUp(t)
	known := func(i int) (*http.Response, string) {
		return s.from(t, fmt.Sprintf("192.0.2.%d", i), "/login", trial([]string{address, strings.ToUpper(address)}[i%2]))
	}
	unknown := func(i int) (*http.Response, string) {
		return s.from(t, fmt.Sprintf("198.51.100.%d", i), "/login", trial("nobody@example.com"))
	}
	for i := range ofOneAccount {
		response, body := known(i)
		got := told(response, body)
		if want := told(unknown(i)); response.StatusCode != http.StatusUnauthorized || got != want {
			t.Errorf("try %d is answered %s, and of an account that there is not %s", i+1, got, want)
		}
	}
	if got, want := refused(t, known), refused(t, unknown); got != want {
		t.Errorf("further tries are answered %s, and of an account that there is not %s", got, want)
	}
	refused(t, func(int) (*http.Response, string) { return s.from(t, "192.0.2.200", "/login", account) })
	s.wantIn(t, session, address)
	s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "enter"}`, http.StatusAccepted, "")
	s.wantIn(t, s.enter(t, s.mailed(t, address, "enter")), address)
}

// Nobody's mailbox is filled by who asks for links, however the address is spelled. Whoever is mailed what a stranger asked
// for is not kept out by it: these links are good.
func TestMailboxesAreNotFilled(t *testing.T) {
	for _, c := range []struct {
		path, body string // with the address between
		page       string
		spelled    []string
	}{
		{"/links", `{"purpose": "enter", "email": "%s"}`, "enter", []string{address}},
		{"/links", `{"purpose": "reset", "email": "%s"}`, "reset", []string{address}},
		{"/signup", `{"password": "known to a stranger", "email": "%s"}`, "welcome", []string{"bob@example.com", "BOB@example.com", "bob+1@EXAMPLE.com", "bob+2@example.com"}},
	} {
		t.Run(c.page, func(t *testing.T) {
			s, _ := signedUp(t)
			s.unmailed(t)
			ask := func(i, want int) {
				t.Helper()
				spelled := c.spelled[i%len(c.spelled)]
				response, body := s.from(t, fmt.Sprintf("192.0.2.%d", i), c.path, fmt.Sprintf(c.body, spelled))
				unknown, nothing := s.from(t, fmt.Sprintf("198.51.100.%d", i), "/links", `{"purpose": "`+strings.Replace(c.page, "welcome", "enter", 1)+`", "email": "nobody@example.com"}`)
				if got := told(response, body); response.StatusCode != want || got != told(unknown, nothing) && c.path == "/links" {
					t.Errorf("asking for mail %d is answered %s, want %d; of an account that there is not %s", i+1, got, want, told(unknown, nothing))
				}
				if want == http.StatusAccepted {
					last := s.mailed(t, spelled, c.page)
					if c.page == "enter" && i == ofOneMailbox-1 {
						s.wantIn(t, s.enter(t, last), address)
					}
				}
			}
			for i := range ofOneMailbox {
				ask(i, http.StatusAccepted)
			}
			ask(ofOneMailbox, http.StatusTooManyRequests)
			ask(ofOneMailbox+1, http.StatusTooManyRequests)
			s.wait(t, time.Hour)
			ask(ofOneMailbox+2, http.StatusAccepted)
			ask(ofOneMailbox+3, http.StatusTooManyRequests)
		})
	}
}

// Who has stolen a session guesses the password by it no faster, from whatever address; nor does its owner have to wait for
// that to end: a reset ends the session.
func TestGuessingByAStolenSession(t *testing.T) {
	s, _ := signedUp(t)
	stolen := s.do(t, "", "POST", "/login", account, http.StatusNoContent, "")
	for i := range 12 {
		want, text := http.StatusForbidden, `{"error":"wrong password"}`
		if i >= 10 {
			want, text = http.StatusTooManyRequests, `{"error":"too many requests"}`
		}
		path := []string{"/me/password", "/me/removal", "/me/email"}[i%3]
		s.do(t, stolen, "POST", path, `{"password": "wrong", "new_password": "another password", "email": "eve@example.com"}`, want, text)
	}
	s.do(t, "", "POST", "/links", `{"email": "`+address+`", "purpose": "reset"}`, http.StatusAccepted, "")
	token := s.mailed(t, address, "reset")
	s.do(t, "", "POST", "/password", `{"token": "`+token+`", "password": "another password"}`, http.StatusNoContent, "")
	s.wantOut(t, stolen)
}

// A mail about another address goes to nobody more often than others do, whoever asks.
func TestMailsAboutAnotherAddress(t *testing.T) {
	s, session := signedUp(t)
	s.unmailed(t)
	for i := range ofOneMailbox + 1 {
		want := http.StatusAccepted
		if i == ofOneMailbox {
			want = http.StatusTooManyRequests
		}
		s.do(t, session, "POST", "/me/email", `{"email": "victim@example.com", "password": "`+password+`"}`, want, "*")
		if want == http.StatusAccepted {
			s.mailed(t, "victim@example.com", "email")
		}
	}
}
