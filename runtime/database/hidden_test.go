package database_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

// TestLabelsAreHidden has values too short to be found in a record masked there by their place alone.
func TestLabelsAreHidden(t *testing.T) {
	s := openStore(t, "sqlite:flows.db", "CREATE TABLE users (id INTEGER, pin TEXT, nick TEXT, code INTEGER)")
	type user struct {
		ID   int64
		Pin  string `flowc:"password"`
		Nick string
		Code int64 `flowc:"password"` // no text: nothing looks for it
	}
	add := database.NewStatement(s.setup, "DATABASE_URL", "INSERT INTO users (id, nick, pin, code) VALUES ($1, $2, $3, 47)", database.Hide(3))
	find := database.NewQuery[user](s.setup, "DATABASE_URL", "SELECT id, pin, nick, code FROM users WHERE pin = $1",
		database.Hide(1), database.MaxRows(10))
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		x.Enter("add")
		if _, err := add.Exec(x, int64(1), "ann", "q7z"); err != nil {
			t.Error(err)
		}
		x.Enter("one")
		if _, found, err := find.One(x, "q7z"); err != nil || !found {
			t.Error(found, err)
		}
		x.Enter("many")
		if rows, err := find.Many(x, "q7z"); err != nil || rows.Count != 1 {
			t.Error(rows, err)
		}
	})
	if text := s.log.String(); strings.Contains(text, "q7z") || strings.Contains(text, `"code":47`) || strings.Count(text, "••••") < 7 || strings.Count(text, "ann") < 3 {
		t.Errorf("logged:\n%s", text)
	}
}
