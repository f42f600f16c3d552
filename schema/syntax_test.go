package schema_test

import (
	"fmt"
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
		{"two commas", "[1,,2]", "1:4 FC001 invalid character ',' at start of value\n  hint: remove the comma\n"},
		{"no comma", "{\"a\": 1\n\"b\": 2}", "2:1 FC001 invalid character '\"' after object value (expecting ',' or '}')\n  hint: write a comma at the end of line 1\n"},
		{"no colon", `{"a" 1}`, "1:6 FC001 invalid character '1' after object name (expecting ':')\n  hint: write a colon before it\n"},
		{"no value", `{"a": }`, "1:7 FC001 invalid character '}' at start of value\n  hint: write a value before it\n"},
		{"key without quotes", "{\n\té: 1}", "2:2 FC001 invalid character 'é' at start of key (expecting '\"' or '}')\n  hint: write it in double quotes: \"é\"\n"},
		{"key that is no text", `{1: 2}`, "1:2 FC001 object member name must be a string\n"},
		{"single quotes", `['a']`, "1:2 FC001 invalid character '\\'' at start of value\n  hint: use double quotes: \"…\"\n"},
		{"comment", "// c\n{}", "1:1 FC001 invalid character '/' at start of value\n  hint: remove the comment; a node of type \"note\" can hold it\n"},
		{"after the document", "{}\r\n\t{}", "2:2 FC001 unexpected '{' after the end of the document\n  hint: write each workflow into a file of its own\n"},
		{"invalid byte after the document", "{}\xff", "1:3 FC001 unexpected '\\xff' after the end of the document\n"},
		{"invalid UTF-8", "[\"é\xff\"]", "1:4 FC001 invalid UTF-8\n  hint: save the file as UTF-8\n"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "1:1 FC001 invalid character '\\xff' at start of value\n  hint: save the file as UTF-8\n"},
		{"half a surrogate pair", `["\ud800"]`, "1:3 FC001 invalid surrogate pair `\\ud800\"]` in string\n"},
		{"line break in text", "[\"a\nb\"]", "1:4 FC001 invalid character '\\n' in string (expecting non-control character)\n  hint: close the text with a quote, or write \\n for a line break in it\n"},
		{"binary", "\x7fELF\x00\x01", "1:1 FC001 invalid character '\\x7f' at start of value\n  hint: a workflow is a JSON object: it begins with {\n"},
		{"number", "[1.]", "1:4 FC001 invalid character ']' in number (expecting digit)\n"},
		{"literal", "[tru]", "1:5 FC001 invalid character ']' in literal true (expecting 'e')\n  hint: write it in double quotes: \"tru\"\n"},
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

// TestSyntaxErrorsSayWhatToWrite wants of texts that are almost JSON how they become it.
func TestSyntaxErrorsSayWhatToWrite(t *testing.T) {
	tests := []struct{ name, src, place, want string }{
		{"comment of a shell", "{\n# c\n}", "2:1", `remove the comment; a node of type "note" can hold it`},
		{"comment of SQL", "{\"a\":\n-- c\n1}", "2:2", `remove the comment; a node of type "note" can hold it`},
		{"a merge's first mark", "{\"a\": [\n<<<<<<< HEAD\n1]}", "2:1", "a merge has left its marks: keep one of the two sides, and remove the lines with marks"},
		{"a merge's last mark", "{\"a\": [1,\n>>>>>>> x\n2]}", "2:1", "a merge has left its marks: keep one of the two sides, and remove the lines with marks"},
		{"a merge's mark behind the end", "{}\n=======\n{}", "2:1", "a merge has left its marks: keep one of the two sides, and remove the lines with marks"},
		{"curly quotes", "{\"a\": “b”}", "1:7", `use double quotes: "…"`},
		{"backticks", "{\"a\": `b`}", "1:7", `use double quotes: "…"; a line break in it is \n`},
		{"a space that is none", "{\"a\":\u00a01}", "1:6", "remove U+00A0, which looks like a space or like nothing, or write a space"},
		{"a space that nobody sees", "{\u200b\"a\": 1}", "1:2", "remove U+200B, which looks like a space or like nothing, or write a space"},
		{"a tab in a text", "{\"a\": \"b\tc\"}", "1:9", `write \t`},
		{"a NUL in a text", "{\"a\": \"b\x00\"}", "1:9", `remove it, or write \u0000`},
		{"a quote in a text", `{"a": "say "hi" now"}`, "1:13", `write \" for a quote inside of a text`},
		{"a quote in an expression", `{"a": "{{request.headers["x"]}}"}`, "1:27", `write \" for a quote inside of a text`},
		{"a backslash", `{"a": "\d+"}`, "1:8", `write \\ for a backslash`},
		{"no comma in a line", `{"a": 1 "b": 2}`, "1:9", "write a comma before it"},
		{"no comma and no space", `{"a": "1""b": 2}`, "1:10", "write a comma before it"},
		{"no comma between objects", "[{}\n\n{}]", "3:1", "write a comma at the end of line 1"},
		{"a semicolon", `{"a": 1; "b": 2}`, "1:8", "write a comma in its place"},
		{"an equals sign", `{"a" = 1}`, "1:6", "write a colon in its place"},
		{"a comma for a colon", `{"a", 1}`, "1:5", "write a colon in its place"},
		{"two commas between members", `{"a": 1,, "b": 2}`, "1:9", "remove the comma"},
		{"a brace too many", `[{"a": 1}}]`, "1:10", `remove it, or close the "[" before it with "]"`},
		{"a brace too few", "[{\"a\": 1,\n{\"b\": 2}]", "2:1", `close the object before it with "}"; where a list is meant, open that with "["`},
		{"a brace too few at the end", `[{"a": 1]`, "1:9", `remove it, or close the "{" before it with "}"`},
		{"a brace too many at the end", `{"a": 1}}`, "1:9", "remove it, or the bracket before it that closes too much"},
		{"Python's null", `{"a": None}`, "1:7", "write null"},
		{"Python's true", `{"a": True}`, "1:7", "write true"},
		{"JavaScript's null", `{"a": undefined}`, "1:7", "write null"},
		{"no number", `{"a": NaN}`, "1:7", "write a number, or null"},
		{"a name", `{"a": user}`, "1:7", `write it in double quotes: "user"`},
		{"a name that begins like a literal", `{"a": token}`, "1:8", `write it in double quotes: "token"`},
		{"a placeholder", `{"a": {{user.id}}}`, "1:8", `write a placeholder in quotes: "{{user.id}}"`},
		{"a hexadecimal number", `{"a": 0x10}`, "1:8", "write a number in decimal digits, without a zero ahead"},
		{"a zero ahead", `{"a": 0404}`, "1:8", "write a number in decimal digits, without a zero ahead"},
		{"a sign ahead", `{"a": +1}`, "1:7", "write the number without a sign ahead"},
		{"a dot ahead", `{"a": .5}`, "1:7", "write a zero before the dot"},
		{"YAML", "name: me\n", "1:2", "a workflow is a JSON object: it begins with {"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, problems := parse(test.src)
			if len(problems) != 1 || problems[0].Hint != test.want {
				t.Fatalf("it says %+v, want the hint %q", problems, test.want)
			}
			if line, column := problems[0].File.Position(problems[0].Span.Start); fmt.Sprintf("%d:%d", line, column) != test.place {
				t.Errorf("it says so at %d:%d, want %s", line, column, test.place)
			}
		})
	}
}

// TestBracketsThatDoNotMatch wants the bracket that is open to be shown.
func TestBracketsThatDoNotMatch(t *testing.T) {
	_, problems := parse("[\n{\"a\": 1,\n{\"b\": 2}]")
	wantReport(t, problems, "3:1 FC001 object member name must be a string\n  2:1 opened here and not closed\n  hint: close the object before it with \"}\"; where a list is meant, open that with \"[\"\n")
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
