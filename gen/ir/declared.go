package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// declarationKeys are the keys of an entry of endpointFields, with the JSON each takes.
var declarationKeys = map[string]schema.Kind{
	"type": schema.Null, "in": schema.String, "required": schema.Bool,
	"validate": schema.String, "sensitive": schema.Bool, "description": schema.String,
}

var places = []string{"body", "cookie", "header", "path", "query"}

// readDeclared reads the entries of a Types or Fields field, sorted by name.
func (b *builder) readDeclared(n *Node, v *Value) bool {
	ok := true
	b.fieldNames(n, v.JSON)
	for _, m := range sortedMembers(v.JSON) {
		d := templates.Declared{Name: m.Key}
		good := true
		if v.Field.Shape == templates.Types {
			d.Type, good = b.readType(n, m.Value)
		} else {
			good = b.readDeclaration(n, m, v.Field, &d)
		}
		ok = ok && good
		v.Declared = append(v.Declared, d)
	}
	return ok || len(v.Declared) > 0
}

// readDeclaration reads the declaration of a field.
func (b *builder) readDeclaration(n *Node, m schema.Member, f *templates.Field, d *templates.Declared) bool {
	if m.Value.Kind != schema.Object {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC003, Span: m.Value.Span,
			Message: fmt.Sprintf("%q: want an object with \"type\" and so on, got %s", m.Key, kindNames[m.Value.Kind]), Hint: declarationHint(m.Value),
		})
		return false
	}
	of := declaring{title: "a request field", files: f.Files}
	if f.Apart {
		of = declaring{title: "a Subflow's field", without: []string{"in"}, apart: true}
	}
	b.declareAll(n, m.Value, of, d)
	d.TagProblem = templates.TagProblem(d.Validate, d.Type)
	return true
}

// declarationHint says how a field is declared of which the type alone was written.
func declarationHint(v *schema.Value) string {
	name, mayBeNull := strings.CutSuffix(v.Text, "?")
	switch {
	case v.Kind != schema.String:
		return ""
	case mayBeNull:
		return fmt.Sprintf("write {\"type\": %q}: it may be null where it is not \"required\"", name)
	}
	return fmt.Sprintf("write {\"type\": %q}, with \"required\": true where it may not be left out", name)
}

// keyMend says how a field of the request says what other languages have a key of its own for, or "".
func keyMend(key, field string) string {
	switch strings.ToLower(key) {
	case "default":
		return fmt.Sprintf("write what stands in for it where it is read: {{or(%s, …)}}", field)
	case "optional", "nullable":
		return "leave it out: a field may be null where it is not \"required\""
	case "enum", "oneof", "values":
		return "write \"validate\": \"oneof=a b\""
	case "email", "format":
		return "write it into \"validate\", such as \"email\" or \"min=8,max=72\""
	case "pattern", "regex", "regexp", "match", "matches":
		return fmt.Sprintf("validate has no patterns: use a tag of it, such as \"alphanum\", or a Condition on matches(%s, \"^…$\")", field)
	case "items":
		return "write the type of the elements in brackets: \"type\": [\"string\"]"
	case "properties":
		return "write the members as the type: \"type\": {\"name\": \"string\"}"
	}
	return ""
}

// boundTags are the tags of validate that other languages have keys of their own for, in small letters.
var boundTags = map[string]string{
	"min": "min", "minlength": "min", "min_length": "min", "minlen": "min", "minimum": "min", "minitems": "min",
	"max": "max", "maxlength": "max", "max_length": "max", "maxlen": "max", "maximum": "max", "maxitems": "max", "len": "len", "length": "len",
}

// bounds reports the keys that are a tag of validate here (FC202), all of them at the first: they are mended together.
// It reports whether there are any, and does so for the first alone.
func (b *builder) bounds(n *Node, v *schema.Value, key schema.Member, of declaring) bool {
	if boundTags[strings.ToLower(key.Key)] == "" {
		return false
	}
	var keys []schema.Member
	var tags, names []string
	if validate := v.Get("validate"); validate != nil && validate.Kind == schema.String && validate.Text != "" {
		tags = append(tags, validate.Text)
	}
	for _, m := range v.Members {
		if tag := boundTags[strings.ToLower(m.Key)]; tag != "" {
			keys, names = append(keys, m), append(names, strconv.Quote(m.Key))
			tags = append(tags, tag+"="+m.Value.Text)
		}
	}
	if keys[0].KeySpan != key.KeySpan {
		return true
	}
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC202, Span: key.KeySpan, Message: fmt.Sprintf("%s has no %s", of.title, strings.Join(names, " and no ")),
		Hint: fmt.Sprintf("write \"validate\": %q", strings.Join(tags, ",")),
	})
	return true
}

