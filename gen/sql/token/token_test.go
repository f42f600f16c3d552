package token_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

var kinds = map[token.Kind]string{
	token.Word: "word", token.Quoted: "quoted", token.Text: "text", token.Number: "number", token.Param: "param",
	token.Comment: "comment", token.Symbol: "symbol", token.Stray: "stray",
}

// written is tokens as the tests write them: "word SELECT, number 1".
func written(tokens []token.Token) string {
	var list []string
	for _, t := range tokens {
		list = append(list, fmt.Sprintf("%s %s", kinds[t.Kind], t.Src))
	}
	return strings.Join(list, ", ")
}

// TestEngines shows where SQLite reads a text otherwise than a reader of all engines does.
func TestEngines(t *testing.T) {
	for _, c := range []struct{ sql, any, sqlite string }{
		{"SELECT \"a\"\"b\" -- all", `word SELECT, quoted "a""b"`, `word SELECT, quoted "a""b", comment -- all`},
		{"a/**/b", "word a, word b", "word a, comment /**/, word b"},
		{"$1 :name @x ?2 $y", "param $1, symbol :, word name, symbol @, word x, symbol ?, number 2, symbol $, word y", "param $1, param :name, param @x, param ?2, param $y"},
		{"a ?| b @> c", "word a, symbol ?|, word b, symbol @>, word c", "word a, param ?, symbol |, word b, stray @, symbol >, word c"},
		{"b'01' x'0f' E'\\''", `text b'01', text x'0f', text E'\''`, `word b, text '01', text x'0f', text E'\''`},
		{"a::int[1] [b]", "word a, symbol ::, word int, symbol [, number 1, symbol ], quoted [b]", "word a, symbol ::, word int, symbol [, number 1, symbol ], quoted [b]"},
		{"$t$it's$t$ 1.5e-3 0xe+1", "text $t$it's$t$, number 1.5e-3, number 0xe, symbol +, number 1", "text $t$it's$t$, number 1.5e-3, number 0xe, symbol +, number 1"},
		{"a<-1 'open", "word a, symbol <, symbol -, number 1, stray 'open", "word a, symbol <, symbol -, number 1, stray 'open"},
		{"\ufeffa\u00a0\\", "word a\u00a0, symbol \\", "word a\u00a0, stray \\"},
	} {
		if got := written(token.Split(c.sql)); got != c.any {
			t.Errorf("%s\n got %s\nwant %s", c.sql, got, c.any)
		}
		if got := written(token.SplitForSQLite(c.sql)); got != c.sqlite {
			t.Errorf("%s, for SQLite\n got %s\nwant %s", c.sql, got, c.sqlite)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ sql, want string }{
		{"'it''s'", "it's"},
		{"''", ""},
		{"''''", "'"},
		{"E'a''b'", "a'b"},
		{"$$it's$$", "it's"},
		{"$tag$ 'a' $tag$", " 'a' "},
		{`"a"`, ""},
		{"a", ""},
		{"'open", ""},
	} {
		if got := token.Split(tt.sql)[0].Text(); got != tt.want {
			t.Errorf("%s says %q, want %q", tt.sql, got, tt.want)
		}
	}
}

// FuzzSplit reads any text to its end: what is between tokens is white space.
func FuzzSplit(f *testing.F) {
	for _, sql := range []string{"SELECT 'a", "/* ", "$a$ $b$", "E'\\", "[", "1e+", "x'", ":", "\xff"} {
		f.Add(sql)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		at := 0
		for _, piece := range append(token.SplitForSQLite(sql), token.Token{Start: len(sql), End: len(sql)}) {
			if between := strings.ReplaceAll(sql[at:piece.Start], "\ufeff", ""); strings.Trim(between, " \t\n\v\f\r") != "" {
				t.Errorf("%q is of no token", between)
			}
			if piece.Src != sql[piece.Start:piece.End] {
				t.Errorf("%q stands where the text has %q", piece.Src, sql[piece.Start:piece.End])
			}
			at = piece.End
		}
		for _, piece := range token.Split(sql) {
			if piece.Kind == token.Comment || piece.Src != sql[piece.Start:piece.End] {
				t.Errorf("token %v of %q", piece, sql)
			}
		}
	})
}
