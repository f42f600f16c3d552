//go:build unix

package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"
)

// deadline is that of the entry points of golden/apps/auth.
const deadline = 30 * time.Second

// overload is how long twice as much is asked for as the processors can do.
func overload() time.Duration {
	if os.Getenv("FLOWC_TEST_LONG") == "1" {
		return 40 * time.Second
	}
	return time.Second / 2
}

// TestTwiceTheLoad sends log-ins, which cost the processors and little else, twice as fast as a server can answer them, to the
// one by hand, to the generated one, and to that with room for a few executions. It prints what they answered and when. Of the
// generated ones each answer is one: the log-in, or a refusal that says when to come again or that time ran out, in time.
func TestTwiceTheLoad(t *testing.T) {
	signup := exchange{method: http.MethodPost, path: "/signup", body: ada, status: http.StatusCreated}
	login := exchange{method: http.MethodPost, path: "/login", body: ada}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tsent\tlogged in\tp50\tp99\trefused\tp99\tfailed\t")
	for _, kind := range []string{byHand, generated, admitting} {
		p := startServer(t, kind)
		p.load(t, signup, 1)
		const some = 4
		each := time.Duration(p.load(t, login, some).time * float64(time.Microsecond))
		answers := p.overload(login, each/2, overload())
		in, refused, failed := sortAnswers(answers)
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%d\t%s\t%d\t\n", kind, len(answers), len(in), share(in, 50), share(in, 99), len(refused), share(refused, 99), len(failed))
		if kind == byHand {
			continue // it promises nothing
		}
		for _, a := range failed {
			t.Errorf("%s: %d after %v, %v", kind, a.status, a.took, a.err)
		}
		if len(in) == 0 {
			t.Errorf("%s: nobody could log in", kind)
		}
		for _, a := range slices.Concat(in, refused) {
			if a.took > deadline+time.Second {
				t.Errorf("%s: %d after %v", kind, a.status, a.took)
			}
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("twice the load for %v:\n%s", overload(), b.String())
}

// answered is how one request ended.
type answered struct {
	status int
	again  bool // it says when to come again
	took   time.Duration
	err    error
}

// overload sends a request each period, whether earlier ones are answered or not, and returns how all ended.
func (p *process) overload(e exchange, period, long time.Duration) []answered {
	client := &http.Client{Timeout: 4 * deadline, Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	defer client.CloseIdleConnections()
	var requests sync.WaitGroup
	all := make([]answered, max(1, int(long/period)))
	tick := time.NewTicker(period)
	defer tick.Stop()
	for i := range all {
		<-tick.C
		requests.Go(func() { all[i] = p.ask(client, e) })
	}
	requests.Wait()
	return all
}

func (p *process) ask(client *http.Client, e exchange) answered {
	began := time.Now()
	answer, err := client.Post("http://"+p.address+e.path, "application/json", bytes.NewReader([]byte(e.body)))
	if err != nil {
		return answered{err: err, took: time.Since(began)}
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answered{answer.StatusCode, answer.Header.Get("Retry-After") != "", time.Since(began), err}
}

// sortAnswers tells who logged in, who was refused and knows when to come again or that time ran out, and who got no answer that
// he could use; the quickest first.
func sortAnswers(all []answered) (in, refused, failed []answered) {
	slices.SortFunc(all, func(a, b answered) int { return int(a.took - b.took) })
	for _, a := range all {
		switch {
		case a.err == nil && a.status == http.StatusOK:
			in = append(in, a)
		case a.err == nil && (a.status == http.StatusServiceUnavailable && a.again || a.status == http.StatusGatewayTimeout):
			refused = append(refused, a)
		default:
			failed = append(failed, a)
		}
	}
	return in, refused, failed
}

// share is within what time so many percent were answered.
func share(sorted []answered, percent int) string {
	if len(sorted) == 0 {
		return "-"
	}
	return sorted[(len(sorted)-1)*percent/100].took.Round(time.Millisecond).String()
}
