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

// describe makes the decoder's message about the character at an offset in text say what was expected, and guesses what
// its author meant.
func describe(message, text string, at int, wantsKey bool) (better, hint string) {
	if before, ok := strings.CutSuffix(message, " at start of value"); ok && wantsKey {
		message = before + " at start of key (expecting '\"' or '}')"
	}
	m := misplaced{message: message, text: text, at: at, rest: text[at:], before: strings.TrimRight(text[:at], jsonSpace)}
	if strings.HasPrefix(m.rest, ",") {
		if next := strings.TrimLeft(m.rest[1:], jsonSpace); next != "" && strings.ContainsRune("]}", rune(next[0])) {
			return "unexpected ',' before " + jsonRune(next), "remove the comma"
		}
	}
	return message, m.hint()
}

// jsonRune quotes the first character of text as the decoder's own messages do.
func jsonRune(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && n == 1 {
		return `'\x` + strconv.FormatUint(uint64(text[0]), 16) + `'`
	}
	return strconv.QuoteRune(r)
}
