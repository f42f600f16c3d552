package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// everywhere are the keys that the data of every node may hold.
var everywhere = []string{"name", "label", "lint"}

// fields reads a node's data by the declarations of its type: FC003, FC201 to FC203,
// FC213 and FC401, for all node types alike.
func (b *builder) fields(n *Node) {
	n.Fields = map[string]*Value{}
	if n.Template == nil {
		return
	}
	t := n.Template
	b.readField(n, t.Mode)
	if mode := field(t, t.Mode); mode != nil && n.Fields[t.Mode] == nil {
		n.modeUnknown = mode.Required || n.Field(t.Mode) != nil
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Name != t.Mode {
			b.readField(n, f.Name)
		}
	}
	n.modeUnknown = n.modeUnknown || slices.ContainsFunc(t.Outputs, func(o templates.Output) bool { return n.unsettled(&o.When) })
	if t.Further != nil {
		further, known := t.Further(&pass{b: b, node: n, list: &b.list})
		n.further, n.modeUnknown = further, n.modeUnknown || !known
	}
	b.unknownFields(n)
	b.meaningless(n)
	for _, v := range n.Given() {
		if v.Field.Shape == templates.JSON {
			b.readText(n, v)
		}
	}
}

// unsettled reports whether a field was refused that says whether w holds.
func (n *Node) unsettled(w *templates.When) bool {
	return w != nil && (n.Field(w.Field) != nil && n.Fields[w.Field] == nil || n.unsettled(w.Also))
}

// readField reads the field called name, or its default.
func (b *builder) readField(n *Node, name string) {
	f := field(n.Template, name)
	if f == nil {
		return
	}
	v := n.Field(name)
	if v == nil {
		v = n.misspelt(name) // reported, with the right name as its hint
	}
	switch {
	case v != nil:
		if value, ok := b.read(n, f, v); ok {
			n.Fields[name] = value
		}
	case f.Default != "" && n.Applies(f.Defaults):
		n.Fields[name] = defaultValue(f)
	case n.Known() && n.needs(f), f.Required && f.Name == n.Template.Mode:
		if n.tookStranger(name) {
			return
		}
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC201, Span: n.Type.Span, Missing: name,
			Message: fmt.Sprintf("%s %q needs the field %q", n.Template.Title, n.ID.Value, name),
			Hint:    fieldHint(f),
		})
	}
}

// needs reports whether the document must give a field, for what it says in the others.
func (n *Node) needs(f *templates.Field) bool {
	return (f.Required || !f.Needed.IsZero()) && n.Applies(f.When) && n.Applies(f.Needed)
}

// lacks reports whether the document gives none of the node's fields, of which its type needs one (FC201).
func (n *Node) lacks() bool {
	needs := func(f templates.Field) bool { return n.Fields[f.Name] == nil && n.needs(&f) }
	return len(n.given()) == 0 && slices.ContainsFunc(n.Template.Fields, needs)
}

// tookStranger reports whether a key of the node's data that is like no field of its type may be the one called name,
// which the node lacks: FC202 says so then, and nothing else does.
func (n *Node) tookStranger(name string) bool {
	var known []string
	for _, f := range n.Template.Fields {
		known = append(known, f.Name)
	}
	for _, m := range n.Data.Members {
		if !n.knows(m.Key) && n.strangers[m.Key] == "" && diag.Nearest(m.Key, append(known, everywhere...)) == "" {
			if n.strangers == nil {
				n.strangers = map[string]string{}
			}
			n.strangers[m.Key] = name
			return true
		}
	}
	return false
}

// misspelt returns the value of a key that the node type does not have and that is meant to be name, or nil.
func (n *Node) misspelt(name string) *schema.Value {
	i := slices.IndexFunc(n.Data.Members, func(m schema.Member) bool { return !n.knows(m.Key) && means(m.Key, name) })
	if i < 0 {
		return nil
	}
	return n.Data.Members[i].Value
}

