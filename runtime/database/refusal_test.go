package database_test

import (
	"errors"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestRefusals violates CHECK and NOT NULL on both engines: a 400 where the value may be the caller's, else a 500.
func TestRefusals(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testRefusals(t, openStore(t, "sqlite:test.db", "")) })
	t.Run("postgres", func(t *testing.T) { testRefusals(t, openStore(t, dbtest.Postgres(t), "")) })
}

func testRefusals(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE people (name TEXT NOT NULL, age INTEGER CONSTRAINT adult CHECK (age >= 18), CHECK (length(name) < 9))")
	s.exec(t, "INSERT INTO people VALUES ('ann', 20)")
	for name, tt := range map[string]struct {
		text   string
		sent   []string
		args   []any
		status int
	}{
		"a CHECK":                          {"INSERT INTO people VALUES ('bob', $1)", []string{"age"}, []any{int64(3)}, 400},
		"a CHECK of the table":             {"UPDATE people SET name = $1", []string{"name"}, []any{"maximilian"}, 400},
		"NOT NULL":                         {"INSERT INTO people VALUES (nullif($1, ''), 20)", []string{"NAME"}, []any{""}, 400},
		"NOT NULL of another column":       {"INSERT INTO people VALUES (nullif('', ''), $1)", []string{"age"}, []any{int64(20)}, 500},
		"a CHECK of what nobody sent":      {"UPDATE people SET age = age - 10 WHERE name = $1", nil, []any{"ann"}, 500},
		"a CHECK, with a row that is told": {"INSERT INTO people VALUES ('bob', $1) RETURNING age", []string{"age"}, []any{int64(3)}, 400},
	} {
		query := database.NewQuery[numbered](s.setup, "DATABASE_URL", tt.text, database.Sent(tt.sent...))
		var err error
		s.execute(t.Context(), func(x *rt.Exec) { _, _, err = query.One(x, tt.args...) })
		var known *rt.Error
		if got := errors.As(err, &known); err == nil || got != (tt.status == 400) || got && known.Status != 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
