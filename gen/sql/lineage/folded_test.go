package lineage

import (
	"slices"
	"testing"
)

// Spellings are one behind lower, and beside a column whose collation or type ignores case.
func TestSpellingsAreFolded(t *testing.T) {
	schema := ReadSchema(`CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, login TEXT COLLATE NOCASE NOT NULL, alias CITEXT)`)
	for condition, want := range map[string][]int{
		"email = lower($1)":                   {1},
		"lower(email) = lower(trim($1))":      {1, 1},
		"login = $1":                          {1},
		"$1 = users.login":                    {1},
		"alias = $1::text AND email = $2":     {1},
		"email = $1 COLLATE NOCASE":           {1},
		"email COLLATE NOCASE = $1":           {1},
		"login IN (SELECT lower($1))":         {1},
		"email = $1":                          nil,
		"lower(email) = $1":                   nil,
		"login > $1":                          nil,
		"email = $1 COLLATE BINARY":           nil,
		"email = 'a' || $1 AND id = 1":        nil,
		"length($1) > 0 AND email = upper(1)": nil,
	} {
		if got := Resolve("SELECT id FROM users WHERE "+condition, schema).Folded; !slices.Equal(got, want) {
			t.Errorf("%s folds %v, want %v", condition, got, want)
		}
	}
}
