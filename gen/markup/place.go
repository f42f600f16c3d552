// Package markup reads pages, and texts of other languages, that have placeholders: it says what a value is to the
// language where its placeholder stands, and whether something there runs it or loads what it names.
package markup

import (
	"strings"

	"golang.org/x/net/html"
)

// probed stands for each placeholder of a probe.
const probed = "{{$.Value}}"

// pagePlace is where in a page a placeholder stands, as a browser reads it.
type pagePlace struct {
	tag       *html.Token // whose attribute or whose text it is in; nil in the text of a page
	attribute string      // "" in the text of an element
	begin     string      // of the attribute's value, or of the script
	rest      string      // of the same, behind the placeholder
	escaped   bool        // html/template takes it for a part of JavaScript
	library   string      // of the page, which runs what stands in braces there; "" where none does
}

// tagAttribute is the value of an attribute; "" where the tag has none.
func tagAttribute(tag *html.Token, name string) string {
	for _, a := range tag.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// placesOf finds the place of each mark in a page.
func placesOf(page, mark string) []pagePlace {
	places := make([]pagePlace, strings.Count(page, mark))
	var in *html.Token // the tag before a text
	next, open := places, openElements{mounted: mounted(page)}
	for tokens := html.NewTokenizer(strings.NewReader(page)); tokens.Next() != html.ErrorToken; {
		within := next[:strings.Count(string(tokens.Raw()), mark)]
		next = next[len(within):]
		switch token := tokens.Token(); token.Type {
		case html.StartTagToken, html.SelfClosingTagToken:
			in = &token
			placesInTag(in, mark, within)
			open.begin(in)
			open.readInTag(within)
		case html.TextToken:
			open.read(within)
			if in != nil && (in.Data == "script" || in.Data == "style") {
				placesInText(pagePlace{tag: in}, token.Data, mark, within)
			}
		case html.EndTagToken:
			in = nil
			open.end(token.Data)
		}
	}
	return places
}

// placesInTag says of each mark in a tag in which of its attributes it is. One in a name is in none.
func placesInTag(tag *html.Token, mark string, places []pagePlace) {
	lower := strings.ToLower(mark) // as names are
	places = places[strings.Count(tag.Data, lower):]
	for _, a := range tag.Attr {
		places = places[strings.Count(a.Key, lower):]
		n := strings.Count(a.Val, mark)
		placesInText(pagePlace{tag: tag, attribute: a.Key}, a.Val, mark, places[:n])
		places = places[n:]
	}
}

// placesInText says of each mark in a text what stands before it.
func placesInText(place pagePlace, text, mark string, places []pagePlace) {
	at := 0
	for i := range places {
		at += strings.Index(text[at:], mark)
		places[i] = place
		places[i].begin = text[:at]
		at += len(mark)
		places[i].rest = text[at:]
	}
}
