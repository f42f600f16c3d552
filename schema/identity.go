package schema

import (
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// extension is what the name of every workflow file ends with.
const extension = ".flow.json"

// stem returns the file's name without folder and extension, and reports one that can't name
// the generated Go file beside it.
func (p *parser) stem() string {
	base := p.file.Name[strings.LastIndexAny(p.file.Name, `/\`)+1:]
	stem, ok := strings.CutSuffix(base, extension)
	switch start := (diag.Span{}); {
	case !ok:
		p.report(diag.FC006, start, "", "file name %s does not end in %q", quote(base), extension)
	case stem == "flows":
		p.report(diag.FC006, start, "rename the file", "file name %s is taken: flows.flow.go is the package's own file", quote(base))
	case !validStem(stem):
		p.report(diag.FC006, start, "rename the file", "file name %s is malformed, want a-z, then a-z, 0-9 and \"-\", before %q", quote(base), extension)
	}
	return stem
}

// StemOf returns the name of a workflow's file without folder and extension.
func StemOf(name string) string {
	return strings.TrimSuffix(name[strings.LastIndexAny(name, `/\`)+1:], extension)
}

// validStem reports whether s matches [a-z][a-z0-9-]*.
func validStem(s string) bool {
	return s != "" && isLower(s[0]) && only(s, func(c byte) bool { return isLower(c) || isDigit(c) || c == '-' })
}

// validID reports whether s matches [a-z0-9]{20,}.
func validID(s string) bool {
	return len(s) >= 20 && only(s, func(c byte) bool { return isLower(c) || isDigit(c) })
}

// validName reports whether s matches [A-Za-z][A-Za-z0-9 _-]*.
func validName(s string) bool {
	return s != "" && isLetter(s[0]) && only(s, func(c byte) bool {
		return isLetter(c) || isDigit(c) || c == ' ' || c == '_' || c == '-'
	})
}

func only(s string, allowed func(byte) bool) bool {
	for i := range len(s) {
		if !allowed(s[i]) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return isLower(c) || 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