// means reports whether an unknown key is a field's name, misspelt or without the word that those of its type begin
// with: mode of sqlMode.
func means(key, name string) bool {
	rest := len(name) - len(key)
	if rest > 0 && len(key) > 2 && strings.EqualFold(name[rest:], key) && unicode.IsUpper(rune(name[rest])) {
		return strings.ToLower(name[:rest]) == name[:rest] // and not of another one: response is no maxResponse
	}
	return diag.Nearest(key, []string{name}) != ""
}

// knows reports whether the node's data may hold a key.
func (n *Node) knows(key string) bool {
	return field(n.Template, key) != nil || anyType(key)
}

// anyType reports whether the data of every node may hold a key.
func anyType(key string) bool {
	return slices.Contains(everywhere, key) || strings.HasPrefix(key, "x-")
}

// HasUnknown reports whether the node's data holds a key that its type does not have (FC202).
func (n *Node) HasUnknown() bool {
	return slices.ContainsFunc(n.Data.Members, func(m schema.Member) bool { return !n.knows(m.Key) })
}

// Refused reports whether the document gives a field of the node that was refused (FC003, FC203): what it would make of
// the node is not known. A secret is none of them: that it is written out (FC401) can be ignored, for a reason, and
// says what the node is.
func (n *Node) Refused() bool {
	return n.Template != nil && slices.ContainsFunc(n.Template.Fields, func(f templates.Field) bool {
		return f.Shape != templates.Secret && n.Field(f.Name) != nil && n.Fields[f.Name] == nil
	})
}

func field(t *templates.Template, name string) *templates.Field {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

func fieldHint(f *templates.Field) string {
	if len(f.Enum) > 0 {
		return "use one of " + strings.Join(sorted(f.Enum), ", ")
	}
	return "add it: " + lowerFirst(f.Doc)
}

// unknownFields reports keys that the node type does not have (FC202).
func (b *builder) unknownFields(n *Node) {
	var known []string
	for _, f := range n.Template.Fields {
		known = append(known, f.Name)
	}
	slices.Sort(known)
	for _, m := range n.Data.Members {
		if n.knows(m.Key) {
			continue
		}
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC202, Span: m.KeySpan,
			Message: fmt.Sprintf("%s has no field %q", n.Template.Title, m.Key),
			Hint:    n.keyHint(m.Key, append(known, everywhere...)),
			Fix:     n.Data.Rename(n.Workflow.File, m, append(known, everywhere...)),
		})
	}
}

// keyHint says which field an unknown key was meant to be.
func (n *Node) keyHint(key string, known []string) string {
	if meant := n.strangers[key]; meant != "" {
		return fmt.Sprintf("the field %q is missing: was that meant?", meant)
	}
	if hint := diag.DidYouMean(key, known); hint != "" {
		return hint
	}
	if hint := cmp.Or(n.prefixHint(key), n.wordHint(key)); hint != "" {
		return hint
	}
	var all []string
	for _, f := range n.Template.Fields {
		all = append(all, f.Name)
	}
	if len(all) == 0 {
		return ""
	}
	return "it has " + strings.Join(all, ", ")
}

