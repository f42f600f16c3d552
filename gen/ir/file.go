package ir

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// filePath is a path as go:embed takes it, without what means something to it.
var filePath = regexp.MustCompile(`^[A-Za-z0-9._~+=,@!#$%&()\[\]{} /-]+$`)

// readFile reads the path of a file of the folder (FC203).
func (b *builder) readFile(n *Node, v *Value) bool {
	v.Text = v.JSON.Text
	problem, hint := b.fileProblem(v.Text)
	if problem == "" {
		return true
	}
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC203, Span: v.JSON.Span, Message: fmt.Sprintf("%q: %s", v.Field.Name, problem), Hint: hint,
	})
	return false
}

// fileProblem says why a path names no file that the program can hold.
func (b *builder) fileProblem(name string) (problem, hint string) {
	const inside = "write a path below the folder of the workflows, such as \"files/logo.svg\""
	switch {
	case name == "":
		return "want the path of a file, got nothing", inside
	case strings.Contains(name, "{{"):
		return fmt.Sprintf("want a path without placeholders, got %q", name), "name one file: it becomes part of the program"
	case path.IsAbs(name), strings.Contains(name, `\`), path.Clean(name) == "..", strings.HasPrefix(path.Clean(name), "../"):
		return fmt.Sprintf("%q is out of the folder", name), inside
	case !fs.ValidPath(name) || name == "." || !filePath.MatchString(name) || strings.ContainsAny(name, "[]"):
		return fmt.Sprintf("%q is no path that Go can embed", name), inside
	case strings.HasPrefix(name, ".") || strings.Contains(name, "/."):
		return fmt.Sprintf("%q is hidden", name), "files such as .env are for nobody to read; give it a name without a dot before it"
	case b.files == nil:
		return "", ""
	}
	return b.noFile(name), "put it there, as a plain file"
}

// noFile says why there is no plain file of that name. Of a link nobody knows where it leads on another machine.
func (b *builder) noFile(name string) string {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := fs.Lstat(b.files, at)
		switch {
		case err != nil:
			return fmt.Sprintf("there is no file %q in the folder", name)
		case at == name && info.IsDir():
			return fmt.Sprintf("%q is a folder", name)
		case at == name && !info.Mode().IsRegular(), at != name && !info.IsDir():
			return fmt.Sprintf("%q is no plain file", at)
		}
	}
	return ""
}
