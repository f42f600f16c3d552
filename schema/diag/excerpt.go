package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	excerptBefore = 40  // code points shown before a span in a line that is cut
	excerptWidth  = 120 // code points shown of one line
	tabWidth      = 4   // cells
	ellipsis      = "…"
)

// excerpt is the part of a source line that a message shows.
type excerpt struct {
	text   string // safe to print on a terminal
	indent int    // cells before the span
	width  int    // cells of the span, at least 1
}

// newExcerpt returns the line in which s begins, cut around s where it is long.
func newExcerpt(f *File, s Span) excerpt {
	line := f.line(min(max(s.Start, 0), len(f.Src)))
	at := min(max(s.Start, line.Start), line.End)
	from, to := window(f.Src[line.Start:line.End], at-line.Start)
	from, to = from+line.Start, to+line.Start
	end := min(max(s.End, at), to)

	before, marked := cells(f.Src[from:at]), cells(f.Src[at:end])
	e := excerpt{text: cells(f.Src[from:to]), indent: utf8.RuneCountInString(before), width: max(1, utf8.RuneCountInString(marked))}
	if from > line.Start {
		e.text, e.indent = ellipsis+e.text, e.indent+1
	}
	if to < line.End {
		e.text += ellipsis
	}
	e.text = strings.TrimRight(e.text, " ")
	return e
}

// window returns the bounds of the at most excerptWidth code points of line around at. It looks
// at no more of the line, which may be a whole document.
func window(line []byte, at int) (from, to int) {
	if len(line) <= excerptWidth {
		return 0, len(line)
	}
	from = backward(line, forward(line, at, excerptWidth-excerptBefore), excerptWidth)
	return from, forward(line, from, excerptWidth)
}

// forward returns the offset n code points after at, or the end of line.
func forward(line []byte, at, n int) int {
	for ; n > 0 && at < len(line); n-- {
		_, size := utf8.DecodeRune(line[at:])
		at += size
	}
	return at
}

// backward returns the offset n code points before at, or 0.
func backward(line []byte, at, n int) int {
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRune(line[:at])
		at -= size
	}
	return at
}

// cells writes source text so that each code point takes one cell, or tabWidth for a tab, and
// none can control a terminal or reorder what it shows.
func cells(src []byte) string {
	var b strings.Builder
	for _, r := range string(src) {
		switch {
		case r == '\t':
			b.WriteString(strings.Repeat(" ", tabWidth))
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteRune(utf8.RuneError)
		}
	}
	return b.String()
}

// printable replaces what could control a terminal or break a line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, s)
}
