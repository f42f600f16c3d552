package ir

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// runs says where in a page a text is run, or read as a page, that html/template takes for plain text and escapes as such; "" of
// any other place.
func (p *pagePlace) runs() string {
	switch {
	case p.tag == nil:
		return ""
	case p.inScript() && !p.escaped: // not by html/template, which knows JavaScript and JSON
		return p.otherScript()
	case p.inScript() && (p.isSink() || strings.HasPrefix(p.address(), "javascript:")):
		return "what a script runs, or reads as HTML"
	case p.attribute == "":
		return ""
	case p.attribute == "srcdoc" && !isSandboxed(p.tag):
		return pageInside
	case scripted.MatchString(p.address()) && addressed.MatchString(p.attribute):
		return "a script in the attribute " + p.attribute
	case isAnimated(p.tag) && slices.Contains([]string{"values", "to", "from", "by"}, p.attribute):
		return "an address that is animated"
	case isDirective(p.attribute) && !p.escaped:
		return "the attribute " + p.attribute
	}
	return ""
}

// inScript reports whether the place is in the text of a script, or in an attribute that is one.
func (p *pagePlace) inScript() bool {
	return p.tag != nil && (p.attribute == "" && p.tag.Data == "script" || p.attribute != "" && p.escaped)
}

// inStyle reports whether the place is in a style sheet.
func (p *pagePlace) inStyle() bool { return p.tag != nil && p.attribute == "" && p.tag.Data == "style" }

// pageInside is what srcdoc holds: a browser decodes the attribute first, which undoes the one escape of it.
const pageInside = "the page in srcdoc"

// isSandboxed reports whether nothing in a frame is run.
func isSandboxed(frame *html.Token) bool {
	has := slices.ContainsFunc(frame.Attr, func(a html.Attribute) bool { return a.Key == "sandbox" })
	return has && !strings.Contains(strings.ToLower(tagAttribute(frame, "sandbox")), "allow-scripts")
}

// address is the begin of an address as a browser reads it: without line breaks, in small letters (URL Standard, 4.4).
func (p *pagePlace) address() string {
	return strings.ToLower(strings.TrimLeft(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(p.begin), " "))
}

// scripted matches the begin of an address that is run, and not gone to.
var scripted = regexp.MustCompile(`^(javascript|vbscript|livescript):`)

// addressed matches the attributes that hold addresses.
var addressed = regexp.MustCompile(`^((xlink:)?href|src|action|formaction|data|ping|poster|background)$`)

// scriptKind is the type of a script, in small letters.
func (p *pagePlace) scriptKind() string {
	kind, _, _ := strings.Cut(strings.ToLower(tagAttribute(p.tag, "type")), ";")
	return strings.TrimSpace(kind)
}

// templated are types of scripts that no browser runs: HTML that a script of the page shows, where what is escaped stays so.
var templated = regexp.MustCompile(`^(text/(x-)?(html|template|handlebars|handlebars-template|mustache|underscore|jquery-tmpl|ng-template|plain)|x-tmpl-mustache)$`)

// otherScript says of a script that html/template does not know what it is, where a text in it is not escaped for that.
func (p *pagePlace) otherScript() string {
	kind := p.scriptKind()
	if kind == "" || templated.MatchString(kind) || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "json") {
		return ""
	}
	return "a script of the type " + kind
}

// sink matches the begin of a script up to a text that is run, or read as HTML: what stands between has no end of a statement.
var sink = regexp.MustCompile(`(?:\b(?:eval|execScript|Function)\s*\(|\.\s*(?:innerHTML|outerHTML|srcdoc)\s*\+?=|\b(?:insertAdjacentHTML|createContextualFragment|setHTMLUnsafe)\s*\(|` +
	`\bdocument\.write(?:ln)?\s*\(|\)\.html\s*\(|(?:\$|\bjQuery)\([^()\n]*\)\.(?:append|prepend|before|after|replaceWith|wrap|wrapAll|wrapInner)\s*\()[^;\n]*$|` + "\\bset(?:Timeout|Interval)\\s*\\(\\s*(?:\"[^\"]*|'[^']*|`[^`]*)?$")

// cleaned matches what makes a text safe to be read as HTML.
var cleaned = regexp.MustCompile(`(?i)sanitize|escape|encode|\)\.text\s*\(|createTextNode`)

// isSink reports whether a script runs what stands at the place, or reads it as HTML.
func (p *pagePlace) isSink() bool {
	found := sink.FindString(p.begin)
	return found != "" && !cleaned.MatchString(found)
}

// isAnimated reports whether a tag animates an address (SVG Animations, 2): what it becomes is one that html/template does not see.
func isAnimated(t *html.Token) bool {
	name := tagAttribute(t, "attributename")
	return (t.Data == "animate" || t.Data == "set") && (strings.HasSuffix(strings.ToLower(name), "href") || strings.Contains(name, "{{"))
}

// directives are how attributes begin that a library of the page takes for a script: of Alpine, Vue, Angular, htmx, hyperscript.
var directives = []string{"@", ":", "v-", "x-", "ng-", "data-ng-", "hx-on", "data-hx-on", "data-on:", "data-on-", "wire:"}

// named are attributes that only begin like these.
var named = []string{"x-ref", "x-teleport", "v-slot", "ng-src", "ng-href"}

func isDirective(attribute string) bool {
	begins := func(begin string) bool { return strings.HasPrefix(attribute, begin) }
	return !slices.ContainsFunc(named, begins) && (attribute == "_" || slices.ContainsFunc(directives, begins))
}

// run is what is wrong with a placeholder whose text would be run (FC210), or nil: numbers and the like are none, and JSON is a
// value in a script.
func (p *piece) run(e *expr.Expr) []expr.Problem {
	if p.runs == "" || e == nil || isPlainValue(e) && !(p.runs == pageInside && isCall(e, "json")) {
		return nil
	}
	return []expr.Problem{{
		Code: diag.FC210, Start: p.Start, End: p.End, Message: fmt.Sprintf("a placeholder can't stand in %s: nothing escapes a text there", p.runs),
		Hint: `write it into an attribute of its own, such as data-name="…", and have the script read that`,
	}}
}

// isCall reports whether e, without what makes a text of it, calls a function.
func isCall(e *expr.Expr, name string) bool {
	for e.Op == expr.OpConvert && len(e.Args) == 1 {
		e = e.Args[0]
	}
	return e.Op == expr.OpCall && e.Name == name
}

// plainCalls are functions whose text is a value of JavaScript, has no quotes, or is HTML that shows what it was given.
var plainCalls = []string{"json", "htmlEscape", "base64", "base64url", "hex", "sha256", "hmacSha256", "uuid"}

// isPlainValue reports whether nothing that e may be ends what stands around it.
func isPlainValue(e *expr.Expr) bool {
	for e.Op == expr.OpConvert && len(e.Args) == 1 { // to the text that the page holds
		e = e.Args[0]
	}
	switch e.Type.Kind {
	case types.Unknown, types.Int, types.Float, types.Bool, types.Duration:
		return true
	}
	return e.Op == expr.OpCall && slices.Contains(plainCalls, e.Name)
}
