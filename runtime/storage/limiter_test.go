package storage_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// allow asks for one to pass.
func (s *store) allow(t *testing.T, l *storage.Limiter, key string) (limit storage.Limit) {
	t.Helper()
	s.execute(t.Context(), func(x *rt.Exec) {
		var err error
		if limit, err = l.Allow(x, key); err != nil {
			t.Error(err)
		}
	})
	return limit
}

// Addresses of IPv6 count as the network of 64 bits that they are in, wherever they stand in a key; what else holds colons does not.
func TestLimiterOfNetworks(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		l := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "tries", Count: 1, Period: time.Hour})
		for _, c := range []struct {
			values []string
			passes bool
		}{
			{[]string{"2001:db8:0:1::1"}, true},
			{[]string{"2001:DB8:0:1:ffff::"}, false},
			{[]string{"2001:db8:0:1:0:0:0:1"}, false},
			{[]string{"2001:db8:0:2::1"}, true},
			{[]string{"2001:db8:0:2::1", "ada"}, true},
			{[]string{"2001:db8:0:2::2", "ada"}, false},
			{[]string{"ada", "2001:db8:0:2::2"}, true},
			{[]string{"ada", "2001:db8:0:2::3"}, false},
			{[]string{"::ffff:192.0.2.1"}, true},
			{[]string{"::ffff:192.0.2.2"}, true},
			{[]string{"fe80::1%eth0"}, true},
			{[]string{"fe80::2"}, false},
			{[]string{"a:b"}, true},
			{[]string{"a:c"}, true},
			{[]string{"192.0.2.1"}, true},
			{[]string{"192.0.2.2"}, true},
			{[]string{"[2001:db8:0:1::1]:80"}, true},
		} {
			if got := s.allow(t, l, storage.Key("tries", c.values...)); got.Allowed != c.passes {
				t.Errorf("%q: allowed is %t", c.values, got.Allowed)
			}
		}
	})
}

// A burst passes from rest, then one each period divided by the count; each key has a limit of its own.
func TestLimiter(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		l := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "login", Count: 10, Period: 10 * time.Minute, Burst: 3})
		want := func(key string, want storage.Limit) {
			t.Helper()
			got := s.allow(t, l, key)
			if strings.HasSuffix(t.Name(), "redis") { // whose time goes on
				got.ResetsIn, got.RetryAfter = want.ResetsIn, want.RetryAfter
			}
			if got != want {
				t.Errorf("%s: got %+v, want %+v", key, got, want)
			}
		}
		want("login:ann", storage.Limit{Allowed: true, Remaining: 2, ResetsIn: 60})
		want("login:ann", storage.Limit{Allowed: true, Remaining: 1, ResetsIn: 120})
		want("login:ann", storage.Limit{Allowed: true, Remaining: 0, ResetsIn: 180})
		want("login:ann", storage.Limit{ResetsIn: 180, RetryAfter: 60})
		want("login:bob", storage.Limit{Allowed: true, Remaining: 2, ResetsIn: 60})
		s.advance(30*time.Second + 100*time.Millisecond)
		want("login:ann", storage.Limit{ResetsIn: 150, RetryAfter: 30})
		s.advance(30 * time.Second)
		want("login:ann", storage.Limit{Allowed: true, Remaining: 0, ResetsIn: 180})
		s.advance(200 * time.Second)
		want("login:ann", storage.Limit{Allowed: true, Remaining: 2, ResetsIn: 60})
	})
}

// A clock that is put back, as by another server that takes over, holds nobody for longer than from a whole burst to rest.
func TestLimiterWhoseClockIsPutBack(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		l := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "login", Count: 10, Period: 10 * time.Minute, Burst: 3})
		s.allow(t, l, "login:ann")
		s.advance(-24 * time.Hour)
		if got := s.allow(t, l, "login:ann"); got != (storage.Limit{ResetsIn: 180, RetryAfter: 60}) {
			t.Errorf("a day before: got %+v", got)
		}
		s.advance(time.Minute)
		if got := s.allow(t, l, "login:ann"); !got.Allowed || got.Remaining != 0 {
			t.Errorf("a minute later: got %+v", got)
		}
		if got := s.allow(t, l, "login:ann"); got.Allowed {
			t.Errorf("and at once again: got %+v", got)
		}
		s.advance(3 * time.Minute)
		for i := range 4 {
			if got := s.allow(t, l, "login:ann"); got.Allowed != (i < 3) {
				t.Errorf("from rest, request %d: got %+v", i+1, got)
			}
		}
	})
}

