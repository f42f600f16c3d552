package fn

import (
	"strings"
)

// CSVField returns a text as a field of comma-separated values: in quotes where it has to be, and none that a
// spreadsheet runs.
func CSVField(text string) string { return csvField(tame(text)) }

// CSVQuoted returns a text as it begins between the quotes of such a field.
func CSVQuoted(text string) string { return CSVText(tame(text)) }

// CSVText returns a text as it stands further on between those quotes.
func CSVText(text string) string { return strings.ReplaceAll(text, `"`, `""`) }

// csvField writes a field of comma-separated values (RFC 4180): in quotes where it holds a comma, a semicolon, a tab, a
// quote or a line break, or begins or ends with a space.
func csvField(text string) string {
	if text == strings.TrimSpace(text) && !strings.ContainsAny(text, ",;\t\"\r\n") {
		return text
	}
	return `"` + CSVText(text) + `"`
}

// tame keeps spreadsheets from taking a text for a formula, which could send the rest of the table somewhere.
func tame(text string) string {
	if text != "" && strings.ContainsAny(text[:1], "\r\n=+-@\t") {
		return "'" + text
	}
	return text
}
