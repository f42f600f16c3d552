package lineage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// TestUncounted wants no column to be taken for another one where they can't be counted, or a value is not followed to its end.
func TestUncounted(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, text := range []string{
		"SELECT nick AS x, email FROM users UNION SELECT * FROM elsewhere",
		"SELECT nick AS x FROM users UNION ALL SELECT password_hash, email FROM users",
		"WITH a (x, y) AS (SELECT *, nick FROM elsewhere, users) SELECT x FROM a",
		"WITH a (x, y) AS (SELECT n.*, nick FROM nowhere n, users) SELECT x FROM a",
		"SELECT x FROM (SELECT *, nick AS x FROM elsewhere, users UNION SELECT nick, nick FROM users) s",
	} {
		s := Resolve(text, schema)
		if s.Unproved == "" || len(s.Columns) == 0 {
			t.Errorf("%s\nis followed: %s", text, show(s))
		}
		for _, c := range s.Columns {
			if c.Unproved == "" || !slices.Contains(c.Columns, statement.Column{Table: "users", Name: "password_hash"}) {
				t.Errorf("%s\n%s carries %v", text, c.Name, shown(c.Value))
			}
		}
	}
}

// TestStarOfAChange wants it not to be known which columns RETURNING * gives beside a FROM: on PostgreSQL those of both tables.
func TestStarOfAChange(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	s := Resolve("UPDATE orders SET note = 'x' FROM users WHERE users.id = orders.user_id RETURNING *", schema)
	if !s.Partial || s.Unproved == "" {
		t.Errorf("RETURNING * is followed: %s", show(s))
	}
	for _, c := range s.Columns {
		if c.Unproved == "" {
			t.Errorf("%s is followed: %s", c.Name, shown(c.Value))
		}
	}
}

// TestManyRounds has a hash take more rounds to reach the last column than are followed: then nobody knows what is in it.
func TestManyRounds(t *testing.T) {
	var names, first, next []string
	for i := range maxRounds + 5 {
		names = append(names, fmt.Sprintf("c%d", i))
		first, next = append(first, "''"), append(next, fmt.Sprintf("c%d", i-1))
	}
	first[0], next[0] = "password_hash", "c0"
	text := fmt.Sprintf("WITH RECURSIVE a (%s) AS (SELECT %s FROM users UNION ALL SELECT %s FROM a) SELECT %s AS x FROM a",
		strings.Join(names, ", "), strings.Join(first, ", "), strings.Join(next, ", "), names[len(names)-1])
	s := Resolve(text, ReadSchema(schemaSQL))
	if c := s.Columns[0]; !slices.Contains(c.Columns, statement.Column{Table: "users", Name: "password_hash"}) {
		t.Errorf("%s carries %s", c.Name, shown(c.Value))
	}
}

// TestMeasuredParts wants what is measured of a part to carry it: asked for each part, it shows the whole.
func TestMeasuredParts(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for text, carries := range map[string]bool{
		"SELECT length(password_hash) AS x FROM users":                               false,
		"SELECT count(password_hash) AS x FROM users":                                false,
		"SELECT length(rtrim(substr(password_hash, 1, 1), 'a')) AS x FROM users":     true,
		"SELECT length(replace(password_hash, 'a', '')) AS x FROM users":             true,
		"SELECT char_length(split_part(password_hash, $1, 1)) AS x FROM users":       true,
		"SELECT octet_length((SELECT trim(password_hash, $1) FROM users)) AS x":      true,
		"SELECT coalesce(length(nullif(left(password_hash, 1), 'a')), 0) FROM users": true,
	} {
		s := Resolve(text, schema)
		if got := slices.Contains(s.Columns[0].Columns, statement.Column{Table: "users", Name: "password_hash"}); got != carries {
			t.Errorf("%s\ncarries %s", text, shown(s.Columns[0].Value))
		}
	}
}

