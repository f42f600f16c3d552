package bench_test

import (
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	paths "github.com/flowc-dev/flowc/golden/bench/paths/flows"
)

// BenchmarkPathsBesideTwin measures what workflows call beside the same written by hand, as BenchmarkBesideTwin does: a hundred rows
// of SQLite, a service over a socket, and another workflow. What both spend alike is most of the first two. The time of a service is
// for information: it is that of two goroutines who wait for one another, on processors that others use too.
func BenchmarkPathsBesideTwin(b *testing.B) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"sku": "lamp", "left": 12, "shelves": ["A 1", "B 7"]}`)
	}))
	defer service.Close()
	file := filepath.Join(b.TempDir(), "items.db")
	env := map[string]string{"DATABASE_URL": "sqlite:" + file, "STOCK_URL": service.URL, "STOCK_KEY": "a key that the service wants"}
	generated := handlerOf(b, env, paths.New)
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=journal_mode(WAL)&_pragma=busy_timeout(100)&_pragma=query_only(1)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	twin, err := newPathsTwin(env, db)
	if err != nil {
		b.Fatal(err)
	}
	for name, r := range map[string]rivalry{
		"rows":  {exchange{method: http.MethodGet, path: "/items?owner=ada", times: 20}, 1, 1},
		"stock": {exchange{method: http.MethodGet, path: "/stock/lamp", times: 50}, 0, 1.05},
		"price": {exchange{method: http.MethodPost, path: "/price", body: `{"sku": "lamp", "count": 3, "cents": 1999}`}, 0.6, 0.3},
	} {
		b.Run(name, func(b *testing.B) { r.run(b, generated, twin) })
	}
}
