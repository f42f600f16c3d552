package diag

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
)

// File is a source file that diagnostics point into. Its methods may be called concurrently.
type File struct {
	Name string // as messages show it
	Src  []byte // as on disk; must not change

	lines   func() lineTable
	pointer func() []valueSpan
}

// NewFile returns a File. Lines and JSON values are indexed when a position is first asked for.
func NewFile(name string, src []byte) *File {
	return &File{
		Name:    name,
		Src:     src,
		lines:   sync.OnceValue(func() lineTable { return newLineTable(src) }),
		pointer: sync.OnceValue(func() []valueSpan { return indexValues(src) }),
	}
}

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
	offset = min(max(offset, 0), len(f.Src))
	t := f.lines()
	line = t.lineOf(offset)
	return line + 1, t.runesBefore(f.Src, offset) - t.runesBefore(f.Src, t.starts[line]) + 1
}

// line returns the bounds of the line that holds offset, without its line break and without a
// byte-order mark.
func (f *File) line(offset int) Span {
	t := f.lines()
	i := t.lineOf(offset)
	end := len(f.Src)
	if i+1 < len(t.starts) {
		end = t.starts[i+1] - 1
	}
	start := t.starts[i]
	if i == 0 {
		start = bomLen(f.Src)
	}
	if end > start && f.Src[end-1] == '\r' {
		end--
	}
	return Span{min(start, end), end}
}

// chunk is how many bytes lie between two counted places of a lineTable. Counting from the
// nearest one keeps Position fast in a document that is one line of megabytes.
const chunk = 1024

type lineTable struct {
	starts []int // offset of the first byte of each line
	counts []int // code points before offset i*chunk
}

func newLineTable(src []byte) lineTable {
	t := lineTable{starts: []int{0}}
	runes := 0
	for i := 0; i < len(src); i += chunk {
		t.counts = append(t.counts, runes)
		part := src[i:min(i+chunk, len(src))]
		runes += countRunes(part)
		for at := 0; ; {
			n := bytes.IndexByte(part[at:], '\n')
			if n < 0 {
				break
			}
			at += n + 1
			t.starts = append(t.starts, i+at)
		}
	}
	t.counts = append(t.counts, runes)
	return t
}

// lineOf returns the index of the line that holds offset.
func (t lineTable) lineOf(offset int) int {
	return sort.SearchInts(t.starts, offset+1) - 1
}

// runesBefore counts the code points of src before offset, without a byte-order mark.
func (t lineTable) runesBefore(src []byte, offset int) int {
	i := offset / chunk
	n := t.counts[i] + countRunes(src[i*chunk:offset])
	if bom := bomLen(src); bom > 0 && offset >= bom {
		n--
	}
	return n
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
