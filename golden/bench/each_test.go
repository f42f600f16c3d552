package bench_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	bench "github.com/flowc-dev/flowc/golden/bench/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// eachShare is how much longer than a loop that is written by hand a For each over a thousand items may take, all of the request
// counted: its nodes are recorded, and know the deadline.
const eachShare = 1.1

// BenchmarkEachBesideLoop measures a For each over 1,000 items beside the same endpoint with the loop written by hand.
func BenchmarkEachBesideLoop(b *testing.B) {
	env := map[string]string{"JWT_SECRET": jwtSecret, "HOOK_SECRET": hookSecret, "GITHUB_SECRET": gitSecret, "API_KEYS": keys()}
	generated, twin := handlerOf(b, env, bench.New), handlerOf(b, env, newEachTwin)
	order := exchange{method: http.MethodPost, path: "/prices", body: orderOf(1000), times: 20}
	wantAlike(b, order, generated, twin)
	ours, theirs := compare(b, order, generated, twin)
	b.ReportMetric(ours.time, "ns/generated")
	b.ReportMetric(theirs.time, "ns/twin")
	b.ReportMetric(ours.allocs, "allocs/generated")
	b.ReportMetric(theirs.allocs, "allocs/twin")
	b.ReportMetric(0, "ns/op")
	if ours.time > theirs.time*eachShare*noise {
		b.Fatalf("the For each takes %.0f ns, the loop %.0f", ours.time, theirs.time)
	}
	if ours.allocs > theirs.allocs+10 {
		b.Fatalf("the For each makes %.0f allocations, the loop %.0f", ours.allocs, theirs.allocs)
	}
}

// BenchmarkEachBesideTwin measures a For each over 100 items beside an endpoint that is written by hand altogether, as
// BenchmarkBesideTwin does.
func BenchmarkEachBesideTwin(b *testing.B) {
	env := map[string]string{"JWT_SECRET": jwtSecret, "HOOK_SECRET": hookSecret, "GITHUB_SECRET": gitSecret, "API_KEYS": keys()}
	order := exchange{method: http.MethodPost, path: "/prices", body: orderOf(100), times: 200}
	rivalry{order, 1, 0.55}.run(b, handlerOf(b, env, bench.New), newPricesTwin())
}

// orderOf is the body of an order of some lines.
func orderOf(size int) string {
	lines := make([]string, size)
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"sku": "lamp-%d", "count": %d, "cents": %d}`, i, i%7, 100+i)
	}
	return `{"lines": [` + strings.Join(lines, ",") + `]}`
}

// eachTwin is the endpoint with a loop that is written by hand.
type eachTwin struct{ in *rt.Endpoint[eachTwinIn] }

type eachTwinIn struct {
	Lines []eachTwinLine `json:"lines"`
}

type eachTwinLine struct {
	Cents int64  `json:"cents"`
	Count int64  `json:"count"`
	SKU   string `json:"sku"`
}

type eachTwinPrice struct {
	Cents int64  `json:"cents"`
	SKU   string `json:"sku"`
}

type eachTwinOut struct {
	Count int             `json:"count"`
	Lines []eachTwinPrice `json:"lines"`
}

func newEachTwin(app *rt.App) (*eachTwin, error) {
	s := app.Setup()
	t := &eachTwin{rt.NewEndpoint[eachTwinIn](s, rt.Entry{Method: http.MethodPost, Node: "in", Path: "/prices", Workflow: "each"})}
	return t, s.Err()
}

// Register implements registrar.
func (t *eachTwin) Register(mux *http.ServeMux) { t.in.Register(mux, t.each) }

func (t *eachTwin) each(x *rt.Exec) error {
	in, err := t.in.Decode(x)
	if err != nil {
		return err
	}
	prices := make([]eachTwinPrice, 0, len(in.Lines))
	for _, line := range in.Lines {
		cents, err := fn.Mul(line.Count, line.Cents)
		if err != nil {
			return err
		}
		prices = append(prices, eachTwinPrice{Cents: cents, SKU: strings.ToUpper(line.SKU)})
	}
	return x.JSON(http.StatusOK, eachTwinOut{Count: len(prices), Lines: prices})
}
