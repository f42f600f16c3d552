package ir

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// settled matches the begin of an address whose host no text behind it can change. A browser takes two slashes for the begin
// of a host, and a backslash for a slash (URL Standard, 4.4): "/{{x}}" leads anywhere, "/x/{{x}}" stays.
var settled = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#\\]+[/?#]|^/[^/\\]|^[^/\\:]+[/?#]|^[?#]`)

// delayed matches what stands before the address in a header Refresh: "0;url=" (HTML Standard, 4.2.5.3).
var delayed = regexp.MustCompile(`^\s*[0-9.]+\s*[;,]\s*([Uu][Rr][Ll]\s*=\s*)?['"]?`)

// IsSettled reports whether no text behind the begin of an address can change its host.
func IsSettled(begin string) bool { return settled.MatchString(begin) }

// WithoutDelay is the address in a header Refresh.
func WithoutDelay(text string) string { return delayed.ReplaceAllString(text, "") }

// attribute matches the begin of a tag up to a place in the value of an attribute, with whole attributes before that.
var attribute = regexp.MustCompile(`(?is)^<([a-z]+)(?:[\s/]+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*[\s/]+([a-z]+)\s*=\s*("[^"]*|'[^']*|[^\s"'>]*)$`)

// tags matches the begin of a tag that loads something.
var tags = regexp.MustCompile(`(?i)<(script|iframe|frame|embed|object|base|link|meta|form|button|input)[\s/]`)

// loading are the attributes whose address a browser goes to by itself, to run or show what it finds there, or sends to what its
// user writes. What srcdoc holds is a page itself.
var loading = map[string][]string{
	"script": {"src"}, "iframe": {"src", "srcdoc"}, "frame": {"src"}, "embed": {"src"}, "object": {"data"}, "base": {"href"}, "link": {"href"},
	"meta": {"content"}, "form": {"action"}, "button": {"formaction"}, "input": {"formaction"},
}

// loadedBy is the tag that has a browser go to an address whose host a placeholder behind the text chooses, or "".
func loadedBy(before string) string {
	at := tags.FindAllStringIndex(before, -1)
	if at == nil {
		return ""
	}
	found := attribute.FindStringSubmatch(before[at[len(at)-1][0]:])
	if found == nil {
		return ""
	}
	tag, name, begin := strings.ToLower(found[1]), strings.ToLower(found[2]), strings.TrimLeft(found[3], `"'`)
	switch {
	case !slices.Contains(loading[tag], name), tag == "meta" && !strings.Contains(strings.ToLower(found[0]), "refresh"):
		return ""
	case name == "srcdoc", !IsSettled(WithoutDelay(begin)):
		return tag
	}
	return ""
}

// loads finds the placeholders that choose from where a page loads something. html/template escapes what is in an address; it
// lets any host stand there.
func (p *probe) loads() {
	text := p.text.String()
	for _, place := range p.places {
		place.piece.loads = ""
		if slices.Contains(p.values, place.piece) {
			place.piece.loads = loadedBy(text[:place.at])
		}
	}
}

// chosen is what is wrong with a placeholder that chooses from where the page loads something (FC408), or nil.
func (p *piece) chosen(e *expr.Expr) []expr.Problem {
	if p.loads == "" || e == nil || !e.Type.AllLabels().Has(types.Caller) {
		return nil
	}
	return []expr.Problem{{
		Code: diag.FC408, Start: p.Start, End: p.End, Message: fmt.Sprintf("the caller chooses what <%s> loads, or where it leads", p.loads),
		Hint: "begin the address with the host, such as \"{{env.PUBLIC_URL}}/\", or with a first segment (/js/), or look it up by an id",
	}}
}
