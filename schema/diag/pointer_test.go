package diag_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

func TestPointer(t *testing.T) {
	src := "\ufeff {\"nodes\": [{\"id\": \"a\"}, [10, {}]], \"a/b~c\\u0064\": {\"\": tru\u0065}}\r\n"
	f := diag.NewFile("a.json", []byte(src))
	tests := []struct{ at, want string }{
		{" {\"nodes", ""},
		{`{"nodes`, ""},
		{`"nodes`, "/nodes"},
		{`: [{`, "/nodes"},
		{`[{`, "/nodes"},
		{`"id`, "/nodes/0/id"},
		{`"a"}`, "/nodes/0/id"},
		{`}, [`, "/nodes/0"},
		{`, [10`, "/nodes"},
		{`0, {`, "/nodes/1/0"},
		{`{}]`, "/nodes/1/1"},
		{`, "a/b`, ""},
		{`/b~c`, "/a~1b~0cd"},
		{`"": `, "/a~1b~0cd/"},
		{`rue`, "/a~1b~0cd/"},
		{"\r\n", ""},
	}
	for _, test := range tests {
		offset := strings.Index(src, test.at)
		if offset < 0 {
			t.Fatalf("%q is not in the document", test.at)
		}
		if got := f.Pointer(offset); got != test.want {
			t.Errorf("at %q: got %q, want %q", test.at, got, test.want)
		}
	}
	if got := f.Pointer(-1) + f.Pointer(999); got != "" {
		t.Errorf("outside of the document: %q", got)
	}
}

func TestPointerOfAHugeDocumentIsEmpty(t *testing.T) {
	src := "[" + strings.Repeat("1,", 3<<20) + "1]"
	if got := diag.NewFile("a.json", []byte(src)).Pointer(1); got != "" {
		t.Errorf("%q", got)
	}
}

func TestPointerOfWhatIsNotJSON(t *testing.T) {
	for _, src := range []string{"", "package flows", `{"a": [1}`, `{"a": 1} {"a": 2}`, strings.Repeat("[", 100_000)} {
		if got := diag.NewFile("a", []byte(src)).Pointer(len(src) / 2); got != "" {
			t.Errorf("%.20s: %q", src, got)
		}
	}
}
