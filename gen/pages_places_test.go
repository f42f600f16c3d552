package gen_test

import (
	"encoding/json"
	"fmt"
	"testing"
)

// toldPage is a page, and how what lint says of it begins: nothing where that is empty.
type toldPage struct{ page, want string }

// checkPages lints each page, which has a text "name", an address "url", a number "n", a "kind" of two, any value "all" and "rows".
func checkPages(t *testing.T, contentType string, pages []toldPage) {
	t.Helper()
	const in = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
		`"name": {"type": "string", "required": true}, "url": {"type": "string", "required": true}, "n": {"type": "int", "required": true}, ` +
		`"kind": {"type": "string", "required": true, "validate": "oneof=tel mailto"}, "all": {"type": "any", "required": true}, ` +
		`"rows": {"type": [{"title": "string", "body": "string"}], "required": true}}}`
	for _, p := range pages {
		t.Run(p.page, func(t *testing.T) {
			page, err := json.Marshal(p.page)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if p.want != "" {
				want = []string{p.want}
			}
			checkTold(t, want, fmt.Sprintf("%s\nr response {\"responseStatus\": 200, \"responseContentType\": %q, \"responseBody\": %s}\nin -> r", in, contentType, page))
		})
	}
}

func ran(where string) string {
	return "FC210 r: a placeholder can't stand in " + where + ": nothing escapes a text there"
}

func ledBy(what string) string {
	return "FC408 r: the caller chooses the address that " + what + " loads or leads to"
}

// TestSchemes wants a text found that says, or ends, the scheme of an address before a text of somebody else: html/template takes what
// follows a colon that is written as a literal for a path.
func TestSchemes(t *testing.T) {
	scheme := ran("the scheme of an address")
	checkPages(t, "text/html", []toldPage{
		{`<a href="{{name}}:{{url}}">x</a>`, scheme},
		{`<a href=" {{name}}&colon;{{url}}">x</a>`, scheme},
		{`<a href='java{{name}}'>x</a>`, scheme},
		{"<form action='/x'><button formaction='JAVA\n{{name}}'>x</button></form>", scheme},
		{"{{each(rows, \"<a href='{{item.title}}:{{item.body}}'>x</a>\")}}", scheme},
		{`<a href="{{kind}}:{{name}}">x</a>`, ""},
		{`<a href="{{url}}:{{n}}/">x</a>{{name}}`, ""},
		{`<a href="{{when(n > 1, 'tel', 'mailto')}}:{{name}}">x</a>`, ""},
		{`<a href="{{env.PUBLIC_SCHEME}}:{{name}}">x</a>`, ""},
		{`<a href="tel:{{name}}">x</a><a href="https://{{name}}:{{n}}/">x</a>`, ""},
		{`<a href="j{{n}}">x</a><a href="page-{{name}}.html">x</a><a href="/java{{name}}">x</a>`, ""},
		{`<a href="{{url}}{{name}}">x</a><a href="{{url}}/a:{{name}}">x</a><a href="#{{name}}:{{name}}">x</a>`, ""},
		{`<p title="{{name}}:{{name}}">x</p>`, ""},
	})
}

// TestSchemesUnderNames wants the scheme of an address known, also under a name that a Set gives it.
func TestSchemesUnderNames(t *testing.T) {
	const page = `r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<a href='{{s.kind}}:{{url}}'>x</a>"}`
	for kind, want := range map[string][]string{
		"{{name}}": {ran("the scheme of an address")}, "tel": nil, "{{when(n > 1, 'tel', 'mailto')}}": nil, "{{when(n > 1, 'tel', name)}}": {ran("the scheme of an address")},
	} {
		checkTold(t, want, fmt.Sprintf("%s\ns set {\"setValues\": {\"kind\": %q}}\n%s\nin -> s -> r", texts, kind, page))
	}
}

