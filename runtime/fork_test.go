package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// inTurn are n items that a For each does, several at the same time.
func inTurn(n int) []int {
	items := make([]int, n)
	for i := range items {
		items[i] = i
	}
	return items
}

// forked serves GET / in a bubble of time: whatever h has begun must have ended when it answers, or the test fails.
func forked(t *testing.T, env map[string]string, timeout time.Duration, h func(*rt.Exec) error) *logBuffer {
	t.Helper()
	var log *logBuffer
	synctest.Test(t, func(t *testing.T) {
		app, lines := openApp(t, env)
		mux := http.NewServeMux()
		e := rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/", Timeout: timeout}
		register(t, app, mux, e, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			x.Enter("loop")
			return h(x)
		})
		inMemory(mux)
		log = lines
	})
	return log
}

// execution is the record of the one execution.
func (b *logBuffer) execution(t *testing.T) map[string]any {
	t.Helper()
	records := b.records(t, "execution")
	if len(records) != 1 {
		t.Fatalf("%d executions are logged: %s", len(records), b)
	}
	return records[0]
}

// TestParallelOrder wants at most so many items at the same time, and results and the trail in the items' order, whichever ends
// first.
func TestParallelOrder(t *testing.T) {
	var running, most atomic.Int64
	log := forked(t, nil, time.Minute, func(x *rt.Exec) error {
		loop, err := rt.EachParallelValue(x, inTurn(10), rt.EachBound{Most: 10, Parallel: 4}, func(x *rt.Exec, index int64, item int) (string, error) {
			x.Enter(fmt.Sprintf("n%d", item))
			for now := running.Add(1); ; {
				if before := most.Load(); now <= before || most.CompareAndSwap(before, now) {
					break
				}
			}
			<-time.After(time.Duration(10-item) * time.Second)
			running.Add(-1)
			x.LogOutput("late")
			return fmt.Sprint(index, item), nil
		})
		if err != nil {
			return err
		}
		x.Enter("ok")
		return x.Text(http.StatusOK, strings.Join(loop.Results, ","))
	})
	if most.Load() != 4 {
		t.Errorf("%d items were done at the same time, want 4", most.Load())
	}
	const want = "in loop n0:late n1:late n2:late n3:late n4:late n5:late n6:late n7:late n8:late n9:late ok"
	if nodes := log.execution(t)["nodes"]; nodes != want {
		t.Errorf("nodes %s, want %s", nodes, want)
	}
}

// TestParallelFailure wants the first failure to be the execution's, at its node, and all others to have ended by then: those that
// handle failures must not handle that one.
func TestParallelFailure(t *testing.T) {
	var ended, begun atomic.Int64
	log := forked(t, nil, time.Minute, func(x *rt.Exec) error {
		_, err := rt.EachParallel(x, inTurn(100), rt.EachBound{Most: 100, Parallel: 8}, func(x *rt.Exec, _ int64, item int) error {
			begun.Add(1)
			x.Enter(fmt.Sprintf("n%d", item))
			if item == 5 {
				<-time.After(time.Second)
				return errors.New("broken")
			}
			<-x.Context().Done()
			if !x.Over() {
				t.Errorf("item %d may handle the failure of another one", item)
			}
			<-time.After(time.Second) // it must be waited for
			ended.Add(1)
			return x.Context().Err()
		})
		if ended.Load() != 7 {
			t.Errorf("%d others have ended when the failure is told, want 7", ended.Load())
		}
		if x.Over() {
			t.Error("nothing may handle the failure of the For each")
		}
		return err
	})
	if begun.Load() != 8 {
		t.Errorf("%d items were begun, want 8", begun.Load())
	}
	failures := log.records(t, "failed")
	if len(failures) != 1 || failures[0]["node"] != "n5" || failures[0]["error"] != "broken" {
		t.Errorf("logged %v, want that n5 is broken", failures)
	}
	const want = "in loop n0 n1 n2 n3 n4 n6 n7 n5"
	if e := log.execution(t); e["nodes"] != want || e["status"] != 500.0 {
		t.Errorf("status %v, nodes %s, want 500, %s", e["status"], e["nodes"], want)
	}
}

