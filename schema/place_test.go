package schema_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestFind follows pointers as RFC 6901 has them.
func TestFind(t *testing.T) {
	root, problem := schema.ReadJSON(`{"a/b": {"m~n": [10, {"": "x"}]}, "a": 1, "a": 2}`)
	if problem != nil {
		t.Fatal(problem.Message)
	}
	for pointer, want := range map[string]string{
		"/a~1b/m~0n/0": "10", "/a~1b/m~0n/1/": "x", "/a": "1",
		"/a~1b/m~0n/01": "", "/a~1b/m~0n/-1": "", "/a~1b/m~0n/2": "", "/b": "", "a": "", "/a/b": "", "/a~1b/m~0n/0/0": "",
	} {
		got := ""
		if v := root.Find(pointer); v != nil {
			got = v.Text
		}
		if got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	if root.Find("") != root {
		t.Error("the empty pointer is not the document")
	}
}

// TestOffset wants the inverse of Within, whatever escapes a text is written with.
func TestOffset(t *testing.T) {
	f := diag.NewFile("x", []byte(`{"t": "aé\n\u00e9\ud83d\ude00\\z"}`))
	root, _ := schema.ReadJSON(string(f.Src))
	v := root.Get("t")
	for i := range v.Text {
		if got := v.Offset(f, v.Within(f, i, i+1).Start); got != i {
			t.Errorf("byte %d of %q: %d", i, v.Text, got)
		}
	}
	if got := v.Offset(f, len(f.Src)); got != len(v.Text) {
		t.Errorf("behind the text: %d, want %d", got, len(v.Text))
	}
	if got := v.Offset(f, 0); got != 0 {
		t.Errorf("before the text: %d", got)
	}
}
