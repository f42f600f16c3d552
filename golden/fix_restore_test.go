package golden_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	fieldKey = regexp.MustCompile(`"((?:sql|jwt|auth|api|hash|storage|retry|response|endpoint|webhook|condition)[A-Z][A-Za-z]+)":`)
	anySpan  = regexp.MustCompile(`"([1-9][0-9]*)(ms|[smhdw])"`)
)

// TestFixRestores misspells the keys and the durations of whole projects. Fixing brings back each document as it was,
// to the byte, and so the same Go.
func TestFixRestores(t *testing.T) {
	misspelt := 0
	for _, c := range folders(t, "apps") {
		broken := fileSet{}
		for name, src := range c.files {
			broken[name] = src
			if strings.HasSuffix(name, ".flow.json") {
				text := fieldKey.ReplaceAllStringFunc(string(src), swapped)
				text = anySpan.ReplaceAllString(text, `"$1 $2"`)
				broken[name] = []byte(text)
				misspelt += len(fieldKey.FindAll(src, -1)) + len(anySpan.FindAll(src, -1))
			}
		}
		after, _ := fixed(t, broken)
		if diff := cmp.Diff(c.files, after); diff != "" {
			t.Errorf("%s (-was +fixed):\n%s", c.name, diff)
		}
	}
	if misspelt < 100 {
		t.Errorf("only %d keys and durations were misspelt", misspelt)
	}
}

// swapped exchanges the last two letters of a key, which stands in quotes and with its colon. That of storageKey could
// as well be storageBy, two edits away, and would be left to people; retryAfter is none of a node's, but the name of a value.
func swapped(key string) string {
	if key == `"storageKey":` || key == `"retryAfter":` {
		return key
	}
	b := []byte(key)
	n := len(b)
	b[n-4], b[n-3] = b[n-3], b[n-4]
	if string(b) == key { // two equal letters
		return key[:n-2] + `s":`
	}
	return string(b)
}
