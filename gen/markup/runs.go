package markup

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/types"
)

// runs says where in a page a text is run, or read as a page, that html/template takes for plain text and escapes as
// such; "" of any other place.
func (p *pagePlace) runs() string {
	switch {
	case p.library != "" && !p.inScript() && !p.inStyle():
		return templateOf + p.library
	case p.tag == nil:
		return ""
	case p.inScript() && !p.escaped: // not by html/template, which knows JavaScript and JSON
		return p.otherScript()
	case p.inScript() && p.sink() != "":
		return p.sink()
	case p.inScript() && strings.HasPrefix(p.address(), "javascript:"):
		return scriptRuns
	case p.attribute == "":
		return ""
	case p.attribute == "srcdoc" && !isSandboxed(p.tag):
		return pageInside
	case scriptScheme.MatchString(p.address()) && addressed.MatchString(p.attribute):
		return "a script in the attribute " + p.attribute
	case addressed.MatchString(p.attribute) && p.choosesScheme():
		return AddressScheme
	case isAnimated(p.tag) && slices.Contains([]string{"values", "to", "from", "by"}, p.attribute):
		return "an address that is animated"
	case (isDirective(p.attribute) || p.isComputed()) && !p.escaped && p.sink() != "":
		return p.sink()
	case (isDirective(p.attribute) || p.isComputed()) && !p.escaped:
		return "the attribute " + p.attribute
	}
	return ""
}

// isComputed reports whether htmx runs an attribute that is JSON otherwise.
func (p *pagePlace) isComputed() bool {
	name, ofHTMX := strings.CutPrefix(strings.TrimPrefix(p.attribute, "data-"), "hx-")
	if !ofHTMX || !knowledge.Names.Computed.Has(name) {
		return false
	}
	return name == "vars" || strings.HasPrefix(p.address(), "js:") || strings.HasPrefix(p.address(), "javascript:")
}

// inScript reports whether the place is in the text of a script, or in an attribute that is one.
func (p *pagePlace) inScript() bool {
	return p.tag != nil && (p.attribute == "" && p.tag.Data == "script" || p.attribute != "" && p.escaped)
}

// inStyle reports whether the place is in a style sheet.
func (p *pagePlace) inStyle() bool { return p.tag != nil && p.attribute == "" && p.tag.Data == "style" }

// pageInside names, in messages, the content of a srcdoc: a browser decodes the attribute first, which undoes the one
// escape of it.
const pageInside = "the page in srcdoc"

// isSandboxed reports whether nothing in a frame is run.
func isSandboxed(frame *html.Token) bool {
	has := slices.ContainsFunc(frame.Attr, func(a html.Attribute) bool { return a.Key == "sandbox" })
	return has && !strings.Contains(strings.ToLower(tagAttribute(frame, "sandbox")), "allow-scripts")
}

// address is the begin of an address as a browser reads it: without line breaks, in small letters (URL Standard, 4.4).
func (p *pagePlace) address() string {
	return strings.ToLower(strings.TrimLeft(withoutBreaks.Replace(p.begin), " "))
}

var withoutBreaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// scriptScheme matches the begin of an address that is run, and not gone to.
var scriptScheme = regexp.MustCompile(`^(javascript|vbscript|livescript):`)

// IsScriptScheme reports whether an address of a scheme is run, and not gone to.
func IsScriptScheme(scheme string) bool {
	return scriptScheme.MatchString(strings.ToLower(scheme) + ":")
}

// addressed matches the attributes that hold addresses.
var addressed = regexp.MustCompile(`^((xlink:)?href|src|action|formaction|data|ping|poster|background)$`)

// AddressScheme names, in messages, the text before the colon of an address: html/template takes what is behind that
// for a path.
const AddressScheme = "the scheme of an address"

