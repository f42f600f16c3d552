package golden_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
)

// declarations calls f for each declaration of a request field.
func (d *draft) declarations(f func(n *schema.Node, field string, m schema.Member)) {
	for _, n := range d.doc.Nodes {
		for _, field := range []string{"endpointFields", "webhookFields", "mcpFields"} {
			if v := n.Field(field); v != nil {
				for _, m := range v.Members {
					f(n, field, m)
				}
			}
		}
	}
}

// misdeclare makes a declaration that says nothing that can be.
func misdeclare(d *draft) []mutant {
	var list []mutant
	d.declarations(func(n *schema.Node, field string, m schema.Member) {
		add := func(what, codes string, e edit) {
			list = append(list, mutant{
				what: fmt.Sprintf("%s of %s: %s", m.Key, n.ID.Value, what), files: d.with(e), want: at(codes, n.ID.Value, "/data/"+field+"/"+m.Key),
			})
		}
		for _, k := range m.Value.Members {
			add(k.Key+" misspelt", "FC202", edit{k.KeySpan, quoted(misspelt(k.Key))})
			for _, other := range otherKinds(k.Value.Kind) {
				if k.Key != "type" || other == "7" || other == "true" {
					add(k.Key+" is "+other, "FC003", put(k.Value, other))
				}
			}
		}
		for _, name := range []string{"strin", "String", "text", "integer", "list<string>", "[string", "string??", ""} {
			add("type "+name, "FC203", putText(m.Value.Get("type"), name))
		}
		if v := m.Value.Get("validate"); v != nil {
			for _, tag := range []string{v.Text + ",emial", v.Text + ",max=", v.Text + ",max=a", v.Text + ",", "requird", v.Text + " max=3"} {
				if !strings.Contains(tag, "oneof=") || !strings.Contains(tag, " max") { // one more choice of oneof
					add("validate "+tag, "FC203", putText(v, tag))
				}
			}
		}
		for _, in := range []string{"Body", "form", "", "path"} {
			if m.Value.Get("in") == nil && !d.wildcard(n, m.Key) {
				add("in "+in, "FC203", d.plus(m.Value, `"in": `+quoted(in)))
			}
		}
		add("no object", "FC003", put(m.Value, `"string"`))
	})
	return list
}

// wildcard reports whether a field is a part of the path.
func (d *draft) wildcard(n *schema.Node, name string) bool {
	v := n.Field("endpointPath")
	return v != nil && strings.Contains(v.Text, "{"+name+"}")
}

// redeclare gives a declared field a type that does not fit where it is used. Left out are any, which is converted, the
// types of which text is made wherever text is wanted, and what is part of an SQL expression, where it has no type.
func redeclare(d *draft) []mutant {
	var list []mutant
	d.declarations(func(n *schema.Node, field string, m schema.Member) {
		if regexp.MustCompile(`(\|\| |[A-Za-z]\()\{\{` + m.Key + `\}\}`).Match(d.src) {
			return
		}
		for _, name := range []string{`"bool"`, `"bytes"`, `["string"]`, `{"a": "string"}`} {
			if strings.HasPrefix(name, "{") && strings.Contains(string(d.src), "or("+m.Key+",") {
				continue // or makes any of an object and what is none
			}
			if name == `"bytes"` && strings.Contains(string(d.src), "sha256("+m.Key+")") {
				continue // it takes bytes as well as text
			}
			want := slices.Concat(d.atUsers("FC206 FC209 FC204", m.Key), at("FC203", n.ID.Value, "/data/"+field+"/"+m.Key))
			for _, each := range d.doc.Nodes {
				if items := each.Field("eachItems"); items != nil && strings.Contains(items.Text, m.Key) {
					want = slices.Concat(want, at("FC206", each.ID.Value, "/data/eachItems"), d.atUsers("FC204 FC206 FC209", d.itemOf(each)))
				}
			}
			if m.Key == "token" {
				want = append(want, d.atEntries("FC404")...) // what is no text is no token that guards
			}
			list = append(list, mutant{
				what: fmt.Sprintf("%s of %s is %s", m.Key, n.ID.Value, name), files: d.with(put(m.Value.Get("type"), name)), want: want,
			})
		}
	})
	return list
}

// itemOf is the name of a For each's item.
func (d *draft) itemOf(n *schema.Node) string {
	if name := n.Field("eachName"); name != nil {
		return name.Text
	}
	return d.field(n, "eachName").Default
}

// atUsers wants one of the codes at the nodes that use a request field.
func (d *draft) atUsers(codes, name string) []finding {
	var want []finding
	for _, n := range d.doc.Nodes {
		for _, e := range expressions(n) {
			for _, m := range identifier.FindAllStringSubmatch(e.text, -1) {
				if m[2] == name {
					want = append(want, at(codes, n.ID.Value, e.within)...)
				}
			}
		}
	}
	return want
}
