package golden_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// fieldOperators are the mistakes that are made with the fields of a node, by what the node types say of them.
func fieldOperators() []operator {
	return []operator{
		{"misspell a field", misspellField, false},
		{"drop a required field", dropField, false},
		{"give a field another JSON type", retypeField, false},
		{"write a wrong choice", wrongValues(templates.Choice, "FC203", func(f *templates.Field, was string) []string {
			return []string{quoted(misspelt(was)), quoted(swapCase(was)), `""`, quoted(was + " ")}
		}), false},
		{"write a wrong duration", wrongValues(templates.Duration, "FC203", func(*templates.Field, string) []string {
			return []string{`"15"`, `"m"`, `"15 m"`, `"15min"`, `"-15m"`, `"0s"`, `"1.5h"`, `"15M"`, `"1h30m"`, `"PT15M"`, `""`}
		}), false},
		{"write a number out of bounds", wrongValues(templates.Int, "FC203", wrongInts), false},
		{"write a wrong size", wrongValues(templates.Size, "FC203", func(*templates.Field, string) []string {
			return []string{"0", "-1", "1.5", `"1 MiB"`, `"1MB"`, `"big"`, `""`, `"-1KiB"`}
		}), false},
		{"write a secret on a node", wrongValues(templates.Secret, "FC401", func(*templates.Field, string) []string {
			return []string{
				`"hunter2"`, `""`, `"{{env.A}}{{env.B}}"`, `"x{{env.A}}"`, `"{{env.A"`, `"{{request.id}}"`, `"env.A"`, `"{{env.A + env.B}}"`,
				`"{{ENV.A}}"`, `"$JWT_SECRET"`, `"{{env.jwt-secret}}"`,
			}
		}), false},
		{"write no name of a header", wrongHeaders, false},
		{"use a public variable as a secret", wrongValues(templates.Secret, "FC506", func(*templates.Field, string) []string {
			return []string{`"{{env.PUBLIC_KEY}}"`}
		}), false},
		{"add a field that means nothing", meaninglessField, false},
		{"change the mode of a node", changeMode, true},
		{"write a wrong path", wrongPath, false},
		{"declare a field wrongly", misdeclare, false},
		{"declare a field of another type", redeclare, true},
		{"write a wrong status", wrongStatus, false},
	}
}

// swapCase writes the first letter in the other case.
func swapCase(s string) string {
	if s == "" {
		return s
	}
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}

func wrongInts(f *templates.Field, _ string) []string {
	wrong := []string{"1.5", "9223372036854775808"}
	if f.Min != 0 || f.Max != 0 {
		wrong = append(wrong, strconv.FormatInt(f.Min-1, 10), strconv.FormatInt(f.Max+1, 10), "-1")
	}
	return wrong
}

func misspellField(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, m := range n.Data.Members {
			ways := []string{misspelt(m.Key), strings.ToLower(m.Key), m.Key + "s", strings.TrimLeft(m.Key, "abcdefghijklmnopqrstuvwxyz")}
			for i, name := range ways {
				if name != m.Key && (i+len(list))%2 == 0 { // in turn
					list = append(list, mutant{
						what:  fmt.Sprintf("%s of %s as %s", m.Key, n.ID.Value, name),
						files: d.with(edit{m.KeySpan, quoted(name)}),
						want:  at("FC202", n.ID.Value, "/data/"+name),
					})
				}
			}
		}
	}
	return list
}

func dropField(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for i, m := range n.Data.Members {
			if f := d.field(n, m.Key); f.Required {
				list = append(list, mutant{
					what: fmt.Sprintf("%s of %s left out", m.Key, n.ID.Value), files: d.with(d.without(n.Data, i)), want: at("FC201", n.ID.Value, ""),
				})
			}
		}
	}
	return list
}

// field is what the node's type says of a key.
func (d *draft) field(n *schema.Node, name string) *templates.Field {
	t := d.template(n)
	i := slices.IndexFunc(t.Fields, func(f templates.Field) bool { return f.Name == name })
	if i < 0 {
		return &templates.Field{Name: name}
	}
	return &t.Fields[i]
}

// retypeField gives a field a value of each JSON type that it can't have.
func retypeField(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, m := range n.Data.Members {
			f := d.field(n, m.Key)
			if f.Shape == templates.JSON {
				continue // any is right
			}
			for i, other := range append(otherKinds(m.Value.Kind), "null") {
				if (i+len(list))%2 != 0 {
					continue // in turn
				}
				if f.Shape == templates.Size && other == "7" {
					continue // a number of bytes
				}
				within := "/data/" + m.Key
				if m.Key == "name" {
					within = "*" // without a name it is no node that can be looked for
				}
				list = append(list, mutant{
					what:  fmt.Sprintf("%s of %s is %s", m.Key, n.ID.Value, other),
					files: d.with(put(m.Value, other)),
					want:  at("FC003 FC203", n.ID.Value, within),
				})
			}
		}
	}
	return list
}

// wrongValues gives each field of a shape, present or not, values that it can't have.
func wrongValues(shape templates.Shape, code string, values func(f *templates.Field, was string) []string) func(d *draft) []mutant {
	return func(d *draft) []mutant {
		var list []mutant
		for _, n := range d.doc.Nodes {
			t := d.template(n)
			for i := range t.Fields {
				f := &t.Fields[i]
				if f.Shape != shape || !d.applies(n, f.When) {
					continue
				}
				was := f.Default
				if v := n.Field(f.Name); v != nil {
					was = v.Text
				}
				for _, value := range values(f, was) {
					if value != quoted(was) {
						list = append(list, d.setField(n, f.Name, value, code))
					}
				}
			}
		}
		return list
	}
}

