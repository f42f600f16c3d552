package fn

import (
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Texts whose lines mean something: of each, what keeps a value in its place.

// OneLine returns a text without line breaks and other control characters: a space stands for those between two words.
func OneLine(text string) string {
	if !strings.ContainsFunc(text, breaks) {
		return text
	}
	return strings.Join(strings.FieldsFunc(text, breaks), " ")
}

// breaks reports whether a character may end a line, as readers have it, or is none to be seen.
func breaks(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

// TSVField returns a text as a field of tab-separated values. These have no escape: a space stands for a tab or a line
// break in it. One that begins with a quote is in quotes, as spreadsheets read it, and one that these would run is
// none.
func TSVField(text string) string {
	text = OneLine(tame(text))
	if strings.HasPrefix(text, `"`) {
		return `"` + CSVText(text) + `"`
	}
	return text
}

// calendarText escapes a text in a property (RFC 5545, 3.3.11; RFC 6350, 3.4).
var calendarText = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// CalendarText returns a text as the value of a property of iCalendar or vCard, or as a part of one. Control characters
// that these can't hold are left out.
func CalendarText(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && breaks(r) {
			return -1
		}
		return r
	}, calendarText.Replace(text))
}

// CalendarParam returns a text as a parameter of such a property: in quotes where it has to be.
func CalendarParam(text string) string {
	quoted := CalendarQuoted(text)
	if quoted == text && !strings.ContainsAny(text, ",:;") {
		return text
	}
	return `"` + quoted + `"`
}

// calendarQuoted escapes a parameter (RFC 6868).
var calendarQuoted = strings.NewReplacer("^", "^^", `"`, "^'", "\r\n", "^n", "\n", "^n", "\r", "^n")

// CalendarQuoted returns a text as it stands between the quotes of a parameter.
func CalendarQuoted(text string) string { return OneLine(calendarQuoted.Replace(text)) }

// eventData begins each line of an event's data (HTML Standard, 9.2.5).
var eventData = strings.NewReplacer("\r\n", "\ndata: ", "\n", "\ndata: ", "\r", "\ndata: ")

// EventData returns a text as the data of an event of a stream: each of its lines is one there.
func EventData(text string) string { return eventData.Replace(text) }

// partQuoted escapes a parameter of a part's header as browsers do (HTML Standard, 4.10.22.8).
var partQuoted = strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")

// PartQuoted returns a text as it stands between the quotes of a header of a multipart body's part.
func PartQuoted(text string) string { return OneLine(partQuoted.Replace(text)) }

// PartText returns a text that is the content of a part of a multipart body, or in it; one that holds the delimiter
// between the parts, as "--part", is an error: nothing escapes it.
func PartText(text, delimiter string) (string, error) {
	if strings.Contains(text, delimiter) {
		return "", public.New("a part of a multipart body can't hold the boundary between them")
	}
	return text, nil
}
