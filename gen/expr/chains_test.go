package expr_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
)

// TestChains finds every name of a text, wherever it stands, with its place.
func TestChains(t *testing.T) {
	for text, want := range map[string][]string{
		`{{user.email}} and {{a["b c"].d}}`:                   {"user.email", "a.b c.d"},
		`{{when(has(x.y), -z, "user.email") + rows[i.n].id}}`: {"x.y", "z", "rows", "i.n"},
		`{{(a.b).c}} {{upper(t).x}}`:                          {"a.b.c", "t"},
		`{{type.func}}`:                                       {"type.func"},
		`{{each(list, '<li>{{item.name}} {{user}}</li>')}}`:   {"list", "item.name", "user"},
		`{{a.}} {{b.c + "d" - 1e`:                             {"a", "b"},
		`no braces a.b`:                                       nil,
		`{{true}} {{1}}`:                                      {"true"},
	} {
		parsed, _ := expr.Parse(text)
		var got []string
		for _, chain := range parsed.Chains() {
			var names []string
			for _, name := range chain {
				names = append(names, name.Text)
				if !strings.Contains(text[name.Start:name.End], name.Text) {
					t.Errorf("%s: %s is not at %q", text, name.Text, text[name.Start:name.End])
				}
			}
			got = append(got, strings.Join(names, "."))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