// TestLibrariesOfPages holds pages to what libraries of theirs run: what stands in braces in a template, attributes that are computed,
// and what they load.
func TestLibrariesOfPages(t *testing.T) {
	const vue = `<script>const {createApp} = Vue; createApp({data() { return {a: 1} }}).mount('#app')</script>`
	ofVue, ofAngular := ran("a template of Vue"), ran("a template of AngularJS")
	checkPages(t, "text/html", []toldPage{
		{`<div id=app><br><p>{{name}}</p></div>` + vue, ofVue},
		{`<div id="app">{{each(rows, "<p>{{item.title}}</p>")}}</div>` + vue, ofVue},
		{`<div id=app>{{json(name)}}</div><script>new Vue({ el: "#app" })</script>`, ofVue},
		{`<div id=app><p>x</p><p>{{name}}</p></div>` + vue, ofVue},
		{`<div v-scope>{{name}}</div>`, ofVue},
		{`<div id=app data-a="{{name}}"><p v-pre>{{name}}</p>{{n}} {{sha256(name)}}</div><p>{{name}}</p>` + vue, ""},
		{`<div id=app></div><img src=x><p>{{name}}</p><script>const data = {{all}}</script>` + vue, ""},
		{`<div id=app>{{name}}</div><script>createApp(App).mount('#app')</script>`, ""},
		{`<div id=app>{{name}}</div><script>createApp({template: '<b></b>'}).mount('#app')</script>`, ""},
		{`<html ng-app="shop"><body><p title="{{name}}">x</p></body></html>`, ofAngular},
		{`<div data-ng-app><p>{{name}}</p></div>`, ofAngular},
		{`<div ng-app><p ng-non-bindable>{{name}}</p></div><p>{{name}}</p>`, ""},
		{`<p data-bind="text: '{{name}}'"></p>`, ran("the attribute data-bind")},
		{`<p hx-vals='js:{"a": "{{name}}"}'></p>`, ran("the attribute hx-vals")},
		{`<p data-hx-headers='javascript:{a: "{{name}}"}'></p>`, ran("the attribute data-hx-headers")},
		{`<p hx-vars="a:'{{name}}'"></p>`, ran("the attribute hx-vars")},
		{`<p hx-vals='{"a": "{{name}}"}' hx-headers='{"a": {{n}}}'></p><p hx-vals='js:{a: {{json(name)}}}'></p>`, ""},
		{`<p hx-get="{{url}}"></p>`, ledBy("hx-get")},
		{`<p data-hx-post="https://{{name}}.example.com/"></p>`, ledBy("data-hx-post")},
		{`<turbo-frame src="{{url}}"></turbo-frame>`, ledBy("<turbo-frame>")},
		{`<p hx-get="/notes/{{name}}" hx-delete="?id={{name}}" hx-target="{{name}}"></p>`, ""},
		{`<meta http-equiv="{{name}}" content="{{url}}">`, ledBy("<meta>")},
		{`<meta name="{{name}}" content="{{url}}">`, ""},
	})
}

// TestPagesOfXML wants the caller found who leads a page of XHTML elsewhere.
func TestPagesOfXML(t *testing.T) {
	const begin, end = `<html xmlns="http://www.w3.org/1999/xhtml">`, `</html>`
	checkPages(t, "application/xhtml+xml", []toldPage{
		{begin + `<meta http-equiv="refresh" content="0; URL={{url}}"/>` + end, ledBy("<meta>")},
		{begin + `<meta http-equiv="refresh" content="5;url=/notes/{{name}}"/>` + end, ""},
		{begin + `<meta name="description" content="{{name}}"/>` + end, ""},
	})
}

// TestWaysToSinks holds scripts to what they run, show or load in other spellings.
func TestWaysToSinks(t *testing.T) {
	runs, shows := ran("what a script runs"), ran("what a script reads as HTML")
	checkPages(t, "text/html", []toldPage{
		{"<script>(0, eval)({{name}})</script>", runs},
		{"<script>window['eval']({{name}})</script>", runs},
		{"<script>$.globalEval({{name}})</script>", runs},
		{"<script>a.setAttribute('onclick', 'f(' + {{json(name)}} + ')')</script>", runs},
		{"<script>const s = document.createElement('script'); s.text = {{name}}</script>", runs},
		{"<script>const s = document.createElement('script')\ns.append('f(' + {{name}} + ')')</script>", runs},
		{"<script>a['innerHTML'] = {{name}}</script>", shows},
		{"<script>Object.assign(a, {innerHTML: '<b>' + {{name}}})</script>", shows},
		{"<script>h('p', {dangerouslySetInnerHTML: {__html: {{name}}}})</script>", shows},
		{"<script>a.setAttribute('srcdoc', {{name}})</script>", shows},
		{"<script>$('#a').append($.parseHTML({{name}}))</script>", shows},
		{"<script>location = '/' + {{name}}</script>", ledBy("location")},
		{"<script>location.href = 'https://' + {{name}} + '/x'</script>", ledBy("location")},
		{"<script>import('https://' + '{{name}}')</script>", ledBy("import")},
		{"<script>const s = document.createElement('script'); s.setAttribute('src', {{url}})</script>", ledBy("<script>")},
		{"<script>document.body.append(Object.assign(document.createElement('iframe'), {title: 'x', src: {{url}}}))</script>", ledBy("<iframe>")},
		{"<script>const s = document.createElement('script'); s.type = 'application/ld+json'; s.textContent = JSON.stringify({{json(all)}})</script>", ""},
		{"<script>const s = document.createElement('p'); s.textContent = {{name}}; s.append({{name}}); s.setAttribute('title', {{name}})</script>", ""},
		{"<script>location = '/notes/' + {{name}}; import('./js/' + {{name}} + '.js'); f({srcdoc: 1, name: {{name}}})</script>", ""},
		{"<script>if (a['innerHTML'] == {{name}}) evaluate({{name}})</script>", ""},
	})
}
