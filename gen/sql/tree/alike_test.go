package tree

import (
	"slices"
	"testing"
)

// TestAlike wants one number for parameters that are one value in expressions which a SELECT is grouped or ordered by.
func TestAlike(t *testing.T) {
	for _, tt := range []struct {
		text    string
		sources []string
		want    []int
	}{
		{"SELECT date_trunc($1, at) AS d, count(*) FROM t GROUP BY date_trunc($2, at)", []string{"u", "u"}, []int{1, 1}},
		{"SELECT date_trunc($1, at) AS d, count(*) FROM t WHERE n = $2 GROUP BY DATE_TRUNC($3,  at) ORDER BY date_trunc($4, at)", []string{"u", "n", "u", "u"}, []int{1, 2, 1, 1}},
		{"SELECT date_trunc($1, at) AS d FROM t GROUP BY date_trunc($2, at) HAVING count(*) > $3", []string{"u", "u", "u"}, []int{1, 1, 2}},
		{"SELECT date_trunc($1, at) AS d FROM t GROUP BY date_trunc($2, at)", []string{"u", "v"}, []int{1, 2}},
		{"SELECT date_trunc($1, at) AS d FROM t GROUP BY date_trunc($2, at)", []string{"", ""}, []int{1, 2}},
		{"SELECT date_trunc($1, at) AS d FROM t GROUP BY date_trunc($2, made)", []string{"u", "u"}, []int{1, 2}},
		{"SELECT DISTINCT ON (lower(a || $1)) lower(a || $2) AS x FROM t ORDER BY lower(a || $3)", []string{"s", "s", "s"}, []int{1, 1, 1}},
		{"SELECT CASE WHEN n > $1 THEN $2 ELSE 'b' END AS x, count(*) FROM t GROUP BY CASE WHEN n > $3 THEN $4 ELSE 'b' END", []string{"a", "b", "a", "b"}, []int{1, 2, 1, 2}},
		{"SELECT x.d FROM (SELECT date_trunc($1, at) AS d FROM t GROUP BY date_trunc($2, at)) x WHERE x.d > $3", []string{"u", "u", "u"}, []int{1, 1, 2}},
		{"SELECT * FROM t WHERE a = $1 AND b = $2", []string{"u", "u"}, []int{1, 2}},
		{"SELECT $1 AS u, count(*) FROM t GROUP BY date_trunc($2, at)", []string{"u", "u"}, []int{1, 2}},
		{"INSERT INTO t (a, b) VALUES ($1, $2)", []string{"u", "u"}, []int{1, 2}},
	} {
		if got := Alike(tt.text, tt.sources); !slices.Equal(got, tt.want) {
			t.Errorf("%s\n got %v\nwant %v", tt.text, got, tt.want)
		}
	}
}
