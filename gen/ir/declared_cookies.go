package ir

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// readCookies reads the entries of a Cookies field; their values become a Tree.
func (b *builder) readCookies(n *Node, v *Value) bool {
	ok := true
	v.Tree = &Tree{JSON: v.JSON}
	for _, item := range v.JSON.Items {
		if item.Kind != schema.Object {
			b.shape(n, item, fmt.Sprintf("%q: want a list of objects, got %s in it", v.Field.Name, kindNames[item.Kind]))
			ok = false
			continue
		}
		c := templates.Cookie{Path: "/", SameSite: "Lax", HTTPOnly: true, Secure: true}
		value := &schema.Value{Kind: schema.String, Span: item.Span}
		unknown := false
		for _, m := range item.Members {
			if m.Key == "value" {
				value = m.Value
			}
			unknown = !b.readCookie(n, m, &c) || unknown
		}
		if !unknown && (item.Get("name") == nil || item.Get("value") == nil) {
			n.report(&b.list, diag.Diagnostic{Code: diag.FC201, Span: item.Span, Message: "a cookie needs \"name\" and \"value\""})
		}
		if why := c.NotKept(); why != "" {
			b.refuse(n, item, fmt.Sprintf("no browser keeps the cookie %q: %s", c.Name, why))
		}
		v.Cookies = append(v.Cookies, c)
		v.Tree.Items = append(v.Tree.Items, b.parseTree(n, value))
		b.cookieLiteral(n, v.Tree.Items[len(v.Tree.Items)-1])
	}
	return ok
}

// cookieLiteral refuses what a cookie's value holds around its placeholders and no cookie can hold.
func (b *builder) cookieLiteral(n *Node, t *Tree) {
	if t.Text == nil {
		return
	}
	for _, part := range t.Text.Parts {
		if part.IsLiteral() && (&http.Cookie{Name: "a", Value: part.Literal}).Valid() != nil {
			b.refuse(n, t.JSON, fmt.Sprintf("a cookie can't hold %q: no quotes, semicolons, backslashes, control characters or letters outside of ASCII (RFC 6265, 4.1.1)", part.Literal))
			return
		}
	}
}

// readCookie reads a member of a cookie and reports whether cookies have it.
func (b *builder) readCookie(n *Node, m schema.Member, c *templates.Cookie) (known bool) {
	want := schema.String
	switch m.Key {
	case "maxAge":
		want = schema.Number
	case "httpOnly", "secure":
		want = schema.Bool
	case "name", "value", "path", "sameSite":
	default:
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC202, Span: m.KeySpan, Message: fmt.Sprintf("a cookie has no %q", m.Key),
			Hint: cmp.Or(cookieMend(m.Key), oneOf(m.Key, []string{"httpOnly", "maxAge", "name", "path", "sameSite", "secure", "value"})),
		})
		return
	}
	switch {
	case m.Value.Kind == want:
		b.setCookie(n, m, c)
	case m.Key == "maxAge":
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC003, Span: m.Value.Span, Message: "\"maxAge\": want a number of seconds, got " + kindNames[m.Value.Kind],
			Hint: secondsOf(m.Value.Text),
		})
	default:
		hint := ""
		if want == schema.Bool {
			hint = boolHint(m.Value)
		}
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC003, Span: m.Value.Span, Message: fmt.Sprintf("%q: want %s, got %s", m.Key, kindNames[want], kindNames[m.Value.Kind]), Hint: hint,
		})
	}
	return true
}

// sameSites are the values of sameSite.
var sameSites = []string{"Lax", "None", "Strict"}

// cookieMend says what is written in place of an attribute of Set-Cookie that cookies have not here, or "".
func cookieMend(key string) string {
	switch strings.ToLower(key) {
	case "expires", "ttl":
		return "write \"maxAge\", in seconds"
	case "domain":
		return "leave it out: the cookie is for the host that sets it, and for no other"
	}
	return ""
}

// secondsOf is the number of seconds to write for a duration ("7d"), or for a number in quotes, where seconds are
// wanted.
func secondsOf(text string) string {
	if _, err := strconv.ParseUint(text, 10, 31); err == nil {
		return "write " + text
	}
	length, err := types.ParseDuration(types.MeantDuration(text))
	if err != nil || length%time.Second != 0 {
		return ""
	}
	return fmt.Sprintf("write %d", length/time.Second)
}

func (b *builder) setCookie(n *Node, m schema.Member, c *templates.Cookie) {
	switch m.Key {
	case "name":
		c.Name = m.Value.Text
		if (&http.Cookie{Name: c.Name}).Valid() != nil {
			b.refuse(n, m.Value, fmt.Sprintf("%q is no cookie name (RFC 6265, 4.1.1)", c.Name))
		}
	case "path":
		c.Path = m.Value.Text
		b.unevaluated(n, "path", m.Value)
	case "httpOnly":
		c.HTTPOnly = m.Value.Text == "true"
	case "secure":
		c.Secure = m.Value.Text == "true"
	case "maxAge":
		seconds, err := strconv.ParseInt(m.Value.Text, 10, 32)
		c.MaxAge = seconds
		if seconds == 0 {
			c.MaxAge = -1 // delete at once, where a cookie without an age lasts a session
		}
		if err != nil {
			b.refuse(n, m.Value, "\"maxAge\": want a whole number of seconds, got "+m.Value.Text)
		}
	case "sameSite":
		c.SameSite = m.Value.Text
		if !slices.Contains(sameSites, c.SameSite) {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC203, Span: m.Value.Span, Message: fmt.Sprintf("\"sameSite\": want one of Lax, None, Strict; got %q", c.SameSite),
				Hint: diag.DidYouMean(c.SameSite, sameSites),
			})
		}
	}
}
