package main

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/ratelimit/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// limit is how many quotes an address gets at once, and in a minute.
const limit = 10

const embedded = "sqlite:storage.db"

// server is the whole project on a socket, with a clock that a test turns. FLOWC_TEST_STORAGE_URL names a Redis for its
// storage to be on.
type server struct {
	url     string
	storage string    // its URL
	began   time.Time // by the clock of this host

	mu  sync.Mutex
	now time.Time
}

// start starts the project in a folder, which holds a storage that is embedded. Its proxies are on this host.
func start(t *testing.T, dir, storage string) *server {
	t.Helper()
	s := &server{storage: storage, began: time.Now()}
	s.now = s.began
	env := map[string]string{"STORAGE_URL": storage, "TRUSTED_PROXIES": "127.0.0.1"}
	s.url = flowtest.Start(t, flows.New, env, rt.WithDir(dir), rt.WithClock(s.clock)).URL
	return s
}

// clock stands still until a test turns it, unless the storage has a clock of its own: that goes on, and so does this.
func (s *server) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.storage != embedded {
		return s.now.Add(time.Since(s.began))
	}
	return s.now
}

// wait lets time pass for the server.
func (s *server) wait(t *testing.T, d time.Duration) {
	t.Helper()
	storagetest.Advance(t, s.storage, d)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// quote asks for a quote and returns the response, its body closed.
func (s *server) quote(t *testing.T) *http.Response {
	t.Helper()
	return s.quoteFor(t, "")
}

// quoteFor is quote for the caller that a proxy names in X-Forwarded-For.
func (s *server) quoteFor(t *testing.T, forwarded string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/quote", nil)
	if err != nil {
		t.Fatal(err)
	}
	if forwarded != "" {
		request.Header.Set("X-Forwarded-For", forwarded)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response
}

// Ten pass at once, and then one each six seconds. What is left is told by headers, and when to come again.
func TestLimit(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), storagetest.Chosen(t, embedded))
	inTime := func() bool { return s.storage == embedded || time.Since(s.began) < time.Second } // a Redis has a clock of its own
	for i := range limit {
		got := s.quote(t)
		told := fmt.Sprintf(`"quotes";r=%d;t=%d`, limit-1-i, 6*(i+1))
		if left := got.Header.Get("RateLimit"); got.StatusCode != http.StatusOK || left != told && inTime() {
			t.Errorf("request %d: answered %d, RateLimit %s, want %s", i+1, got.StatusCode, left, told)
		}
		if policy := got.Header.Get("RateLimit-Policy"); policy != `"quotes";q=10;w=60` {
			t.Errorf("RateLimit-Policy is %s", policy)
		}
	}
	refused := s.quote(t)
	if wait := refused.Header.Get("Retry-After"); inTime() && (refused.StatusCode != http.StatusTooManyRequests || wait != "6") {
		t.Errorf("one too many: answered %d, Retry-After %q", refused.StatusCode, wait)
	}
	s.wait(t, 4*time.Second)
	if got := s.quote(t); got.StatusCode != http.StatusTooManyRequests && inTime() {
		t.Errorf("after four seconds: answered %d, want 429", got.StatusCode)
	}
	s.wait(t, 2*time.Second)
	if got := s.quote(t); got.StatusCode != http.StatusOK {
		t.Errorf("after six seconds: answered %d, want 200", got.StatusCode)
	}
	if got := s.quote(t); got.StatusCode != http.StatusTooManyRequests && inTime() {
		t.Errorf("and at once again: answered %d, want 429", got.StatusCode)
	}
}

func TestEachCallerBehindAProxyCounts(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), storagetest.Chosen(t, embedded))
	for i := range limit + 1 {
		// What a caller writes itself is to the left of what the proxy has appended.
		got := s.quoteFor(t, fmt.Sprintf("198.51.100.%d, 203.0.113.9", i))
		if want := i == limit; (got.StatusCode == http.StatusTooManyRequests) != want {
			t.Errorf("request %d: answered %d", i+1, got.StatusCode)
		}
	}
	if got := s.quoteFor(t, "203.0.113.10"); got.StatusCode != http.StatusOK {
		t.Errorf("another caller: answered %d, want 200", got.StatusCode)
	}
}

// Who has a network of IPv6 has no limit for each of its addresses, however they are written.
func TestEachNetworkCounts(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), storagetest.Chosen(t, embedded))
	for i := range limit + 1 {
		got := s.quoteFor(t, fmt.Sprintf("2001:db8:0:1:%x::%x", 3*i, 7*i))
		if want := i == limit; (got.StatusCode == http.StatusTooManyRequests) != want {
			t.Errorf("request %d: answered %d", i+1, got.StatusCode)
		}
	}
	for _, other := range []string{"2001:db8:0:2::1", "2001:db8::1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"} {
		if got := s.quoteFor(t, other); got.StatusCode != http.StatusOK || got.Header.Get("RateLimit") != `"quotes";r=9;t=6` {
			t.Errorf("%s: answered %d %s", other, got.StatusCode, got.Header.Get("RateLimit"))
		}
	}
}

// Callers at once must not get through together where one of them alone would not.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), storagetest.Chosen(t, embedded))
	var mu sync.Mutex
	count := map[int]int{}
	var wg sync.WaitGroup
	for range 5 * limit {
		wg.Go(func() {
			response, err := http.Get(s.url + "/quote")
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			count[response.StatusCode]++
		})
	}
	wg.Wait()
	if got, want := fmt.Sprint(count), fmt.Sprint(map[int]int{200: limit, 429: 4 * limit}); got != want {
		t.Errorf("answered %s, want %s", got, want)
	}
}

// Two processes share what they count, and a new one goes on where the last one ended.
func TestProcessesShareTheLimit(t *testing.T) {
	t.Parallel()
	dir, storage := t.TempDir(), storagetest.Chosen(t, embedded)
	one, two := start(t, dir, storage), start(t, dir, storage)
	for range limit / 2 {
		one.quote(t)
		two.quote(t)
	}
	for _, s := range []*server{one, two, start(t, dir, storage)} {
		if got := s.quote(t); got.StatusCode != http.StatusTooManyRequests {
			t.Errorf("answered %d, want 429", got.StatusCode)
		}
	}
}
