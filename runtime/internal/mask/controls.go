package mask

import (
	"bytes"
	"fmt"
)

// EscapeControls writes as escape sequences what slog leaves as it is but a terminal may obey: DEL, and in JSON the C1
// controls, one of which starts a command as ESC does, and what changes the direction of writing. The line has these
// inside of texts only.
func EscapeControls(line []byte) []byte {
	if bytes.IndexByte(line, 0x7f) < 0 && bytes.IndexByte(line, 0xc2) < 0 && bytes.IndexByte(line, 0xe2) < 0 {
		return line
	}
	var escaped []byte
	done := 0
	for i, r := range string(line) {
		if !isObeyed(r) {
			continue
		}
		escaped = fmt.Appendf(append(escaped, line[done:i]...), `\u%04x`, r)
		done = i + len(string(r))
	}
	if done == 0 {
		return line
	}
	return append(escaped, line[done:]...)
}

func isObeyed(r rune) bool {
	switch {
	case r < 0x7f:
		return false
	case r <= 0x9f, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}
