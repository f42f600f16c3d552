package runtime_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// inTime runs f in an execution of GET / that ends with parent or after an hour, in a bubble of synctest.
func inTime(t *testing.T, parent context.Context, f func(ctx context.Context)) {
	t.Helper()
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/", Timeout: time.Hour}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		f(x.Context())
		return x.Empty(204)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil).WithContext(parent))
}

// The context of an execution makes its timer only when somebody asks; who asks must not see that.
func TestContextEndsInTime(t *testing.T) {
	asks := map[string]func(ctx context.Context) error{
		"done":  func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		"error": func(ctx context.Context) error { time.Sleep(time.Hour); return ctx.Err() },
		"cause": func(ctx context.Context) error { time.Sleep(time.Hour); return context.Cause(ctx) },
		"child": func(ctx context.Context) error {
			child, cancel := context.WithCancel(ctx)
			defer cancel()
			<-child.Done()
			return child.Err()
		},
		"asked before": func(ctx context.Context) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		},
		"function": func(ctx context.Context) error {
			ended := make(chan error)
			context.AfterFunc(ctx, func() { ended <- ctx.Err() })
			return <-ended
		},
	}
	for name, ask := range asks {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				inTime(t, t.Context(), func(ctx context.Context) {
					began := time.Now()
					if at, ok := ctx.Deadline(); !ok || at.Sub(began) != time.Hour {
						t.Errorf("deadline %s %v", at.Sub(began), ok)
					}
					if err := ask(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Hour {
						t.Errorf("%v after %s", err, time.Since(began))
					}
				})
			})
		})
	}
}

func TestContextEndsWithTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, leave := context.WithTimeout(context.WithValue(t.Context(), none{}, "kept"), time.Minute)
		defer leave()
		inTime(t, parent, func(ctx context.Context) {
			if at, _ := ctx.Deadline(); time.Until(at) != time.Minute {
				t.Errorf("deadline in %s", time.Until(at))
			}
			for range 2 { // before and after it has a timer
				if ctx.Err() != nil || ctx.Value(none{}) != "kept" {
					t.Errorf("%v, with the value %v", ctx.Err(), ctx.Value(none{}))
				}
				child, cancel := context.WithCancel(ctx)
				defer cancel()
				if child.Value(none{}) != "kept" {
					t.Errorf("a child has the value %v", child.Value(none{}))
				}
			}
			leave()
			if err := ctx.Err(); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			time.Sleep(2 * time.Hour)
			if err := ctx.Err(); !errors.Is(err, context.Canceled) {
				t.Errorf("%v, once the deadline has passed too", err)
			}
		})
	})
}

// A library may keep the context of an execution that has ended.
func TestContextOfAnEndedExecution(t *testing.T) {
	for _, asked := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var kept context.Context
			inTime(t, t.Context(), func(ctx context.Context) {
				if kept = ctx; asked {
					ctx.Done()
				}
			})
			time.Sleep(2 * time.Hour)
			<-kept.Done()
			if err := kept.Err(); !errors.Is(err, context.Canceled) {
				t.Errorf("asked %v: %v", asked, err)
			}
		})
	}
}
