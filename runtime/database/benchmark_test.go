package database_test

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/sqlite"
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

// transactionShare is how much longer than one that is written by hand a transaction may take, and noise by how much two measurements
// of the same may differ.
const (
	transactionShare = 1.1
	noise            = 1.1
)

// BenchmarkTransactionBesideSQL measures a transaction of two statements beside the same through database/sql alone, in turns, each on
// a file of its own. It fails where the transaction takes more than its share.
func BenchmarkTransactionBesideSQL(b *testing.B) {
	const statement = "UPDATE users SET visits = visits + 1 WHERE id = $1"
	s, dir := openStoreAt(b, "info", b.TempDir(), "sqlite:flows.db", schema), b.TempDir()
	byHand := openStoreIn(b, dir, "sqlite:flows.db", schema)
	byHand.exec(b, statement, int64(1)) // the file is there
	pool, err := sqlite.Pool(filepath.Join(dir, "flows.db"), 1, "_pragma=synchronous(NORMAL)", "_pragma=foreign_keys(1)", "_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	prepared, err := pool.Prepare(statement)
	if err != nil {
		b.Fatal(err)
	}
	update, all := database.NewStatement(s.setup, "DATABASE_URL", statement), database.NewTransaction(s.setup, "DATABASE_URL", database.ReadCommitted)
	s.execute(b.Context(), func(x *rt.Exec) {
		ours := func() error {
			x.Enter("all")
			return database.Transact(x, all, func() error {
				_, err1 := update.Exec(x, int64(1))
				_, err2 := update.Exec(x, int64(2))
				return errors.Join(err1, err2)
			})
		}
		theirs := func() error { return transact(x.Context(), pool, prepared) }
		our, their := besides(b, ours, theirs)
		b.ReportMetric(our, "ns/transaction")
		b.ReportMetric(their, "ns/by-hand")
		b.ReportMetric(0, "ns/op")
		if our > their*transactionShare*noise {
			b.Fatalf("a transaction takes %.0f ns, one by hand %.0f", our, their)
		}
	})
}

// transact is a transaction as a careful programmer writes it.
func transact(ctx context.Context, pool *sql.DB, update *sql.Stmt) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after the commit it does nothing
	for id := range int64(2) {
		if _, err := tx.StmtContext(ctx, update).ExecContext(ctx, id+1); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// besides measures two functions in turns, and returns the nanoseconds of each in the turn whose ratio is the median.
func besides(b *testing.B, ours, theirs func() error) (our, their float64) {
	b.Helper()
	const least, each = 60, 200
	measure := func(f func() error) float64 {
		began := time.Now()
		for range each {
			if err := f(); err != nil {
				b.Fatal(err)
			}
		}
		return float64(time.Since(began).Nanoseconds()) / each
	}
	var turns [][2]float64
	turn := func() {
		if len(turns)%2 == 0 {
			our := measure(ours)
			turns = append(turns, [2]float64{our, measure(theirs)})
			return
		}
		their := measure(theirs)
		turns = append(turns, [2]float64{measure(ours), their})
	}
	for b.Loop() {
		turn()
	}
	for len(turns) < least {
		turn()
	}
	slices.SortFunc(turns, func(a, b [2]float64) int { return cmp.Compare(a[0]/a[1], b[0]/b[1]) })
	return turns[len(turns)/2][0], turns[len(turns)/2][1]
}
