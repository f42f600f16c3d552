package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// execute runs f as an execution in memory and returns the log.
func execute(t *testing.T, e rt.Entry, f func(x *rt.Exec) error) *logBuffer {
	t.Helper()
	app, log := openApp(t, nil)
	mux := http.NewServeMux()
	e.Method, e.Path = "GET", "/"
	register(t, app, mux, e, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return f(x) })
	inMemory(mux)
	return log
}

// passing is a failure that may pass.
type passing struct{ after time.Duration }

func (passing) Error() string               { return "busy s3cret-s3cret" }
func (passing) Temporary() bool             { return true }
func (p passing) RetryAfter() time.Duration { return p.after }
func (passing) Status() int64               { return 429 }
func (passing) Public() string              { return "busy" }

// taken is a violated key.
type taken struct{}

func (taken) Error() string    { return "taken" }
func (taken) Conflicted() bool { return true }

func TestRetry(t *testing.T) {
	lasting := errors.New("lasting")
	for _, tt := range []struct {
		name     string
		policy   rt.RetryPolicy
		fails    []error // of the attempts; the next one succeeds
		attempts int
		least    time.Duration
		most     time.Duration
		err      error
	}{
		{"success", rt.RetryPolicy{Attempts: 3, Delay: time.Second}, nil, 1, 0, 0, nil},
		{"success at last", rt.RetryPolicy{Attempts: 3, Delay: time.Second}, []error{passing{}, unreachable{}}, 3, 2 * time.Second, 2 * time.Second, nil},
		{"tried often enough", rt.RetryPolicy{Attempts: 2, Delay: time.Second}, []error{passing{1}, passing{2}}, 2, time.Second, time.Second, passing{2}},
		{"will not pass", rt.RetryPolicy{Attempts: 3, Delay: time.Second}, []error{lasting}, 1, 0, 0, lasting},
		{"stops at what will not pass", rt.RetryPolicy{Attempts: 9, Delay: time.Second}, []error{passing{}, lasting}, 2, time.Second, time.Second, lasting},
		{"asked to wait", rt.RetryPolicy{Attempts: 2, Delay: time.Second}, []error{fmt.Errorf("node: %w", passing{7 * time.Second})}, 2, 7 * time.Second, 7 * time.Second, nil},
		{"full jitter", rt.RetryPolicy{Attempts: 4, Delay: time.Second, Exponential: true}, []error{passing{}, passing{}, passing{}}, 4, 1, 7 * time.Second, nil},
		{"longest delay", rt.RetryPolicy{Attempts: 4, Delay: time.Second, MaxDelay: time.Second, Exponential: true}, []error{passing{}, passing{}, passing{}}, 4, 1, 3 * time.Second, nil},
		{"deadline", rt.RetryPolicy{Attempts: 2, Delay: time.Minute}, []error{passing{}}, 1, 0, 0, passing{}},
		{"a key that is taken", rt.RetryPolicy{Attempts: 3, Delay: time.Second}, []error{taken{}}, 1, 0, 0, taken{}},
		{"another key", rt.RetryPolicy{Attempts: 3, Delay: time.Second, Conflicts: true}, []error{fmt.Errorf("SQL: %w", taken{}), passing{}}, 3, 2 * time.Second, 2 * time.Second, nil},
		{"not of a key", rt.RetryPolicy{Attempts: 3, Delay: time.Second, Conflicts: true}, []error{lasting}, 1, 0, 0, lasting},
		{"no policy", rt.RetryPolicy{}, []error{passing{}}, 1, 0, 0, passing{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				attempts := 0
				log := execute(t, rt.Entry{}, func(x *rt.Exec) error {
					x.Saw("s3cret-s3cret")
					began := time.Now()
					x.Enter("again")
					err := rt.Retry(x, tt.policy, func() error {
						x.Enter("call")
						if attempts++; attempts > len(tt.fails) {
							return nil
						}
						return tt.fails[attempts-1]
					})
					if took := time.Since(began); took < tt.least || took > tt.most {
						t.Errorf("took %s, want %s to %s", took, tt.least, tt.most)
					}
					if !errors.Is(err, tt.err) {
						t.Errorf("got error %v, want %v", err, tt.err)
					}
					return x.Empty(204)
				})
				if attempts != tt.attempts {
					t.Errorf("%d attempts, want %d", attempts, tt.attempts)
				}
				failed := log.records(t, "attempt failed")
				if len(failed) != tt.attempts-1 { // the last failure is for who gets it
					t.Fatalf("failures are logged as %v", failed)
				}
				for i, record := range failed {
					if record["node"] != "call" || record["by"] != "again" || record["attempt"] != float64(i+1) {
						t.Errorf("attempt %d is logged as %v", i+1, record)
					}
				}
			})
		})
	}
}

func TestRetryEndsWithTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app, _ := openApp(t, nil)
		mux := http.NewServeMux()
		ctx, leave := context.WithTimeout(t.Context(), time.Hour)
		defer leave()
		register(t, app, mux, rt.Entry{Method: "GET", Path: "/", Timeout: 24 * time.Hour}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			began, attempts := time.Now(), 0
			x.Enter("again")
			err := rt.Retry(x, rt.RetryPolicy{Attempts: 20, Delay: time.Minute}, func() error {
				if attempts++; attempts == 2 {
					time.AfterFunc(time.Second, leave)
				}
				return passing{}
			})
			if took := time.Since(began); attempts != 2 || took != time.Minute+time.Second || !errors.Is(err, passing{}) {
				t.Errorf("%d attempts in %s, error %v", attempts, took, err)
			}
			return err
		})
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil).WithContext(ctx))
	})
}

func second(_ int64, err error) error { return err }

func TestFailureOf(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want rt.Failure
	}{
		{errors.New("broken"), rt.Failure{Message: "call failed: unexpected error", Node: "call", Status: 500}},
		{unreachable{}, rt.Failure{Message: "call failed: what it needs is unavailable", Node: "call", Status: 503}},
		{rt.Fail(409, "is taken"), rt.Failure{Message: "call failed: is taken", Node: "call", Status: 409}},
		{&rt.Error{Status: 404, Err: errors.New("no row in db.internal")}, rt.Failure{Message: "call failed: not found", Node: "call", Status: 404}},
		{fmt.Errorf("calling: %w", passing{}), rt.Failure{Message: "call failed: busy", Node: "call", Status: 429}},
		{second(fn.Mul(1<<62, 4)), rt.Failure{Message: "call failed: int overflow", Node: "call", Status: 500}},
		{second(rt.ValueOf("x").Int()), rt.Failure{Message: "call failed: the value is a text, want an int", Node: "call", Status: 500}},
		{rt.Reject("no"), rt.Failure{Message: "call failed: rejected: no", Node: "call", Status: 401}},
	} {
		execute(t, rt.Entry{}, func(x *rt.Exec) error {
			x.Enter("call")
			if diff := cmp.Diff(tt.want, rt.FailureOf(x, tt.err), cmp.Comparer(func(a, b rt.Value) bool { return reflect.DeepEqual(a, b) })); diff != "" {
				t.Error(diff)
			}
			return x.Empty(204)
		})
	}
}

func TestReject(t *testing.T) {
	if reason, ok := rt.Rejected(fmt.Errorf("node: %w", rt.Reject("expired"))); !ok || reason != "expired" {
		t.Errorf("got %q %v", reason, ok)
	}
	if _, ok := rt.Rejected(context.Canceled); ok {
		t.Error("another error is a rejection")
	}
	if _, ok := rt.Rejected(nil); ok {
		t.Error("no error is a rejection")
	}
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(*rt.Exec, *rt.Endpoint[none]) error { return rt.Reject("expired") })
	if p := call(t, "GET", server.URL, "").problem(t); p.Status != 401 || p.Reason != "expired" || p.Detail != "" {
		t.Errorf("got %+v", p)
	}
}

// over is a transaction that can do no more, where err is not nil.
type over struct{ err error }

func (over) Settle(context.Context, int) error { return nil }
func (over) Savepoint(context.Context)         {}
func (over) Release(context.Context, bool)     {}
func (o over) Over() error                     { return o.err }

// TestRetryInsideOfWhatIsOver tries nothing again in a transaction that can do no more: whoever began that one may.
func TestRetryInsideOfWhatIsOver(t *testing.T) {
	for _, tt := range []struct {
		over     error
		attempts int
	}{{nil, 3}, {errors.New("the connection is lost"), 1}} {
		attempts := 0
		execute(t, rt.Entry{}, func(x *rt.Exec) error {
			x.Begin(over{tt.over})
			defer x.End()
			x.Enter("again")
			return rt.Retry(x, rt.RetryPolicy{Attempts: 3}, func() error {
				attempts++
				return passing{}
			})
		})
		if attempts != tt.attempts {
			t.Errorf("over: %v: %d attempts, want %d", tt.over, attempts, tt.attempts)
		}
	}
}

// uncommitted is a transaction whose end fails.
type uncommitted struct{ over }

func (uncommitted) Settle(context.Context, int) error {
	return errors.New("a deferred key is violated")
}

// TestAnswerOfWhatIsNotCommitted answers no success where what it tells of was not done.
func TestAnswerOfWhatIsNotCommitted(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/{$}"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Begin(over{})
		x.Begin(uncommitted{})
		x.Begin(over{})
		defer func() { x.End(); x.End(); x.End() }()
		return x.JSON(http.StatusCreated, map[string]int{"id": 7})
	})
	if r := call(t, "POST", server.URL+"/", ""); r.StatusCode != http.StatusInternalServerError || strings.Contains(r.text, "deferred") {
		t.Errorf("answered %d %s", r.StatusCode, r.text)
	}
}

// TestRegionInsideOfWhatIsOver does not end well, whatever its nodes have passed over.
func TestRegionInsideOfWhatIsOver(t *testing.T) {
	lost := errors.New("the connection is lost")
	execute(t, rt.Entry{}, func(x *rt.Exec) error {
		x.Begin(over{lost})
		defer x.End()
		region := func() (err error) {
			defer x.Savepoint(&err)()
			return nil
		}
		if err := region(); !errors.Is(err, lost) {
			t.Errorf("the region ends with %v", err)
		}
		return x.Empty(204)
	})
}
