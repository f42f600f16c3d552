package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// pastedInServices looks at what is sent to services that read more out of a text, or of a value, than stands in it for a person.
func pastedInServices(p *Pass, s *ir.Step, f *templates.Field) {
	if f.Sink != templates.Sent && f.Sink != templates.Address || f.Headers || f.Shape == templates.URL {
		return
	}
	root, address, r := s.Value[f.Name], addressOf(s), serviceReader{p: p, s: s}
	if readsFormulas(s, address) {
		r.cells(root)
	}
	if slack.MatchString(address) {
		r.chat(root, "text", pastedSlack)
	}
	if discord.MatchString(address) && s.Made(root).Entry("allowed_mentions") == nil {
		r.chat(root, "content", pastedDiscord)
	}
	r.messages(root)
	if holdsOperators(s.Made(root)) {
		r.operators(root)
	}
}

// serviceReader walks through what is sent to a service.
type serviceReader struct {
	p  *Pass
	s  *ir.Step
	at *ir.Typed // the name of the object that is looked into; nil where it stands there itself
}

// into is the reader of a value, and of an object under a name that object.
func (r serviceReader) into(t *ir.Typed) (serviceReader, *ir.Typed) {
	made := r.s.Made(t)
	if made != t {
		r.at = t
	}
	return r, made
}

func (r serviceReader) report(t *ir.Typed, message, hint string) {
	if r.at != nil {
		t = r.at
	}
	r.p.ReportNode(r.s.Node, diag.Diagnostic{Span: t.Tree.JSON.Span, Message: message, Hint: hint})
}

// addressOf is the address that a step calls, as the document writes it.
func addressOf(s *ir.Step) string {
	if t := s.URL(); t != nil && t.Tree != nil {
		return t.Tree.JSON.Text
	}
	return ""
}

// The services that are known by their addresses, or by the variable that holds one.
var (
	slack   = regexp.MustCompile(`^https://(?:hooks\.slack\.com/|slack\.com/api/chat\.)|^\{\{\s*env\.\w*SLACK\w*\s*\}\}`)
	discord = regexp.MustCompile(`^https://(?:\w+\.)?discord(?:app)?\.com/api/|^\{\{\s*env\.\w*DISCORD\w*\s*\}\}`)
)

// readsFormulas reports whether a cell that begins with = is a formula where a step writes it: Google Sheets told to read it as if it was
// typed, and Excel.
func readsFormulas(s *ir.Step, address string) bool {
	found := strings.Contains(address, "valueInputOption=USER_ENTERED") || strings.HasPrefix(address, "https://graph.microsoft.com/") && strings.Contains(address, "/workbook/")
	for _, f := range s.Checked() {
		option, _ := literalOf(s.Value[f.Name].Entry("valueInputOption"))
		found = found || option == "USER_ENTERED"
	}
	return found
}

// cells reports the first cell that begins with a text of others, or pastes one into a formula.
func (r serviceReader) cells(t *ir.Typed) bool {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return false
	}
	for _, key := range t.Tree.Keys {
		if key == "values" && r.cell(t.Entry(key)) {
			return true
		}
	}
	return slices.ContainsFunc(t.Items, r.cells)
}

// cell reports a cell, or the first of some.
func (r serviceReader) cell(t *ir.Typed) bool {
	r, t = r.into(t)
	if t == nil || t.Expr == nil {
		return t != nil && slices.ContainsFunc(t.Items, r.cell)
	}
	parts := named(r.s, t.Expr, maxNamed)
	begin, written := parts[0].Const()
	switch {
	case !written && isForeign(r.s, parts[0], "="):
		r.report(t, "a cell of a spreadsheet begins with a text of others: one that begins with = is a formula there",
			`write "valueInputOption": "RAW" where it is Google's; else begin the cell with ': "'{{name}}"`)
	case written && strings.HasPrefix(expr.ConstText(begin), "=") && slices.ContainsFunc(parts[1:], func(part *expr.Expr) bool { return isForeign(r.s, part, `"`) }):
		r.report(t, "a text of others is pasted into a formula: a quote in it ends the text that it stands in", "have it in a cell of its own, as a text, and name that cell here")
	default:
		return false
	}
	return true
}

// isForeign reports whether a value is what a caller sends, or what is stored, which one has sent before, and may hold a mark.
func isForeign(s *ir.Step, e *expr.Expr, mark string) bool {
	loose := looseWithin(s, e, maxNamed)
	return loose != nil && loose.Type.AllLabels()&(types.Caller|types.Data) != 0 && mayHold(s, loose, mark)
}

// chat is what a service of messages reads out of a text.
type chat struct{ mark, message, hint string }