// Who has used up what passes in a day is not let off by asking where one key passes in a minute.
func TestLimiterOfTwoRates(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		day := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "login", Count: 24, Period: 24 * time.Hour})
		minute := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "login", Count: 2, Period: time.Minute})
		for range 24 {
			s.allow(t, day, "login:ann")
		}
		for _, l := range []*storage.Limiter{minute, day} {
			if got := s.allow(t, l, "login:ann"); got.Allowed {
				t.Errorf("got %+v", got)
			}
		}
		s.advance(2 * time.Minute)
		if got := s.allow(t, day, "login:ann"); got.Allowed || got.ResetsIn < 23*60*60 {
			t.Errorf("two minutes later: got %+v", got)
		}
	})
}

// A limit that was made stricter holds nobody for longer than it says itself.
func TestLimiterMadeStricter(t *testing.T) {
	dir := t.TempDir()
	before, after := openStoreIn(t, dir, "sqlite:storage.db"), openStoreIn(t, dir, "sqlite:storage.db")
	wide := storage.NewLimiter(before.setup, storage.LimiterConfig{Name: "login", Count: 24, Period: 24 * time.Hour})
	strict := storage.NewLimiter(after.setup, storage.LimiterConfig{Name: "login", Count: 2, Period: time.Minute})
	for range 24 {
		before.allow(t, wide, "login:ann")
	}
	if got := after.allow(t, strict, "login:ann"); got != (storage.Limit{ResetsIn: 60, RetryAfter: 30}) {
		t.Errorf("got %+v", got)
	}
	after.advance(30 * time.Second)
	if got := after.allow(t, strict, "login:ann"); !got.Allowed {
		t.Errorf("half a minute later: got %+v", got)
	}
}

// A key of Local Storage is another one.
func TestLimitsAreApart(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		l := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "visits", Count: 1, Period: time.Hour})
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		s.allow(t, l, "visits")
		s.execute(t.Context(), func(x *rt.Exec) {
			if count, err := visits.Increment(x, "visits"); err != nil || count.Value != 1 {
				t.Errorf("counted %+v, %v", count, err)
			}
		})
		if got := s.allow(t, l, "visits"); got.Allowed {
			t.Errorf("got %+v", got)
		}
	})
}

// What passes at random times is what the algorithm's definition lets pass: the time at which all that has passed is worked
// off, one an interval, is never more than the burst ahead.
func TestLimiterAgainstItsDefinition(t *testing.T) {
	for _, name := range []string{"memory", "sqlite"} { // the time of Redis is the server's
		t.Run(name, func(t *testing.T) {
			s := engines()[name](t)
			l := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "x", Count: 7, Period: 7 * time.Second, Burst: 4})
			r := rand.New(rand.NewPCG(1, 2))
			worked := s.now()
			for range 300 {
				s.advance(time.Duration(r.IntN(2000)) * time.Millisecond)
				if worked.Before(s.now()) {
					worked = s.now()
				}
				allowed := !worked.Add(time.Second).After(s.now().Add(4 * time.Second))
				if allowed {
					worked = worked.Add(time.Second)
				}
				if got := s.allow(t, l, "x"); got.Allowed != allowed {
					t.Fatalf("at %s: got %+v, want %v", s.now(), got, allowed)
				}
			}
		})
	}
}

// limitedProcess holds the URL of the store that TestLimitedProcess is to use, and how many are to pass.
const limitedProcess, limitedRequests = "FLOWC_TEST_LIMITED_STORE", "FLOWC_TEST_LIMITED_REQUESTS"

