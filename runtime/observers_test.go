package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// follower is an Observer that leaves what it is told in the contexts that it returns, and keeps what it finds in those that it gets.
type follower struct {
	name string
	mu   sync.Mutex
	told []string
}

type followerKey struct{ name string }

func (f *follower) put(ctx context.Context, what string) context.Context {
	f.tell(ctx, what)
	before, _ := ctx.Value(followerKey{f.name}).(string)
	return context.WithValue(ctx, followerKey{f.name}, before+"/"+what)
}

func (f *follower) tell(ctx context.Context, what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, _ := ctx.Value(followerKey{f.name}).(string)
	if _, ends := ctx.Deadline(); !ends {
		what += " without an end"
	}
	f.told = append(f.told, at+": "+what)
}

func (f *follower) Begin(ctx context.Context, e rt.Execution) context.Context {
	if e.After {
		return f.put(ctx, "after")
	}
	return f.put(ctx, "begin")
}
func (f *follower) Enter(ctx context.Context, node string) context.Context { return f.put(ctx, node) }
func (f *follower) Leave(ctx context.Context, output, failure string)      { f.tell(ctx, "leave "+failure) }
func (f *follower) Rerun(ctx context.Context, node string)                 { f.tell(ctx, "rerun "+node) }
func (f *follower) End(ctx context.Context, status int, _ string) {
	f.tell(ctx, fmt.Sprint("end ", status))
}
func (f *follower) Send(ctx context.Context, header http.Header) {
	f.tell(ctx, "send")
	header.Set("Traceparent", f.name)
}

// TestObserversAreApart has two observers told what one alone is, each in contexts of its own, wherever an execution goes on.
func TestObserversAreApart(t *testing.T) {
	told := func(names ...string) (all [][]string, sent string) {
		app, _ := openApp(t, nil)
		var followers []*follower
		for _, name := range names {
			f := &follower{name: name}
			followers = append(followers, f)
			app.Observe(f)
		}
		server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			x.Enter("call")
			for _, name := range names {
				if x.Context().Value(followerKey{name}) == nil {
					t.Errorf("the context of a node has nothing of %s", name)
				}
			}
			if id, ok := rt.ExecutionID(x.Context()); !ok || id != x.ID() {
				t.Errorf("the context of a node is of the execution %q", id)
			}
			ctx, cancel := context.WithTimeout(x.Context(), time.Minute)
			defer cancel()
			header := http.Header{}
			app.Sending(ctx, header)
			sent = header.Get("Traceparent")
			begun := x.Mark()
			x.Enter("again")
			x.Rewind(begun)
			x.Caught("try", errors.New("no"))
			x.After(func(x *rt.Exec) error { x.Enter("tell"); return nil })
			x.Enter("ok")
			return x.Empty(http.StatusAccepted)
		})
		call(t, "GET", server.URL, "")
		server.Close()
		if err := app.Close(); err != nil {
			t.Fatal(err)
		}
		for _, f := range followers {
			all = append(all, f.told)
		}
		return all, sent
	}
	alone, _ := told("one")
	if len(alone[0]) < 10 {
		t.Fatalf("one is told %q", alone[0])
	}
	three, sent := told("one", "two", "three")
	for i, got := range three {
		if !slices.Equal(got, alone[0]) {
			t.Errorf("observer %d is told\n%q\nwant\n%q", i, got, alone[0])
		}
	}
	if sent != "one" {
		t.Errorf("sent is the header of %q", sent)
	}
}
