package main

import (
	"strings"
	"unicode/utf8"
)

// screenWidth is the width of an explanation, and exampleWidth that of its example, which is indented by four.
const (
	screenWidth  = 100
	exampleWidth = screenWidth - 4
)

// report returns a report of lint as a screen shows it: its message and hint folded, its excerpt cut around the mark.
func report(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var shown []string
	for i := 0; i < len(lines); i++ {
		if mark := strings.IndexByte(next(lines, i), '^'); mark >= 0 && strings.HasPrefix(lines[i], " ") {
			shown = append(shown, cut(lines[i], mark), cut(lines[i+1], mark))
			i++
			continue
		}
		shown = append(shown, folded(lines[i], exampleWidth))
	}
	return strings.Join(shown, "\n")
}

// next returns the line after one, "" where that has no mark of an excerpt.
func next(lines []string, i int) string {
	if i+1 < len(lines) && strings.Trim(lines[i+1], " ^~") == "" {
		return lines[i+1]
	}
	return ""
}

// cut returns what a screen has room for of a line, around its column mark.
func cut(line string, mark int) string {
	runes := []rune(line)
	from := 0
	if mark > exampleWidth/2 {
		from = mark - exampleWidth/2
	}
	from = min(from, len(runes))
	return string(runes[from:min(from+exampleWidth, len(runes))])
}

// folded breaks the lines of a text between words, where they are longer than width.
func folded(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		column := 0
		for word := range strings.SplitSeq(strings.TrimRight(line, "\n"), " ") {
			switch n := utf8.RuneCountInString(word); {
			case column == 0:
				column = n
			case column+1+n > width:
				b.WriteString("\n")
				column = n
			default:
				b.WriteString(" ")
				column += 1 + n
			}
			b.WriteString(word)
		}
		if strings.HasSuffix(line, "\n") {
			b.WriteString("\n")
		}
	}
	return b.String()
}