var (
	pastedSlack = chat{
		"<", `what the caller sent is pasted into a message of Slack: "<!channel>" in it notifies everyone`,
		`send it as plain text: {"type": "section", "text": {"type": "plain_text", "text": "{{name}}"}}; else replace(…) "&", "<" and ">" by "&amp;", "&lt;" and "&gt;"`,
	}
	pastedDiscord = chat{
		"@", `what the caller sent is pasted into a message of Discord: "@everyone" in it notifies everyone`, `write "allowed_mentions": {"parse": []} beside it`,
	}
)

// chat reports the first member called key with what a caller sent, where it is no plain text.
func (r serviceReader) chat(t *ir.Typed, key string, c chat) bool {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return false
	}
	kind, _ := literalOf(t.Entry("type"))
	if text := t.Entry(key); text != nil && text.Expr != nil && kind != "plain_text" && saysMore(r.s, text.Expr, c.mark) {
		r.report(text, c.message, c.hint)
		return true
	}
	return slices.ContainsFunc(t.Items, func(item *ir.Typed) bool { return r.chat(item, key, c) })
}

// saysMore reports whether a text has something of the caller in it that may hold a mark.
func saysMore(s *ir.Step, e *expr.Expr, mark string) bool {
	return slices.ContainsFunc(named(s, e, maxNamed), func(part *expr.Expr) bool {
		loose := looseWithin(s, part, maxNamed)
		return loose != nil && loose.Type.AllLabels().Has(types.Caller) && mayHold(s, loose, mark)
	})
}

// messages reports what says itself, wherever it is sent, that it is read as more than a text: a block of Slack, and Telegram's Markdown.
func (r serviceReader) messages(t *ir.Typed) {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return
	}
	kind, _ := literalOf(t.Entry("type"))
	if text := t.Entry("text"); kind == "mrkdwn" && !slack.MatchString(addressOf(r.s)) && text != nil && text.Expr != nil && saysMore(r.s, text.Expr, "<") {
		r.report(text, pastedSlack.message, pastedSlack.hint)
	}
	mode, _ := literalOf(t.Entry("parse_mode"))
	for _, key := range []string{"caption", "text"} {
		if text := t.Entry(key); strings.HasPrefix(mode, "Markdown") && text != nil && text.Expr != nil && saysMore(r.s, text.Expr, "_") {
			r.report(text, fmt.Sprintf("what the caller sent is pasted into the Markdown of %q: [name](address) in it is a link, and a message with a single _ is refused", key),
				`write "parse_mode": "HTML", where a text of the body escapes its placeholders; or leave it out`)
		}
	}
	for _, item := range t.Items {
		r.messages(item)
	}
}

// filtering are the members in which databases of documents are told what to look for, and by which operators ($ne) there.
var filtering = []string{"$match", "filter", "query", "selector", "where"}

// operator matches the operators of MongoDB that are written most.
var operator = regexp.MustCompile(`^\$(?:addToSet|and|elemMatch|eq|exists|group|gte?|in|inc|lookup|lte?|match|ne|nin|nor|not|or|project|pull|push|regex|set|unset)$`)

// holdsOperators reports whether what is sent is for such a database: it names a collection or an operator, or is a selector of CouchDB.
func holdsOperators(t *ir.Typed) bool {
	if t == nil || t.Tree == nil {
		return false
	}
	return slices.ContainsFunc(t.Tree.Keys, func(key string) bool { return key == "collection" || key == "selector" || operator.MatchString(key) }) ||
		slices.ContainsFunc(t.Items, holdsOperators)
}

// operators reports a value of any kind in what is looked for there: an object in its place is an operator.
func (r serviceReader) operators(t *ir.Typed) {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return
	}
	for i, item := range t.Items {
		if i < len(t.Tree.Keys) && slices.Contains(filtering, t.Tree.Keys[i]) {
			r.filter(item)
			continue
		}
		r.operators(item)
	}
}

// filter looks at the members of a filter, and of those that $and and others join.
func (r serviceReader) filter(t *ir.Typed) {
	r, t = r.into(t)
	if t == nil || t.Tree == nil {
		return
	}
	for i, item := range t.Items {
		name := ""
		if i < len(t.Tree.Keys) {
			name = t.Tree.Keys[i]
		}
		switch {
		case name == "" || slices.Contains([]string{"$and", "$or", "$nor"}, name):
			r.filter(item)
		case strings.HasPrefix(name, "$") || item.Expr == nil || item.Tree.JSON.Kind != schema.String:
		case item.Expr.Op != expr.OpText && item.Type.Kind == types.Any && item.Type.AllLabels().Has(types.Caller) && r.s.Made(item) == item:
			r.report(item, fmt.Sprintf(`what the caller sent may be an object, which is an operator in a filter: {"$ne": null} finds any %q`, name),
				`declare it as "string", or write string(…) of it`)
		}
	}
}
