package knowledge

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sorted wants words sorted, each once and in small letters.
func sorted(t *testing.T, of string, words []string) {
	t.Helper()
	for i, word := range words {
		if word != strings.ToLower(word) || strings.TrimSpace(word) != word || i > 0 && words[i-1] >= word {
			t.Errorf("%s: %q stands behind %q, want sorted words in small letters, each once", of, word, words[max(i-1, 0)])
		}
	}
}

// TestRows wants each row of the tables to say all that it has to, and none of them to say it twice.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Languages {
		id := l.Name + strings.Join(l.Keys, ",")
		if l.Name == "" || l.Hint == "" || l.Begin.Regexp == nil || seen[id] {
			t.Errorf("%q has no name, hint or begin, or stands there twice", id)
		}
		seen[id] = true
		sorted(t, l.Name, l.Keys)
	}
	for _, f := range files {
		if f.Name == "" || f.Hint == "" || len(f.Endings) == 0 {
			t.Errorf("%q has no name, hint or endings", f.Name)
		}
		sorted(t, f.Name, f.Endings)
		for _, end := range f.Endings {
			if !strings.HasPrefix(end, ".") || seen[end] {
				t.Errorf("%s: %q is no ending, or that of two kinds", f.Name, end)
			}
			seen[end] = true
		}
	}
	names := reflect.ValueOf(Names)
	for i := range names.NumField() {
		list, tag := names.Field(i).Interface().(Words), names.Type().Field(i).Tag.Get("json")
		if list.Are == "" || len(list.Words) == 0 || tag == "" {
			t.Errorf("%q says not what it holds, or holds nothing", tag)
		}
		sorted(t, tag, list.Words)
	}
}

// TestUnknownColumns wants a row refused that says what no table has.
func TestUnknownColumns(t *testing.T) {
	for _, row := range []string{`[{"name": "SQL", "mend": "x"}]`, `[{"name": "SQL", "begin": "("}]`, `[{"name": 1}]`} {
		if _, err := read[[]Language]([]byte(row)); err == nil {
			t.Errorf("%s is read", row)
		}
	}
}

// TestWords wants a name found among words in the ways that rules ask for.
func TestWords(t *testing.T) {
	w := Words{Words: []string{"role", "scope"}}
	got := []bool{w.Has("Role"), w.Has("user_role"), w.Ends("user_Role"), w.Ends("userrole"), w.In("theScopes"), w.In("sco_pe")}
	if want := []bool{true, false, true, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if f, known := FileNamed("a/b.CSV"); !known || f.Name != "CSV" {
		t.Errorf("b.CSV is of kind %q", f.Name)
	}
	if f, known := FileNamed("csv"); known {
		t.Errorf("csv is of kind %q", f.Name)
	}
}
