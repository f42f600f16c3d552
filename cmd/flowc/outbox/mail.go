package outbox

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Mail is a call whose body is one: JSON with to, subject, and text or html.
type Mail struct {
	To      string   `json:"to"`
	Subject string   `json:"subject"`
	Text    string   `json:"text"` // html as its source
	Links   []string `json:"links"`
}

// mailOf returns the mail that a body is, or nil.
func mailOf(body []byte) *Mail {
	var sent struct {
		To      any
		Subject *string
		Text    *string
		HTML    *string
	}
	if json.Unmarshal(body, &sent) != nil || sent.To == nil || sent.Subject == nil {
		return nil
	}
	m := &Mail{To: addresses(sent.To), Subject: *sent.Subject}
	switch {
	case sent.Text != nil:
		m.Text = *sent.Text
	case sent.HTML != nil:
		m.Text = *sent.HTML
	default:
		return nil
	}
	m.Links = linksIn(m.Text)
	return m
}

// addresses is the recipients as text: one, or a list.
func addresses(to any) string {
	switch to := to.(type) {
	case string:
		return to
	case []any:
		var all []string
		for _, one := range to {
			all = append(all, addresses(one))
		}
		return strings.Join(all, ", ")
	case map[string]any:
		address, _ := to["email"].(string)
		return address
	}
	return ""
}

var link = regexp.MustCompile(`https?://[^\s"'<>]+`)

// linksIn are the links of a text, each once: as markup has them, without its escapes.
func linksIn(text string) []string {
	links := []string{}
	for _, found := range link.FindAllString(text, -1) {
		found = strings.ReplaceAll(strings.TrimRight(found, ".,;:!?)"), "&amp;", "&")
		if !slices.Contains(links, found) {
			links = append(links, found)
		}
	}
	return links
}
