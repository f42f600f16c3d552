package gen_test

import "testing"

// TestLiterals wants json(…) let through where it is a literal of the language around it, and numbers anywhere; in quotes, as a name, in
// a comment and in a text of several lines it is none.
func TestLiterals(t *testing.T) {
	in := func(language string) string {
		return "FC210 r: a placeholder can't stand in " + language + ": nothing escapes a text for every place of it"
	}
	inYAML, inScript, inTOML := in("YAML"), in("JavaScript"), in("TOML")
	checkPages(t, "application/yaml", []toldPage{
		{"a: {{json(name)}}\n", ""},
		{"{{json(all)}}", ""},
		{"# it's\n- a: {{json(name)}} # don't\n  \"b c\": {{json(rows)}}\n  c.d: {{n}}\n", ""},
		{"a: |\n  text\n\nb: {{json(name)}}\nc: don't\nd: {{json(name)}}\n", ""},
		{"a: [{{json(name)}}, x, {{json(name)}}]\nb: {c: {{json(name)}}, d: {{n}}}\n", ""},
		{"a: {{name}}", inYAML},
		{"a: \"{{json(name)}}\"", inYAML},
		{"a: '{{json(name)}}'", inYAML},
		{"a: by {{json(name)}}", inYAML},
		{"a: {{json(name)}} by", inYAML},
		{"a: by\n  {{json(name)}}", inYAML},
		{"{{json(name)}}: 1", inYAML},
		{"# {{json(name)}}", inYAML},
		{"run: |\n  {{json(name)}}\n", inYAML},
		{"run: >- # x\n\n  x: {{json(name)}}\n", inYAML},
		{"a: \"\n  b: {{json(name)}}\"", inYAML},
		{"a: \"\n  b: {{json(name)}}\n\"", inYAML},
		{"a: 'x\n  b: {{json(name)}}'", inYAML},
	})
	checkPages(t, "application/openapi+yaml", []toldPage{{"a: {{name}}", inYAML}, {"a: {{json(name)}}", ""}})
	checkPages(t, "application/x-ns-proxy-autoconfig", []toldPage{{"function FindProxyForURL() { return '{{name}}' }", inScript}})
	checkPages(t, "application/x-apple-aspen-config", []toldPage{{"<plist {{name}}/>", "FC210 r: a placeholder can't stand in a tag of XML"}, {"<plist>{{name}}</plist>", ""}})
	checkPages(t, "application/javascript", []toldPage{
		{"window.config = {{json(all)}};\nload({{json(name)}}, {{n}}, \"{{n}}\");", ""},
		{"export default {a: {{json(name)}}, b: [{{json(rows)}}]}", ""},
		{"{{env.PUBLIC_SCRIPT}}", ""},
		{"x = {{name}}", inScript},
		{"x = \"{{json(name)}}\"", inScript},
		{"x = `{{json(name)}}`", inScript},
		{"x = /{{json(name)}}/", inScript},
		{"/* {{json(name)}} */", inScript},
		{"{{name}}({{n}})", inScript},
		{"document.write({{json(name)}})", ran("what a script reads as HTML")},
		{"eval({{json(name)}})", ran("what a script runs")},
		{"location = {{json(url)}}", ledBy("location")},
		{"const who = {{json(name)}}; a.innerHTML = who", ""},
	})
	checkPages(t, "application/toml", []toldPage{
		{"[a]\nb = {{json(name)}} # x\nc.d = [{{json(name)}}, {{json(name)}}]\nn = {{n}}\n", ""},
		{"a = {{json(rows)}}", inTOML},
		{"a = \"{{json(name)}}\"", inTOML},
		{"a = \"\"\"\nb = {{json(name)}}\n\"\"\"", inTOML},
		{"{{json(name)}} = 1", inTOML},
	})
	checkPages(t, "application/graphql", []toldPage{
		{"query { a(name: {{json(name)}}, n: {{n}}) { id } }", ""},
		{"query { a(name: \"{{json(name)}}\") { id } }", in("GraphQL")},
		{"query { a(all: {{json(all)}}) { id } }", in("GraphQL")},
		{"query { a # x: {{json(name)}}\n }", in("GraphQL")},
		{"query { a(x: \"\"\"b: {{json(name)}}\"\"\") }", in("GraphQL")},
	})
	checkPages(t, "text/css", []toldPage{{".a { width: {{n}}px }", ""}, {".a { color: {{json(name)}} }", in("CSS")}})
}
