package ir

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// kinds is the JSON that each shape is written as.
var kinds = map[templates.Shape][]schema.Kind{
	templates.Text: {schema.String}, templates.Choice: {schema.String}, templates.Duration: {schema.String},
	templates.Secret: {schema.String}, templates.Expr: {schema.String}, templates.Cond: {schema.String},
	templates.Query: {schema.String}, templates.URL: {schema.String}, templates.Key: {schema.String}, templates.Int: {schema.Number}, templates.Bool: {schema.Bool},
	templates.Size: {schema.Number, schema.String}, templates.Object: {schema.Object},
	templates.Types: {schema.Object}, templates.Fields: {schema.Object},
	templates.Func: {schema.String}, templates.Inputs: {schema.Object},
	templates.List: {schema.Array}, templates.Cookies: {schema.Array}, templates.File: {schema.String},
	templates.Bare: {schema.String}, templates.Cases: {schema.Array}, templates.Stem: {schema.String},
}

var kindNames = map[schema.Kind]string{
	schema.Null: "null", schema.Bool: "true or false", schema.Number: "a number",
	schema.String: "a string", schema.Array: "an array", schema.Object: "an object",
}

// read reads v as field f. The second result is false where v was refused.
func (b *builder) read(n *Node, f *templates.Field, v *schema.Value) (*Value, bool) {
	also := f.Variable && v.Kind == schema.String || f.Several && v.Kind == schema.Array
	if want := kinds[f.Shape]; want != nil && !slices.Contains(want, v.Kind) && !also {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC003, Span: v.Span,
			Message: fmt.Sprintf("%q: want %s, got %s", f.Name, kindNames[want[0]], kindNames[v.Kind]),
			Hint:    kindHint(f, want[0], v),
		})
		return nil, false
	}
	return b.readShape(n, &Value{Field: f, JSON: v})
}

// kindHint says what to write for a value that is of the wrong kind of JSON and means something: a number in quotes, a
// duration without its unit.
func kindHint(f *templates.Field, want schema.Kind, v *schema.Value) string {
	switch {
	case want == schema.Number && v.Kind == schema.String:
		number, _, _ := strings.Cut(v.Text, " ") // "201 Created"
		if _, err := strconv.ParseInt(number, 10, 64); err == nil {
			return "write " + number
		}
		if strings.Contains(v.Text, "{{") {
			return "write the number itself: it is the same for every execution; where it may be another, that is another node"
		}
	case want == schema.Bool:
		return boolHint(v)
	case want == schema.Object && v.Kind == schema.Array && len(v.Items) == 1 && v.Items[0].Kind == schema.Object:
		return "write the object itself, without the brackets"
	case (want == schema.Object || want == schema.Array) && v.Kind == schema.String:
		if inside, problem := schema.ReadJSON(v.Text); problem == nil && inside.Kind == want {
			return "write what is in the text itself, without quotes around it"
		}
		return listedMend(f)
	case f.Shape == templates.Cookies && v.Kind == schema.Object && v.Get("name") != nil:
		return "write it in brackets: a list of cookies, of which it is one"
	case want == schema.Number && v.Kind == schema.Array && len(v.Items) == 1 && v.Items[0].Kind == schema.Number:
		return "write " + v.Items[0].Text + ", without the brackets"
	case f.Shape == templates.Choice && v.Kind == schema.Array:
		return "write one of them; another node takes another"
	case want == schema.String && v.Kind == schema.Array && len(v.Items) == 1 && v.Items[0].Kind == schema.String:
		return "write " + strconv.Quote(v.Items[0].Text) + ", without the brackets"
	case f.Shape == templates.Duration && v.Kind == schema.Number:
		return `write a text with its unit, such as "15m" or "7d"`
	}
	return listedMend(f)
}

// listedMend shows how cookies and headers are written, or is "".
func listedMend(f *templates.Field) string {
	switch {
	case f.Shape == templates.Cookies:
		return `write a list of objects: [{"name": "session", "value": "…"}]`
	case f.Headers:
		return `write an object of headers by their names: {"Cache-Control": "no-store"}`
	}
	return ""
}

// boolWords are other words for true and false, in other kinds of JSON.
var boolWords = map[string]string{
	"true": "true", "yes": "true", "on": "true", "1": "true", "false": "false", "no": "false", "off": "false", "0": "false",
}

