package runtime

import "strings"

// CSVField returns a text as a field of comma-separated values (RFC 4180): in quotes where it holds a comma, a semicolon, a
// tab, a quote or a line break, or begins or ends with a space.
func CSVField(text string) string {
	if text == strings.TrimSpace(text) && !strings.ContainsAny(text, ",;\t\"\r\n") {
		return text
	}
	return `"` + CSVText(text) + `"`
}

// CSVText returns a text as it stands between the quotes of such a field.
func CSVText(text string) string { return strings.ReplaceAll(text, `"`, `""`) }
