package schema_test

import (
	"strings"
	"testing"
)

func TestParseReportsTheFirstSyntaxError(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"empty", "", "1:1 FC001 document is empty, want an object\n"},
		{"blank with a byte-order mark", "\ufeff \n ", "2:2 FC001 document is empty, want an object\n"},
		{"truncated", "{\"a\": [1,\n 2", "2:3 FC001 unexpected end of document\n  1:7 opened here and not closed\n"},
		{"truncated in text", `{"a": "b`, "1:9 FC001 unexpected end of document\n  1:1 opened here and not closed\n"},
		{"comma before a bracket", "[1,\r\n]", "1:3 FC001 unexpected ',' before ']'\n  hint: remove the comma\n"},
		{"two commas", "[1,,2]", "1:4 FC001 invalid character ',' at start of value\n"},
		{"no comma", "{\"a\": 1\n\"b\": 2}", "2:1 FC001 invalid character '\"' after object value (expecting ',' or '}')\n"},
		{"no colon", `{"a" 1}`, "1:6 FC001 invalid character '1' after object name (expecting ':')\n"},
		{"no value", `{"a": }`, "1:7 FC001 invalid character '}' at start of value\n"},
		{"key without quotes", "{\n\té: 1}", "2:2 FC001 invalid character 'é' at start of key (expecting '\"' or '}')\n"},
		{"key that is no text", `{1: 2}`, "1:2 FC001 object member name must be a string\n"},
		{"single quotes", `['a']`, "1:2 FC001 invalid character '\\'' at start of value\n  hint: use double quotes: \"…\"\n"},
		{"comment", "// c\n{}", "1:1 FC001 invalid character '/' at start of value\n  hint: remove the comment; a node of type \"note\" can hold it\n"},
		{"after the document", "{}\r\n\t{}", "2:2 FC001 unexpected '{' after the end of the document\n"},
		{"invalid byte after the document", "{}\xff", "1:3 FC001 unexpected '\\xff' after the end of the document\n"},
		{"invalid UTF-8", "[\"é\xff\"]", "1:4 FC001 invalid UTF-8\n  hint: save the file as UTF-8\n"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "1:1 FC001 invalid character '\\xff' at start of value\n  hint: save the file as UTF-8\n"},
		{"half a surrogate pair", `["\ud800"]`, "1:3 FC001 invalid surrogate pair `\\ud800\"]` in string\n"},
		{"line break in text", "[\"a\nb\"]", "1:4 FC001 invalid character '\\n' in string (expecting non-control character)\n"},
		{"binary", "\x7fELF\x00\x01", "1:1 FC001 invalid character '\\x7f' at start of value\n"},
		{"number", "[1.]", "1:4 FC001 invalid character ']' in number (expecting digit)\n"},
		{"literal", "[tru]", "1:5 FC001 invalid character ']' in literal true (expecting 'e')\n"},
		{"nested too deep", strings.Repeat("[", 129) + strings.Repeat("]", 129), "1:129 FC001 nested too deep: want at most 128 levels\n"},
		{"100,000 arrays", strings.Repeat("[", 100_000), "1:129 FC001 nested too deep: want at most 128 levels\n"},
		{"100,000 objects as keys", strings.Repeat(`{"a":{`, 100_000), "1:7 FC001 object member name must be a string\n"},
		{"a million values", "[" + strings.Repeat("1,", 1<<20) + "1]", "1:2097151 FC001 document too large: want at most 1048576 values\n"},
		{"50 MB", "[" + strings.Repeat("\n", 50<<20) + "]", "1:1 FC001 document too large: want at most 16777216 bytes, got 52428802\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, problems := parse(test.src)
			wantReport(t, problems, test.want)
			if w != nil {
				t.Error("a workflow was returned")
			}
		})
	}
}

func TestSyntaxErrorsUnderlineWholeCharacters(t *testing.T) {
	for _, src := range []string{"{} €", "\ufeff{} €", "[€]", "{€}", `{"a": 1 €}`} {
		_, problems := parse(src)
		if got := at(problems[0].File, problems[0].Span); got != "€" {
			t.Errorf("%s: %q is underlined", src, got)
		}
	}
}

func TestParseAcceptsTheDeepestDocument(t *testing.T) {
	// The document, and 127 arrays in it.
	_, problems := parse(head + `"nodes": [], "edges": [], "x-deep": ` + strings.Repeat("[", 127) + strings.Repeat("]", 127) + "}")
	wantReport(t, problems, "")
}
