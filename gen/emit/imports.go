package emit

import (
	"bytes"
	"strings"
)

// grouped puts the standard library's imports, whose paths have no dot in their first element, before all others, with
// an empty line between. The formatter sorts each group. A file with one import has no block, and is left alone.
func grouped(src []byte) []byte {
	const open, end = "\nimport (\n", "\n)"
	before, rest, ok := bytes.Cut(src, []byte(open))
	if !ok {
		return src
	}
	block, after, ok := bytes.Cut(rest, []byte(end))
	if !ok {
		return src
	}
	var standard, others []string
	for line := range strings.Lines(string(block)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		_, path, _ := strings.Cut(line, `"`)
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			others = append(others, line)
		} else {
			standard = append(standard, line)
		}
	}
	groups := strings.Join(standard, "\n") + "\n\n" + strings.Join(others, "\n")
	return bytes.Join([][]byte{before, []byte(open + groups + end), after}, nil)
}