// listedTags says how tags of validate are written that stand in a list, or "".
func listedTags(key string, v *schema.Value) string {
	if key != "validate" || v.Kind != schema.Array || len(v.Items) == 0 {
		return ""
	}
	var tags []string
	for _, item := range v.Items {
		if item.Kind != schema.String {
			return ""
		}
		tags = append(tags, item.Text)
	}
	return fmt.Sprintf("write %q", strings.Join(tags, ","))
}

// declaring is the kind of a declaration: of a field of the request, of an input of a Subflow, of a claim, and so on.
type declaring struct {
	title   string
	without []string // keys that it has not
	apart   bool     // it is of no part of a request, so that it has no place in one
	files   bool     // it may be a file
}

// keys lists the keys of JSON that a declaration of the kind may have.
func (of declaring) keys() []string {
	return slices.DeleteFunc(sortedKeys(declarationKeys), func(key string) bool { return slices.Contains(of.without, key) })
}

// declareAll reads the keys of a declaration.
func (b *builder) declareAll(n *Node, v *schema.Value, of declaring, d *templates.Declared) {
	d.Type = types.Of(types.Any)
	keys := of.keys()
	unsure := false // whether it may be null
	for _, k := range v.Members {
		kind := declarationKeys[k.Key]
		switch {
		case !slices.Contains(keys, k.Key) && b.bounds(n, v, k, of):
		case !slices.Contains(keys, k.Key):
			unsure = unsure || optionalKey(k.Key)
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC202, Span: k.KeySpan, Message: fmt.Sprintf("%s has no %q", of.title, k.Key),
				Hint: cmp.Or(keyMend(k.Key, d.Name), oneOf(k.Key, keys)), Fix: v.Rename(n.Workflow.File, k, keys),
			})
			if meant := diag.Nearest(k.Key, keys); v.Get(meant) == nil && declarationKeys[meant] == schema.Bool && k.Value.Kind == schema.Bool {
				b.declare(n, schema.Member{Key: meant, Value: k.Value}, of, d) // reported, with the right name as its hint
			}
		case kind != schema.Null && k.Value.Kind != kind:
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC003, Span: k.Value.Span, Message: fmt.Sprintf("%q: want %s, got %s", k.Key, kindNames[kind], kindNames[k.Value.Kind]),
				Hint: listedTags(k.Key, k.Value),
			})
			if kind == schema.Bool && k.Value.Text != "false" { // "true" or 1 means that it is so
				b.declare(n, schema.Member{Key: k.Key, Value: &schema.Value{Kind: schema.Bool, Text: "true", Span: k.Value.Span}}, of, d)
			}
		default:
			b.declare(n, k, of, d)
		}
	}
	if unsure {
		d.Type = types.Type{}
	}
}

// optionalKey reports whether a key says in other languages whether a field may be left out.
func optionalKey(key string) bool {
	return slices.Contains([]string{"optional", "nullable"}, strings.ToLower(key))
}

func (b *builder) declare(n *Node, k schema.Member, of declaring, d *templates.Declared) {
	switch k.Key {
	case "type":
		if of.files && k.Value.Kind == schema.String && strings.TrimSuffix(k.Value.Text, "?") == "file" {
			d.Type = types.File(templates.Runtime)
			return
		}
		d.Type, d.Members, _ = b.readDeclaredType(n, k.Value, of.apart)
	case "in":
		d.In = k.Value.Text
		if !slices.Contains(places, d.In) {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC203, Span: k.Value.Span, Message: fmt.Sprintf("\"in\": want one of body, cookie, header, path, query; got %q", d.In),
				Hint: placeHint(d.In),
			})
			d.In = ""
		}
	case "required":
		d.Required = k.Value.Text == "true"
	case "validate":
		d.Validate = k.Value.Text
	case "sensitive":
		d.Sensitive = k.Value.Text == "true"
	case "description":
		d.Description = k.Value.Text
	}
}

