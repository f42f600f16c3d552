package texts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// isPasted reports whether something in a text put together may be more of such a file.
func (r texts) isPasted(k knowledge.File, text *expr.Expr) bool {
	if !k.Caller {
		return r.pasted(text, 0) != nil
	}
	parts := r.g.Text(text)
	return len(parts) > 1 && slices.ContainsFunc(parts, func(part *expr.Expr) bool { return r.loose(part, types.Caller) != nil && r.mayHold(part, "\n") })
}

// files reports a file, of the kind that the name beside it shows, that is concatenated from unescaped values.
func (r texts) files(t *ir.Typed) {
	if t.Tree == nil || len(t.Tree.Keys) == 0 {
		return
	}
	var kind knowledge.File
	for _, item := range t.Items {
		name, _ := literalOf(item)
		if found, known := knowledge.FileNamed(name); known {
			kind = found
		}
	}
	if kind.Name == "" {
		return
	}
	for _, key := range t.Tree.Keys {
		item := t.Entry(key)
		if text := fileText(item, key); text != nil && !r.toldElsewhere(text) && r.isPasted(kind, text) {
			r.reportFile(item, kind, kind.Hint)
		}
	}
}

// fileText is the text of a file that a member holds, encoded or not; nil where it holds none.
func fileText(t *ir.Typed, key string) *expr.Expr {
	switch {
	case t == nil || t.Expr == nil:
		return nil
	case t.Expr.Op == expr.OpCall && t.Expr.Name == "base64":
		return t.Expr.Args[0]
	case knowledge.Names.Contents.Has(key) && hasLines(t.Expr):
		return t.Expr
	}
	return nil
}

// toldElsewhere reports whether a concatenated text is HTML, SVG or a mail, which is reported where it is encoded.
func (r texts) toldElsewhere(text *expr.Expr) bool {
	words := unix(r.words(text))
	return pageText.MatchString(words) || knowledge.Mail.Begin.MatchString(words) || isJSON(words)
}

func (r texts) reportFile(t *ir.Typed, kind knowledge.File, mend string) {
	r.report(t, fmt.Sprintf("a text is pasted into a file of %s: its content becomes part of it", kind.Name), mend)
}

// dispositionName matches the name of the file that a Content-Disposition makes of an answer.
var dispositionName = regexp.MustCompile(`(?i)filename\s*=\s*"?([^";]+)`)

// download reports an answer that browsers save under a name which says what it is, where its content type says nothing
// of it.
func (r texts) download(f *templates.Field) {
	v, t := r.s.Node.Fields[f.Name], r.s.Value[f.Name]
	if f.Format == nil || f.Sink != templates.Answer || v == nil || t == nil || t.Expr == nil || v.Format > templates.PlainText {
		return
	}
	kind, known := knowledge.FileNamed(r.savedAs())
	if known && r.isPasted(kind, t.Expr) {
		r.reportFile(t, kind, answeredAs(kind))
		return
	}
	if !known && documentText.MatchString(r.words(t.Expr)) && r.pasted(t.Expr, 0) != nil {
		r.report(t, "a text is pasted into XML or HTML that is answered as a plain text: its content becomes part of it",
			"write what it is as responseContentType: placeholders are escaped then")
	}
}

// answeredAs is what to do in a Response.
func answeredAs(k knowledge.File) string {
	if !k.Escaped {
		return k.Hint
	}
	return "write what it is as responseContentType: placeholders in the body are escaped then; rows of a table are csv(…)"
}

// documentText matches how a text begins that is XML or HTML and nothing else.
var documentText = regexp.MustCompile(`(?i)^\s*<(?:\?xml\b|!doctype\s|html\b|svg\b|table\b)`)

// savedAs is the name that an answer is saved under, as far as it is written out; "" where there is none.
func (r texts) savedAs() string {
	for _, f := range r.s.Checked() {
		t := r.s.Value[f.Name]
		if t == nil {
			continue
		}
		if f.Sets == "Content-Disposition" && t.Expr != nil {
			return r.words(t.Expr)
		}
		if !f.Headers || t.Tree == nil {
			continue
		}
		for _, key := range t.Tree.Keys {
			entry := t.Entry(key)
			if !strings.EqualFold(key, "Content-Disposition") || entry == nil || entry.Expr == nil {
				continue
			}
			if found := dispositionName.FindStringSubmatch(r.words(entry.Expr)); found != nil {
				return strings.TrimSpace(found[1])
			}
		}
	}
	return ""
}
