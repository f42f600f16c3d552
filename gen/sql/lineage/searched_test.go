package lineage

import (
	"strings"
	"testing"
)

// A word that is written out is looked for as part of a text where nothing says what stands around it.
func TestAWordIsLookedForInsideOfOthers(t *testing.T) {
	schema := ReadSchema("CREATE TABLE users (id INTEGER PRIMARY KEY, roles TEXT NOT NULL)")
	for condition, want := range map[string]string{
		"roles LIKE '%admin%'":                      "admin",
		"lower(roles) ILIKE '%admin%'::text":        "admin",
		"roles NOT LIKE '%admin,%'":                 "admin",
		"roles ~~ '%admin%'":                        "admin",
		"roles ~* '.*(admin).*'":                    "admin",
		"roles REGEXP 'admin'":                      "admin",
		"roles SIMILAR TO '%(admin|owner)%'":        "admin",
		"roles GLOB '*admin*'":                      "admin",
		"instr(roles, 'admin') > 0":                 "admin",
		"strpos(roles, 'admin') > 0":                "admin",
		"position('admin' IN roles) > 0":            "admin",
		"roles LIKE '%,admin,%'":                    "",
		"roles LIKE 'admin'":                        "",
		"roles LIKE 'org:%'":                        "",
		"roles LIKE '%:admin'":                      "",
		"roles LIKE $1":                             "",
		"roles ~ '^(admin|owner)$'":                 "",
		`roles ~ '\yadmin\y'`:                       "",
		"roles SIMILAR TO '(admin|owner)'":          "",
		"instr(',' || roles || ',', ',admin,') > 0": "",
		"roles = 'admin'":                           "",
	} {
		var words []string
		for _, s := range Resolve("SELECT id FROM users WHERE "+condition, schema).Searches {
			words = append(words, s.Word)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s looks for %q, want %q", condition, got, want)
		}
	}
}

// EXPLAIN ANALYZE runs what it explains: a DELETE without WHERE is one there, too.
func TestExplainAnalyzeChangesWhatItExplains(t *testing.T) {
	schema := ReadSchema("CREATE TABLE users (id INTEGER PRIMARY KEY)")
	for text, want := range map[string]int{
		"EXPLAIN ANALYZE DELETE FROM users":                      1,
		"EXPLAIN ANALYZE VERBOSE UPDATE users SET id = 1":        1,
		"EXPLAIN (ANALYZE, BUFFERS off) DELETE FROM users":       1,
		"EXPLAIN (ANALYZE false) DELETE FROM users":              0,
		"EXPLAIN DELETE FROM users":                              0,
		"EXPLAIN (FORMAT JSON) INSERT INTO users DEFAULT VALUES": 0,
	} {
		if got := len(Resolve(text, schema).Changes); got != want {
			t.Errorf("%s: %d changes, want %d", text, got, want)
		}
	}
}
