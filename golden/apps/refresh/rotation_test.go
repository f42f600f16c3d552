package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	reused = "this refresh token was used before"
	over   = "the session is over"
)

func TestRotation(t *testing.T) {
	t.Parallel()
	s := start(t)
	seen := map[string]bool{}
	for got := s.login(t); len(seen) < 6; got = s.refresh(t, got.Refresh).tokens(t) {
		s.wantMe(t, got.Access)
		if seen[got.Access] || seen[got.Refresh] {
			t.Fatal("a token came twice")
		}
		seen[got.Access], seen[got.Refresh] = true, true
	}
}

// Whoever stole a refresh token and uses it after the user did, or before, ends the session for both: one of the two
// comes a second time, and nobody can say which one was the thief's.
func TestReuseEndsTheSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	first, other := s.login(t), s.login(t)

	second := s.refresh(t, first.Refresh).tokens(t)
	third := s.refresh(t, second.Refresh).tokens(t)
	s.refresh(t, first.Refresh).wantRefused(t, reused)
	for _, token := range []string{first.Refresh, second.Refresh, third.Refresh} {
		s.refresh(t, token).wantRefused(t, over)
	}

	s.wantMe(t, third.Access) // until it expires: that is why it is short
	s.refresh(t, other.Refresh).tokens(t)
}

// Of requests that come at once with one token, the first takes it. Whichever comes next ends the session, for the first
// one too, and those after it find it ended.
func TestReuseAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t).Refresh

	answers := make([]answer, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = s.refresh(t, token) })
	}
	all.Wait()

	var next []string
	told := map[string]int{}
	for _, a := range answers {
		if a.status == http.StatusOK {
			next = append(next, a.tokens(t).Refresh)
			continue
		}
		told[a.text]++
	}
	if len(next) != 1 {
		t.Fatalf("one refresh token was exchanged %d times", len(next))
	}
	if was, ended := told[refusal(reused)], told[refusal(over)]; was == 0 || was+ended != len(answers)-1 {
		t.Errorf("refused: %v, want that it was used before, or that the session is over", told)
	}
	s.refresh(t, next[0]).wantRefused(t, over)
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	s := start(t)
	got := s.login(t)

	s.wait(15*time.Minute + 31*time.Second) // and the 30 seconds that clocks may differ
	s.me(t, got.Access).wantRefused(t, "expired")
	got = s.refresh(t, got.Refresh).tokens(t)
	s.wantMe(t, got.Access)

	s.wait(7*24*time.Hour + 31*time.Second)
	s.refresh(t, got.Refresh).wantRefused(t, "expired")
	s.logout(t, got.Refresh).wantRefused(t, "expired")
}

// A session ends thirty days after its login, however often it was refreshed.
func TestSessionEnds(t *testing.T) {
	t.Parallel()
	s := start(t)
	got := s.login(t)
	for range 4 {
		s.wait(6 * 24 * time.Hour)
		got = s.refresh(t, got.Refresh).tokens(t)
	}
	s.wait(6*24*time.Hour - time.Minute)
	got = s.refresh(t, got.Refresh).tokens(t)
	s.wait(time.Minute)
	s.refresh(t, got.Refresh).wantRefused(t, over)
	s.wantMe(t, got.Access)
}

func TestLogout(t *testing.T) {
	t.Parallel()
	s := start(t)
	one, other := s.login(t), s.login(t)

	for range 2 {
		if a := s.logout(t, one.Refresh); a.status != http.StatusNoContent {
			t.Errorf("logging out: answered %d %s", a.status, a.text)
		}
	}
	s.refresh(t, one.Refresh).wantRefused(t, over)
	s.refresh(t, other.Refresh).tokens(t)
}

// Whoever reads the log must not be able to go on with a session.
func TestLogHoldsNoToken(t *testing.T) {
	t.Parallel()
	s := start(t)
	first := s.login(t)
	second := s.refresh(t, first.Refresh).tokens(t)
	s.refresh(t, first.Refresh)
	s.me(t, second.Access)

	log := s.logged()
	for what, token := range map[string]string{"access token": second.Access, "first refresh token": first.Refresh, "second refresh token": second.Refresh} {
		if strings.Contains(log, token) {
			t.Errorf("the log holds the %s", what)
		}
	}
	if !strings.Contains(log, "use:notFound") {
		t.Errorf("the log does not show how the second use was refused:\n%s", log)
	}
}
