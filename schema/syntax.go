package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/schema/diag"
)

// syntaxError is what makes a text not JSON.
type syntaxError struct {
	span    diag.Span
	message string
	hint    string
	opened  *diag.Span // the bracket that is not closed, where that is the mistake
}

// Error returns the message alone; the place is the caller's to print.
func (e *syntaxError) Error() string { return e.message }

// diagnostic returns e as FC001.
func (e *syntaxError) diagnostic(file *diag.File) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.FC001, Message: e.message, Hint: e.hint, File: file, Span: e.span}
	if e.opened != nil {
		d.Related = []diag.Related{{File: file, Span: *e.opened, Message: "opened here and not closed"}}
	}
	return d
}

// describe makes the decoder's message about the beginning of rest say what was expected, and
// guesses what its author meant.
func describe(message, rest string, wantsKey bool) (better, hint string) {
	if before, ok := strings.CutSuffix(message, " at start of value"); ok && wantsKey {
		message = before + " at start of key (expecting '\"' or '}')"
	}
	switch {
	case message == "invalid UTF-8", strings.HasPrefix(rest, "\xff\xfe"), strings.HasPrefix(rest, "\xfe\xff"):
		return message, "save the file as UTF-8"
	case strings.HasPrefix(rest, ","):
		if next := strings.TrimLeft(rest[1:], " \t\r\n"); next != "" && strings.ContainsRune("]}", rune(next[0])) {
			return "unexpected ',' before " + jsonRune(next), "remove the comma"
		}
	case strings.HasPrefix(rest, "'"):
		return message, `use double quotes: "…"`
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
		return message, `remove the comment; a node of type "note" can hold it`
	}
	return message, ""
}

// jsonRune quotes the first character of text as the decoder's own messages do.
func jsonRune(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && n == 1 {
		return `'\x` + strconv.FormatUint(uint64(text[0]), 16) + `'`
	}
	return strconv.QuoteRune(r)
}