func boolHint(v *schema.Value) string {
	word := boolWords[strings.ToLower(v.Text)]
	if word == "" || v.Kind != schema.String && v.Kind != schema.Number {
		return ""
	}
	if v.Kind == schema.String {
		return "write " + word + ", without quotes"
	}
	return "write " + word
}

// choiceWords are what others call a choice, by that.
var choiceWords = map[string][]string{
	"get": {"fetch", "load", "read"}, "set": {"put", "save", "store", "write"}, "increment": {"add", "count", "incr", "inc"},
	"delete": {"del", "drop", "remove", "unset"}, "one": {"first", "row", "single"}, "many": {"all", "list", "rows"},
	"exec": {"delete", "execute", "insert", "none", "run", "update"}, "apikey": {"api_key", "key"},
}

// choiceWord is the one of some choices that another word means, or "".
func choiceWord(word string, choices []string) string {
	for _, choice := range choices {
		if slices.Contains(choiceWords[choice], strings.ToLower(word)) {
			return choice
		}
	}
	return ""
}

// readShape reads a value of the kind of JSON that its field takes.
func (b *builder) readShape(n *Node, value *Value) (*Value, bool) {
	f, v := value.Field, value.JSON
	switch f.Shape {
	case templates.Expr, templates.Object, templates.JSON, templates.Query, templates.URL, templates.Inputs:
		if f.Shape == templates.Object && !f.Text {
			b.fieldNames(n, v)
		}
		value.Tree = b.parseTree(n, v)
		value.Tree.join(f.ListKeys)
		if f.Shape == templates.Object {
			b.fixedNames(n, f, value.Tree)
		}
		return value, true
	case templates.Key:
		return value, b.readKey(n, value)
	case templates.Cond, templates.Bare:
		tmpl, problems := expr.ParseBare(v.Text)
		n.expressionProblems(&b.list, v, problems)
		value.Tree = &Tree{JSON: v, Text: tmpl}
		return value, true
	case templates.Func:
		b.readFunction(n, value)
		return value, true
	case templates.Secret:
		return b.readSecret(n, value)
	case templates.Types, templates.Fields:
		return value, b.readDeclared(n, value)
	case templates.Cookies:
		return value, b.readCookies(n, value)
	case templates.List:
		return value, b.readList(n, value)
	case templates.Cases:
		return value, b.readCases(n, value)
	case templates.File:
		return value, b.readFile(n, value)
	case templates.Stem:
		return value, b.readStem(n, value)
	}
	if v.Kind == schema.Array {
		return value, b.readSeveral(n, value)
	}
	if problem := readScalar(value, v.Text); problem != "" {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC203, Span: v.Span, Message: fmt.Sprintf("%q: %s", f.Name, problem), Hint: cmp.Or(choiceHint(f, v.Text), sizeHint(f, v.Text), durationHint(f, v.Text)),
			Fix: slices.Concat(choiceFix(n, f, v), durationFix(n, f, v)),
		})
		return nil, false
	}
	return value, true
}

func choiceHint(f *templates.Field, got string) string {
	if len(f.Enum) == 0 {
		return ""
	}
	if f.Was != "" && got == f.Was {
		return fmt.Sprintf("remove it: the default is %q", f.Default)
	}
	if mend := f.Others[strings.ToLower(got)]; mend != "" {
		return mend
	}
	if f.Several && severalOf(got, f.Enum) {
		return "write a list of them"
	}
	if slices.Contains([]string{"*", "all", "any"}, strings.ToLower(got)) || severalOf(got, f.Enum) {
		return "write one of them; another node takes another"
	}
	if choice := choiceWord(got, f.Enum); choice != "" {
		return fmt.Sprintf("write %q", choice)
	}
	return diag.DidYouMean(got, sorted(f.Enum))
}

// choiceFix removes what the default was called before.
func choiceFix(n *Node, f *templates.Field, v *schema.Value) []diag.Edit {
	if f.Was == "" || v.Text != f.Was {
		return nil
	}
	return n.Data.Remove(n.Workflow.File, f.Name)
}

