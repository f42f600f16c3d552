//go:build unix

package bench_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// How often and with how many requests each server is loaded: with FLOWC_TEST_LONG=1 for figures, else to see that it works.
func sizes() (runs, requests int) {
	if os.Getenv("FLOWC_TEST_LONG") == "1" {
		return 7, 20_000
	}
	return 1, 200
}

// aim is what a generated handler may take of the processors, for each that one by hand takes, with its log and at warn.
type aim struct{ log, warn float64 }

// profiled is of how many cases, the first ones, is printed what each promise costs; beside those that miss their aim.
const profiled = 3

// TestOverSocket loads servers by hand and generated ones over sockets, in turns, and prints what a request takes of the server's
// processors and of the clock: the median of all turns, and from which to which; and what each promise costs of it. Figures are of
//
//	FLOWC_TEST_LONG=1 go test ./golden/bench -run TestOverSocket -v
//
// on a machine without another task. A machine with others says little of them, so none fails here: `-bench BesideTwin` does.
func TestOverSocket(t *testing.T) {
	servers := []*process{startServer(t, byHand), startServer(t, generated), startServer(t, atWarn)}
	for _, p := range servers {
		p.load(t, exchange{method: http.MethodPost, path: "/signup", body: ada, status: http.StatusCreated}, 1)
	}
	runs, requests := sizes()
	missed := map[string]bool{}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "µs of the processors\t%s\t%s\tratio (aim)\t%s\tratio (aim)\tµs of the clock\n", byHand, generated, atWarn)
	for _, c := range socketCases(t, servers[1].address) {
		took := make([][]spent, len(servers))
		for run := range runs {
			for i := range servers {
				turn := (i + run) % len(servers) // each is first in its turn
				took[turn] = append(took[turn], servers[turn].load(t, c.exchange, c.of(requests)))
			}
		}
		hand, log, warn := median(took[0], cpu), median(took[1], cpu), median(took[2], cpu)
		missed[c.name] = log > hand*c.aim.log || warn > hand*c.aim.warn
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f (%.2f)\t%s\t%.2f (%.2f)\t%.1f, %.1f, %.1f\n", c.name, spread(took[0]), spread(took[1]), log/hand, c.aim.log,
			spread(took[2]), warn/hand, c.aim.warn, median(took[0], clock), median(took[1], clock), median(took[2], clock))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d turns of %d requests, %d connections: median (least to most)\n%s", runs, requests, connections, b.String())
	if runs == 1 {
		return // too few samples to say anything
	}
	for i, c := range socketCases(t, servers[1].address) {
		if i >= profiled && !missed[c.name] {
			continue
		}
		for _, p := range servers[1:] {
			printPromises(t, p, c.name, c.exchange, requests)
		}
	}
}

// ada signs up, and logs in.
const ada = `{"email": "ada@example.com", "password": "correct horse battery"}`

type socketCase struct {
	name string
	exchange
	aim  aim
	slow bool // takes thousands of times as long as the others, and is asked as much less often
}

// of is how many requests of so many the case gets.
func (c socketCase) of(requests int) int {
	if c.slow {
		return max(2, requests/1000)
	}
	return requests
}

func socketCases(t *testing.T, address string) []socketCase {
	t.Helper()
	login := exchange{method: http.MethodPost, path: "/token", body: ada}
	return []socketCase{
		{"empty", exchange{method: http.MethodGet, path: "/empty", status: http.StatusNoContent}, aim{1.25, 1.1}, false},
		{"API key", exchange{method: http.MethodGet, path: "/key", header: "X-API-Key", value: apiKey}, aim{1.25, 1.1}, false},
		{"JWT", exchange{method: http.MethodGet, path: "/who", header: "Authorization", value: "Bearer " + tokenAt(t, address, login)}, aim{1, 1}, false},
		{"token", login, aim{1.1, 1.1}, false},
		{"counter", exchange{method: http.MethodPost, path: "/count"}, aim{1.25, 1.1}, false},
		{"login", exchange{method: http.MethodPost, path: "/login", body: ada}, aim{1, 1.1}, true},
		{"webhook", exchange{
			method: http.MethodPost, path: "/webhooks/b4h7o2o5k8w3e6r9y2u5i8o3pa", body: event(),
			header: "X-Webhook-Secret", value: hookSecret, status: http.StatusAccepted,
		}, aim{1, 1}, false},
		{"signed webhook", exchange{
			method: http.MethodPost, path: "/webhooks/s7i2g5n4e3d6w2e5b4h7o6o3k2", body: event(),
			header: "X-Hub-Signature-256", value: "sha256=" + fn.HMACSHA256(gitSecret, event()), status: http.StatusAccepted,
		}, aim{1, 1}, false},
	}
}

// tokenAt logs in at a server.
func tokenAt(t *testing.T, address string, login exchange) string {
	t.Helper()
	res, err := http.Post("http://"+address+login.path, "application/json", strings.NewReader(login.body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Token string }
	if err := json.Unmarshal(text, &answer); err != nil || answer.Token == "" {
		t.Fatalf("answered %d %s, %v", res.StatusCode, text, err)
	}
	return answer.Token
}

func cpu(s spent) float64   { return s.processor }
func clock(s spent) float64 { return s.time }

func median(took []spent, of func(spent) float64) float64 {
	all := sorted(took, of)
	return all[len(all)/2]
}

func sorted(took []spent, of func(spent) float64) []float64 {
	var all []float64
	for _, s := range took {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return all
}

// spread is the median with the least and the most.
func spread(took []spent) string {
	all := sorted(took, cpu)
	return fmt.Sprintf("%.1f (%.1f to %.1f)", all[len(all)/2], all[0], all[len(all)-1])
}
