package postgres_test

import (
	"database/sql"
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

//go:embed queries.sqlite.sql
var queriesOfSQLite string

//go:embed schema.sql
var embeddedSchema string

// TestVerdictsOfSQLite is TestVerdicts for the embedded engine: what lint takes of the same statements runs there and gives what lint
// says, and what it refuses, SQLite refuses.
func TestVerdictsOfSQLite(t *testing.T) {
	all := append(read(t, queries, 200), read(t, queriesOfSQLite, 30)...)
	f := folder(t, all, nil, "sqlite")
	f.Postgres, f.Schema = nil, diag.NewFile("schema.sql", []byte(embeddedSchema))
	a := gen.Analyse([]*gen.Folder{f})[0]
	refused := refusals(a)
	db := embedded(t)
	took := 0
	for i, q := range all {
		d, linted := refused[fmt.Sprintf("q%03d.flow.json", i)]
		columns, err := columnsOf(a, i)
		if err != nil && !linted {
			t.Errorf("%s\n\t%v", q.sql, err)
			continue
		}
		ran := runEmbedded(t, db, q.sql, columns, linted)
		switch {
		case q.lint != "" || q.late != "": // of PostgreSQL, or of both
		case q.own != "":
			if linted || ran == nil || !strings.Contains(ran.Error(), q.own) {
				t.Errorf("%s\n\tlint says %q, and SQLite %v; want it alone to say %q", q.sql, d.Message, ran, q.own)
			}
		case ran == nil && linted:
			t.Errorf("%s\n\truns, and lint refuses it: %s [%s]", q.sql, d.Message, d.Code.Name)
		case ran != nil && !linted:
			t.Errorf("%s\n\tlint takes it, and: %v", q.sql, ran)
		case !linted:
			took++
		}
	}
	if took < 100 {
		t.Errorf("SQLite takes %d of %d: nothing is shown by so few", took, len(all))
	}
}

// embedded is a database with rows in which whatever may be null is null somewhere.
func embedded(t *testing.T) *sql.DB {
	t.Helper()
	db := dbtest.Open(t, "sqlite:"+filepath.Join(t.TempDir(), "test.db"), "")
	db.SetMaxOpenConns(1)
	fill(t, db, embeddedSchema, time.DateTime)
	return db
}

// runEmbedded is run for SQLite.
func runEmbedded(t *testing.T, db *sql.DB, text string, columns []types.Field, refused bool) error {
	t.Helper()
	var args []any
	text = placeholder.ReplaceAllStringFunc(text, func(p string) string {
		value := values[p[2:3]]
		if at, ok := value.(time.Time); ok {
			value = at.Format(time.DateTime)
		}
		args = append(args, value)
		return fmt.Sprintf("$%d", len(args))
	})
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(t.Context(), text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() && !refused {
		if err := holds(rows, columns); err != nil {
			return err
		}
	}
	return rows.Err()
}

// holds reads a row as it is stored, and wants of each value that it can be read as the type that lint says.
func holds(rows *sql.Rows, columns []types.Field) error {
	have := make([]any, len(columns))
	targets := make([]any, len(columns))
	for i := range have {
		targets[i] = &have[i]
	}
	if err := rows.Scan(targets...); err != nil {
		return err
	}
	for i, c := range columns {
		if have[i] == nil && !c.Type.Nullable {
			return fmt.Errorf("column %q is null, and lint says that it never is", c.Name)
		}
		if have[i] != nil && !strings.Contains(stored[c.Type.Kind], fmt.Sprintf("%T", have[i])) && c.Type.Kind != types.Any {
			return fmt.Errorf("column %q holds a %T, and lint says %s", c.Name, have[i], c.Type)
		}
	}
	return nil
}

// stored are the types of Go in which SQLite's driver hands over what is read as a type here.
var stored = map[types.Kind]string{
	types.String: "string", types.Int: "int64", types.Float: "float64 int64", types.Bool: "bool int64", types.Time: "time.Time string int64", types.Bytes: "[]uint8 string",
}
