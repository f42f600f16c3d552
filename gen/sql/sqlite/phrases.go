package sqlite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// phrases are words of PostgreSQL that SQLite does not know, with what both engines take, "" where there is nothing as
// short. A '…' is any text.
var phrases = []struct{ words, both string }{
	{"DISTINCT ON", "write row_number() OVER (PARTITION BY …) in a subquery, and WHERE on it"},
	{"ILIKE", foreignWords["ILIKE"]}, {"~", foreignWords["~"]}, {"SIMILAR TO", foreignWords["~"]},
	{"FOR UPDATE", foreignWords["FOR"]}, {"FOR SHARE", foreignWords["FOR"]}, {"FOR NO KEY UPDATE", foreignWords["FOR"]},
	{"FETCH FIRST", foreignWords["FETCH"]}, {"FETCH NEXT", foreignWords["FETCH"]},
	{"INTERVAL '…'", aTime}, {"DATE '…'", aText}, {"TIMESTAMP '…'", aText}, {"TIMESTAMPTZ '…'", aText},
	{"EXTRACT (", "write strftime('%Y', t)"}, {"= ANY ( SELECT", "write IN (SELECT …)"}, {"ON CONSTRAINT", "write ON CONFLICT with the columns of the key"},
	{"SUBSTRING (", "write substr(text, 1, n)"}, {"LIMIT ALL", "remove it"}, {"OVERLAPS", "write a < d AND c < b"},
	{"LATERAL", ""}, {"ARRAY", ""}, {"GROUPING SETS", ""}, {"ROLLUP (", ""}, {"CUBE (", ""}, {"WITHIN GROUP", ""}, {"AT TIME ZONE", ""},
	{"AS ( INSERT", inTwo}, {"AS ( UPDATE", inTwo}, {"AS ( DELETE", inTwo}, {"TABLESAMPLE", ""}, {"DEFAULT", "leave the column out"}, {"PLACING", ""},
	{"GENERATE_SERIES (", ""}, {"UNNEST (", ""}, {"BOOL_AND (", "write min(x)"}, {"BOOL_OR (", "write max(x)"}, {"TO_TSVECTOR (", ""},
	{"REGEXP_REPLACE (", ""}, {"SPLIT_PART (", ""}, {"TO_TIMESTAMP (", ""}, {"DATE_PART (", ""},
}

const (
	aText = "write the text without the type before it"
	inTwo = "use two SQL nodes in a Transaction"
)

// behind is how many tokens behind a phrase SQLite may notice it: it takes LATERAL (SELECT for a function as far as the
// parenthesis.
const behind = 2

// orDialect returns the problem with a hint that names sqlDialect, where a phrase of PostgreSQL is what SQLite refuses.
func (f *failure) orDialect(p Problem) Problem {
	at := slices.IndexFunc(f.tokens, func(t token.Token) bool { return t.Start == p.Start })
	if !f.any || at < 0 || strings.HasPrefix(p.Hint, "did you mean") {
		return p
	}
	for _, phrase := range phrases {
		words := strings.Fields(phrase.words)
		for i := at; i >= 0 && at < i+len(words)+behind; i-- {
			if i < at && !f.syntax || !f.reads(i, words) {
				continue
			}
			if p.Hint = phrase.both; p.Hint == "" {
				p.Hint = fmt.Sprintf("SQLite has no %s: set sqlDialect to \"postgres\"", strings.TrimSuffix(phrase.words, " ("))
			} else {
				p.Hint += ", or set sqlDialect to \"postgres\""
			}
			return p
		}
	}
	return p
}

// reads reports whether the tokens from i are the words.
func (f *failure) reads(i int, words []string) bool {
	for n, word := range words {
		t := token.At(f.tokens, i+n)
		if word == "'…'" && t.Kind != token.Text || word != "'…'" && !t.Is(word) {
			return false
		}
	}
	return true
}