// TestParallelPanic wants a panic in an item, and the end of its goroutine, to be the execution's failure: past whoever handles
// failures, with the place where it was.
func TestParallelPanic(t *testing.T) {
	for name, end := range map[string]func(){"panic: boom": func() { panic("boom") }, "the goroutine was ended by runtime.Goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			log := forked(t, nil, time.Minute, func(x *rt.Exec) error {
				_, _ = rt.EachParallel(x, inTurn(9), rt.EachBound{Most: 9, Parallel: 3}, func(x *rt.Exec, _ int64, item int) error {
					x.Enter(fmt.Sprintf("n%d", item))
					if item == 2 {
						endsHere(end)
					}
					<-x.Context().Done()
					return x.Context().Err()
				})
				t.Error("a handler goes on")
				return nil
			})
			failures := log.records(t, "failed")
			if len(failures) != 1 || failures[0]["node"] != "n2" || failures[0]["error"] != name || !strings.Contains(fmt.Sprint(failures[0]["stack"]), "endsHere") {
				t.Errorf("logged %v, want %q of n2", failures, name)
			}
		})
	}
}

func endsHere(f func()) { f() }

// TestParallelDeadline wants no item to be begun when time is over, and a 504.
func TestParallelDeadline(t *testing.T) {
	var begun atomic.Int64
	log := forked(t, nil, time.Second, func(x *rt.Exec) error {
		_, err := rt.EachParallel(x, inTurn(50), rt.EachBound{Most: 50, Parallel: 2}, func(x *rt.Exec, _ int64, _ int) error {
			x.Enter("slow")
			begun.Add(1)
			select {
			case <-time.After(400 * time.Millisecond):
				return nil
			case <-x.Context().Done():
				return x.Context().Err()
			}
		})
		return err
	})
	if e := log.execution(t); begun.Load() != 6 || e["status"] != 504.0 {
		t.Errorf("%d items were begun, status %v, want 6 and 504", begun.Load(), e["status"])
	}
}

// TestParallelOwnTime wants what handles the failure of an item for which time ran out to have time of its own, and the execution
// to go on for as long.
func TestParallelOwnTime(t *testing.T) {
	log := forked(t, nil, 4*time.Second, func(x *rt.Exec) error {
		loop, err := rt.EachParallelValue(x, inTurn(3), rt.EachBound{Most: 3, Parallel: 3}, func(x *rt.Exec, _ int64, item int) (string, error) {
			x.Enter("call")
			<-x.Context().Done()
			x.Caught("guard", x.Context().Err())
			x.Enter("keep")
			select {
			case <-time.After(time.Duration(item) * time.Second):
				return "kept", nil
			case <-x.Context().Done():
				return "", x.Context().Err()
			}
		})
		if err != nil {
			return err
		}
		if x.Context().Err() != nil {
			t.Error("there is no time left behind what was handled")
		}
		if until, _ := x.Context().Deadline(); time.Until(until) > 2*time.Second {
			t.Errorf("%v are left, more than those who handled it had", time.Until(until))
		}
		return x.Text(http.StatusOK, strings.Join(loop.Results, " "))
	})
	if e := log.execution(t); e["status"] != 200.0 || len(log.records(t, "caught")) != 3 {
		t.Errorf("status %v after %d failures, want 200 after 3: %s", e["status"], len(log.records(t, "caught")), log)
	}
}

// TestParallelSecrets wants what one item sees to be masked wherever it is logged, and rate limits and challenges of items to be
// told with the answer.
func TestParallelSecrets(t *testing.T) {
	log := forked(t, nil, time.Minute, func(x *rt.Exec) error {
		seen := make(chan bool)
		_, err := rt.EachParallel(x, inTurn(2), rt.EachBound{Most: 2, Parallel: 2}, func(x *rt.Exec, _ int64, item int) error {
			x.Enter("item")
			if item == 0 {
				x.Saw("a-secret-of-one")
				close(seen)
			}
			<-seen
			x.Logger().Info("beside", "text", "a-secret-of-one")
			return nil
		})
		x.Logger().Info("behind", "text", "a-secret-of-one")
		return errors.Join(err, x.Empty(http.StatusNoContent))
	})
	if strings.Contains(log.String(), "a-secret") || len(log.records(t, "beside")) != 2 || len(log.records(t, "behind")) != 1 {
		t.Errorf("logged %s", log)
	}
}

