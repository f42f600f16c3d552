package runtime

import (
	"bytes"
	"testing"
)

// TestBuffersKeepNoText unquotes a long text and then a short one: a buffer that waits for the next request holds neither.
func TestBuffersKeepNoText(t *testing.T) {
	a, b := &App{}, &bodyBuffer{}
	for _, text := range []string{`"a pass\u0077ord that is long"`, `"\u0061"`} {
		b.unquote([]byte(text))
	}
	scratch := b.scratch
	a.giveBuffer(b)
	if kept := scratch[:cap(scratch)]; bytes.ContainsFunc(kept, func(r rune) bool { return r != 0 }) {
		t.Errorf("a buffer keeps %q", kept)
	}
}
