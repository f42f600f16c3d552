package golden_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// expressionOperators are the mistakes that are made inside of placeholders.
func expressionOperators() []operator {
	return []operator{
		{"refer to what does not exist", misspellReference, false},
		{"read a field that a node does not have", misspellRead, true},
		{"read a node that has not run", readTooEarly, false},
		{"write what does not parse", breakExpression, false},
		{"write Go that is no expression", writeStatement, false},
		{"call a function wrongly", callWrongly, false},
		{"mix types", mixTypes, false},
		{"read what is not there", readNothing, false},
		{"forget the braces", forgetBraces, false},
		{"decide a condition before it is asked", decide, false},
	}
}

// decide makes conditions that are the same whatever they ask.
func decide(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, field := range []string{"conditionExpression", "authRequire"} {
			v := n.Field(field)
			if v == nil || v.Kind != schema.String || strings.Contains(v.Text, "{{") {
				continue
			}
			for _, decided := range []string{"(%s) || true", "false && (%s)", "!(true || (%s))", "when(true, false, %s)"} {
				list = append(list, d.setField(n, field, quoted(fmt.Sprintf(decided, v.Text)), "FC203"))
			}
		}
	}
	return list
}

// eachExpression makes a mutant of each expression with a text in its place, and of each further one.
// Of many texts, every expression gets its share, in turn: together they get each text many times.
func (d *draft) eachExpression(codes string, texts func(n *schema.Node, e expression) []string) []mutant {
	const most = 8
	var list []mutant
	turn := 0
	for _, n := range d.doc.Nodes {
		for _, e := range expressions(n) {
			if d.secret(n, e) {
				continue // takes nothing but a variable, which is a matter of its own
			}
			all := texts(n, e)
			for range min(most, len(all)) {
				turn++
				text := all[turn%len(all)]
				list = append(list, mutant{
					what:  fmt.Sprintf("%s of %s with %s for %s", e.within, n.ID.Value, text, e.text),
					files: d.with(e.replaced(text)),
					want:  at(codes, n.ID.Value, e.within),
				})
			}
		}
	}
	return list
}

// secret reports whether an expression stands where only an environment variable may.
func (d *draft) secret(n *schema.Node, e expression) bool {
	if e.within == "/data/endpointCorsOrigins" {
		return true
	}
	if strings.HasPrefix(e.within, "/data/codeInput") {
		return strings.HasPrefix(e.text, "env.")
	}
	return d.field(n, strings.TrimPrefix(e.within, "/data/")).Shape == templates.Secret
}

// root is the first name of a reference, where it stands in an expression.
type root struct {
	start, end int
	name       string
	selects    string // the field selected of it, or ""
}

// roots are the references of an expression, functions and what stands in quotes apart.
func roots(text string) []root {
	var list []root
	plain := quotedText.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat(" ", len(s)) })
	for _, m := range reference.FindAllStringSubmatchIndex(plain, -1) {
		if m[0] > 0 && strings.ContainsRune(".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", rune(plain[m[0]-1])) {
			continue
		}
		if m[1] < len(plain) && plain[m[1]] == '(' || slices.Contains([]string{"true", "false", "null"}, plain[m[2]:m[3]]) {
			continue
		}
		r := root{start: m[2], end: m[3], name: plain[m[2]:m[3]]}
		if m[4] >= 0 {
			r.selects = plain[m[4]:m[5]]
		}
		list = append(list, r)
	}
	return list
}

var (
	quotedText = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	reference  = regexp.MustCompile(`([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?`)
)

// misspellReference misspells the first name of each reference. Left out is a bare name where the entry point declares
// nothing: it is another field of the request.
func misspellReference(d *draft) []mutant {
	return d.eachExpression("FC204", func(_ *schema.Node, e expression) []string {
		var texts []string
		for _, r := range roots(e.text) {
			if r.selects == "" && !d.declares() && r.name != "request" {
				continue
			}
			texts = append(texts, e.text[:r.start]+r.name+"x"+e.text[r.end:])
			if r.selects != "" {
				texts = append(texts, e.text[:r.start]+misspelt(r.name)+e.text[r.end:], e.text[:r.start]+"nowhere"+e.text[r.end:])
			}
		}
		return texts
	})
}

// declares reports whether the entry points declare fields.
func (d *draft) declares() bool {
	return !slices.ContainsFunc(d.entries(), func(id string) bool {
		n := d.node(id)
		return n.Field("endpointFields") == nil && n.Field("webhookFields") == nil && n.Field("mcpFields") == nil
	})
}

