package studio

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/databases"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/localpg"
)

// TestTrialsOnlyRead runs statements that the checker would have refused: the transaction refuses them too.
func TestTrialsOnlyRead(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		wantReadOnly(t, "sqlite:"+filepath.Join(t.TempDir(), "x.db"), "readonly", "INSERT INTO t VALUES (2) RETURNING 'value', id, 1")
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		if !localpg.Installed() {
			harness.Missing(t, "PostgreSQL is not installed")
		}
		server, err := localpg.Start(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Stop)
		wantReadOnly(t, server.Config.ConnString(), "read-only transaction", "INSERT INTO t VALUES (2) RETURNING 'value', id, 1",
			"WITH tried (c1) AS (DELETE FROM t RETURNING id) SELECT 'value', c1, 1 FROM tried", "SELECT 'value', write_t(), 1")
	})
}

func wantReadOnly(t *testing.T, address, want string, statements ...string) {
	t.Helper()
	d, err := databases.Parse(address, ".")
	if err != nil {
		t.Fatal(err)
	}
	db, err := d.Create()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	setUp := "CREATE TABLE t (id INTEGER); INSERT INTO t VALUES (1);"
	if d.Server != nil {
		setUp += "CREATE FUNCTION write_t() RETURNS INTEGER LANGUAGE sql AS 'DELETE FROM t; SELECT 1'"
	}
	if _, err := db.ExecContext(t.Context(), setUp); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		v := rowsView{Columns: []string{"id"}}
		if err := v.read(t.Context(), d, statement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if n := count(t, db); n != 1 {
		t.Errorf("there are %d rows", n)
	}
}

func count(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM t").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
