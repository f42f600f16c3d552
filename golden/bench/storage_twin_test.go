package bench_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// storageTwin serves by hand what the workflow count does on PostgreSQL, as a careful programmer writes it on pgx: one upsert, by the
// clock of the server.
type storageTwin struct {
	*twin
	pool *pgxpool.Pool
}

const twinCounts = `CREATE TABLE twin_counts (name TEXT PRIMARY KEY, n BIGINT NOT NULL, ends TIMESTAMPTZ NOT NULL)`

// upsert counts, and begins a window where none runs.
const upsert = `
INSERT INTO twin_counts AS c (name, n, ends) VALUES ($1, 1, now() + $2::bigint * interval '1 millisecond')
ON CONFLICT (name) DO UPDATE SET
	n = CASE WHEN c.ends > now() THEN c.n + 1 ELSE 1 END,
	ends = CASE WHEN c.ends > now() THEN c.ends ELSE excluded.ends END
RETURNING n`

func newStorageTwin(ctx context.Context, address string) (h http.Handler, stop func(), err error) {
	pool, err := pgxpool.New(ctx, address)
	if err != nil {
		return nil, nil, err
	}
	if _, err := pool.Exec(ctx, twinCounts); err != nil {
		pool.Close()
		return nil, nil, err
	}
	t := &storageTwin{&twin{log: slog.New(slog.NewJSONHandler(io.Discard, nil))}, pool}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /count", t.around("count", t.count))
	return mux, pool.Close, nil
}

func (t *storageTwin) count(w http.ResponseWriter, r *http.Request) int {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	var count int64
	if err := t.pool.QueryRow(ctx, upsert, "hits", time.Hour.Milliseconds()).Scan(&count); err != nil {
		t.log.LogAttrs(r.Context(), slog.LevelError, "failed", slog.String("path", r.URL.Path), slog.Any("error", err))
		return t.answer(w, http.StatusServiceUnavailable, map[string]string{"error": "try again"})
	}
	return t.answer(w, http.StatusOK, struct {
		Count int64 `json:"count"`
	}{count})
}