// burstOfProcesses is how many of all that two processes ask for may pass.
const burstOfProcesses = 777

// TestLimitedProcess is what TestLimiterOfProcesses runs.
func TestLimitedProcess(t *testing.T) {
	url := os.Getenv(limitedProcess)
	if url == "" {
		t.Skip("a part of TestLimiterOfProcesses")
	}
	requests, err := strconv.Atoi(os.Getenv(limitedRequests))
	if err != nil {
		t.Fatal(err)
	}
	s := openStore(t, url)
	l := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "x", Count: 10, Period: 24 * time.Hour, Burst: burstOfProcesses})
	var allowed atomic.Int64
	s.concurrently(t, requests/10, func(x *rt.Exec) {
		for range 10 {
			limit, err := l.Allow(x, "x")
			if err != nil {
				t.Error(err)
			}
			if limit.Allowed {
				allowed.Add(1)
			}
		}
	})
	fmt.Printf("allowed %d\n", allowed.Load())
}

// TestLimiterOfProcesses has two processes ask on one store at once: what the limit allows passes, and no more.
func TestLimiterOfProcesses(t *testing.T) {
	requests := 1000
	if os.Getenv("FLOWC_TEST_LONG") != "" {
		requests = 10_000
	}
	for name, url := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "storage.db") },
		"postgres": func(t *testing.T) string { return postgresWithTable(t) },
		"redis":    func(t *testing.T) string { return storagetest.Redis(t) },
	} {
		t.Run(name, func(t *testing.T) {
			url := url(t)
			var running sync.WaitGroup
			var allowed atomic.Int64
			for range 2 {
				running.Go(func() {
					process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLimitedProcess$")
					process.Env = append(os.Environ(), limitedProcess+"="+url, fmt.Sprintf("%s=%d", limitedRequests, requests))
					output, err := process.CombinedOutput()
					said := regexp.MustCompile(`allowed (\d+)\n`).FindSubmatch(output)
					if err != nil || said == nil {
						t.Errorf("%v\n%s", err, output)
						return
					}
					n, err := strconv.ParseInt(string(said[1]), 10, 64)
					if err != nil {
						t.Error(err)
					}
					allowed.Add(n)
				})
			}
			running.Wait()
			if allowed.Load() != burstOfProcesses {
				t.Errorf("%d of %d passed, want %d", allowed.Load(), 2*requests, burstOfProcesses)
			}
		})
	}
}

// An answer tells of the limits that the execution has met, and a 429 when to come again.
func TestLimitsInAnswers(t *testing.T) {
	s := openStore(t, "memory:")
	login := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "login", Count: 2, Period: time.Minute})
	silent := storage.NewLimiter(s.setup, storage.LimiterConfig{Name: "quiet", Count: 1, Period: time.Hour, Silent: true})
	for i, want := range []struct{ policy, left, after string }{
		{`"login";q=2;w=60`, `"login";r=1;t=30`, ""},
		{`"login";q=2;w=60`, `"login";r=0;t=60`, "3600"}, // the longest of the limits
	} {
		mux := http.NewServeMux()
		in := rt.NewEndpoint[struct{}](s.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
		in.Register(mux, func(x *rt.Exec) error {
			_, _ = login.Allow(x, "login")
			limit, err := silent.Allow(x, "quiet")
			if err != nil || limit.Allowed {
				return x.Empty(http.StatusNoContent)
			}
			return x.Empty(int(limit.Status()))
		})
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, httptest.NewRequest("GET", "/", nil))
		answer := recorder.Header()
		if got := answer.Get("RateLimit-Policy"); got != want.policy {
			t.Errorf("%d: RateLimit-Policy %s", i, got)
		}
		if got := answer.Get("RateLimit"); got != want.left {
			t.Errorf("%d: RateLimit %s", i, got)
		}
		if got := answer.Get("Retry-After"); got != want.after {
			t.Errorf("%d: Retry-After %s", i, got)
		}
	}
}
