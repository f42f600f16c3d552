package runtime_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestCheck names all that can't be reached or is not set up, masked, and what can't be reached once.
func TestCheck(t *testing.T) {
	app, _ := openApp(t, nil, rt.WithSecrets("a-secret-of-the-pool"))
	if err := app.Check(t.Context()); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	down, lacking := errors.New("dial db.internal with a-secret-of-the-pool"), errors.New("there is no table users")
	app.Ready("DATABASE_URL", func(context.Context) error { return down })
	app.Inspect("DATABASE_URL", func(context.Context) error { t.Error("looked at what is down"); return nil })
	app.Inspect("OTHER_URL", func(context.Context) error { return lacking })
	app.Inspect("LAST_URL", func(context.Context) error { panic("no such luck") })
	err := app.Check(t.Context())
	const want = "DATABASE_URL: dial db.internal with ••••\nthere is no table users\npanic: no such luck"
	if err == nil || err.Error() != want || !errors.Is(err, down) || !errors.Is(err, lacking) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestCheckReady says no more than whether, and why in the log.
func TestCheckReady(t *testing.T) {
	app, log := openApp(t, nil)
	if err := app.CheckReady(t.Context()); err != nil {
		t.Errorf("ready, but %v", err)
	}
	app.Ready("DATABASE_URL", func(context.Context) error { return errors.New("dial db.internal: refused") })
	if err := app.CheckReady(t.Context()); err == nil || strings.Contains(err.Error(), "db.internal") {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(log.String(), "db.internal") {
		t.Errorf("the log has not why: %s", log)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := app.CheckReady(gone); err == nil || strings.Contains(err.Error(), "db.internal") {
		t.Errorf("where nobody waits: %v", err)
	}
	if err := app.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := app.CheckReady(t.Context()); err == nil || err.Error() != "shutting down" {
		t.Errorf("at its end: %v", err)
	}
}

// TestFirstExecutionLooks has what is not set up logged when the first request comes, once, and not where Check has looked.
func TestFirstExecutionLooks(t *testing.T) {
	for _, checks := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			app, log := openApp(t, nil)
			var looks atomic.Int32
			app.Inspect("DATABASE_URL", func(context.Context) error { looks.Add(1); return errors.New("there is no table users") })
			if checks {
				if err := app.Check(t.Context()); err == nil {
					t.Error("Check finds nothing")
				}
			}
			mux := http.NewServeMux()
			register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				return x.Empty(http.StatusNoContent)
			})
			for range 3 {
				inMemory(mux)
				synctest.Wait()
			}
			if n := len(log.records(t, "not set up")); looks.Load() != 1 || checks && n != 0 || !checks && n != 1 {
				t.Errorf("checked %v: looked %d times, logged %d times", checks, looks.Load(), n)
			}
		})
	}
}

// TestShutdown waits for what goes on after answers, as long as it may, and no longer for a look.
func TestShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app, _ := openApp(t, nil)
		app.Inspect("DATABASE_URL", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		mux := http.NewServeMux()
		var sent atomic.Bool
		register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			x.After(func(x *rt.Exec) error {
				select {
				case <-x.Context().Done():
				case <-time.After(3 * time.Second):
					sent.Store(true)
				}
				return nil
			})
			return x.Empty(http.StatusAccepted)
		})
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if err := app.Shutdown(short); err == nil || !strings.Contains(err.Error(), "work after an answer was cut off") || sent.Load() {
			t.Errorf("in a second: %v, sent %v", err, sent.Load())
		}
		if err := app.Shutdown(t.Context()); err != nil || !sent.Load() || time.Since(began) != 3*time.Second {
			t.Errorf("after %v: %v, sent %v", time.Since(began), err, sent.Load())
		}
	})
}
