package expr

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// CheckXML checks t as a text that is XML: each placeholder is text of it, or the value of an attribute.
func (t *Template) CheckXML(s Scope, w Want) (*Expr, []Problem) {
	return t.checkMarkup(s, w, xmlText{name: "XML", drawn: drawn.MatchString(t.Text)})
}

// CheckHTML checks t as a piece of HTML in a longer value, such as the body of a mail, likewise.
func (t *Template) CheckHTML(s Scope, w Want) (*Expr, []Problem) {
	return t.checkMarkup(s, w, xmlText{name: "HTML", drawn: true})
}

func (t *Template) checkMarkup(s Scope, w Want, x xmlText) (*Expr, []Problem) {
	return t.checkEscaped(s, w, func(c *checker, p *Part, arg *Expr) *Expr {
		x.before, x.after = t.before(p, "x"), t.Text[p.End:]
		return c.xmlPart(p, arg, x)
	})
}

// checkEscaped checks t as a text in a language in which each placeholder is escaped.
func (t *Template) checkEscaped(s Scope, w Want, escape func(c *checker, p *Part, arg *Expr) *Expr) (*Expr, []Problem) {
	c := checker{scope: s}
	start, end := t.bounds()
	e := &Expr{Op: OpText, Type: types.Of(types.String), Start: start, End: end}
	for i := range t.Parts {
		p := &t.Parts[i]
		arg := literalText(p)
		if !p.IsLiteral() {
			arg = c.placeholder(p)
			arg = escape(&c, p, c.inText(arg, quote(c.source(arg))))
		}
		e.Args = append(e.Args, arg)
		e.Type.Labels |= arg.Type.Labels
	}
	return c.finish(e, w)
}

// SettleHost is what to do about a placeholder that chooses the host of what a page loads (FC408).
const SettleHost = `begin the address with the host, such as "{{env.PUBLIC_URL}}/", or with a first segment (/js/), or look it up by an id`

// drawn matches XML that browsers run: SVG and XHTML.
var drawn = regexp.MustCompile(`<([A-Za-z]+:)?svg\b|www\.w3\.org/(2000/svg|1999/xhtml)`)

// xmlPart escapes the value of one placeholder.
func (c *checker) xmlPart(p *Part, arg *Expr, x xmlText) *Expr {
	place := x.place()
	if where := place.refused(x.drawn); where != "" {
		at := &Expr{Start: p.Start, End: p.End}
		return c.mistake(at, diag.FC210, "a placeholder can't stand in "+where+" of "+x.name, "put it into the text of an element, or between the quotes of an attribute")
	}
	if x.drawn && place.loads() && arg.Type.AllLabels().Has(types.Caller) {
		c.problems = append(c.problems, Problem{
			Code: diag.FC408PageAddress, Start: p.Start, End: p.End, Message: "the caller chooses the address that <" + place.element + "> loads or leads to",
			Hint: SettleHost,
		})
	}
	if x.name == "HTML" && arg.Op == OpCall && arg.Name == "htmlEscape" && place.attribute == "" {
		return arg // it is escaped
	}
	if x.drawn && addresses.MatchString(place.attribute) && !strings.ContainsAny(place.begin, ":/?#") {
		arg = arg.escaped(&safeAddress)
		if scheme.MatchString(x.after) {
			arg = arg.escaped(&safeScheme)
		}
	}
	if !x.drawn && place.attribute == "" && isMarkup(x.before) && !(arg.Op == OpCall && arg.Name == "htmlEscape") {
		arg = arg.escaped(&xmlEscape) // for the HTML, and then for the XML around it
	}
	return arg.escaped(&xmlEscape)
}

// escapedMarkup matches a tag of HTML in the text of an element of XML, or up to the value of one of its attributes.
var escapedMarkup = regexp.MustCompile(`&lt;/?[A-Za-z][^<>]*?(?:&gt;|>)|&lt;[A-Za-z]\w*\s[^<>]*=\s*(?:"|'|&quot;|&apos;)[^<>"']*$`)

// isMarkup reports whether what stands before a place, in its element, is HTML, as feeds have it (RSS 2.0,
// description).
func isMarkup(before string) bool {
	begin := strings.LastIndexByte(before, '<') + 1
	_, text, _ := strings.Cut(before[begin:], ">")
	return escapedMarkup.MatchString(text)
}

// addresses are the attributes that a browser follows, or that animate one.
var addresses = regexp.MustCompile(`(?i)^(([a-z]+:)?href|src|action|formaction|data|to|from|by|values)$`)

// runs are the addresses that a browser runs, or takes for a page of the site.
var runs = regexp.MustCompile(`(?i)^(javascript|vbscript|data):`)

// scheme matches what follows a placeholder that says the scheme of an address, behind which another placeholder
// stands.
var scheme = regexp.MustCompile(`^[^:/?#"'<>]*(?::|&colon;|&#58;|&#[xX]3[aA];)[^"'<>]*\{\{`)

// safeAddress and the others are functions that CheckXML calls, and no expression can.
var (
	safeScheme  = Function{Name: "scheme in XML", emit: plain(fnPath, "SafeScheme")}
	safeAddress = Function{Name: "address in XML", emit: plain(fnPath, "SafeAddress")}
	xmlEscape   = Function{Name: "text of XML", emit: plain(fnPath, "XMLText")}
)