// misspellRead misspells what is read of a node or the request. Left out is what lies in a value of any shape, which
// may hold everything, and the names of environment variables.
func misspellRead(d *draft) []mutant {
	return d.eachExpression("FC204", func(_ *schema.Node, e expression) []string {
		var texts []string
		for _, r := range roots(e.text) {
			if r.selects == "" || r.name == "env" || d.named(r.name) == nil && r.name != "request" && r.name != "error" && r.name != "input" {
				continue
			}
			before, after := e.text[:r.end+1], e.text[r.end+1+len(r.selects):]
			texts = append(texts, before+r.selects+"s"+after, before+"nothing"+after, before+strings.ToUpper(r.selects)+after)
		}
		return texts
	})
}

// readTooEarly reads, in the place of each expression, every node that has not run there on some way, itself included. What an Auth
// requires can read no node at all. Left out are names that no reference can use.
func readTooEarly(d *draft) []mutant {
	list := d.eachExpression("FC205", func(n *schema.Node, e expression) []string {
		var texts []string
		if yields.MatchString(e.within) {
			return nil // it is read at the end of the region, where its nodes have run
		}
		for _, other := range d.doc.Nodes {
			id, name := other.ID.Value, other.Name.Value
			if d.isEntry(id) || d.isEntry(n.ID.Value) || d.follows(n.ID.Value, id) || strings.Contains(name, "-") {
				continue
			}
			texts = append(texts, name, name+".status", "has("+name+")")
		}
		return texts
	})
	for i := range list {
		if f := &list[i].want[0]; f.within == "/data/authRequire" {
			f.codes = "FC204"
		}
	}
	return list
}

// yields matches what a region yields.
var yields = regexp.MustCompile(`^/data/\w+Yield\b`)

// follows reports whether a node may come after another one on every way. What follows a region does too, and what a later wire of
// an output leads to, which drawn wires do not tell.
func (d *draft) follows(id, other string) bool {
	return id != other && (!d.around(id, other) || d.leads(other, id, nil) || d.later(id, other) || slices.ContainsFunc(d.doc.Nodes, func(n *schema.Node) bool {
		return d.hasRegion(n) && d.leads(n.ID.Value, other, nil) && d.leads(n.ID.Value, id, nil)
	}))
}

// later reports whether a wire of an output leads to a node, and an earlier one of the same output to another.
func (d *draft) later(id, other string) bool {
	to := func(e *schema.Edge, id string) bool { return e.Target.Value == id || d.leads(e.Target.Value, id, nil) }
	for i, second := range d.doc.Edges {
		if to(second, id) && slices.ContainsFunc(d.doc.Edges[:i], func(first *schema.Edge) bool {
			return outputName(first) == outputName(second) && to(first, other)
		}) {
			return true
		}
	}
	return false
}

func breakExpression(d *draft) []mutant {
	list := d.eachExpression("FC210", func(_ *schema.Node, e expression) []string {
		return []string{
			"", " ", e.text + " +", "x" + e.text + "_.", ".x" + e.text, "(" + e.text, e.text + ")", e.text + " " + e.text, e.text + "[", e.text + `["a"`,
			"a..b", "a.[0]", `"` + e.text, "1.2.3", "a b", "a,b", "@" + e.text, "$" + e.text, e.text + " ? 1 : 2", e.text + " && ", "a === b", "a ?? b", "#",
			"if " + e.text, "{{" + e.text, "!", "-", "\\",
		}
	})
	return append(list, unclosed(d)...)
}

// unclosed leaves out braces.
func unclosed(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, e := range expressions(n) {
			if e.start == 0 || d.secret(n, e) {
				continue // a Condition has none
			}
			for _, end := range []string{"", "}"} {
				text := e.value.Text[:e.end] + end
				list = append(list, mutant{
					what: fmt.Sprintf("%s of %s ends as %q", e.within, n.ID.Value, e.text+end), files: d.with(putText(e.value, text)),
					want: at("FC210", n.ID.Value, e.within),
				})
			}
		}
	}
	return list
}

func writeStatement(d *draft) []mutant {
	return d.eachExpression("FC210", func(*schema.Node, expression) []string {
		return []string{
			"func() int { return 1 }()", "a := 1", "a = 1", "a++", "&a", "*a", "<-a", "a.(int)", "a[1:2]", "[]int{1}", "map[string]int{}", "struct{}{}", "a | b", "a & b",
			"a << 1", "a ^ b", "a &^ b", "chan int", "go a()", "interface{}", "a...", "1i", "return a", "a; b",
		}
	})
}