// setField gives a field a value, whether the node has it or not.
func (d *draft) setField(n *schema.Node, name, value, codes string) mutant {
	m := mutant{what: fmt.Sprintf("%s of %s is %s", name, n.ID.Value, value), want: at(codes, n.ID.Value, "/data/"+name)}
	if v := n.Field(name); v != nil {
		m.files = d.with(put(v, value))
	} else {
		m.files = d.with(d.plus(n.Data, quoted(name)+": "+value))
	}
	return m
}

// applies reports whether a field means something in a node.
func (d *draft) applies(n *schema.Node, w templates.When) bool {
	if w.Absent != "" && n.Field(w.Absent) != nil {
		return false
	}
	if w.Field == "" {
		return true
	}
	value := d.field(n, w.Field).Default
	if v := n.Field(w.Field); v != nil {
		value = v.Text
	}
	return slices.Contains(w.Values, value) && (w.Also == nil || d.applies(n, *w.Also))
}

func wrongHeaders(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, f := range d.template(n).Fields {
			if !f.Header || !d.applies(n, f.When) {
				continue
			}
			for _, name := range []string{`""`, `"X API Key"`, `"X-Key:"`, `"Schlüssel"`} {
				list = append(list, d.setField(n, f.Name, name, "FC203 FC213"))
			}
		}
		for _, name := range []string{"apiHeaders", "responseHeaders"} {
			if d.field(n, name).Shape != templates.Object {
				continue
			}
			for _, header := range []string{"X Key", "", "Content-Length", "X-Key:"} {
				list = append(list, d.setField(n, name, fmt.Sprintf(`{%q: "a"}`, header), "FC203"))
			}
			list = append(list, d.setField(n, name, `{"X-Key": "a", "x-key": "b"}`, "FC203"), d.setField(n, name, `{"X-Key": "a\r\nb"}`, "FC203 FC206"))
		}
	}
	return list
}

// sample is a value that a field of a shape may have.
func sample(f *templates.Field) string {
	switch f.Shape {
	case templates.Choice:
		return quoted(f.Enum[0])
	case templates.Int:
		return strconv.FormatInt(max(f.Min, 1), 10)
	case templates.Bool:
		return "true"
	case templates.Duration:
		return `"5m"`
	case templates.Size:
		return `"1MiB"`
	case templates.Secret:
		return `"{{env.SECRET}}"`
	case templates.Object, templates.Inputs, templates.Types, templates.Fields:
		return "{}"
	case templates.List, templates.Cookies, templates.Cases:
		return "[]"
	case templates.JSON:
		return "1"
	}
	return `"text"`
}

// meaninglessField adds a field that the node's mode makes void.
func meaninglessField(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, f := range d.template(n).Fields {
			if n.Field(f.Name) == nil && !d.applies(n, f.When) {
				list = append(list, d.setField(n, f.Name, sample(&f), "FC213"))
			}
		}
	}
	return list
}

// changeMode gives a node every other mode that its type has. Left out are modes of one set of outputs and fields, as
// set and increment have: the compiler takes both.
func changeMode(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		mode := d.template(n).Mode
		if mode == "" {
			continue
		}
		f := d.field(n, mode)
		was := f.Default
		if v := n.Field(mode); v != nil {
			was = v.Text
		}
		for _, value := range f.Enum {
			if value == was || was == "get" && value == "take" || was == "take" && value == "get" { // other programs, and right
				continue
			}
			m := d.setField(n, mode, quoted(value), "")
			m.want = at("FC103 FC201 FC204 FC206 FC209 FC213 FC301 FC302", n.ID.Value, "")
			m.want = append(m.want, d.atAny("FC103 FC204 FC206 FC301 FC302 FC305 FC404", n.ID.Value)...)
			if f.Required || d.sensitive(n, value) {
				list = append(list, m)
			}
		}
	}
	return list
}

// sensitive reports whether a mode takes other fields than those that are there.
func (d *draft) sensitive(n *schema.Node, mode string) bool {
	t := d.template(n)
	for _, f := range t.Fields {
		applies := f.When.Field != t.Mode || slices.Contains(f.When.Values, mode)
		if n.Field(f.Name) != nil && !applies || n.Field(f.Name) == nil && applies && f.Required && f.When.Field == t.Mode {
			return true
		}
	}
	return false
}

// wrongPath writes what net/http does not take, or what flowc itself serves.
func wrongPath(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		v := n.Field("endpointPath")
		if v == nil {
			continue
		}
		for _, path := range []string{
			"", "login", " /login", v.Text + "?a=1", v.Text + "#a", v.Text + "/{", v.Text + "/{a", v.Text + "/}", v.Text + "/{a}/{a}", v.Text + "/{a...}/b",
			v.Text + "/x{a}", v.Text + "/{a-b}", v.Text + "/{}", v.Text + "//x", v.Text + "/../x", "https://example.com" + v.Text,
		} {
			list = append(list, d.setField(n, "endpointPath", quoted(path), "FC203"))
		}
		for _, path := range []string{"/mcp", "/healthz", "/readyz", "/webhooks/a", "/webhooks/{id}"} {
			list = append(list, d.setField(n, "endpointPath", quoted(path), "FC501"))
		}
	}
	return list
}

func wrongStatus(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		v := n.Field("responseStatus")
		if v == nil {
			continue
		}
		for _, status := range []string{"0", "100", "199", "600", "20", "2000", "-200", `"200"`, "200.5", "2e2"} {
			list = append(list, d.setField(n, "responseStatus", status, "FC203 FC003"))
		}
		if n.Field("responseBody") != nil {
			for _, status := range []string{"204", "304"} {
				list = append(list, d.setField(n, "responseStatus", status, "FC203"))
				list[len(list)-1].want = at("FC203", n.ID.Value, "/data")
			}
		}
	}
	return list
}
