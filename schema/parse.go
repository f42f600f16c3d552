package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Parse reads a workflow document and reports all that is wrong with its shape (FC001 to FC006).
// The Workflow is nil where checking it further would only repeat those mistakes: after FC001,
// FC005, and FC003 on the document, on nodes or edges or in one of them (a position and lint
// aside). Otherwise it holds all that could be read; nodes that share an id are all there.
func Parse(file *diag.File) (*Workflow, diag.List) {
	root, syntax := read(file.Src)
	if syntax != nil {
		return nil, diag.List{syntax.diagnostic(file)}
	}
	p := &parser{file: file}
	if !p.checkKind(root, "document", Object) || !p.checkVersion(root) {
		return nil, p.problems
	}
	w := p.document(root)
	if p.unusable {
		return nil, p.problems
	}
	return w, p.problems
}

// parser turns Values into a Workflow and collects problems.
type parser struct {
	file     *diag.File
	problems diag.List
	unusable bool // nodes or edges can't be read: the Workflow would mislead later checks
}

// checkVersion reports whether the document has the one version that there is.
func (p *parser) checkVersion(root *Value) bool {
	v := root.Get("version")
	if v == nil {
		hint := `add "version": 1`
		if root.Get("connections") != nil {
			hint = "a workflow of another tool has to be drawn anew: flowc new NAME writes one to begin with"
		}
		p.report(diag.FC005, opening(root), hint, `"version" is missing`)
		return false
	}
	if n, err := strconv.ParseFloat(v.Text, 64); v.Kind == Number && err == nil && n == 1 {
		return true
	}
	hint := ""
	if v.Kind == String && v.Text == "1" {
		hint = "write 1, without quotes"
	}
	p.report(diag.FC005, v.Span, hint, "unsupported version %s, want 1", p.source(v))
	return false
}

func (p *parser) document(root *Value) *Workflow {
	p.checkRepeated(root)
	p.checkKeys(root, documentKeys, canvasKeys)
	w := &Workflow{File: p.file, Root: root, Stem: p.stem(), Notes: map[string]bool{}}
	w.ID = p.identity(root, "id", validID, "at least 20 characters of a-z and 0-9")
	w.Name = p.identity(root, "name", validName, "a letter, then letters, digits, spaces, \"_\" and \"-\"")
	w.Description, _ = p.optionalString(root, "description")
	p.optionalString(root, "$schema")
	w.Ignores = p.ignores(root)
	p.nodes(w)
	p.edges(w)
	p.nameNodes(root)
	return w
}

// identity reads a string that names the workflow.
func (p *parser) identity(root *Value, key string, valid func(string) bool, want string) Text {
	v := root.Get(key)
	if v == nil {
		if !meant(root, key) {
			p.report(diag.FC006, opening(root), "", "%q is missing, want %s", key, want)
			p.fixIdentity(key, diag.Span{Start: opening(root).End, End: opening(root).End}, "\n  \"id\": %q,")
		}
		return Text{Span: opening(root)}
	}
	switch {
	case !p.checkKey(v, key, String):
		p.problems[len(p.problems)-1].Hint = "" // as a text it would not do either
	case !valid(v.Text):
		p.report(diag.FC006, v.Span, "", "workflow %s %s is malformed, want %s", key, quote(v.Text), want)
		p.fixIdentity(key, v.Span, "%q")
	}
	return Text{v.Text, v.Span}
}

// fixIdentity adds a fix to the last problem, of a workflow's id: a fresh one, as nothing can refer to a rejected id.
func (p *parser) fixIdentity(key string, span diag.Span, format string) {
	if key != "id" {
		return
	}
	last := &p.problems[len(p.problems)-1]
	last.Hint = "flowc fix -w writes one"
	last.Fix = []diag.Edit{{File: p.file, Span: span, Text: fmt.Sprintf(format, NewID())}}
}

// list returns the items of an array that the document must have.
func (p *parser) list(root *Value, key string) []*Value {
	v := root.Get(key)
	if v == nil {
		if !meant(root, key) {
			p.report(diag.FC003, opening(root), "", "%q is missing, want an array", key)
		}
		p.unusable = true
		return nil
	}
	if !p.checkKey(v, key, Array) {
		p.unusable = true
	}
	return v.Items
}

// requiredString reads a string that obj must have.
func (p *parser) requiredString(obj *Value, key string) (Text, bool) {
	if obj.Get(key) == nil {
		if !meant(obj, key) {
			p.report(diag.FC003, opening(obj), "", "%q is missing, want a string", key)
		}
		return Text{Span: opening(obj)}, false
	}
	return p.optionalString(obj, key)
}

// optionalString reads a string that obj may have; it returns false after a mistake.
func (p *parser) optionalString(obj *Value, key string) (Text, bool) {
	v := obj.Get(key)
	if v == nil {
		return Text{Span: opening(obj)}, true
	}
	if !p.checkKey(v, key, String) {
		return Text{Span: v.Span}, false
	}
	return Text{v.Text, v.Span}, true
}

// checkKey reports the value of a key that has another JSON type than want.
func (p *parser) checkKey(v *Value, key string, want Kind) bool {
	return v.Kind == want || p.checkKind(v, strconv.Quote(key), want)
}

// checkKind reports a value, which what names, of another JSON type than want.
func (p *parser) checkKind(v *Value, what string, want Kind) bool {
	if v.Kind != want {
		p.report(diag.FC003, v.Span, p.kindMend(v, want), "%s must be %s, got %s", what, withArticle(want), withArticle(v.Kind))
	}
	return v.Kind == want
}

// kindMend says what to write for a value of another JSON type than want that can only mean one thing, or "".
func (p *parser) kindMend(v *Value, want Kind) string {
	switch {
	case want == String && v.Kind == Number:
		return "write " + strconv.Quote(p.source(v))
	case want == String && v.Kind == Array && len(v.Items) == 1 && v.Items[0].Kind == String:
		return "write " + quote(v.Items[0].Text) + ", without the brackets"
	case want == Number && v.Kind == String:
		if _, err := strconv.ParseFloat(v.Text, 64); err == nil {
			return "write " + cut(v.Text) + ", without quotes"
		}
	case want == Array && v.Kind == Object:
		return "write a list, in [ and ]"
	}
	return ""
}

// report adds a problem.
func (p *parser) report(code *diag.Code, span diag.Span, hint, format string, args ...any) {
	p.problems.Add(diag.Diagnostic{
		Code: code, Message: fmt.Sprintf(format, args...), Hint: hint, File: p.file, Span: span,
	})
}

// source returns v as written, for a message.
func (p *parser) source(v *Value) string {
	if v.Kind == Array || v.Kind == Object {
		return withArticle(v.Kind)
	}
	return cut(string(p.file.Src[v.Span.Start:v.Span.End]))
}

// opening returns the bracket that an object or array begins with. It is what a message about
// something missing points at, since the whole object may be pages long.
func opening(v *Value) diag.Span { return diag.Span{Start: v.Span.Start, End: v.Span.Start + 1} }

// withArticle names a JSON type in a sentence.
func withArticle(k Kind) string {
	switch k {
	case Null:
		return "null"
	case Array, Object:
		return "an " + k.String()
	default:
		return "a " + k.String()
	}
}

// quote writes text of the document for a message.
func quote(text string) string { return strconv.Quote(cut(text)) }

// cut shortens text that would fill the screen.
func cut(text string) string {
	const most = 60 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
