package diag

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// File is a source file that diagnostics point into. Its methods may be called concurrently.
type File struct {
	Name string // as messages show it
	Src  []byte // as on disk; must not change

	markOnce sync.Once
	marks    []mark // at every multiple of interval

	indexOnce sync.Once
	values    []valueSpan // of a JSON document
}

// NewFile returns a File. Its lines and JSON values are indexed when a place is first asked for.
func NewFile(name string, src []byte) *File { return &File{Name: name, Src: src} }

// name is "" for a nil File, so that diagnostics without one sort first.
func (f *File) name() string {
	if f == nil {
		return ""
	}
	return f.Name
}

// Position returns the line and column of a byte offset, both counted from 1. A column counts
// Unicode code points; a byte-order mark does not count and a tab counts as one. An offset
// outside of the file is taken as the nearest one inside.
func (f *File) Position(offset int) (line, column int) {
	at := f.mark(offset)
	start := f.mark(max(at.lineStart, bomLen(f.Src)))
	return at.line + 1, max(1, at.runes-start.runes+1) // 1 inside the byte-order mark too
}

// line returns the bounds of the line that holds offset, without its line break and without a
// byte-order mark.
func (f *File) line(offset int) Span {
	at := f.mark(offset)
	end := len(f.Src)
	if n := bytes.IndexByte(f.Src[at.offset:], '\n'); n >= 0 {
		end = at.offset + n
	}
	if end > at.lineStart && f.Src[end-1] == '\r' {
		end--
	}
	return Span{min(max(at.lineStart, bomLen(f.Src)), end), end}
}

// interval is how many bytes lie between two marks of a file. Counting from the nearest one
// keeps positions fast and small, whether a document is one line of megabytes or all line breaks.
const interval = 1024

// mark is what is known of one offset.
type mark struct {
	offset    int
	line      int // line breaks before offset
	lineStart int // offset of the line's first byte
	runes     int // code points before offset
}

// newMarks returns a mark for every multiple of interval.
func newMarks(src []byte) []mark {
	marks := []mark{{}}
	for m := marks[0]; m.offset+interval <= len(src); {
		m = m.advance(src, m.offset+interval)
		marks = append(marks, m)
	}
	return marks
}

// mark returns the mark of any offset.
func (f *File) mark(offset int) mark {
	f.markOnce.Do(func() { f.marks = newMarks(f.Src) })
	offset = min(max(offset, 0), len(f.Src))
	return f.marks[offset/interval].advance(f.Src, offset)
}

// advance returns the mark of a later offset.
func (m mark) advance(src []byte, offset int) mark {
	part := src[m.offset:offset]
	m.line += bytes.Count(part, []byte{'\n'})
	if n := bytes.LastIndexByte(part, '\n'); n >= 0 {
		m.lineStart = m.offset + n + 1
	}
	m.runes += countRunes(part)
	m.offset = offset
	return m
}

// countRunes counts the bytes that begin a code point, so that parts of a text can be counted
// apart even where a code point straddles them.
func countRunes(b []byte) int {
	n := 0
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// bomLen returns the length of the UTF-8 byte-order mark that src begins with, or 0.
func bomLen(src []byte) int {
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}
