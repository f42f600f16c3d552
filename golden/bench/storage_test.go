package bench_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	bench "github.com/flowc-dev/flowc/golden/bench/flows"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// storageShare is what an increment of Local Storage on PostgreSQL takes at most, for each of an upsert by hand on pgx.
const storageShare = 1.5

// BenchmarkStorageBesideTwin measures Local Storage on PostgreSQL beside an upsert by hand, as BenchmarkRedisBesideTwin does on Redis.
func BenchmarkStorageBesideTwin(b *testing.B) {
	ctx := context.Background()
	address := dbtest.Postgres(b)
	connection, err := pgx.Connect(ctx, address)
	if err != nil {
		b.Fatal(err)
	}
	defer connection.Close(ctx)
	if _, err := connection.Exec(ctx, migrate.StorageTable); err != nil {
		b.Fatal(err)
	}
	env := map[string]string{
		"JWT_SECRET": jwtSecret, "HOOK_SECRET": hookSecret, "GITHUB_SECRET": gitSecret, "API_KEYS": keys(),
		"DATABASE_URL": address, "STORAGE_URL": "postgres:",
	}
	generated := handlerOf(b, env, bench.New)
	twin, stop, err := newStorageTwin(ctx, address)
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	count := exchange{method: http.MethodPost, path: "/count", times: 50}
	rivalry{count, storageShare / noise, 1.2}.run(b, generated, twin)
}
