package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

const (
	ofOneAddress = 20 // tries at once
	ofOneAccount = 25 // tries at once, of all addresses
)

// from sends a POST as somebody at an address, whom a proxy in front tells of, and returns what the answer tells: its status,
// which limits it names, whether it says when to come again, and its body.
func from(t *testing.T, url, address, path, body string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", url+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", address)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	limits, _, _ := strings.Cut(response.Header.Get("RateLimit"), ";")
	return fmt.Sprintf("%d %s %t %s", response.StatusCode, limits, response.Header.Get("Retry-After") != "", text)
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

// trial is a log-in with a password that is wrong.
func trial(email string) string {
	return `{"email": "` + email + `", "password": "a password that is wrong"}`
}

// Who tries from one address is soon told to wait, whether for an account or a password, and alike whether there is that account.
// Its owner is not kept out by that, from elsewhere.
func TestTriesFromOneAddress(t *testing.T) {
	url := start(t)
	join(t, url, "ada")
	const thief = "192.0.2.1"
	long := `{"email": "eve@example.com", "password": "` + strings.Repeat("é", 72) + `"}` // more bytes than are hashed, which is quick to tell
	for i := range ofOneAddress - 2 {
		if got := from(t, url, thief, "/signup", long); !strings.HasPrefix(got, "400 ") {
			t.Errorf("try %d is answered %s", i+1, got)
		}
	}
	known, unknown := from(t, url, thief, "/login", trial("ada@example.com")), from(t, url, thief, "/login", trial("nobody@example.com"))
	if !strings.HasPrefix(known, "401 ") || known != unknown {
		t.Errorf("the last tries are answered %s, and of an account that there is not %s", known, unknown)
	}
	known = refused(t, func(int) string { return from(t, url, thief, "/login", account("ada")) })
	unknown = refused(t, func(int) string { return from(t, url, thief, "/login", trial("nobody@example.com")) })
	if known != unknown {
		t.Errorf("further tries are answered %s, and of an account that there is not %s", known, unknown)
	}
	refused(t, func(int) string { return from(t, url, thief, "/signup", account("bob")) })
	if got := from(t, url, "192.0.2.2", "/login", account("ada")); !strings.HasPrefix(got, "200 ") {
		t.Errorf("the owner's log-in is answered %s", got)
	}
}

// Who tries from many addresses is told to wait too, however the account is spelled. Who has a token of it is not kept out.
func TestTriesFromManyAddresses(t *testing.T) {
	url := start(t)
	ada := join(t, url, "ada")
	try := func(i int) string {
		return from(t, url, fmt.Sprintf("198.51.100.%d", i), "/login", trial([]string{"ada@example.com", "ADA@Example.com"}[i%2]))
	}
	for i := range ofOneAccount / 5 {
		var some sync.WaitGroup // five at once: hashing takes its time
		for k := range 5 {
			some.Go(func() {
				if got := try(5*i + k); !strings.HasPrefix(got, "401 ") {
					t.Errorf("try %d is answered %s", 5*i+k+1, got)
				}
			})
		}
		some.Wait()
	}
	refused(t, try)
	ada.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[]}`)
}