// callWrongly calls functions with what they don't take. Where no fields are declared, itm is one more of the request.
func callWrongly(d *draft) []mutant {
	item := "nowhere.itm"
	if d.declares() {
		item = "itm"
	}
	return d.eachExpression("FC203 FC204 FC206 FC210", func(*schema.Node, expression) []string {
		return []string{
			"nosuch()", "Upper(\"a\")", "upper()", "upper(\"a\", \"b\")", "len()", "len(1)", "min()", "max(\"a\", 1)", "has()", "or(1)", "when(true, 1)", "when(1, 2, 3)",
			"contains(1, 2)", "matches(\"a\", \"[\")", "matches(\"a\", \"(?<x\")", "matches(\"a\", request.id)", "len(1.5)", "split(\"a\")", "join(\"a\", \",\")", "replace(\"a\", \"b\")",
			"int()", "int(\"a\", 1)", "base64()", "hmacSha256(\"a\")", "now(1)", "parseTime(1)", "addDuration(now(), \"15 m\")", "addDuration(now(), request.id)",
			"addDuration(\"now\", \"15m\")", "unix(1)", "uuid(1)", "randomToken()", "randomToken(\"a\")", "request.id()", "\"a\"()", "upper(true)", "lower(now())", "sha256()", "trim(1)",
			"map(1, item)", "map(split(\"a\", \",\"), " + item + ")", "map(split(\"a\", \",\"))", "filter(split(\"a\", \",\"), item)", "sum(split(\"a\", \",\"))", "csv(1)", "keys(1)",
			"first(\"a\")", "sort(now())", "formatTime(now(), \"YYYY\", \"UTC\")", "formatTime(now(), \"2006\", \"Mars\")", "startOf(now(), \"eon\", \"UTC\")",
			"hasScope(\"a\", \"a b\")", "inNetwork(\"a\", \"10.0.0.1\")", "substring(\"a\", -1, 2)", "randomCode(6, \"aa\")", "round(\"1\")", "abs(true)",
		}
	})
}

func mixTypes(d *draft) []mutant {
	return d.eachExpression("FC203 FC204 FC206", func(*schema.Node, expression) []string {
		return []string{
			`"a" + 1`, `1 + "a"`, `true + 1`, `"a" - "b"`, `"a" * 2`, `1 && true`, `!1`, `!"a"`, `-"a"`, `-true`, `"a" == 1`, `1 < "a"`, `true < false`, `now() == 1`, `now() + 1`,
			`1 / 0`, `1 % 0`, `1.5 % 2`, `9223372036854775807 + 1`, `"a" && true`, `null + 1`, `when(1 == 1, 1, "a") + 1`, `request.headers == "a"`, `1 || true`,
		}
	})
}

// readNothing reads what no workflow has, or not here: of a webhook, the payload is not here before its sender is known.
func readNothing(d *draft) []mutant {
	codes := "FC204 FC206 FC210"
	if d.webhook() {
		codes += " FC205"
	}
	return d.eachExpression(codes, func(n *schema.Node, e expression) []string {
		texts := []string{"env", "env.A.B", "request.nothing", "request.headers.a.b.c", "request", "input.nowhere", "true.a", "null.a"}
		if !d.caught(n) && !strings.HasPrefix(e.within, "/data/catchYield") {
			texts = append(texts, "error.message", "error")
		}
		return texts
	})
}

// caught reports whether a node may handle a failure: behind a catch, or behind the region where only its catch leads out of it.
func (d *draft) caught(n *schema.Node) bool {
	return slices.ContainsFunc(d.doc.Edges, func(e *schema.Edge) bool {
		caught := e.Handle.Value == "catch" || e.Handle.Value == "failed" || e.Handle.Value == "done" && d.triesToAnswer(e.Source.Value)
		return caught && (e.Target.Value == n.ID.Value || d.leads(e.Target.Value, n.ID.Value, nil))
	})
}

// triesToAnswer reports whether all ways of what a region tries end at a Response.
func (d *draft) triesToAnswer(id string) bool {
	return slices.ContainsFunc(d.doc.Edges, func(e *schema.Edge) bool {
		return e.Source.Value == id && e.Handle.Value == "try" && d.alwaysAnswers(e.Target.Value)
	})
}

// dottedName is a reference to what a node holds, and nothing else.
var dottedName = regexp.MustCompile(`^([A-Za-z_]\w*)(\.[A-Za-z_]\w*)+$`)

// forgetBraces writes references to what nodes hold as the texts that they are without braces. Left out are places where a
// text with a dot in it is an address or SQL, and those where an expression needs no braces.
func forgetBraces(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, e := range expressions(n) {
			m := dottedName.FindStringSubmatch(e.text)
			if m == nil || e.value.Text != "{{"+e.text+"}}" || d.named(m[1]) == nil || d.secret(n, e) {
				continue
			}
			f := d.field(n, strings.Split(strings.TrimPrefix(e.within, "/data/"), "/")[0])
			if f.Shape == templates.URL || f.Shape == templates.Query || f.Shape == templates.Cond || f.Shape == templates.Bare {
				continue
			}
			list = append(list, mutant{
				what:  fmt.Sprintf("%s of %s is the text %s", e.within, n.ID.Value, e.text),
				files: d.with(putText(e.value, e.text)),
				want:  at("FC216 FC206 FC203", n.ID.Value, e.within),
			})
		}
	}
	return list
}
