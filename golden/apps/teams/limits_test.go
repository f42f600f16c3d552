package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const (
	ofOneAddress = 20 // tries at once
	ofOneAccount = 40 // tries at once, of all addresses
	ofOneMailbox = 5  // mails at once
)

// told is what an answer tells: its status, which limits it names, whether it says when to come again, and its body.
func told(response *http.Response, body string) string {
	limits, _, _ := strings.Cut(response.Header.Get("RateLimit"), ";")
	return fmt.Sprintf("%d %s %t %s", response.StatusCode, limits, response.Header.Get("Retry-After") != "", body)
}

// refused sends what is limited until it is refused, which has to be soon, and returns what that tells: a Redis has a clock of
// its own, by which one more may pass while others are sent.
func refused(t *testing.T, send func(i int) string) string {
	t.Helper()
	var last string
	for i := range 10 {
		if last = send(i); strings.HasPrefix(last, "429 ") {
			return last
		}
	}
	t.Errorf("what is over the limit is answered %s, want 429", last)
	return last
}

// guessed sends so many tries of an account and of one that there is not, each of which has to be refused alike, and then wants
// either to be limited.
func guessed(t *testing.T, tries int, known, unknown func(i int) string) {
	t.Helper()
	for i := range tries {
		if got, want := known(i), unknown(i); !strings.HasPrefix(got, "401 ") || got != want {
			t.Errorf("try %d is answered %s, and of an account that there is not %s", i+1, got, want)
		}
	}
	if got, want := refused(t, known), refused(t, unknown); got != want {
		t.Errorf("further tries are answered %s, and of an account that there is not %s", got, want)
	}
}

// guess logs in from an address with a password that is wrong.
func (s *server) guess(t *testing.T, at, email string) string {
	t.Helper()
	return told(caller{s: s, at: at}.send(t, "POST", "/login", `{"email": "`+email+`", "password": "a password that is wrong"}`))
}

// Who guesses from one address is soon told to wait, of whatever account, and alike whether there is one. Its owner is not kept
// out by that, from elsewhere.
func TestGuessingFromOneAddress(t *testing.T) {
	s := start(t)
	s.enter(t, "ada")
	const thief, other = "192.0.2.1", "192.0.2.2"
	guessed(t, ofOneAddress,
		func(int) string { return s.guess(t, thief, address("ada")) }, func(int) string { return s.guess(t, other, address("nobody")) })
	for path, body := range map[string]string{"/login": account("ada"), "/signup": account("eve")} {
		refused(t, func(int) string { return told(caller{s: s, at: thief}.send(t, "POST", path, body)) })
	}
	caller{s: s, at: "192.0.2.3"}.want(t, "POST", "/login", account("ada"), http.StatusNoContent, "")
}

// Who guesses from many addresses is told to wait too, however the account is spelled. Who has a session is not kept out.
func TestGuessingFromManyAddresses(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	guessed(t, ofOneAccount,
		func(i int) string {
			return s.guess(t, fmt.Sprintf("198.51.100.%d", i), []string{address("ada"), address("ADA")}[i%2])
		},
		func(i int) string { return s.guess(t, fmt.Sprintf("203.0.113.%d", i), address("nobody")) })
	ada.status(t, "GET", "/organizations", "", http.StatusOK)
}

// Nobody's mailbox is filled with invitations, of however many organizations, and however its address is spelled.
func TestMailboxesAreNotFilled(t *testing.T) {
	s := start(t)
	eve, dan := s.enter(t, "eve"), s.enter(t, "dan")
	paths := []string{eve.organization(t, "One"), eve.organization(t, "Two"), dan.organization(t, "Three")}
	senders := []caller{eve, eve, dan}
	names := []string{"victim", "VICTIM", "victim+1", "victim+2"}
	invite := func(i int) string {
		return told(senders[i%3].send(t, "POST", paths[i%3]+"/invitations", fmt.Sprintf(`{"email": %q, "role": "member"}`, address(names[i%4]))))
	}
	for i := range ofOneMailbox {
		if got := invite(i); !strings.HasPrefix(got, "202 ") {
			t.Errorf("invitation %d is answered %s", i+1, got)
		}
		s.mailed(t, names[i%4])
	}
	for i := range 4 {
		if got := invite(i); !strings.HasPrefix(got, "429 ") {
			t.Errorf("an invitation too many is answered %s", got)
		}
	}
	eve.invite(t, paths[0], "member", "another")
	s.mailed(t, "another")
	s.wait(t, time.Hour)
	if got := invite(0); !strings.HasPrefix(got, "202 ") {
		t.Errorf("an invitation an hour later is answered %s", got)
	}
	s.mailed(t, names[0])
}
