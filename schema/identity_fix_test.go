package schema_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestIdentityIsMended wants a missing and a malformed id to be mended by a fresh one.
func TestIdentityIsMended(t *testing.T) {
	const rest = `"version": 1, "name": "me", "nodes": [], "edges": []}`
	for _, src := range []string{`{` + rest, `{"id": "me", ` + rest, `{"id": "ME-123456789012345678", ` + rest} {
		file := diag.NewFile("me.flow.json", []byte(src))
		_, problems := schema.Parse(file)
		if len(problems) != 1 || problems[0].Code != diag.FC006 || len(problems[0].Fix) != 1 {
			t.Errorf("%s: problems %v, want FC006 with a fix", src, problems)
			continue
		}
		edit := problems[0].Fix[0]
		mended := src[:edit.Span.Start] + edit.Text + src[edit.Span.End:]
		if _, problems = schema.Parse(diag.NewFile("me.flow.json", []byte(mended))); len(problems) != 0 {
			t.Errorf("%s is mended to %s, of which is said %v", src, mended, problems)
		}
	}
}
