package texts_test

import (
	"encoding/json"
	"encoding/xml"
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// between returns what stands between two texts of a page.
func between(t *testing.T, page, before, after string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, before)
	text, _, ends := strings.Cut(rest, after)
	if !found || !ends {
		t.Fatalf("%s has nothing between %s and %s", page, before, after)
	}
	return text
}

// shape is a page without what may differ from caller to caller: its tags by name, and how many quotes they have.
func shape(page string) []string {
	var tags []string
	for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
		name := strings.FieldsFunc(tag, func(r rune) bool { return r == ' ' || r == '>' })[0]
		tags = append(tags, name+strings.Repeat(`"`, strings.Count(tag, `"`))+strings.Repeat("'", strings.Count(tag, "'")))
	}
	return tags
}

// TestHTML wants every value as itself in each place, the tags of a page with a harmless one, and no address that runs.
func TestHTML(t *testing.T) {
	s := start(t)
	fields := func(value string) map[string]any {
		return map[string]any{
			"name": value, "count": 7, "any": map[string]any{"k": value},
			"lines": []any{map[string]any{"title": value, "tags": []any{value, "two"}}},
		}
	}
	harmless := s.post(t, "/page", fields("ann")).body
	<-s.sent
	for _, value := range hostile {
		got := s.post(t, "/page", fields(value))
		if got.status != http.StatusOK || got.header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Fatalf("%q is answered with %d %s", value, got.status, got.header.Get("Content-Type"))
		}
		if want, tags := shape(harmless), shape(got.body); strings.Join(want, " ") != strings.Join(tags, " ") {
			t.Errorf("%q makes other tags:\n%v\n%v\n%s", value, want, tags, got.body)
		}
		plain := strings.ReplaceAll(value, "\x00", "\uFFFD")
		if title := html.UnescapeString(between(t, got.body, "<title>", "</title>")); title != plain && title != value {
			t.Errorf("%q is the title %q", value, title)
		}
		for _, attribute := range []string{`<a href="`, `<img src='`, `<li><a href="`} {
			if address := strings.ToLower(html.UnescapeString(between(t, got.body, attribute, got.body[strings.Index(got.body, attribute)+len(attribute)-1:][:1]))); strings.HasPrefix(strings.TrimSpace(address), "javascript:") || strings.HasPrefix(address, "data:") {
				t.Errorf("%q is followed as %q", value, address)
			}
		}
		var name string
		if err := json.Unmarshal([]byte(between(t, got.body, "var name = ", ";\nvar text")), &name); err != nil || name != value {
			t.Errorf("%q is %q to a script (%v)", value, name, err)
		}
		if mail := <-s.sent; mail.contentType != "text/html; charset=utf-8" || strings.Count(mail.body, "<") != 2 || strings.Count(mail.body, `"`) != 2 {
			t.Errorf("%q is sent as %s %s", value, mail.contentType, mail.body)
		}
	}
}

// TestHTMLOfMails wants every value as the text that it is where a member of a JSON body is HTML, with tags of its own or without.
func TestHTMLOfMails(t *testing.T) {
	s := start(t)
	for _, value := range hostile {
		s.post(t, "/notice", map[string]any{"name": value})
		var mail struct {
			Message struct{ Body struct{ Content string } }
			Content []struct{ Value string }
			Body    struct{ HTML, Text struct{ Data string } }
			Matrix  string `json:"formatted_body"`
		}
		if err := json.Unmarshal([]byte((<-s.sent).body), &mail); err != nil || len(mail.Content) != 1 {
			t.Fatalf("%q is sent as %+v (%v)", value, mail, err)
		}
		want := "Hello " + strings.ReplaceAll(value, "\x00", "\uFFFD")
		for _, text := range []string{mail.Message.Body.Content, mail.Content[0].Value, mail.Body.HTML.Data, mail.Matrix} {
			if strings.ContainsAny(text, "<>\"") || html.UnescapeString(text) != want {
				t.Errorf("%q is the HTML %q", value, text)
			}
		}
		if mail.Body.Text.Data != "Hello "+value {
			t.Errorf("%q is the text %q", value, mail.Body.Text.Data)
		}
	}
}

// TestXML wants every value as the text that it is, and of a picture no address that runs.
func TestXML(t *testing.T) {
	s := start(t)
	for _, value := range hostile {
		fields := map[string]any{"name": value, "count": 7}
		feed := s.post(t, "/feed", fields)
		var read struct {
			Channel struct {
				Name  string `xml:"title,attr"`
				Title string `xml:"title"`
				Count int    `xml:"n"`
				HTML  string `xml:"description"`
			} `xml:"channel"`
		}
		err := xml.Unmarshal([]byte(feed.body), &read)
		want := strings.ReplaceAll(value, "\x00", "\uFFFD")
		if c := read.Channel; err != nil || c.Name != want || c.Title != want || c.Count != 7 || feed.header.Get("Content-Type") != "application/rss+xml" {
			t.Errorf("%q reads as %+v (%v) of %s", value, c, err, feed.body)
		}
		if tags, inner := strings.Join(shape(read.Channel.HTML), " "), html.UnescapeString(between(t, read.Channel.HTML, "<b>", "</b>")); tags != `<p"" <b </b </p` || inner != want {
			t.Errorf("%q is %q in the HTML of a feed: %s", value, inner, read.Channel.HTML)
		}
		badge := s.post(t, "/badge", fields)
		if n := elements(t, badge.body); n != 7 {
			t.Errorf("%q draws %d elements: %s", value, n, badge.body)
		}
		for _, link := range regexp.MustCompile(`<a href=(?:"[^"]*"|'[^']*')`).FindAllString(badge.body, -1) {
			if address := html.UnescapeString(link[len(`<a href="`) : len(link)-1]); isRun(address) {
				t.Errorf("%q is followed as %q", value, address)
			}
		}
	}
}

// isRun reports whether a browser runs an address, or takes it for a page, as it reads it.
func isRun(address string) bool {
	read := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(address)
	scheme, _, absolute := strings.Cut(strings.TrimLeft(strings.ToLower(read), " "), ":")
	return absolute && (scheme == "javascript" || scheme == "data" || scheme == "vbscript")
}

// elements counts those of XML.
func elements(t *testing.T, text string) int {
	t.Helper()
	n := 0
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return n
		}
		if err != nil {
			t.Errorf("%s is no XML: %s", text, err)
			return n
		}
		if _, ok := token.(xml.StartElement); ok {
			n++
		}
	}
}