// TestParallelAnswer wants what items say of the answer to be said with it, once for each limit.
func TestParallelAnswer(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		var once atomic.Int64
		_, err := rt.EachParallel(x, inTurn(40), rt.EachBound{Most: 40, Parallel: 40}, func(x *rt.Exec, _ int64, item int) error {
			x.Enter("item")
			x.Once("key", func() any { return once.Add(1) })
			x.RateLimit(`"a";q=100`, fmt.Sprintf(`"a";r=%d`, 99-item))
			x.Challenge(`Bearer realm="items"`)
			return nil
		})
		if once.Load() != 1 {
			t.Errorf("what is done once was done %d times", once.Load())
		}
		return errors.Join(err, x.Empty(http.StatusUnauthorized))
	})
	answer := call(t, "GET", server.URL, "")
	got := []string{answer.Header.Get("RateLimit-Policy"), answer.Header.Get("RateLimit"), answer.Header.Get("WWW-Authenticate")}
	if want := []string{`"a";q=100`, `"a";r=60`, `Bearer realm="items"`}; !slices.Equal(got, want) {
		t.Errorf("answered with %q, want %q", got, want)
	}
}

// TestParallelDebug wants each visit of an item's nodes to have its two records, with a number of its own.
func TestParallelDebug(t *testing.T) {
	log := forked(t, map[string]string{"LOG_LEVEL": "debug"}, time.Minute, func(x *rt.Exec) error {
		_, err := rt.EachParallel(x, inTurn(20), rt.EachBound{Most: 20, Parallel: 5}, func(x *rt.Exec, _ int64, item int) error {
			x.Enter("first")
			defer x.Back(x.Subflow("in of another"))
			x.Values(item)
			x.LogReturn("out")
			return nil
		})
		x.Enter("ok")
		return errors.Join(err, x.Empty(http.StatusNoContent))
	})
	visits := map[float64]string{}
	for _, r := range log.records(t, "node") {
		visits[r["seq"].(float64)] += fmt.Sprint(" ", r["state"], " ", r["node"], " ", r["call"])
	}
	if len(visits) != 2+2*20+1 {
		t.Errorf("%d nodes have records, want %d", len(visits), 2+2*20+1)
	}
	kinds := map[string]int{}
	for _, visit := range visits {
		kinds[visit]++
	}
	for visit, want := range map[string]int{
		" enter first <nil> leave first <nil> leave first <nil>": 20, " enter in of another first leave in of another first": 20,
		" enter loop <nil> leave loop <nil>": 1, " enter ok <nil> leave ok <nil>": 1,
	} {
		if kinds[visit] != want {
			t.Errorf("%d visits have the records%s, want %d: %v", kinds[visit], visit, want, kinds)
		}
	}
	if nodes := fmt.Sprint(log.execution(t)["nodes"]); strings.Count(nodes, " first:out first/in of another") != 20 {
		t.Errorf("nodes %s", nodes)
	}
}

// TestLongTrail wants the record of an execution to have a bound, whatever a For each does, and to say how many nodes it leaves out.
func TestLongTrail(t *testing.T) {
	for name, bound := range map[string]rt.EachBound{"one after the other": {Most: 5000}, "at the same time": {Most: 5000, Parallel: 16}} {
		t.Run(name, func(t *testing.T) {
			log := forked(t, nil, time.Minute, func(x *rt.Exec) error {
				do := func(x *rt.Exec, item int) error {
					x.Enter(fmt.Sprintf("a%d", item))
					_, err := rt.Each(x, inTurn(3), rt.EachBound{Most: 3}, func(int64, int) error {
						x.Enter("b")
						return context.Cause(x.Context())
					})
					if item == 4321 {
						return errors.New("broken")
					}
					return err
				}
				var err error
				if bound.Parallel > 0 {
					_, err = rt.EachParallel(x, inTurn(5000), bound, func(x *rt.Exec, _ int64, item int) error { return do(x, item) })
				} else {
					_, err = rt.Each(x, inTurn(5000), bound, func(_ int64, item int) error { return do(x, item) })
				}
				return err
			})
			e := log.execution(t)
			nodes := strings.Fields(fmt.Sprint(e["nodes"]))
			if len(nodes) > 210 || nodes[2] != "a0" || !slices.Contains(nodes, "...") || !slices.Contains(nodes[len(nodes)-6:], "a4321") {
				t.Errorf("nodes %v", nodes)
			}
			left := 0
			for _, node := range nodes {
				if node == "..." {
					left++
				}
			}
			least := float64(2 + 4*(4321+1) - (len(nodes) - left))
			most := least
			if bound.Parallel > 0 { // others were being done, or may have been done before this one goes on
				least, most = least-float64(4*bound.Parallel), most+4*(5000-4322)
			}
			if cut := e["cut"].(float64); cut < least || cut > most {
				t.Errorf("%v nodes are said to be left out, want %v to %v", cut, least, most)
			}
		})
	}
}