// TestWhatIsLost wants nothing to be believed of a statement that is not understood to its end: no guard, no value that is given.
func TestWhatIsLost(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	deep := strings.Repeat("(", 400) + "1" + strings.Repeat(")", 400)
	for _, text := range []string{
		"SELECT email AS x FROM users WHERE id = $1 AND " + deep,
		"SELECT email AS x FROM users u frobnicate (SELECT 1) WHERE id = $1",
		"UPDATE users SET nick = $2, email = $3 WHERE id = $1 AND " + deep,
		"WITH a AS (UPDATE users SET nick = $2 WHERE id = $1 RETURNING id) SELECT id AS x FROM a WHERE " + deep,
	} {
		s := Resolve(text, schema)
		if s.Unproved == "" || len(s.Equal()) > 0 || s.Sure || s.Single {
			t.Errorf("%.80s\nis believed: %s, equal %v", text, show(s), s.Equal())
		}
		for _, c := range s.Columns {
			if !slices.Contains(c.Params, 1) || !slices.Contains(c.Columns, statement.Column{Table: "users", Name: "password_hash"}) {
				t.Errorf("%.80s\n%s carries %s", text, c.Name, shown(c.Value))
			}
		}
		for _, change := range s.Changes {
			for _, a := range change.Assigned {
				if a.Value.Unproved == "" || !slices.Contains(a.Value.Params, 1) || !slices.Contains(a.Value.Columns, statement.Column{Table: "users", Name: "password_hash"}) {
					t.Errorf("%.80s\n%s gets %s", text, a.Column, shown(a.Value))
				}
			}
		}
	}
}

// TestTablesOfNobody follows into what is not declared: by its names, and whatever is given to any of its columns.
func TestTablesOfNobody(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for text, want := range map[string]statement.Value{
		"SELECT x FROM nowhere n FROBNICATE secret_of":                                {Columns: []statement.Column{{Name: "secret_of"}}},
		"UPDATE nowhere SET a = $1 RETURNING b AS x":                                  {Params: []int{1}},
		"SELECT (SELECT n.* FROM nowhere n) AS x FROM users":                          {Columns: []statement.Column{{Table: "users", Name: "password_hash"}, {Name: "nowhere"}}},
		"SELECT to_json(u.*) AS x FROM users u":                                       {Columns: []statement.Column{{Table: "users", Name: "password_hash"}}},
		"INSERT INTO nowhere (a, c) VALUES ($1, $2) RETURNING b":                      {Params: []int{1, 2}},
		"INSERT INTO nowhere SELECT password_hash, $1 FROM users":                     {},
		"INSERT INTO nowhere SELECT password_hash, $1 FROM users RETURNING b":         {Columns: []statement.Column{{Table: "users", Name: "password_hash"}}, Params: []int{1}},
		"INSERT INTO users (email, nick) SELECT * FROM nowhere RETURNING nick":        {Columns: []statement.Column{{Table: "users", Name: "password_hash"}}},
		"INSERT INTO users (email, nick) SELECT password_hash FROM users RETURNING 1": {},
	} {
		s := Resolve(text, schema)
		for _, c := range s.Columns {
			for _, column := range want.Columns {
				if !slices.Contains(c.Columns, column) {
					t.Errorf("%s\n%s carries %s, not %v", text, c.Name, shown(c.Value), column)
				}
			}
			for _, n := range want.Params {
				if !slices.Contains(c.Params, n) {
					t.Errorf("%s\n%s carries %s, not $%d", text, c.Name, shown(c.Value), n)
				}
			}
		}
	}
}

// TestNoSchema follows what is given to any column of a table into what RETURNING gives of it, where no table is declared at all.
func TestNoSchema(t *testing.T) {
	for _, text := range []string{"UPDATE nowhere SET a = $1 RETURNING b", "INSERT INTO nowhere (a, c) VALUES ($1, 'x') RETURNING b"} {
		s := Resolve(text, nil)
		if c := s.Columns[0]; !slices.Contains(c.Params, 1) || !c.Null {
			t.Errorf("%s\n%s carries %s", text, c.Name, shown(c.Value))
		}
	}
}

// TestTooLarge wants the end of a statement that is too large not to be taken for nothing.
func TestTooLarge(t *testing.T) {
	text := "SELECT concat(" + strings.Repeat("'', ", maxSteps) + "password_hash) AS x FROM users"
	s := Resolve(text, ReadSchema(schemaSQL))
	if c := s.Columns[0]; c.Unproved == "" || !slices.Contains(c.Columns, statement.Column{Table: "users", Name: "password_hash"}) {
		t.Errorf("%s carries %s", c.Name, shown(c.Value))
	}
}
