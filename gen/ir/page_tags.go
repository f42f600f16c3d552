package ir

import (
	"html"
	"strings"
)

// pageTag is a tag of a page that begins an element, as a browser reads it (HTML Standard, 13.2.5).
type pageTag struct {
	name       string // in small letters
	attributes []pageAttribute
	// content and end are where the text of an element without elements inside begins and ends: that of a script. 0 of any other.
	content, end int
}

// pageAttribute is an attribute of a tag. Its value is at[0]:at[1] of the page, without its quotes.
type pageAttribute struct {
	name  string // in small letters
	value string // as the page writes it
	at    [2]int
}

// attribute is the value of an attribute, without references to characters; "" where the tag has none.
func (t *pageTag) attribute(name string) string {
	for _, a := range t.attributes {
		if a.name == name {
			return html.UnescapeString(a.value)
		}
	}
	return ""
}

// rawElements are elements whose text has no tags.
var rawElements = []string{"script", "style", "textarea", "title", "xmp"}

// pageTags lists the tags of a page that begin elements. In comments, scripts and styles there are none.
func pageTags(page string) []pageTag {
	var tags []pageTag
	for at := 0; ; {
		begin := strings.IndexByte(page[at:], '<')
		if begin < 0 {
			return tags
		}
		at += begin + 1
		switch rest := page[at:]; {
		case strings.HasPrefix(rest, "!--"):
			at += lengthUntil(rest, "-->")
		case rest != "" && isLetter(rest[0]):
			tag, end := readPageTag(page, at)
			at = end
			for _, raw := range rawElements {
				if tag.name == raw {
					tag.content, tag.end = end, end+strings.Index(strings.ToLower(page[end:])+"</"+raw, "</"+raw)
					at = tag.end
				}
			}
			tags = append(tags, tag)
		}
	}
}

// readPageTag reads the tag whose name begins at an offset of the page, and says where what follows it begins.
func readPageTag(page string, at int) (tag pageTag, end int) {
	at, tag.name = word(page, at, " \t\r\n\f/>")
	for {
		for at < len(page) && strings.IndexByte(" \t\r\n\f/", page[at]) >= 0 {
			at++
		}
		if at == len(page) || page[at] == '>' {
			return tag, min(at+1, len(page))
		}
		var a pageAttribute
		at, a.name = word(page, at, " \t\r\n\f/>=")
		value := at + len(page[at:]) - len(strings.TrimLeft(page[at:], " \t\r\n\f"))
		if value < len(page) && page[value] == '=' {
			at = a.read(page, value+1)
		}
		tag.attributes = append(tag.attributes, a)
	}
}

// read reads the value behind a "=", and says where it has ended.
func (a *pageAttribute) read(page string, at int) (end int) {
	at += len(page[at:]) - len(strings.TrimLeft(page[at:], " \t\r\n\f"))
	closing, quoted := " \t\r\n\f>", 0
	if at < len(page) && (page[at] == '"' || page[at] == '\'') {
		closing, quoted = page[at:at+1], 1
	}
	at += quoted
	length := strings.IndexAny(page[at:]+closing, closing)
	a.value, a.at = page[at:at+length], [2]int{at, at + length}
	return min(at+length+quoted, len(page))
}

// word reads a name, at least one character of it, and says where it has ended.
func word(page string, at int, closing string) (end int, name string) {
	length := strings.IndexAny(page[at+1:]+closing, closing) + 1
	return at + length, strings.ToLower(page[at : at+length])
}

// lengthUntil is the length of a text up to the end of a mark in it, or of all of it.
func lengthUntil(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
