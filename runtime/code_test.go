package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

var errBroken = errors.New("broken")

// half is a function of each shape that a Code node may call.
func half(_ context.Context, n int) (int, error) {
	switch {
	case n < 0:
		panic("out of paper")
	case n%2 != 0:
		return 0, errBroken
	}
	return n / 2, nil
}

func TestCalls(t *testing.T) {
	execute(t, rt.Entry{}, func(x *rt.Exec) error {
		shapes := map[string]func(n int) (int, error){
			"CallWith": func(n int) (int, error) { return rt.CallWith(x, half, n) },
			"Call": func(n int) (int, error) {
				return rt.Call(x, func(ctx context.Context) (int, error) { return half(ctx, n) })
			},
			"RunWith": func(n int) (int, error) {
				var result int
				return result, rt.RunWith(x, func(ctx context.Context, n int) (err error) {
					result, err = half(ctx, n)
					return err
				}, n)
			},
			"Run": func(n int) (result int, err error) {
				err = rt.Run(x, func(ctx context.Context) (err error) {
					result, err = half(ctx, n)
					return err
				})
				return result, err
			},
		}
		for name, call := range shapes {
			if n, err := call(14); err != nil || n != 7 && name != "RunWith" {
				t.Errorf("%s returned %d, %v, want 7", name, n, err)
			}
			if _, err := call(3); !errors.Is(err, errBroken) {
				t.Errorf("%s returned %v, want the function's own error", name, err)
			}
			if _, err := call(-1); err == nil || err.Error() != "panic: out of paper" {
				t.Errorf("%s: a panic became %v", name, err)
			}
		}
		return x.Empty(204)
	})
}

func TestPanicThatIsCaught(t *testing.T) {
	log := execute(t, rt.Entry{}, func(x *rt.Exec) error {
		x.Enter("code")
		_, err := rt.CallWith(x, half, -1)
		x.Caught("try", err)
		x.Enter("ok")
		if x.Answered() {
			t.Error("answered before the answer")
		}
		if err := x.Empty(204); err != nil || !x.Answered() {
			t.Errorf("answered: %v, error: %v", x.Answered(), err)
		}
		return nil
	})
	caught := log.records(t, "caught")
	if len(caught) != 1 || caught[0]["error"] != "panic: out of paper" || caught[0]["node"] != "code" || !strings.Contains(caught[0]["stack"].(string), "runtime_test.half") {
		t.Errorf("logged as %v", caught)
	}
	if got := log.records(t, "execution"); len(got) != 1 || got[0]["nodes"] != "in code ok" {
		t.Errorf("execution: %v", got)
	}
}

// TestCallsCostNothing wants neither what calls functions nor what notes values to allocate, where nobody debugs.
func TestCallsCostNothing(t *testing.T) {
	type order struct{ A, B, C string }
	execute(t, rt.Entry{}, func(x *rt.Exec) error {
		price := func(_ context.Context, o order) (order, error) { return o, nil }
		o := order{A: strings.Repeat("a", 3)}
		if n := testing.AllocsPerRun(100, func() {
			got, err := rt.CallWith(x, price, o)
			got = rt.Set(x, order{A: got.A, B: got.B})
			if err != nil || !x.LogIf(got.A == "aaa") {
				t.Error("the values change")
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
		return x.Empty(204)
	})
}

// TestHiddenResults wants what a function has made of labelled values in no log, and the node after it shown as ever.
func TestHiddenResults(t *testing.T) {
	type text struct {
		Text string `json:"text"`
	}
	turn := func(_ context.Context, in text) (text, error) { return text{"turned " + in.Text}, nil }
	app, log := openApp(t, map[string]string{"LOG_LEVEL": "debug"})
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("secret")
		x.Hide()
		out, err := rt.CallWith(x, turn, text{"canary"})
		x.Enter("plain")
		shown, _ := rt.CallWith(x, turn, text{"lamp"})
		x.Logger().Info("said " + out.Text + ", " + shown.Text)
		x.Enter("ok")
		return errors.Join(err, x.Empty(204))
	})
	call(t, "GET", server.URL, "")
	server.Close()
	if strings.Contains(log.String(), "canary") || !strings.Contains(log.String(), "said ") || !strings.Contains(log.String(), "turned lamp") {
		t.Errorf("the log shows what is hidden, or hides the rest:\n%s", log)
	}
}
