package diag

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// WriteGitHub prints l, sorted, as workflow commands of GitHub Actions, which show each diagnostic at its line of a
// pull request ("Workflow commands for GitHub Actions"). Notes and the hint stand below the message.
func WriteGitHub(w io.Writer, l List) error {
	var out bytes.Buffer
	for _, d := range l.Sorted() {
		title := d.Code.String() + ": " + d.Code.Title
		fmt.Fprintf(&out, "::%s %stitle=%s::%s\n", githubCommands[d.Severity()], githubPlace(d.File, d.Span), githubProperty.Replace(title), githubText.Replace(githubMessage(d)))
	}
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write diagnostics as annotations: %w", err)
	}
	return nil
}

// githubCommands are the commands for diagnostics of each severity.
var githubCommands = map[Severity]string{Error: "error", Warning: "warning", Note: "notice"}

// githubText and githubProperty are the two escapes of a command: its text, and what a comma or colon would end.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// githubPlace is the properties that say where, each with a comma behind it; "" without a file.
func githubPlace(f *File, s Span) string {
	if f == nil {
		return ""
	}
	line, column := f.Position(s.Start)
	endLine, _ := f.Position(s.End)
	return fmt.Sprintf("file=%s,line=%d,endLine=%d,col=%d,", githubProperty.Replace(filepath.ToSlash(f.Name)), line, endLine, column)
}

func githubMessage(d Diagnostic) string {
	lines := []string{d.Message}
	for _, r := range d.Related {
		note := "note: " + r.Message
		if r.File != nil {
			line, column := r.File.Position(r.Span.Start)
			note = fmt.Sprintf("note: %s:%d:%d: %s", r.File.Name, line, column, r.Message)
		}
		lines = append(lines, note)
	}
	if d.Hint != "" {
		lines = append(lines, "hint: "+d.Hint)
	}
	return strings.Join(lines, "\n")
}
