package lint

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// fileKind is what a file is that is put together as a text, by the end of its name.
type fileKind struct {
	name   string
	format templates.Format
	mend   string
	// caller is set where only a caller's text is told of: what such a file is made of else, its author means to be more of it.
	caller bool
}

const (
	mendTable  = "rows of a table are csv(…): it puts what parts cells into quotes, and keeps a spreadsheet from running a cell"
	mendYAML   = "json(…) it: a value of JSON is one of YAML"
	mendMarkup = "htmlEscape(…) it, which is right in XML too"
)

var fileKinds = map[string]fileKind{
	".csv": {name: "CSV", format: templates.CSVText, mend: mendTable}, ".tsv": {name: "tab-separated values", format: templates.TSVText, mend: "write it as CSV, by csv(…)"},
	".yaml": {name: "YAML", format: templates.YAMLText, mend: mendYAML}, ".yml": {name: "YAML", format: templates.YAMLText, mend: mendYAML},
	".toml": {name: "TOML", format: templates.TOMLText, mend: "json(…) it: a text of JSON is one of TOML"},
	".xml":  {name: "XML", format: templates.XMLText, mend: mendMarkup}, ".svg": {name: "SVG", format: templates.XMLText, mend: mendMarkup},
	".html": {name: "HTML", format: templates.HTMLText, mend: mendMarkup}, ".htm": {name: "HTML", format: templates.HTMLText, mend: mendMarkup},
	".js": script, ".mjs": script, ".ts": script,
	".php": program, ".py": program, ".rb": program, ".sh": program, ".sql": program, ".tf": program,
	".conf": settings, ".env": settings, ".ini": settings, ".properties": settings,
}

var (
	script   = fileKind{name: "JavaScript", format: templates.ScriptText, mend: "json(…) it, outside of quotes", caller: true}
	program  = fileKind{name: "source code", format: templates.ProgramText, mend: "have the program ask for it, or take it as an argument", caller: true}
	settings = fileKind{name: "settings", format: templates.ProgramText, mend: "replace(…) line breaks in it: one begins another setting", caller: true}
)

// isPasted reports whether something in a text put together may be more of such a file.
func (k fileKind) isPasted(r texts, text *expr.Expr) bool {
	if !k.caller {
		return r.pasted(text, 0) != nil
	}
	parts := r.g.Text(text)
	return len(parts) > 1 && slices.ContainsFunc(parts, func(part *expr.Expr) bool { return r.loose(part, types.Caller) != nil && r.mayHold(part, "\n") })
}

// fileNamed is the kind of a file called so.
func fileNamed(name string) (fileKind, bool) {
	kind, known := fileKinds[strings.ToLower(path.Ext(name))]
	return kind, known
}

// contents are the members that hold a file as a text, in small letters.
var contents = []string{"content", "contents", "data", "file"}

// files reports a file of a kind that its name tells, put together of values that nothing escapes, beside that name.
func (r texts) files(t *ir.Typed) {
	if t.Tree == nil || len(t.Tree.Keys) == 0 {
		return
	}
	var kind fileKind
	for _, item := range t.Items {
		name, _ := literalOf(item)
		if found, known := fileNamed(name); known {
			kind = found
		}
	}
	if kind.name == "" {
		return
	}
	for _, key := range t.Tree.Keys {
		item := t.Entry(key)
		if text := fileText(item, key); text != nil && !r.toldElsewhere(text) && kind.isPasted(r, text) {
			r.reportFile(item, kind, kind.mend)
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
	case slices.Contains(contents, strings.ToLower(key)) && hasLines(t.Expr):
		return t.Expr
	}
	return nil
}

// toldElsewhere reports whether a text that is put together is HTML, SVG or a mail, which is told where it is encoded.
func (r texts) toldElsewhere(text *expr.Expr) bool {
	words := unix(r.words(text))
	return pageText.MatchString(words) || mailHead.MatchString(words) || isJSON(words)
}

func (r texts) reportFile(t *ir.Typed, kind fileKind, mend string) {
	r.report(t, fmt.Sprintf("a text is pasted into a file of %s: its content becomes part of it", kind.name), mend)
}

// dispositionName matches the name of the file that a Content-Disposition makes of an answer.
var dispositionName = regexp.MustCompile(`(?i)filename\s*=\s*"?([^";]+)`)

// download reports an answer that browsers save under a name which says what it is, where its content type says nothing of it.
func (r texts) download(f *templates.Field) {
	v, t := r.s.Node.Fields[f.Name], r.s.Value[f.Name]
	if f.Format == nil || f.Sink != templates.Answer || v == nil || t == nil || t.Expr == nil || v.Format > templates.PlainText {
		return
	}
	kind, known := fileNamed(r.savedAs())
	if known && kind.isPasted(r, t.Expr) {
		r.reportFile(t, kind, kind.answered())
		return
	}
	if !known && documentText.MatchString(r.words(t.Expr)) && r.pasted(t.Expr, 0) != nil {
		r.report(t, "a text is pasted into XML or HTML that is answered as a plain text: its content becomes part of it",
			"write what it is as responseContentType: placeholders are escaped then")
	}
}

// answered is what to do in a Response.
func (k fileKind) answered() string {
	if language, _ := k.format.Language(); language != "" {
		return k.mend
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
