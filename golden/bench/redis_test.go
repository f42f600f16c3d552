package bench_test

import (
	"net/http"
	"testing"

	bench "github.com/flowc-dev/flowc/golden/bench/flows"
	paths "github.com/flowc-dev/flowc/golden/bench/paths/flows"
	_ "github.com/flowc-dev/flowc/runtime/engine/redis"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// BenchmarkRedisBesideTwin measures Local Storage on Redis beside the same written by hand, as BenchmarkPathsBesideTwin does. Most of
// it is the way to the server and back, of two processes who wait for one another: the time is for information.
func BenchmarkRedisBesideTwin(b *testing.B) {
	address := storagetest.Redis(b)
	env := map[string]string{
		"JWT_SECRET": jwtSecret, "HOOK_SECRET": hookSecret, "GITHUB_SECRET": gitSecret, "API_KEYS": keys(),
		"STOCK_URL": "http://127.0.0.1:1", "STOCK_KEY": "none", "DATABASE_URL": "sqlite:" + b.TempDir() + "/none.db",
		"STORAGE_URL": address,
	}
	counting, keeping := handlerOf(b, env, bench.New), handlerOf(b, env, paths.New)
	twin, stop, err := newRedisTwin(address)
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	for _, r := range []struct {
		name      string
		generated http.Handler
		rivalry
	}{
		{"count", counting, rivalry{exchange{method: http.MethodPost, path: "/count", times: 50}, 0, 0.9}},
		{"keep", keeping, rivalry{exchange{method: http.MethodPut, path: "/baskets/ada", body: `{"sku": "lamp", "count": 3}`, times: 50}, 0, 0.9}},
		{"kept", keeping, rivalry{exchange{method: http.MethodGet, path: "/baskets/ada", times: 50}, 0, 0.9}},
	} {
		b.Run(r.name, func(b *testing.B) { r.run(b, r.generated, twin) })
	}
}
