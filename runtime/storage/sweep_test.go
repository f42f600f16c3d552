package storage_test

import (
	"database/sql"
	"io"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// TestExpiredIsSweptWhileNothingIsWritten stores more than one transaction deletes, and wants the rows gone without another write.
func TestExpiredIsSweptWhileNothingIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "storage.db")
		app, err := rt.Open(rt.WithEnv(map[string]string{"STORAGE_URL": "sqlite:" + file}), rt.WithLogWriter(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		s := &store{setup: app.Setup()}
		short, long := values[string](t, s, time.Minute), values[string](t, s, time.Hour)
		s.execute(t.Context(), func(x *rt.Exec) {
			for i := range 1500 {
				if err := short.Set(x, storage.Key("short", strconv.Itoa(i)), "v"); err != nil {
					t.Fatal(err)
				}
			}
			if err := long.Set(x, "long", "v"); err != nil {
				t.Fatal(err)
			}
		})
		<-time.After(3 * time.Minute)
		synctest.Wait()
		db, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var rows int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM flowc_storage").Scan(&rows); err != nil || rows != 1 {
			t.Errorf("%d rows are left, %v, want the one that lives for an hour", rows, err)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
}