// onlyField hints at the field for which is holds, where it holds for one of them.
func (n *Node) onlyField(is func(*templates.Field) bool) string {
	meant := ""
	for i := range n.Template.Fields {
		f := &n.Template.Fields[i]
		if !is(f) {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = f.Name
	}
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", meant)
}

// prefixHint says which field is meant by its name without what the fields of the type begin with: "method", "query".
func (n *Node) prefixHint(key string) string {
	return n.onlyField(func(f *templates.Field) bool {
		prefix, ends := strings.CutSuffix(strings.ToLower(f.Name), strings.ToLower(key))
		return ends && len(key) > 2 && prefix != "" && strings.HasPrefix(f.Name, prefix)
	})
}

// fieldWords are synonyms of the last word of a field's name, in small letters: "code" of the Status of responseStatus.
var fieldWords = map[string][]string{
	"attempts":   {"count", "max", "maxattempts", "maxretries", "retries", "times", "tries"},
	"body":       {"content", "data", "json", "payload"},
	"claims":     {"data", "payload"},
	"expiresin":  {"exp", "expiration", "expires", "expiry", "lifetime", "maxage", "ttl"},
	"expression": {"if", "test", "when"},
	"fields":     {"arguments", "args", "body", "inputs", "params", "parameters", "properties", "schema"},
	"function":   {"func", "handler", "name"},
	"items":      {"array", "collection", "list", "over"},
	"method":     {"verb"},
	"mode":       {"action", "kind", "operation", "type"},
	"operation":  {"action", "mode", "op", "type"},
	"path":       {"address", "route", "uri", "url"},
	"query":      {"command", "sql", "statement"},
	"status":     {"code", "statuscode"},
	"ttl":        {"expires", "expiresin", "expiry", "lifetime", "maxage"},
	"url":        {"address", "endpoint", "href", "uri"},
	"values":     {"fields", "vars", "variables"},
	"workflow":   {"flow", "name", "target"},
}

// wordHint says which field is meant by another word for what it is about: "responseCode", or "code" alone.
func (n *Node) wordHint(key string) string {
	return n.onlyField(func(f *templates.Field) bool {
		i := strings.IndexFunc(f.Name, unicode.IsUpper)
		if i < 0 || n.Field(f.Name) != nil {
			return false
		}
		word := strings.TrimPrefix(strings.ToLower(key), f.Name[:i])
		return slices.Contains(fieldWords[strings.ToLower(f.Name[i:])], word)
	})
}

// meaningless warns of fields that the node's other settings make void (FC213).
func (b *builder) meaningless(n *Node) {
	if !n.Known() {
		return
	}
	for i := range n.Template.Fields {
		f := &n.Template.Fields[i]
		if n.Field(f.Name) == nil || n.Applies(f.When) {
			continue
		}
		d := diag.Diagnostic{Code: diag.FC213, Span: keySpan(n.Data, f.Name)}
		when := n.failing(f.When)
		switch setting := n.Fields[when.Field]; {
		case when.Absent != "" && n.gives(when.Absent):
			d.Message = fmt.Sprintf("%q means nothing beside %q", f.Name, when.Absent)
			d.Hint = "remove one of them"
		case setting == nil && n.Field(when.Field) == nil:
			d.Message = fmt.Sprintf("%q means nothing without %q", f.Name, when.Field)
			d.Hint = fmt.Sprintf("remove it, or set %q to %s", when.Field, strings.Join(when.Values, " or "))
		case setting == nil:
			continue // refused
		default:
			d.Message = fmt.Sprintf("%q means nothing where %q is %q", f.Name, when.Field, setting.Text)
			d.Hint = fmt.Sprintf("remove it, or set %q to %s", when.Field, strings.Join(when.Values, " or "))
		}
		b.reportVoid(n, d)
		delete(n.Fields, f.Name)
	}
}

// failing returns the first condition of w that does not hold, alone.
func (n *Node) failing(w templates.When) templates.When {
	for w.Also != nil {
		also := w.Also
		if w.Also = nil; !n.Applies(w) {
			break
		}
		w = *also
	}
	return w
}

// reportVoid reports a warning of a field, or adds it to that of another field of the node which the same setting makes
// void.
func (b *builder) reportVoid(n *Node, d diag.Diagnostic) {
	for i := range b.list {
		first := &b.list[i]
		if first.Code == d.Code && first.File == n.Workflow.File && first.Node == n.ID.Value && first.Hint == d.Hint {
			first.Related = append(first.Related, diag.Related{File: n.Workflow.File, Span: d.Span, Message: "nor does this one"})
			return
		}
	}
	n.report(&b.list, d)
}

func keySpan(object *schema.Value, key string) diag.Span {
	for _, m := range object.Members {
		if m.Key == key {
			return m.KeySpan
		}
	}
	return object.Span
}

func sorted(s []string) []string { return slices.Sorted(slices.Values(s)) }

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + strings.TrimSuffix(s[1:], ".")
}
