package markup

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/knowledge"
)

// delayed matches what stands before the address in a header Refresh: "0;url=" (HTML Standard, 4.2.5.3).
var delayed = regexp.MustCompile(`^\s*[0-9.]+\s*[;,]\s*([Uu][Rr][Ll]\s*=\s*)?['"]?`)

// WithoutDelay is the address in a header Refresh.
func WithoutDelay(text string) string { return delayed.ReplaceAllString(text, "") }

// loading are the attributes whose address a browser goes to by itself, to run or show what it finds there, or sends to
// what its user writes.
var loading = map[string][]string{
	"script": {"src", "href", "xlink:href"}, "iframe": {"src"}, "frame": {"src"}, "embed": {"src"}, "object": {"data"},
	"base": {"href"}, "link": {"href"}, "meta": {"content"}, "form": {"action"}, "button": {"formaction"}, "input": {"formaction"},
	"use": {"href", "xlink:href"}, "turbo-frame": {"src"}, "include-fragment": {"src"},
}

// fetching matches the attributes of htmx with what is loaded, which it shows as HTML.
var fetching = regexp.MustCompile(`^(?:data-)?hx-(?:get|post|put|patch|delete)$`)

// loads is the tag that has a browser go to an address whose host a placeholder in the page chooses, or "".
func (p *pagePlace) loads() string {
	switch {
	case p.inScript():
		return p.scriptLoads()
	case p.inStyle():
		return p.styleLoads()
	case p.tag != nil && fetching.MatchString(p.attribute) && !expr.IsSettled(p.begin):
		return p.attribute
	case p.tag == nil || !slices.Contains(loading[p.tag.Data], p.attribute) || p.tag.Data == "link" && isIcon(p.tag):
		return ""
	case p.tag.Data == "meta":
		return p.metaLoads()
	case !expr.IsSettled(p.begin):
		return "<" + p.tag.Data + ">"
	}
	return ""
}

// isIcon reports whether a link names an image and nothing else.
func isIcon(link *html.Token) bool {
	words := strings.Fields(strings.ToLower(tagAttribute(link, "rel")))
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !knowledge.Names.Icons.Has(word) })
}

// metaLoads returns "<meta>" for a tag meta that redirects, or sets what a page may load.
func (p *pagePlace) metaLoads() string {
	kind := strings.ToLower(strings.TrimSpace(tagAttribute(p.tag, "http-equiv")))
	switch {
	case strings.Contains(kind, "{{"), kind == "content-security-policy", kind == "refresh" && !expr.IsSettled(WithoutDelay(p.begin)):
		return "<meta>"
	}
	return ""
}

// scriptLoading matches the begin of a script up to a text, or into it, that says what is run or where the browser
// goes.
var scriptLoading = regexp.MustCompile(`(?:\b(import|importScripts)\s*\(\s*|\b(import)\s*|\b(?:im|ex)port\b[^;]*?\b(from)\s*|\bnew\s+((?:Shared)?Worker)\s*\(\s*|` +
	`\b(location)\s*(?:\.\s*href\s*)?=\s*|\b(location\.(?:assign|replace)|window\.open|serviceWorker\.register|\$\.getScript)\s*\(\s*|` +
	`\.\s*(href)\s*=\s*|\.\s*(setAttribute)\s*\(\s*["'](?:href|action|formaction)["']\s*,\s*)` +
	addressBegin)

// addressBegin matches the begin of an address in a script, up to a value: none, in quotes, or in quotes and a + behind
// them.
const addressBegin = "(?:[\"'`]([^\"'`]*)(?:[\"'`]\\s*\\+\\s*[\"'`]?)?)?$"

// scriptLoads names the part of a script that loads what a placeholder says, or leads there; "" where none does.
func (p *pagePlace) scriptLoads() string {
	if kind := p.scriptKind(); kind == "importmap" || kind == "speculationrules" {
		return "<script type=" + kind + ">"
	}
	if made := p.madeElement(); made != "" {
		return made
	}
	found := scriptLoading.FindStringSubmatch(p.begin)
	if found == nil || expr.IsSettled(found[len(found)-1]) {
		return ""
	}
	return strings.Join(found[1:len(found)-1], "") // one of them has something
}

// assigned matches the begin of a script up to the address that an element of it is given, and made where one was made.
var (
	assigned = regexp.MustCompile(`\b(\w+)\s*\.\s*(?:(?:src|data)\s*=\s*|setAttribute\s*\(\s*["'](?:src|data)["']\s*,\s*)` + addressBegin)
	created  = regexp.MustCompile(`\bcreateElement\s*\(\s*["'](script|iframe|frame|embed|object)["']\s*\)\s*,\s*\{[^}]*\b(?:src|data)\s*:\s*` + addressBegin)
	made     = regexp.MustCompile("\\b(\\w+)\\s*=\\s*document\\s*\\.\\s*createElement\\s*\\(\\s*[\"'`](script|iframe|frame|embed|object)[\"'`]")
)

// madeElement is the element that a script makes, to run or show what it finds where a placeholder says, or "".
func (p *pagePlace) madeElement() string {
	if found := created.FindStringSubmatch(p.begin); found != nil && !expr.IsSettled(found[2]) {
		return "<" + found[1] + ">"
	}
	found := assigned.FindStringSubmatch(p.begin)
	if found == nil || expr.IsSettled(found[2]) {
		return ""
	}
	for _, element := range made.FindAllStringSubmatch(p.begin, -1) {
		if element[1] == found[1] {
			return "<" + element[2] + ">"
		}
	}
	return ""
}

// importing matches the begin of a style sheet up to the address of another one, or into it.
var importing = regexp.MustCompile(`(?i)@import\s+(?:url\(\s*)?["']?([^"'();]*)$`)

// styleLoads is @import where a placeholder says what style sheet is imported: one reads the page by what it asks its
// host for.
func (p *pagePlace) styleLoads() string {
	if found := importing.FindStringSubmatch(p.begin); found != nil && !expr.IsSettled(found[1]) {
		return "@import"
	}
	return ""
}
