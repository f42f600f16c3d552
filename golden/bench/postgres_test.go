//go:build unix

package bench_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"

	bench "github.com/flowc-dev/flowc/golden/bench/postgres/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// The servers on PostgreSQL: one by hand on pgxpool, and the generated one with its log at warn.
const (
	postgresByHand    = "by hand on pgxpool"
	postgresGenerated = "generated on PostgreSQL"
)

func postgresServerOf(kind, dir string) (serve func() error, err error) {
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	address := os.Getenv("DATABASE_URL")
	if kind == postgresByHand {
		twin, err := newPostgresTwin(context.Background(), address, log)
		if err != nil {
			return nil, err
		}
		return careful(twin), nil
	}
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(log), rt.WithEnv(map[string]string{
		"DATABASE_URL": address, "LISTEN": os.Getenv("LISTEN"), "LOG_FORMAT": "json", "LOG_LEVEL": "warn",
	}))
	if err != nil {
		return nil, err
	}
	f, err := bench.New(app)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	f.Register(mux)
	return func() error { return app.Serve(context.Background(), mux) }, nil
}

// What a generated handler may take of the processors for each that the one by hand takes, and how many allocations it may make more.
const (
	postgresShare  = 1.1
	postgresAllocs = 2
)

// postgresCase is a request of each client's own; those of the twin follow on those of the generated server.
type postgresCase struct {
	name  string
	of    func(client int) exchange
	times int // in a turn
}

func postgresCases() []postgresCase {
	get := func(path string) func(int) exchange {
		return func(int) exchange { return exchange{method: http.MethodGet, path: "/postgres" + path} }
	}
	move := func(path string) func(int) exchange { // between accounts that no other client uses, nor a page of them
		return func(client int) exchange {
			body := fmt.Sprintf(`{"from": %d, "to": %d, "amount": 1}`, 1+150*client, 2+150*client)
			return exchange{method: http.MethodPost, path: "/postgres" + path, body: body}
		}
	}
	return []postgresCase{
		{"one row", get("/accounts/4711"), 1000},
		{"100 rows", get("/items?owner=owner47"), 300},
		{"page of 13", get("/pages?owner=owner47&after=4720&limit=13"), 600},
		{"transaction", move("/transfers"), 500},
		{"serializable", move("/settlements"), 500},
	}
}

// BenchmarkPostgresBesideTwin loads a server by hand on pgxpool and a generated one over sockets, at the same time, so that what else
// the machine does hits both, on one PostgreSQL, and compares what a request takes of the processors of each server, and its
// allocations. The floor is a handler that does nothing.
func BenchmarkPostgresBesideTwin(b *testing.B) {
	address := dbtest.PostgresWith(b, filepath.Join("postgres", "flows"))
	db := dbtest.Open(b, address, "")
	if _, err := db.ExecContext(b.Context(), "VACUUM ANALYZE"); err != nil {
		b.Fatal(err)
	}
	var version string
	if err := db.QueryRowContext(b.Context(), "SHOW server_version").Scan(&version); err != nil {
		b.Fatal(err)
	}
	b.Setenv("DATABASE_URL", address)
	generated, twin := startServer(b, postgresGenerated), startServer(b, postgresByHand)
	b.Run("floor", func(b *testing.B) {
		empty := postgresCase{of: func(int) exchange {
			return exchange{method: http.MethodGet, path: "/postgres/empty", status: http.StatusNoContent}
		}, times: 1000}
		empty.compare(b, generated, twin)
		b.Logf("PostgreSQL %s, %d connections", version, connections)
	})
	for _, c := range postgresCases() {
		b.Run(c.name, func(b *testing.B) { c.run(b, generated, twin) })
	}
}

// run fails where the generated server takes more than it may in the turn that is the median.
func (c postgresCase) run(b *testing.B, generated, twin *process) {
	b.Helper()
	c.wantAlike(b, generated, twin)
	ours, theirs := c.compare(b, generated, twin)
	if ours.time > theirs.time*postgresShare {
		b.Errorf("the generated server takes %.1f µs, the twin %.1f: may be %.2f of it", ours.time, theirs.time, postgresShare)
	}
	if ours.allocs > theirs.allocs+postgresAllocs {
		b.Errorf("the generated server makes %.1f allocations, the twin %.1f: may be %d more", ours.allocs, theirs.allocs, postgresAllocs)
	}
}

// compare measures both servers at the same time, and reports and returns the turn whose ratio of times is the median.
func (c postgresCase) compare(b *testing.B, generated, twin *process) (ours, theirs cost) {
	b.Helper()
	var turns [][2]cost
	for b.Loop() {
		turns = append(turns, c.turn(b, generated, twin))
	}
	for len(turns) < fewestTurns {
		turns = append(turns, c.turn(b, generated, twin))
	}
	ours, theirs = middle(turns)
	b.ReportMetric(ours.time, "µs/generated")
	b.ReportMetric(theirs.time, "µs/twin")
	b.ReportMetric(ours.time/theirs.time, "ratio")
	b.ReportMetric(ours.allocs, "allocs/generated")
	b.ReportMetric(theirs.allocs, "allocs/twin")
	b.ReportMetric(0, "ns/op") // of a whole turn: means nothing
	return ours, theirs
}

// fewestTurns is how many turns the one in the middle is taken of: of nine, what else the machine does moves it by a
// tenth.
const fewestTurns = 31

// turn loads both servers at the same time.
func (c postgresCase) turn(b *testing.B, generated, twin *process) (turn [2]cost) {
	b.Helper()
	var both sync.WaitGroup
	for i, p := range [2]*process{generated, twin} {
		both.Go(func() { turn[i] = c.measure(b, p, i*connections) })
	}
	both.Wait()
	return turn
}

// measure returns what a request of the clients from the first one on costs: microseconds of the processors, and allocations.
func (c postgresCase) measure(b *testing.B, p *process, first int) cost {
	b.Helper()
	made := p.allocations(b)
	took := p.loadEach(b, func(client int) exchange { return c.of(first + client) }, c.times).processor
	return cost{took, float64(p.allocations(b)-made) / float64(c.times)}
}

// wantAlike wants both servers to answer what reads with the same bytes, and to be ready: each connection has prepared its statements.
func (c postgresCase) wantAlike(b *testing.B, servers ...*process) {
	b.Helper()
	var bodies [][]byte
	for _, p := range servers {
		p.loadEach(b, c.of, 10*connections)
		e := c.of(0)
		if e.method != http.MethodGet {
			return
		}
		answer, err := http.Get("http://" + p.address + e.path)
		if err != nil {
			b.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			b.Fatal(err)
		}
		bodies = append(bodies, bytes.TrimSpace(body))
	}
	if !bytes.Equal(bodies[0], bodies[1]) {
		b.Fatalf("the generated server answers %s, the twin %s", bodies[0], bodies[1])
	}
}
