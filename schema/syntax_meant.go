package schema

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// jsonSpace is what may stand between the tokens of JSON.
const jsonSpace = " \t\r\n"

// misplaced is a character that can't stand where it does.
type misplaced struct {
	message string // the decoder's
	text    string
	at      int    // of the character, in text
	rest    string // of text, from the character on
	before  string // text ahead of it, without the spaces between
}

// hint guesses what the author of the text meant, and says what to write; "" is no guess.
func (m misplaced) hint() string {
	if hint := foreign(m.rest); hint != "" && !strings.HasSuffix(m.message, "in string (expecting non-control character)") {
		return hint
	}
	switch {
	case m.message == "invalid UTF-8":
		return "save the file as UTF-8"
	case strings.HasPrefix(m.message, "invalid escape sequence"):
		return `write \\ for a backslash`
	case strings.HasSuffix(m.message, "in string (expecting non-control character)"):
		return m.control()
	case strings.HasSuffix(m.message, "after object name (expecting ':')"):
		return m.colon()
	case strings.Contains(m.message, "after object value"), strings.Contains(m.message, "after array element"):
		return m.comma()
	case strings.Contains(m.message, "at start of key"), m.message == "object member name must be a string":
		return m.key()
	case strings.HasSuffix(m.message, "at start of value"), strings.Contains(m.message, "in literal "):
		return m.value()
	case strings.Contains(m.message, " in number ") && strings.HasSuffix(m.before, "-") && m.rest[0] == '-':
		return noComment
	}
	return ""
}

// marks are beginnings of what is no JSON wherever it stands between tokens, with what to write in its place.
var marks = []struct{ begins, hint string }{
	{"\xff\xfe", "save the file as UTF-8"},
	{"\xfe\xff", "save the file as UTF-8"},
	{"//", noComment},
	{"/*", noComment},
	{"#", noComment},
	{"<!--", noComment},
	{"<<<<<<<", noMerge},
	{"|||||||", noMerge},
	{"=======", noMerge},
	{">>>>>>>", noMerge},
	{"'", straight},
	{"`", straight + `; a line break in it is \n`},
	{"\u201c", straight}, {"\u201d", straight}, {"\u201e", straight}, {"\u00ab", straight}, {"\u00bb", straight},
	{"\u2018", straight}, {"\u2019", straight},
}

const (
	noComment = `remove the comment; a node of type "note" can hold it`
	noMerge   = "a merge has left its marks: keep one of the two sides, and remove the lines with marks"
	straight  = `use double quotes: "…"`
)

// foreign says what to write in place of what begins like no JSON, "" where it may be some.
func foreign(rest string) string {
	for _, m := range marks {
		if strings.HasPrefix(rest, m.begins) {
			return m.hint
		}
	}
	if r, _ := utf8.DecodeRuneInString(rest); r != utf8.RuneError && (unicode.Is(unicode.Zs, r) && r != ' ' || unicode.Is(unicode.Cf, r)) {
		return fmt.Sprintf("remove U+%04X, which looks like a space or like nothing, or write a space", r)
	}
	return ""
}

// control is about a character that a text can't hold as it is.
func (m misplaced) control() string {
	switch c := m.rest[0]; c {
	case '\n', '\r':
		return `close the text with a quote, or write \n for a line break in it`
	case '\t':
		return `write \t`
	default:
		return fmt.Sprintf(`remove it, or write \u%04x`, c)
	}
}

// colon is about what follows a key.
func (m misplaced) colon() string {
	if strings.ContainsRune("=,;", rune(m.rest[0])) {
		return "write a colon in its place"
	}
	return "write a colon before it"
}

// comma is about what follows a value.
func (m misplaced) comma() string {
	c := m.rest[0]
	switch {
	case c == ';':
		return "write a comma in its place"
	case c == '}':
		return `remove it, or close the "[" before it with "]"`
	case c == ']':
		return `remove it, or close the "{" before it with "}"`
	case strings.ContainsRune(`"{[`, rune(c)) && (m.at > len(m.before) || member.MatchString(m.rest)):
		return m.missingComma()
	case strings.HasSuffix(m.before, `"`):
		return `write \" for a quote inside of a text`
	case strings.HasSuffix(m.before, "0"):
		return "write a number in decimal digits, without a zero ahead"
	}
	return ""
}

// missingComma says where a comma is missing: at the end of a line, where what follows begins another.
func (m misplaced) missingComma() string {
	if lines := strings.Count(m.text[len(m.before):m.at], "\n"); lines > 0 {
		return fmt.Sprintf("write a comma at the end of line %d", strings.Count(m.before, "\n")+1)
	}
	return "write a comma before it"
}

var member = regexp.MustCompile(`^"[^"\n]*"\s*:`)

var bareWord = regexp.MustCompile(`^[\pL_$][\pL\pN_$.-]*`)

// key is about what stands where a key or the end of an object is expected.
func (m misplaced) key() string {
	switch word := bareWord.FindString(m.rest); {
	case word != "":
		return fmt.Sprintf("write it in double quotes: %q", word)
	case m.rest[0] == ',':
		return "remove the comma"
	case m.rest[0] == '{' && strings.HasSuffix(m.text[:m.at], "{"):
		return m.placeholder()
	case m.rest[0] == '{' && strings.HasSuffix(m.before, ","):
		return `close the object before it with "}"; where a list is meant, open that with "["`
	case m.rest[0] == ']':
		return `close the "{" before it with "}"`
	}
	return ""
}

// placeholder is about one that stands in no text; "" where it is none.
func (m misplaced) placeholder() string {
	if inside, _, ok := strings.Cut(m.rest[1:], "}}"); ok && !strings.ContainsAny(inside, "\"\n") {
		return fmt.Sprintf("write a placeholder in quotes: \"{{%s}}\"", inside)
	}
	return ""
}

// words are how other languages write what JSON has too.
var words = map[string]string{
	"None": "null", "nil": "null", "NULL": "null", "Null": "null", "undefined": "null",
	"True": "true", "TRUE": "true", "yes": "true", "False": "false", "FALSE": "false", "no": "false",
}

// value is about what stands where a value is expected.
func (m misplaced) value() string {
	if strings.Contains(m.message, "in literal ") { // which the decoder has begun to read
		start := strings.LastIndexFunc(m.text[:m.at], func(r rune) bool { return !unicode.IsLetter(r) }) + 1
		m.before, m.rest = strings.TrimRight(m.text[:start], jsonSpace), m.text[start:]
	}
	word := bareWord.FindString(m.rest)
	switch {
	case m.before == "":
		return "a workflow is a JSON object: it begins with {"
	case words[word] != "":
		return "write " + words[word]
	case word == "NaN" || word == "Infinity":
		return "write a number, or null"
	case word != "":
		return fmt.Sprintf("write it in double quotes: %q", word)
	case strings.HasPrefix(m.rest, "+"):
		return "write the number without a sign ahead"
	case strings.HasPrefix(m.rest, "."):
		return "write a zero before the dot"
	case strings.HasPrefix(m.rest, ",") && !strings.HasSuffix(m.before, ":"):
		return "remove the comma"
	case strings.HasSuffix(m.before, ":"):
		return "write a value before it"
	}
	return ""
}

// afterEnd is about what follows the end of a document.
func afterEnd(rest string) string {
	switch {
	case strings.HasPrefix(rest, "}"), strings.HasPrefix(rest, "]"):
		return "remove it, or the bracket before it that closes too much"
	case strings.HasPrefix(rest, "{"):
		return "write each workflow into a file of its own"
	}
	return foreign(rest)
}
