package diag_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/schema/diag"
)

func TestPosition(t *testing.T) {
	tests := []struct {
		name, src, before string // before: the text that ends where the position is asked
		line, column      int
	}{
		{"start", "abc", "", 1, 1},
		{"inside a line", "abc", "ab", 1, 3},
		{"end of the file", "abc", "abc", 1, 4},
		{"second line", "a\nbc", "a\nb", 2, 2},
		{"line break itself", "a\nb", "a", 1, 2},
		{"empty last line", "a\n", "a\n", 2, 1},
		{"CRLF", "a\r\nbc", "a\r\nb", 2, 2},
		{"tab", "\t\tx", "\t\t", 1, 3},
		{"code points", "é€😀x", "é€😀", 1, 4},
		{"byte-order mark", "\ufeffab\nc", "\ufeffa", 1, 2},
		{"before the byte-order mark", "\ufeffab", "", 1, 1},
		{"after the byte-order mark's line", "\ufeffab\nc", "\ufeffab\nc", 2, 2},
		{"a line longer than the interval of marks", strings.Repeat("é", 5000) + "x", strings.Repeat("é", 5000), 1, 5001},
		{"many lines", strings.Repeat("é\n", 5000) + "x", strings.Repeat("é\n", 5000), 5001, 1},
	}
	for _, test := range tests {
		f := diag.NewFile("a.json", []byte(test.src))
		if line, column := f.Position(len(test.before)); line != test.line || column != test.column {
			t.Errorf("%s: got %d:%d, want %d:%d", test.name, line, column, test.line, test.column)
		}
	}
}

func TestPositionOutsideOfTheFileIsTheNearest(t *testing.T) {
	f := diag.NewFile("a.json", []byte("ab\nc"))
	if line, column := f.Position(-1); line != 1 || column != 1 {
		t.Errorf("before the file: %d:%d", line, column)
	}
	if line, column := f.Position(99); line != 2 || column != 2 {
		t.Errorf("after the file: %d:%d", line, column)
	}
}

// FuzzPosition compares with counting from the beginning of the file.
func FuzzPosition(f *testing.F) {
	f.Add("a\r\n\u20acb\n", 5)
	f.Add(strings.Repeat("é\n€", 1000), 1024)
	f.Fuzz(func(t *testing.T, src string, offset int) {
		if !utf8.ValidString(src) || strings.HasPrefix(src, "\ufeff") || offset < 0 || offset > len(src) || !utf8.ValidString(src[:offset]) {
			return
		}
		before := src[:offset]
		wantLine := strings.Count(before, "\n") + 1
		wantColumn := utf8.RuneCountInString(before[strings.LastIndex(before, "\n")+1:]) + 1
		if line, column := diag.NewFile("a", []byte(src)).Position(offset); line != wantLine || column != wantColumn {
			t.Errorf("offset %d of %q: got %d:%d, want %d:%d", offset, src, line, column, wantLine, wantColumn)
		}
	})
}
