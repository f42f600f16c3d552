package sqlite_test

import (
	"database/sql"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/flowc-dev/flowc/schema/types"
)

// data holds rows that find no partner in a join, and NULL wherever the schema lets it be.
const data = `
INSERT INTO users (id, email, password_hash, created_at) VALUES (1, 'a', 'h', '2026-01-02 03:04:05'), (20, 'b', 'h', '2026-01-02 03:04:05');
INSERT INTO orders (id, user_id, amount) VALUES (1, 1, 2.5), (30, 99, 1);
INSERT INTO settings (key) VALUES ('k');
INSERT INTO backwards VALUES (NULL);
`

// What is typed as never null must never be NULL, with rows and without any.
func TestNeverNull(t *testing.T) {
	c := open(t)
	for _, rows := range []string{"", data} {
		db, err := sql.Open("sqlite", ":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec(schema + rows); err != nil {
			t.Fatal(err)
		}
		for _, tt := range columnCases() {
			columns := prepare(c, tt.query).Columns
			noNull(t, db, tt.query, func(i int) bool { return columns[i].Type.Nullable }, func(i int) types.Kind { return columns[i].Type.Kind })
		}
	}
}

// noNull runs a query and wants NULL only in columns that may be null, and values of the kinds of their columns. What it changes is taken
// back.
func noNull(t *testing.T, db *sql.DB, query string, nullable func(i int) bool, kind func(i int) types.Kind) {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	rows, err := tx.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(names))
		into := make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if v == nil && !nullable(i) {
				t.Errorf("%s\ncolumn %q is NULL", query, names[i])
			}
			if v != nil && !holds(kind(i), v) {
				t.Errorf("%s\ncolumn %q is %v, a %T, and typed as %v", query, names[i], v, v, kind(i))
			}
		}
	}
}

// holds reports whether a column of a kind may hold a value, as the driver gives it.
func holds(kind types.Kind, v any) bool {
	switch v := v.(type) {
	case int64:
		return kind == types.Int || kind == types.Float || kind == types.Any || kind == types.Bool && (v == 0 || v == 1)
	case float64:
		return kind == types.Float || kind == types.Any
	case string:
		return kind == types.String || kind == types.Any || kind == types.Time
	}
	return true
}