// severalOf reports whether a text is several of some choices: GET,POST.
func severalOf(text string, choices []string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",|/; ", r) })
	return len(words) > 1 && !slices.ContainsFunc(words, func(word string) bool {
		return !slices.Contains(choices, strings.ToUpper(word)) && !slices.Contains(choices, word)
	})
}

// foreignSize is a size as others write it: 5MB, 5 mb, 5M.
var foreignSize = regexp.MustCompile(`(?i)^([0-9]+)\s*([KMG])i?B?$`)

// sizeHint says how a size is written that others write otherwise.
func sizeHint(f *templates.Field, text string) string {
	m := foreignSize.FindStringSubmatch(text)
	if f.Shape != templates.Size || m == nil {
		return ""
	}
	meant := m[1] + strings.ToUpper(m[2]) + "iB"
	if n, ok := parseSize(meant); !ok || n < max(f.Min, 1) || f.Max != 0 && n > f.Max {
		return ""
	}
	return fmt.Sprintf("write %q", meant)
}

// durationHint says how a duration is written that others write otherwise: in words, as Go does, or as ISO 8601 does.
func durationHint(f *templates.Field, text string) string {
	if f.Shape != templates.Duration {
		return ""
	}
	meant := cmp.Or(types.MeantDuration(text), types.ForeignDuration(text))
	if meant == "" {
		return types.CalendarMend(text)
	}
	return fmt.Sprintf("write %q", meant)
}

// durationFix mends a duration that says clearly what it means, in other words than the document's.
func durationFix(n *Node, f *templates.Field, v *schema.Value) []diag.Edit {
	meant := types.MeantDuration(v.Text)
	if f.Shape != templates.Duration || meant == "" {
		return nil
	}
	return []diag.Edit{{File: n.Workflow.File, Span: v.Span, Text: strconv.Quote(meant)}}
}

// defaultValue reads a field's default, which Validate has shown to be good.
func defaultValue(f *templates.Field) *Value {
	v := &Value{Field: f}
	if f.Shape == templates.Secret {
		v.Text = templates.Variable(f.Default)
		return v
	}
	readScalar(v, f.Default)
	return v
}

// readScalar sets v from text and says what is wrong with it.
func readScalar(v *Value, text string) string {
	f := v.Field
	v.Text = text
	if f.Several || f.Env {
		v.List = []string{text}
	}
	switch f.Shape {
	case templates.Text:
		if f.Filled && strings.TrimSpace(text) == "" {
			return "want a text, got an empty one"
		}
	case templates.Choice:
		return readChoice(f, text)
	case templates.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		v.Int = n
		if err != nil || (f.Min != 0 || f.Max != 0) && (n < f.Min || n > f.Max) {
			return fmt.Sprintf("want a whole number%s, got %s", bounds(f), text)
		}
	case templates.Bool:
		v.Bool = text == "true"
	case templates.Duration:
		d, err := types.ParseDuration(text)
		v.Duration = d
		if err != nil {
			return err.Error()
		}
	case templates.Size:
		n, ok := parseSize(text)
		v.Int = n
		if !ok || n < max(f.Min, 1) || f.Max != 0 && n > f.Max {
			return fmt.Sprintf("want a number of bytes, or a count with KiB, MiB or GiB such as \"1MiB\"; got %q", text)
		}
	}
	return ""
}

func readChoice(f *templates.Field, text string) string {
	if slices.Contains(f.Enum, text) {
		return ""
	}
	return fmt.Sprintf("want one of %s; got %q", strings.Join(sorted(f.Enum), ", "), text)
}

func bounds(f *templates.Field) string {
	if f.Min == 0 && f.Max == 0 {
		return ""
	}
	return fmt.Sprintf(" from %d to %d", f.Min, f.Max)
}

var sizeUnits = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"B", 1}, {"", 1}}

func parseSize(text string) (int64, bool) {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 32)
		return n * u.bytes, err == nil
	}
	return 0, false
}

// readSecret accepts exactly {{env.NAME}} (FC401).
func (b *builder) readSecret(n *Node, v *Value) (*Value, bool) {
	if v.Text = templates.Variable(v.JSON.Text); v.Text != "" {
		return v, true
	}
	n.hold(noVariable(v.JSON, v.Field.Name))
	return nil, false
}
