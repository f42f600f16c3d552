package database_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

// BenchmarkOne reads a row by its key.
func BenchmarkOne(b *testing.B) {
	s := openStore(b, "sqlite:flows.db", schema)
	query := database.NewQuery[numbered](s.setup, "DATABASE_URL", "SELECT visits FROM users WHERE id = $1")
	s.execute(b.Context(), func(x *rt.Exec) {
		b.ReportAllocs()
		for b.Loop() {
			if _, found, err := query.One(x, int64(1)); !found || err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkOneByHand is the same through database/sql alone.
func BenchmarkOneByHand(b *testing.B) {
	dir := b.TempDir()
	s := openStoreIn(b, dir, "sqlite:flows.db", schema)
	s.exec(b, "UPDATE users SET visits = 1")
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "flows.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	statement, err := pool.Prepare("SELECT visits FROM users WHERE id = $1")
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		var row numbered
		if err := statement.QueryRowContext(ctx, int64(1)).Scan(&row.N); err != nil {
			b.Fatal(err)
		}
	}
}
