package diag_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/schema/diag"
)

func writeText(t *testing.T, l diag.List, color bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := diag.WriteText(&b, l, color); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The codes of these tests.
var (
	key      = &diag.Code{Name: "FC002", Title: "unknown key", Doc: "First paragraph.\n\nSecond, with `code`."}
	unproved = &diag.Code{Name: "FC002", Severity: diag.Warning}
	stale    = &diag.Code{Name: "FC505"}
	leftover = &diag.Code{Name: "FC505", Severity: diag.Warning, Title: "left over, or: two"}
)

// about returns a diagnostic at the first place of part in src.
func about(name, src, part string) diag.Diagnostic {
	start := strings.Index(src, part)
	return diag.Diagnostic{Code: key, Message: "m", File: diag.NewFile(name, []byte(src)), Span: diag.Span{Start: start, End: start + len(part)}}
}

func TestWriteText(t *testing.T) {
	whole := about("flows/login.flow.json", "{\r\n\t\"é\": 1, \"nodez\": 2\r\n}", `"nodez"`)
	whole.Message, whole.Hint = `unknown key "nodez"`, `did you mean "nodes"?`
	whole.Related = []diag.Related{{File: whole.File, Span: diag.Span{Start: 4, End: 8}, Message: "first used here"}}
	nowhere := diag.Diagnostic{Code: leftover, Message: "left over"}
	long := strings.Repeat("é", 200) + `"here"` + strings.Repeat("x", 200)
	tests := []struct {
		name string
		d    diag.Diagnostic
		want string
	}{
		{"all parts", whole, `
flows/login.flow.json:2:10: error: unknown key "nodez" [FC002]
      "é": 1, "nodez": 2
              ^~~~~~~
note: flows/login.flow.json:2:2: first used here
      "é": 1, "nodez": 2
      ^~~
hint: did you mean "nodes"?
`},
		{"no file", nowhere, "warning: left over [FC505]\n"},
		{"several lines", about("a", "x = {\n  1\n}\n", "{\n  1\n}"), "a:1:5: error: m [FC002]\n  x = {\n      ^\n"},
		{"end of the file", about("a", "ab\n", ""), "a:1:1: error: m [FC002]\n  ab\n  ^\n"},
		{"byte-order mark", about("a", "\ufeffab", "b"), "a:1:2: error: m [FC002]\n  ab\n   ^\n"},
		{"long line", about("a", long, `"here"`), "a:1:201: error: m [FC002]\n  …" + strings.Repeat("é", 40) + `"here"` + strings.Repeat("x", 74) + "…\n  " +
			strings.Repeat(" ", 41) + "^~~~~~\n"},
		{"end of a long line", about("a", strings.Repeat("x", 200)+"end", "end"), "a:1:201: error: m [FC002]\n  …" + strings.Repeat("x", 117) + "end\n  " +
			strings.Repeat(" ", 118) + "^~~\n"},
		{"long span", about("a", "["+strings.Repeat("1", 500)+"]", strings.Repeat("1", 500)), "a:1:2: error: m [FC002]\n  [" + strings.Repeat("1", 119) + "…\n   ^" + strings.Repeat("~", 118) + "\n"},
		{"what would control a terminal", about("a\x1b[31m", "\x1b[31m\u202e\x00é", "é"), "a\ufffd[31m:1:8: error: m [FC002]\n  \ufffd[31m\ufffd\ufffdé\n         ^\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := writeText(t, diag.List{test.d}, false)
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWriteTextColorsOnlyWhenAsked(t *testing.T) {
	l := diag.List{about("a", "abc", "b")}
	colored := writeText(t, l, true)
	if !strings.Contains(colored, "\x1b[31;1merror:\x1b[") {
		t.Errorf("no color: %q", colored)
	}
	if plain := writeText(t, l, false); strings.Contains(plain, "\x1b") {
		t.Errorf("color: %q", plain)
	}
}

func TestWriteJSON(t *testing.T) {
	src := "{\n \"é\": [1, 2]}"
	d := about("login.flow.json", src, "[1, 2]")
	d.Code, d.Hint, d.Node, d.Output = unproved, "<do>", "user", "out"
	d.Related = []diag.Related{{File: d.File, Span: diag.Span{Start: 11, End: 12}, Message: "here"}}
	var b bytes.Buffer
	if err := diag.WriteJSON(&b, diag.List{d, {Code: stale, Message: "left over"}}); err != nil {
		t.Fatal(err)
	}
	want := `[
  {
    "code": "FC505",
    "slug": "",
    "severity": "error",
    "message": "left over",
    "file": "",
    "line": 0,
    "column": 0,
    "endLine": 0,
    "endColumn": 0,
    "offset": 0,
    "endOffset": 0,
    "pointer": "",
    "node": "",
    "output": "",
    "hint": "",
    "related": []
  },
  {
    "code": "FC002",
    "slug": "",
    "severity": "warning",
    "message": "m",
    "file": "login.flow.json",
    "line": 2,
    "column": 7,
    "endLine": 2,
    "endColumn": 13,
    "offset": 9,
    "endOffset": 15,
    "pointer": "/é",
    "node": "user",
    "output": "out",
    "hint": "<do>",
    "related": [
      {
        "message": "here",
        "file": "login.flow.json",
        "line": 2,
        "column": 9,
        "endLine": 2,
        "endColumn": 10,
        "offset": 11,
        "endOffset": 12,
        "pointer": "/é"
      }
    ]
  }
]
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWriteJSONOfNothingIsAnArray(t *testing.T) {
	var b bytes.Buffer
	if err := diag.WriteJSON(&b, nil); err != nil || b.String() != "[]\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestWritersReportWhatTheirWriterDoes(t *testing.T) {
	full := errors.New("disk full")
	l := diag.List{{Code: stale, Message: "m"}}
	if err := diag.WriteText(failing{full}, l, false); !errors.Is(err, full) {
		t.Errorf("WriteText: %v", err)
	}
	if err := diag.WriteJSON(failing{full}, l); !errors.Is(err, full) {
		t.Errorf("WriteJSON: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
