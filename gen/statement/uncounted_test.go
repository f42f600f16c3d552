package statement

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestUncounted wants no column to be taken for another one where they can't be counted, or a value is not followed to its end.
func TestUncounted(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, text := range []string{
		"SELECT nick AS x, email FROM users UNION SELECT * FROM elsewhere",
		"SELECT nick AS x FROM users UNION ALL SELECT password_hash, email FROM users",
		"WITH a (x, y) AS (SELECT *, nick FROM elsewhere, users) SELECT x FROM a",
		"SELECT x FROM (SELECT *, nick AS x FROM elsewhere, users UNION SELECT nick, nick FROM users) s",
	} {
		s := Resolve(text, schema)
		if s.Unproved == "" || len(s.Columns) == 0 {
			t.Errorf("%s\nis followed: %s", text, show(s))
		}
		for _, c := range s.Columns {
			if c.Unproved == "" || !slices.Contains(c.Columns, Column{"users", "password_hash"}) {
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
	if c := s.Columns[0]; !slices.Contains(c.Columns, Column{"users", "password_hash"}) {
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
		if got := slices.Contains(s.Columns[0].Columns, Column{"users", "password_hash"}); got != carries {
			t.Errorf("%s\ncarries %s", text, shown(s.Columns[0].Value))
		}
	}
}
