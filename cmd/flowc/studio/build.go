package studio

import (
	"bytes"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Build is what the Go compiler has said of a project: a writer between it and the terminal, which it slows down by
// nothing.
type Build struct {
	out io.Writer

	mu   sync.Mutex
	text bytes.Buffer // of the last build
}

// maxBuild bounds what is kept of a build.
const maxBuild = 1 << 20

// NewBuild returns a Build that passes on to out.
func NewBuild(out io.Writer) *Build { return &Build{out: out} }

// Write implements io.Writer.
func (b *Build) Write(p []byte) (int, error) {
	b.mu.Lock()
	if b.text.Len() < maxBuild {
		b.text.Write(p)
	}
	b.mu.Unlock()
	return b.out.Write(p)
}

// Fd returns the descriptor of the terminal: output that is coloured there is coloured here.
func (b *Build) Fd() uintptr {
	if file, ok := b.out.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0) // of no file
}

// begin forgets the build before.
func (b *Build) begin() {
	if b == nil {
		return
	}
	b.mu.Lock()
	b.text.Reset()
	b.mu.Unlock()
}

// compiled matches a line of the go command about a place; those of flowc have a code.
var (
	compiled = regexp.MustCompile(`^(?:vet: )?(\S+\.go):(\d+)(?::\d+)?: (.+)$`)
	ofFlowc  = regexp.MustCompile(`\bFC\d{3}\b`)
)

// problems are what the compiler has found wrong, at the nodes that it is of. They have no code. Paths are from dir,
// where the go command ran.
func (b *Build) problems(dir string, p *projectState) []problem {
	var list []problem
	if b == nil {
		return list
	}
	b.mu.Lock()
	text := b.text.String()
	b.mu.Unlock()
	for line := range strings.Lines(text) {
		m := compiled.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || ofFlowc.MatchString(line) {
			continue
		}
		number, _ := strconv.Atoi(m[2]) // digits; too many are no line of anything
		found := problem{Severity: diag.Error.String(), Message: m[3], File: filepath.ToSlash(filepath.Clean(m[1])), Line: number, Wire: -1}
		found.Workflow, found.Node = p.lineOf(filepath.Join(dir, m[1]), number)
		list = append(list, found)
	}
	return list
}

// lineOf is the workflow that a file was generated of, and the id of the node whose lines hold a line.
func (p *projectState) lineOf(path string, line int) (key, node string) {
	stem, generated := strings.CutSuffix(filepath.Base(path), project.GeneratedSuffix)
	for _, f := range p.folders {
		src, known := f.Generated[filepath.Base(path)]
		if !generated || !known || project.Absolute(f.Dir) != project.Absolute(filepath.Dir(path)) {
			continue
		}
		for _, lines := range linesOf(string(src)) {
			if lines.From <= line && line <= lines.To {
				node = lines.Node
			}
		}
		key = filepath.ToSlash(filepath.Join(f.Dir, stem))
		if w := workflowOf(f, key); w != nil {
			if n := w.NodeNamed(node); n != nil {
				return key, n.ID.Value
			}
		}
		return key, ""
	}
	return "", ""
}
