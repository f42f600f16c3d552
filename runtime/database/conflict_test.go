package database_test

import (
	"encoding/json"
	"errors"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestConflictsAreTold violates keys of each kind on both engines, which must say the same of them.
func TestConflictsAreTold(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testTold(t, openStore(t, "sqlite:test.db", ""), true) })
	t.Run("postgres", func(t *testing.T) { testTold(t, openStore(t, dbtest.Postgres(t), ""), false) })
}

// TestExclusionsAreTold books a room twice, which a table of PostgreSQL's refuses by itself.
func TestExclusionsAreTold(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	s.exec(t, "CREATE TABLE bookings (days INT4RANGE, EXCLUDE USING gist (days WITH &&))")
	s.exec(t, "INSERT INTO bookings VALUES ('[1,5)')")
	statement := database.NewStatement(s.setup, "DATABASE_URL", "INSERT INTO bookings VALUES ('[4,6)')", database.Unique("bookings_days_excl", "days"))
	var err error
	s.execute(t.Context(), func(x *rt.Exec) { _, err = statement.Exec(x) })
	if told := database.ConflictOf(err); told == nil || *told.Kind != "exclusion" || told.Column != nil {
		t.Errorf("%+v of %v, want an exclusion", told, err)
	}
}

func testTold(t *testing.T, s *store, sqlite bool) {
	for _, text := range []string{
		"CREATE TABLE orgs (id INTEGER PRIMARY KEY, slug TEXT UNIQUE)",
		`CREATE TABLE members (id INTEGER PRIMARY KEY, org INTEGER CONSTRAINT of_org REFERENCES orgs (id), "Nick" TEXT, mail TEXT,
			friend INTEGER REFERENCES members (id), CONSTRAINT one_nick UNIQUE (org, "Nick"))`,
		"CREATE UNIQUE INDEX one_mail ON members (lower(mail))",
		"INSERT INTO orgs VALUES (1, 'a')",
		"INSERT INTO members VALUES (1, 1, 'ann', 'ann@example.com', NULL)",
		"CREATE TABLE a_table_with_a_name_that_is_very_long_indeed (and_a_column_that_is_not_exactly_short TEXT UNIQUE)",
		"INSERT INTO a_table_with_a_name_that_is_very_long_indeed VALUES ('a')",
	} {
		s.exec(t, text)
	}
	orgs := []database.Option{database.Unique("orgs_pkey", "id"), database.Unique("orgs_slug_key", "slug")}
	members := []database.Option{
		database.ForeignKey("of_org", "org"), database.Unique("one_nick", "org", "Nick"), database.Unique("one_mail", "mail"),
	}
	both := append([]database.Option{database.ForeignKey("members_friend_fkey", "friend")}, members...)
	long := database.Unique("a_table_with_a_name_that_is_v_and_a_column_that_is_not_exac_key", "and_a_column_that_is_not_exactly_short")
	for _, tt := range []struct {
		name, text string
		keys       []database.Option
		want       string
	}{
		{"primary key", "INSERT INTO orgs VALUES (1, 'b')", orgs, `{"kind":"unique","column":"id"}`},
		{"unique column", "INSERT INTO orgs VALUES (2, 'a')", orgs, `{"kind":"unique","column":"slug"}`},
		{"several columns", "INSERT INTO members VALUES (2, 1, 'ann', 'x', NULL)", members, `{"kind":"unique","column":null}`},
		{"an index over an expression", "INSERT INTO members VALUES (2, 1, 'x', 'ANN@example.com', NULL)", members, `{"kind":"unique","column":"mail"}`},
		{"the only foreign key", "INSERT INTO members VALUES (2, 9, 'x', 'x', NULL)", members, `{"kind":"foreignKey","column":"org"}`},
		{"a row that others refer to", "DELETE FROM orgs", []database.Option{database.ForeignKey("of_org", "org")}, `{"kind":"foreignKey","column":"org"}`},
		{"a long name", "INSERT INTO a_table_with_a_name_that_is_very_long_indeed VALUES ('a')", []database.Option{long},
			`{"kind":"unique","column":"and_a_column_that_is_not_exactly_short"}`},
		{"one of two foreign keys", "INSERT INTO members VALUES (2, 9, 'x', 'x', NULL)", both,
			map[bool]string{true: `{"kind":"foreignKey","column":null}`, false: `{"kind":"foreignKey","column":"org"}`}[sqlite]},
		{"no conflict", "INSERT INTO orgs (nothing) VALUES (1)", orgs, "null"},
	} {
		statement := database.NewStatement(s.setup, "DATABASE_URL", tt.text, tt.keys...)
		var err error
		s.execute(t.Context(), func(x *rt.Exec) { _, err = statement.Exec(x) })
		told := database.ConflictOf(err)
		got, failure := json.Marshal(told)
		if failure != nil || string(got) != tt.want || (told != nil) != errors.Is(err, database.ErrConflict) {
			t.Errorf("%s: %s of %v, want %s", tt.name, got, err, tt.want)
		}
	}
}
