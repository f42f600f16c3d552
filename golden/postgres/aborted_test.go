package postgres_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// How many callers hang up in a second while their statement runs, and how many sessions the service may begin meanwhile: less than
// one for twenty of them.
const (
	aborted      = 400
	mostSessions = aborted / 20
)

// TestAborted has callers hang up beside one that does not: they cost no connection, and that one is served as before.
func TestAborted(t *testing.T) {
	line := dbtest.NewLine(t, dbtest.PostgresWith(t, "flows"))
	s := serve(t, line.URL)
	const path = "/things?keys=00000000-0000-0000-0000-000000000001&tags=a&not=1"
	ask := func() time.Duration {
		began := time.Now()
		if status, body := s.send(t, "GET", path, ""); status != http.StatusOK {
			t.Errorf("answered %d %s", status, body)
		}
		return time.Since(began)
	}
	ask()
	before := line.Sessions()
	var callers sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	var took []time.Duration
	callers.Go(func() {
		for ctx.Err() == nil {
			took = append(took, ask())
		}
	})
	s.hangUp(t, aborted)
	stop()
	callers.Wait()
	slices.Sort(took)
	begun := line.Sessions() - before
	t.Logf("%d callers hung up: %d sessions were begun; the other one was answered %d times, p95 %v",
		aborted, begun, len(took), took[len(took)*95/100])
	if begun > mostSessions {
		t.Errorf("%d sessions were begun, want %d at most", begun, mostSessions)
	}
}

// hangUp has so many callers ask for what takes a minute, one after the other within a second, and give up after some milliseconds.
func (s *service) hangUp(t *testing.T, callers int) {
	t.Helper()
	tick := time.NewTicker(time.Second / time.Duration(callers))
	defer tick.Stop()
	var all sync.WaitGroup
	for range callers {
		<-tick.C
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, "GET", s.URL+"/slow", nil)
			if err != nil {
				t.Error(err)
				return
			}
			if response, err := s.Client().Do(r); err == nil {
				response.Body.Close()
				t.Errorf("what takes a minute is answered %d", response.StatusCode)
			}
		})
	}
	all.Wait()
}