// requestPlaces are what others call where a field of the request is, in small letters, by that.
var requestPlaces = map[string][]string{
	"body": {"data", "form", "formdata", "json", "payload"}, "cookie": {"cookies"}, "header": {"headers"}, "path": {"route", "segment"},
	"query": {"args", "qs", "query_string", "querystring", "search", "url"},
}

// placeHint says which place is meant by another word, or "".
func placeHint(word string) string {
	if slices.Contains([]string{"param", "parameter", "parameters", "params"}, strings.ToLower(word)) {
		return "write \"path\" for a wildcard of the path, and \"query\" for what stands behind its \"?\""
	}
	for place, words := range requestPlaces {
		if slices.Contains(words, strings.ToLower(word)) {
			return fmt.Sprintf("write %q", place)
		}
	}
	return diag.DidYouMean(word, places)
}

// readType reads a type as the document writes it: a name, [T] or {"name": T}.
func (b *builder) readType(n *Node, v *schema.Value) (types.Type, bool) {
	switch {
	case v.Kind == schema.String:
		t, err := types.ParseName(v.Text)
		if err == nil {
			return t, true
		}
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC203, Span: v.Span, Message: err.Error(),
			Hint: cmp.Or(fileHint(v.Text), types.NameHint(v.Text), diag.DidYouMean(v.Text, types.Names())),
		})
	case v.Kind == schema.Array && len(v.Items) == 1:
		elem, ok := b.readType(n, v.Items[0])
		if !ok {
			return types.Type{}, false
		}
		return types.ListOf(elem), true
	case v.Kind == schema.Object:
		t, good := types.ObjectOf(), true
		b.fieldNames(n, v)
		for _, m := range sortedMembers(v) {
			ft, ok := b.readType(n, m.Value)
			t.Fields = append(t.Fields, types.Field{Name: m.Key, Type: ft, Place: placeOf(v, m)})
			good = good && ok
		}
		return t, good
	default:
		b.shape(n, v, "want a type: a name such as \"string\", [T] or {\"name\": T}")
	}
	return types.Type{}, false
}

// fileHint says where a file may be, of a type that is one elsewhere.
func fileHint(name string) string {
	if !slices.Contains([]string{"file", "files", "upload"}, strings.TrimSuffix(name, "?")) {
		return ""
	}
	return "a file is a field of an API Endpoint by itself, and each of several has a name of its own: {\"type\": \"file\"}; what it holds is of type bytes"
}

// fixedNames refuses placeholders in the names of an Object field: of fields, claims, headers and parameters.
func (b *builder) fixedNames(n *Node, f *templates.Field, t *Tree) {
	for i, name := range t.Names {
		if name != nil && !f.Headers { // whose names are checked as such
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC203, Span: name.JSON.Span, Message: fmt.Sprintf("%q in %q is a name, which takes no placeholder", t.Keys[i], f.Name),
				Hint: "write the name itself; in an object that is a value, names may have placeholders",
			})
		}
	}
	t.Names = nil
}

// fieldNames refuses names that no field of a Go struct can have in JSON.
func (b *builder) fieldNames(n *Node, object *schema.Value) {
	for _, m := range object.Members {
		if !types.HasTag(m.Key) {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC203, Span: m.KeySpan, Message: fmt.Sprintf("%q is no name for a field", m.Key),
				Hint: "use another one: neither empty nor \"-\", without commas, quotes and backslashes",
			})
		}
	}
}

// shape reports JSON of the wrong form (FC003).
func (b *builder) shape(n *Node, v *schema.Value, message string) {
	n.report(&b.list, diag.Diagnostic{Code: diag.FC003, Span: v.Span, Message: message})
}

// refuse reports a value that is not allowed (FC203).
func (b *builder) refuse(n *Node, v *schema.Value, message string) {
	n.report(&b.list, diag.Diagnostic{Code: diag.FC203, Span: v.Span, Message: message})
}
