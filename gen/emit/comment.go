package emit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// commentWidth is the most runes of a comment's line.
const commentWidth = 100

// comment writes text in front of a declaration, in lines that a screen shows.
func comment(text string) *jen.Statement {
	c := jen.Null()
	for _, line := range wrapped(text) {
		c.Comment(line).Line()
	}
	return c
}

// wrapped breaks text into lines. A line begins with a letter: gofmt would make a list of one that begins with a dash
// or a number.
func wrapped(text string) []string {
	var lines []string
	line, width := "", commentWidth-len("// ")
	for _, word := range beginnings(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// beginnings returns the words with which a line may begin, each with those behind it with which none may.
func beginnings(text string) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		first, _ := utf8.DecodeRuneInString(word)
		if unicode.IsLetter(first) || len(words) == 0 {
			words = append(words, word)
		} else {
			words[len(words)-1] += " " + word
		}
	}
	return words
}
