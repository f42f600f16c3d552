package templates

import (
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// NotKept says why a browser drops a cookie by its name and its attributes (RFC 6265bis, 4.1.3 and 5.7), "" where it
// keeps it. Names with a prefix are compared in any case there.
func (c Cookie) NotKept() string {
	name := strings.ToLower(c.Name)
	switch {
	case strings.HasPrefix(name, "__secure-") && !c.Secure:
		return "a name that begins with __Secure- needs Secure"
	case strings.HasPrefix(name, "__host-") && (!c.Secure || c.Path != "/"):
		return "a name that begins with __Host- needs Secure and the path /"
	case strings.HasPrefix(name, "__host-") && c.Domain:
		return "a name that begins with __Host- can't have a Domain"
	case c.SameSite == "None" && !c.Secure:
		return "SameSite=None needs Secure"
	}
	return ""
}

// SetCookies reports headers Set-Cookie of an Object field that browsers drop, or of which they leave out a part.
func SetCookies(p Pass, field string) {
	for _, key := range p.Keys(field) {
		text := p.Literal(field, key)
		if !strings.EqualFold(key, "Set-Cookie") || text == "" {
			continue
		}
		c, why := readSetCookie(text, p.Varies(field, key))
		if why == "" && c.NotKept() != "" {
			why = "no browser keeps the cookie \"" + c.Name + "\": " + c.NotKept()
		}
		if why != "" {
			p.Report(Problem{
				Code: diag.FC203, Field: field, Key: key, Message: why,
				Hint: "use \"responseCookies\", which writes what browsers keep",
			})
		}
	}
}

// attributes are those of a cookie that browsers know (RFC 6265bis, 4.1.1; Partitioned and Priority are of drafts).
var attributes = []string{"domain", "expires", "httponly", "max-age", "partitioned", "path", "priority", "samesite", "secure"}

// readSetCookie reads what of a header Set-Cookie is written out, and says what a browser would not read in it. Where
// varies is set, what is missing may be a placeholder's.
func readSetCookie(text string, varies bool) (c Cookie, why string) {
	pair, rest, _ := strings.Cut(text, ";")
	name, _, named := strings.Cut(pair, "=")
	c = Cookie{Name: strings.TrimSpace(name)}
	if !named && !varies || c.Name != "" && (&http.Cookie{Name: c.Name}).Valid() != nil {
		return c, "\"" + strings.TrimSpace(pair) + "\" is no name of a cookie with its value, as in sid=value (RFC 6265, 4.1.1)"
	}
	for attribute := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(attribute, "=")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		switch {
		case name == "":
		case !slices.Contains(attributes, name):
			return c, "a cookie has no attribute \"" + strings.TrimSpace(attribute) + "\": browsers leave it out"
		case name == "path" && varies && value == "":
			c.Path = "/" // as good as any
		case name == "path":
			c.Path = value
		case name == "domain":
			c.Domain = true
		case name == "secure":
			c.Secure = true
		case name == "samesite" && !(varies && value == ""):
			if c.SameSite = canonicalSite(value); c.SameSite == "" {
				return c, "SameSite is one of Lax, None, Strict; got \"" + value + "\""
			}
		}
	}
	return c, ""
}

// canonicalSite is a value of SameSite in its own letters, "" of any other.
func canonicalSite(value string) string {
	for _, site := range []string{"Lax", "None", "Strict"} {
		if strings.EqualFold(site, value) {
			return site
		}
	}
	return ""
}