// xmlText is XML up to a placeholder. Placeholders before it are an x.
type xmlText struct {
	name   string // of the language
	before string
	after  string // what follows the placeholder, as the document writes it
	drawn  bool   // a browser runs what it finds in it
}

// xmlPlace is where in XML something stands.
type xmlPlace struct {
	outside   string // "a tag", where it is neither in the text of an element nor the value of an attribute
	element   string // the innermost element that is open; in its tag, that element
	attribute string // whose value it is
	begin     string // of that value: until it holds a colon, a slash, "?" or "#", what follows may make its scheme
}

// refused says what place it is that can't hold a placeholder; "" where it can.
func (p xmlPlace) refused(drawn bool) string {
	switch {
	case p.outside != "":
		return p.outside
	case !drawn:
	case strings.EqualFold(p.attribute, "style"), strings.EqualFold(p.attribute, "srcdoc"), len(p.attribute) > 2 && strings.EqualFold(p.attribute[:2], "on"):
		return "the attribute " + p.attribute
	case addresses.MatchString(p.attribute) && runs.MatchString(p.begin):
		return "the script in the attribute " + p.attribute
	case p.attribute == "" && isRun(p.element):
		return "the element " + p.element
	}
	return ""
}

// loading are the elements that have a browser run or show what is at an address, or send there what is typed.
var loading = []string{"script", "iframe", "frame", "embed", "object", "use", "link", "base", "form"}

// delay matches what stands before the address in a tag that leads elsewhere after some time (HTML Standard, 4.2.5.3).
var delay = regexp.MustCompile(`(?i)^[0-9.]+\s*[;,]\s*(?:url\s*=\s*)?['"]?`)

// loads reports whether a text at the place chooses the host of an address that a browser goes to by itself.
func (p xmlPlace) loads() bool {
	local := strings.ToLower(p.element[strings.IndexByte(p.element, ':')+1:])
	if local == "meta" && strings.EqualFold(p.attribute, "content") && delay.MatchString(p.begin) {
		return !IsSettled(delay.ReplaceAllString(p.begin, ""))
	}
	return slices.Contains(loading, local) && addresses.MatchString(p.attribute) && !IsSettled(p.begin)
}

// sections are what is no element, by how each begins and ends.
var sections = []struct{ begin, end, name string }{
	{"<!--", "-->", "a comment"}, {"<![CDATA[", "]]>", "a CDATA section"}, {"<?", "?>", "a processing instruction"}, {"<!", ">", "a declaration"},
}

// place is where the text ends.
func (x xmlText) place() xmlPlace {
	rest, open := x.before, []string{""}
	for {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			return xmlPlace{element: innermost(open)}
		}
		after, outside := skipSection(rest[i:])
		if outside != "" {
			return xmlPlace{outside: outside}
		}
		if after != rest[i:] {
			rest = after
			continue
		}
		tag, after, place := readTag(rest[i+1:])
		if place != nil {
			return *place
		}
		rest = after
		switch {
		case strings.HasPrefix(tag, "/") && len(open) > 1:
			open = open[:len(open)-1]
		case !strings.HasPrefix(tag, "/") && !strings.HasSuffix(tag, "/"):
			open = append(open, tag)
		}
	}
}

// innermost is the element that a text stands in: one that is run, where it stands in any.
func innermost(open []string) string {
	for _, element := range open {
		if isRun(element) {
			return element
		}
	}
	return open[len(open)-1]
}

// isRun reports whether a browser runs the text of an element, in whatever namespace its name is.
func isRun(element string) bool {
	local := strings.ToLower(element[strings.IndexByte(element, ':')+1:])
	return local == "script" || local == "style"
}

// skipSection skips a section that text begins with; outside names it where it does not end.
func skipSection(text string) (after, outside string) {
	for _, s := range sections {
		if !strings.HasPrefix(text, s.begin) {
			continue
		}
		if i := strings.Index(text[len(s.begin):], s.end); i >= 0 {
			return text[len(s.begin)+i+len(s.end):], ""
		}
		return text, s.name
	}
	return text, ""
}

// readTag reads a tag from behind its "<": its name, with a slash before or behind it where that is there, and what
// follows. Where the text ends in it, place says where.
func readTag(text string) (name, after string, place *xmlPlace) {
	end := strings.IndexAny(text, " \t\r\n/>")
	if strings.HasPrefix(text, "/") {
		end = strings.IndexByte(text, '>')
	}
	if end < 0 {
		return "", "", &xmlPlace{outside: "a tag"}
	}
	name = text[:end]
	for text = text[end:]; ; {
		i := strings.IndexAny(text, `"'>`)
		if i < 0 {
			return "", "", &xmlPlace{outside: "a tag"}
		}
		if text[i] == '>' {
			return name + strings.Repeat("/", strings.Count(strings.TrimSpace(text[:i]), "/")), text[i+1:], nil
		}
		value := text[i+1:]
		closing := strings.IndexByte(value, text[i])
		if closing < 0 {
			words := strings.FieldsFunc(text[:i], func(r rune) bool { return strings.ContainsRune(" \t\r\n=/", r) })
			if len(words) == 0 {
				return "", "", &xmlPlace{outside: "a tag"}
			}
			return "", "", &xmlPlace{element: name, attribute: words[len(words)-1], begin: strings.TrimSpace(value)}
		}
		text = value[closing+1:]
	}
}