// choosesScheme reports whether a text at the place says, or ends, the scheme of an address, and another text is run
// then.
func (p *pagePlace) choosesScheme() bool {
	begin := p.address()
	if strings.ContainsAny(begin, ":/?#{") { // it was said, or chosen before
		return false
	}
	return p.leadsOn() || begin != "" && strings.HasPrefix("javascript:", begin)
}

// leadsOn reports whether the scheme of an address ends behind the place, and something else follows.
func (p *pagePlace) leadsOn() bool {
	i := strings.IndexAny(p.rest, ":/?#")
	return i >= 0 && p.rest[i] == ':' && strings.Contains(p.rest[i:], probed)
}

// scriptKind is the type of a script, in small letters.
func (p *pagePlace) scriptKind() string {
	kind, _, _ := strings.Cut(strings.ToLower(tagAttribute(p.tag, "type")), ";")
	return strings.TrimSpace(kind)
}

// templated are types of scripts that no browser runs: HTML that a script of the page shows, where what is escaped
// stays so.
var templated = regexp.MustCompile(`^(text/(x-)?(html|template|handlebars|handlebars-template|mustache|underscore|jquery-tmpl|ng-template|plain)|x-tmpl-mustache)$`)

// otherScript says of a script that html/template does not know what it is, where a text in it is not escaped for that.
func (p *pagePlace) otherScript() string {
	kind := p.scriptKind()
	if kind == "" || templated.MatchString(kind) || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "json") {
		return ""
	}
	return "a script of the type " + kind
}

// isAnimated reports whether a tag animates an address (SVG Animations, 2): what it becomes is one that html/template
// does not see.
func isAnimated(t *html.Token) bool {
	name := tagAttribute(t, "attributename")
	return (t.Data == "animate" || t.Data == "set") && (strings.HasSuffix(strings.ToLower(name), "href") || strings.Contains(name, "{{"))
}

// isDirective reports whether a library of the page takes an attribute for a script.
func isDirective(attribute string) bool {
	return !knowledge.Names.Undirected.Begin(attribute) && (attribute == "_" || knowledge.Names.Directives.Begin(attribute))
}

// sinkHints are what to do instead, by what a script makes of a text.
var sinkHints = map[string]string{
	AddressScheme: `write it out, or choose it among texts of yours: when(kind == "mail", "mailto", "tel")`,
	scriptRuns:    "write the script out, with the value as an argument: setTimeout(() => show({{name}}), 100)",
	scriptShows:   "give it to textContent, which shows any text as it is, or htmlEscape(…) it",
}

// isMarkupAttribute reports whether a library reads the value of an attribute as HTML.
func isMarkupAttribute(runs string) bool {
	return markupAttribute.MatchString(strings.TrimPrefix(runs, "the attribute "))
}

var markupAttribute = regexp.MustCompile(`^(?:v-html|x-html|(?:data-)?ng-bind-html|(?::|v-bind:|x-bind:)(?:innerhtml|srcdoc))`)

// isCall reports whether e, without what makes a text of it, calls a function.
func isCall(e *expr.Expr, name string) bool {
	for e.Op == expr.OpConvert && len(e.Args) == 1 {
		e = e.Args[0]
	}
	return e.Op == expr.OpCall && e.Name == name
}

// HoldsText reports whether a script may find a text in e, or in the JSON of it, that is no HTML and no name.
func HoldsText(e *expr.Expr) bool {
	for e.Op == expr.OpConvert && len(e.Args) == 1 {
		e = e.Args[0]
	}
	if e.Op == expr.OpCall && e.Name == "json" {
		return HoldsText(e.Args[0])
	}
	return e.Type.MayHoldText() && !e.Closed()
}

// isPlainValue reports whether nothing that e may be ends what stands around it.
func isPlainValue(e *expr.Expr) bool {
	for e.Op == expr.OpConvert && len(e.Args) == 1 { // to the text that the page holds
		e = e.Args[0]
	}
	switch e.Type.Kind {
	case types.Unknown, types.Int, types.Float, types.Bool, types.Duration:
		return true
	}
	return e.Closed()
}
