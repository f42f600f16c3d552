package postgres_test

import (
	"regexp"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/lineage"
)

// had gives two tables a column, and takes it away.
const had = `
ALTER TABLE people ADD COLUMN nam text, ADD COLUMN x text, ADD COLUMN n text, ADD COLUMN total text, ADD COLUMN fresh text;
ALTER TABLE people DROP COLUMN nam, DROP COLUMN x, DROP COLUMN n, DROP COLUMN total, DROP COLUMN fresh;
ALTER TABLE teams ADD COLUMN nam text;
ALTER TABLE teams RENAME COLUMN nam TO called;`

// TestNoColumnIsLacking wants no column to be said to be lacking but where PostgreSQL says so: the three that are called nam, which a
// table had once.
func TestNoColumnIsLacking(t *testing.T) {
	tables := lineage.ReadPostgres(schema + had)
	lacking := 0
	for _, q := range read(t, queries, 100) {
		text := regexp.MustCompile(`{{\w+}}`).ReplaceAllString(q.sql, "$$1")
		for _, column := range lineage.Resolve(text, tables).Lacks {
			if lacking++; column.Name != "nam" {
				t.Errorf("%s\n lacks %q", q.sql, column.Name)
			}
		}
	}
	if lacking != 3 {
		t.Errorf("%d columns are lacking, want 3", lacking)
	}
}
