package runtime_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// during runs f as an execution in memory whose caller stays for so long, in time that is not real.
func during(t *testing.T, e rt.Entry, stays time.Duration, f func(x *rt.Exec) error) (log *logBuffer, status int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var app *rt.App
		app, log = openApp(t, nil)
		mux := http.NewServeMux()
		e.Method, e.Path = "GET", "/"
		register(t, app, mux, e, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return f(x) })
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		defer time.AfterFunc(stays, leave).Stop()
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil).WithContext(ctx))
		status = answer.Code
	})
	return log, status
}

// hang waits until the execution's time is over.
func hang(x *rt.Exec) error {
	<-x.Context().Done()
	return x.Context().Err()
}

// left is how much time an execution has.
func left(x *rt.Exec) time.Duration {
	deadline, _ := x.Context().Deadline()
	return time.Until(deadline)
}

func TestHandlersHaveTimeOfTheirOwn(t *testing.T) {
	for name, tt := range map[string]struct {
		timeout, stays, own time.Duration
		status              int64
	}{
		"time ran out":      {time.Minute, time.Hour, 10 * time.Second, 504},
		"a short timeout":   {2 * time.Second, time.Hour, 2 * time.Second, 504},
		"the caller left":   {time.Minute, time.Second, 10 * time.Second, 499},
		"the default of 30": {0, time.Hour, 10 * time.Second, 504},
	} {
		t.Run(name, func(t *testing.T) {
			_, status := during(t, rt.Entry{Timeout: tt.timeout}, tt.stays, func(x *rt.Exec) error {
				x.Enter("t")
				x.Enter("call")
				err := hang(x)
				x.Caught("t", err)
				if got := rt.FailureOf(x, err).Status; got != tt.status {
					t.Errorf("error.status is %d, want %d", got, tt.status)
				}
				if err := x.Context().Err(); err != nil || left(x) != tt.own {
					t.Errorf("the handler has %v, %v; want %v", left(x), err, tt.own)
				}
				return x.Empty(202)
			})
			if status != 202 {
				t.Errorf("answered %d", status)
			}
		})
	}
}

// A failure that came in time leaves the execution the time that it has.
func TestHandlersOfOtherFailures(t *testing.T) {
	during(t, rt.Entry{}, time.Hour, func(x *rt.Exec) error {
		x.Enter("t")
		time.Sleep(time.Second)
		x.Caught("t", errors.New("broken"))
		if left(x) != 29*time.Second {
			t.Errorf("%v are left", left(x))
		}
		return x.Empty(204)
	})
}

// What nothing handles, and what a handler fails by, stay what they are: out of time.
func TestSwallowedAndUncaught(t *testing.T) {
	for name, f := range map[string]func(*rt.Exec, error) error{
		"uncaught":                  func(_ *rt.Exec, err error) error { return err },
		"swallowed, and then again": func(x *rt.Exec, err error) error { x.Swallowed("t", err); return hang(x) },
		"the handler hangs too":     func(x *rt.Exec, err error) error { x.Caught("t", err); return hang(x) },
	} {
		t.Run(name, func(t *testing.T) {
			log, status := during(t, rt.Entry{}, time.Hour, func(x *rt.Exec) error { return f(x, hang(x)) })
			if status != 504 {
				t.Errorf("answered %d", status)
			}
			want := "30s, of the entry point"
			if strings.HasPrefix(name, "the handler") {
				want = "10s, of what handles a failure"
			}
			if failed := log.records(t, "failed"); len(failed) != 1 || failed[0]["limit"] != want {
				t.Errorf("logged as %v, want the limit %q", failed, want)
			}
		})
	}
}

// Once a handler has used its time up, it has no more of it; the one around it has.
func TestTimeOfTheirOwnOnce(t *testing.T) {
	during(t, rt.Entry{}, time.Hour, func(x *rt.Exec) error {
		x.Caught("inner", hang(x))
		x.Caught("inner", hang(x))
		if x.Context().Err() == nil {
			t.Error("a handler was given time twice")
		}
		x.Caught("outer", x.Context().Err())
		time.Sleep(9 * time.Second)
		x.Caught("outmost", errors.New("broken")) // not for want of time, which is short only since another thing took it
		if left(x) != 10*time.Second {
			t.Errorf("%v are left", left(x))
		}
		return x.Empty(204)
	})
}

// Below a handler there is time to try again, for what handles the failures of an attempt too. What ran out of the time of
// the execution itself is tried no more.
func TestTimeOfTheirOwnInAttempts(t *testing.T) {
	during(t, rt.Entry{}, time.Hour, func(x *rt.Exec) error {
		attempts := 0
		policy := rt.RetryPolicy{Attempts: 3, Delay: time.Second}
		x.Enter("again")
		err := rt.Retry(x, policy, func() error {
			attempts++
			x.Caught("inner", hang(x))
			return passing{}
		})
		if attempts != 1 {
			t.Errorf("%d attempts: the time of the execution was over in the first", attempts)
		}
		x.Caught("t", err)
		attempts = 0
		x.Enter("again")
		_ = rt.Retry(x, policy, func() error {
			attempts++
			x.Caught("inner", passing{})
			if left(x) != 10*time.Second {
				t.Errorf("attempt %d: %v are left", attempts, left(x))
			}
			return passing{}
		})
		if attempts != 3 {
			t.Errorf("%d attempts below a handler", attempts)
		}
		return x.Empty(204)
	})
}

// Each attempt gets what is left divided by the attempts left, inside another no more than that has.
func TestSharesOfAttempts(t *testing.T) {
	var shares []time.Duration
	during(t, rt.Entry{Timeout: 31 * time.Second}, time.Hour, func(x *rt.Exec) error {
		share := func() {
			got, _ := x.AttemptLeft()
			shares = append(shares, got)
			time.Sleep(got)
		}
		x.Enter("outer")
		_ = rt.Retry(x, rt.RetryPolicy{Attempts: 2, Delay: time.Second}, func() error {
			if len(shares) == 0 {
				x.Enter("inner")
				_ = rt.Retry(x, rt.RetryPolicy{Attempts: 2, Delay: 500 * time.Millisecond}, func() error { share(); return passing{} })
				x.Caught("t", passing{})
				if _, limited := x.AttemptLeft(); limited {
					t.Error("what handles a failure has no more than the attempt, which has used its share up")
				}
				return passing{}
			}
			share()
			return passing{}
		})
		if _, limited := x.AttemptLeft(); limited {
			t.Error("a share is left behind the Retry")
		}
		return x.Empty(204)
	})
	want := []time.Duration{7750 * time.Millisecond, 7250 * time.Millisecond, 14500 * time.Millisecond}
	if len(shares) != len(want) || shares[0] != want[0] || shares[1] != want[1] || shares[2] != want[2] {
		t.Errorf("shares of %v, want %v", shares, want)
	}
}
