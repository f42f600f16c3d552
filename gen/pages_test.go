package gen_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestPagesThatRunTexts holds pages to what of them a browser, or a library of theirs, runs or goes to: html/template escapes a
// text as what it takes a place for, and these it does not know.
func TestPagesThatRunTexts(t *testing.T) {
	const name, number = "{{string(name)}}", "{{int(n)}}"
	ran := func(where string) string {
		return "FC210 r: a placeholder can't stand in " + where + ": nothing escapes a text there"
	}
	led := func(what string) string {
		return "FC408 r: the caller chooses the address that " + what + " loads or leads to"
	}
	const script, markup = "what a script runs", "what a script reads as HTML"
	tests := []struct{ page, want string }{
		// Addresses that are run.
		{"<a href=\"javascript:f('" + name + "')\">x</a>", ran("a script in the attribute href")},
		{`<a href=" java&#9;Script:f(` + name + `)">x</a>`, ran("a script in the attribute href")},
		{"<form action='vbscript:" + name + "'></form>", ran("a script in the attribute action")},
		{"<svg><a><animate attributeName=href values=\"x;" + name + "\"/></a></svg>", ran("an address that is animated")},
		{"<svg><a><set to=\"" + name + "\" attributeName='xlink:href' /></a></svg>", ran("an address that is animated")},
		{"<svg><rect><animate attributeName=width to=\"" + name + "\"/></rect></svg>", ""},
		{"<p title=\"javascript: " + name + "\">x</p>", ""},
		// Attributes that a library runs.
		{"<div x-data=\"{ name: '" + name + "' }\"></div>", ran("the attribute x-data")},
		{"<div x-data=\"{ n: " + number + ", all: {{json(all)}} }\" data-name=\"" + name + "\" x-ref=\"" + name + "\"></div>", ""},
		{"<button hx-on:click=\"f('" + name + "')\">x</button>", ran("the attribute hx-on:click")},
		{"<button hx-get=\"/notes/" + name + "\" hx-vals='{{json(all)}}'>x</button>", ""},
		{"<button @click=\"f('" + name + "')\">x</button>", ran("the attribute @click")},
		{"<p v-html='" + name + "'></p>", ran("the attribute v-html")},
		{"<p :title=\"" + name + "\"></p>", ran("the attribute :title")},
		{"<button onclick=\"show('" + name + "', " + name + ")\">x</button>", ""},
		// Scripts of languages that html/template does not know.
		{"<script type=\"text/babel\">const a = '" + name + "'</script>", ran("a script of the type text/babel")},
		{"<script TYPE=text/typescript>f(" + name + ")</script>", ran("a script of the type text/typescript")},
		{"<script type=\"text/x-template\"><b>" + name + "</b></script>", ""},
		{"<script type=\"application/ld+json\">{\"name\": " + name + "}</script>", ""},
		// What a script runs, or reads as HTML.
		{"<script>eval(" + name + ")</script>", ran(script)},
		{"<script>new Function('return ' + " + name + ")()</script>", ran(script)},
		{"<script>setTimeout(\"f('" + name + "')\", 10)</script>", ran(script)},
		{"<script>setTimeout(() => f(" + name + "), " + number + ")</script>", ""},
		{"<script>a.innerHTML = '<b>' + " + name + "</script>", ran(markup)},
		{"<script>a.innerHTML = DOMPurify.sanitize(" + name + ")</script>", ""},
		{"<script>a.innerHTML = {{htmlEscape(string(name))}}</script>", ""},
		{"<script>a.innerHTML = ''; a.textContent = " + name + "</script>", ""},
		{"<script>a.insertAdjacentHTML('beforeend', " + name + ")</script>", ran(markup)},
		{"<button onclick=\"document.write('" + name + "')\">x</button>", ran(markup)},
		// What a script loads, or where it leads.
		{"<script type=module>import a from " + name + "</script>", led("from")},
		{"<script type=module>import " + name + "</script>", led("import")},
		{"<script type=module>import a from \"/js/" + name + "\"</script>", ""},
		{"<script type=module>export * from " + name + "</script>", led("from")},
		{"<script type=module>export { a, b as c } from './" + name + "'</script>", ""},
		{"<script type=module>export const from = " + name + "; import a from '/a.js'</script>", ""},
		{"<script>const m = await import(" + name + ")</script>", led("import")},
		{"<script>f(Array.from(" + name + "), {from: " + name + "})</script>", ""},
		{"<script type=importmap>{\"imports\": {\"app\": \"{{name}}\"}}</script>", ran("a script of the type importmap")},
		{"<script>new Worker(" + name + ")</script>", led("Worker")},
		{"<script>location.href = " + name + "</script>", led("location")},
		{"<button onclick=\"location = '" + name + "'\">x</button>", led("location")},
		{"<button onclick=\"location.href='/notes/" + name + "'\">x</button>", ""},
		{"<script>window.open(" + name + ")</script>", led("window.open")},
		// Tags.
		{"<meta content=\"0;URL='" + name + "'\" http-equiv=Refresh>", led("<meta>")},
		{"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self' " + name + "\">", led("<meta>")},
		{"<meta name=\"description\" content=\"" + name + "\">", ""},
		{"<svg><script xlink:href=\"" + name + "\"></script></svg>", led("<script>")},
		{"<svg><use href=\"" + name + "\"/></svg>", led("<use>")},
		{"<link rel=icon href=\"" + name + "\">", ""},
		{"<link href='" + name + "' sizes=32x32 rel='Shortcut  ICON'><link rel=apple-touch-icon href=\"" + name + "\">", ""},
		{"<link rel=stylesheet href=\"" + name + "\">", led("<link>")},
		{"<link rel='icon stylesheet' href=\"" + name + "\">", led("<link>")},
		{"<link rel=manifest href=\"" + name + "\">", led("<link>")},
		{"<link href=\"" + name + "\">", led("<link>")},
		{"<link rel=\"" + name + "\" href=\"" + name + "\">", led("<link>")},
		{"<!-- <script src=x> --><img title='>' src=\"" + name + "\">", ""},
		{"{{each(list, \"<script src='{{item}}'></script>\")}}", led("<script>")},
		// Style sheets that one imports.
		{"<style>@import url(" + name + ");</style>", led("@import")},
		{"<style>@import  \"" + name + "\" screen;</style>", led("@import")},
		{"<style>@IMPORT url('https://" + name + "/a.css')</style>", led("@import")},
		{"{{each(list, \"<style>@import url({{item}})</style>\")}}", led("@import")},
		{"<style>@import url(\"/themes/" + name + ".css\"); p { background: url(" + name + "); color: " + name + " }</style>", ""},
		{"<style>@font-face { font-family: x; src: url('" + name + "') }</style>", ""},
		// A page inside of a page, whose text is decoded before it is read as one.
		{"<iframe srcdoc=\"<p>" + name + "</p>\"></iframe>", ran("the page in srcdoc")},
		{"<iframe sandbox='allow-scripts' srcdoc='" + name + "'></iframe>", ran("the page in srcdoc")},
		{"<iframe srcdoc=\"<p>{{json(all)}}</p>\"></iframe>", ran("the page in srcdoc")},
		{"<iframe srcdoc=\"<p>{{htmlEscape(string(name))}}, " + number + "</p>\"></iframe>", ""},
		{"<iframe sandbox srcdoc=\"" + name + "\"></iframe>", ""},
		{"<iframe sandbox=\"allow-popups\" srcdoc=\"" + name + "\"></iframe>", ""},
		// What a script makes of a text.
		{"<script>$('#a').append('<b>' + " + name + ")</script>", ran(markup)},
		{"<script>jQuery(list).before(" + name + ")</script>", ran(markup)},
		{"<script>$('#a').append($('<b>').text(" + name + "))</script>", ""},
		{"<script>list.append(" + name + "); form.data.append('name', " + name + ")</script>", ""},
		{"<script>const s = document.createElement('script'); s.async = true; s.src = " + name + "; document.head.append(s)</script>", led("<script>")},
		{"<script>var f = document.createElement(\"iframe\")\nf.src = 'https://" + name + "'</script>", led("<iframe>")},
		{"<script>const s = document.createElement('script'); s.src = '/js/" + name + "'</script>", ""},
		{"<script>const i = document.createElement('img'); i.src = " + name + "; i.alt = " + name + "</script>", ""},
		{"<script>document.querySelector('a').href = " + name + "</script>", led("href")},
		{"<script>a.setAttribute('href', '" + name + "')</script>", led("setAttribute")},
		{"<script>a.href = '/notes/' + " + name + "; a.setAttribute('title', " + name + "); f({href: '/', name: " + name + "})</script>", ""},
		{"{{each(list, \"<script>eval({{item}})</script>\")}}", ran(script)},
		// JSON is a literal of JavaScript, and the text in it no less HTML, or a program.
		{"<script>a.innerHTML = '<b>' + {{json(name)}}</script>", ran(markup)},
		{"<script>document.write({{json(name)}})</script>", ran(markup)},
		{"<script>a.insertAdjacentHTML('beforeend', '<li>' + {{json(name)}} + '</li>')</script>", ran(markup)},
		{"<script>a.outerHTML = {{json(all)}}.title</script>", ran(markup)},
		{"<script>eval({{json(name)}})</script>", ran(script)},
		{"<script>eval({{htmlEscape(string(name))}})</script>", ran(script)},
		{"<script>new Function({{json(name)}})()</script>", ran(script)},
		{"<script>setTimeout({{json(name)}}, 10)</script>", ran(script)},
		{"<script>setTimeout('show(' + {{json(name)}} + ')', 10)</script>", ran(script)},
		{"<script>setTimeout(show, 10, {{json(name)}}); setTimeout(function () { show({{json(all)}}) }, 10)</script>", ""},
		{"<script>$('#a').html({{json(name)}})</script>", ran(markup)},
		{"<script>$box.html('<b>' + {{json(name)}})</script>", ran(markup)},
		{"<script>$('<b>' + {{json(name)}} + '</b>').appendTo(list)</script>", ran(markup)},
		{"<script>$('#a').text({{json(name)}}); $('#a').val({{json(name)}}); $('#b').attr('title', {{json(name)}})</script>", ""},
		{"<script>a.innerHTML = '<ul>' + {{json(list)}}.map(x => '<li>' + x + '</li>').join('') + '</ul>'</script>", ran(markup)},
		{"<script>a.innerHTML = JSON.stringify({{json(all)}})</script>", ran(markup)},
		{"<p v-html='{{json(name)}}'></p>", ran("the attribute v-html")},
		{"<p x-init=\"$el.innerHTML = {{json(name)}}\"></p>", ran(markup)},
		{"<button onclick='a.innerHTML = {{json(name)}}'>x</button>", ran(markup)},
		{"<script>a.innerHTML = '<b style=\"color: red;\">' + " + name + "</script>", ran(markup)},
		{"<script>a.innerHTML = `\n<b>" + name + "</b>\n`</script>", ran(markup)},
		{"<script>a.innerHTML =\n  '<b>' +\n  " + name + "\n  + '</b>';</script>", ran(markup)},
		{"<script>document.write(\n  '<b>',\n  " + name + ")</script>", ran(markup)},
		{"<script>a.innerHTML = '<b>' /* a; b */ + " + name + "</script>", ran(markup)},
		{"<script>a.innerHTML = '<b>' + {{json(n)}}; a.dataset.all = JSON.stringify({{json(all)}})</script>", ""},
		{"<script>a.innerHTML = {{json(htmlEscape(string(name)))}}</script>", ""},
		{"<script>if (a.innerHTML === {{json(name)}}) f()</script>", ""},
		{"<script>a.innerHTML = {{json(name)}} === 'x' ? '<b>yes</b>' : 'no'</script>", ""},
		{"<script>a.innerHTML = messages[{{json(name)}}]</script>", ""},
		{"<script>a.innerHTML = ''\nf({{json(name)}})</script>", ""},
		{"<script>a.innerHTML = \"It's; \"; f({{json(name)}})</script>", ""},
		{"<script>a.innerHTML = '{{n}} of ' + {{json(list)}}.length</script>", ""},
		// What a script does with a value that it gives a name is its own.
		{"<script>const who = {{json(name)}}; a.innerHTML = `<b>${who}</b>`</script>", ""},
	}
	const in = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
		`"name": {"type": "string", "required": true}, "n": {"type": "int", "required": true}, "all": {"type": "any", "required": true}, "list": {"type": ["string"], "required": true}}}`
	for _, test := range tests {
		t.Run(test.page, func(t *testing.T) {
			page, err := json.Marshal(test.page)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if test.want != "" {
				want = []string{test.want}
			}
			checkTold(t, want, fmt.Sprintf("%s\nr response {\"responseStatus\": 200, \"responseContentType\": \"text/html\", \"responseBody\": %s}\nin -> r", in, page))
		})
	}
}

// TestMarkupInOtherTexts holds texts that are HTML, XML, GraphQL or a program elsewhere to what runs of them.
func TestMarkupInOtherTexts(t *testing.T) {
	const (
		inCode  = "FC210 n: a placeholder can't stand in "
		noPlace = ": nothing escapes a text for every place of it"
		own     = "FC408 n: this returns what the caller sent as a page of this site"
		xhtml   = `<html xmlns=\"http://www.w3.org/1999/xhtml\">`
	)
	mail := func(body string) string {
		return `n api {"apiUrl": "https://mail.example.com", "apiMethod": "POST", "apiBody": ` + body + `}`
	}
	answer := func(data string) string { return `n response {"responseStatus": 200, ` + data + `}` }
	for node, want := range map[string]string{
		// In JSON.
		mail(`{"query": "query { user(name: \"{{string(name)}}\") { id } }"}`):                                     inCode + "GraphQL" + noPlace,
		mail(`"{\"query\": \"mutation A { a(n: {{string(name)}}) }\"}"`):                                           inCode + "GraphQL" + noPlace,
		mail(`{"query": "query ($n: String!) { user(name: $n) { id } }", "variables": {"n": "{{string(name)}}"}}`): "",
		mail(`{"query": "title:{{string(name)}} and query {x}"}`):                                                  "",
		mail(`{"HtmlBody": "Hello <script>f('{{string(name)}}')</script>"}`):                                       "FC210 n: a placeholder can't stand in the element script of HTML",
		mail(`{"html": "Hello {{string(name)}}, <br>thanks"}`):                                                     "",
		// In XML that a browser shows.
		answer(`"responseContentType": "application/xhtml+xml", "responseBody": "` + xhtml + `<script src=\"{{string(name)}}\"/></html>"`):     "FC408 n: the caller chooses the address that <script> loads",
		answer(`"responseContentType": "application/xhtml+xml", "responseBody": "` + xhtml + `<script src=\"/js/{{string(name)}}\"/></html>"`): "",
		answer(`"responseContentType": "application/xhtml+xml", "responseBody": "` + xhtml + `<img src=\"{{string(name)}}\"/></html>"`):        "",
		answer(`"responseContentType": "application/atom+xml", "responseBody": "<feed><link href=\"{{string(name)}}\"/></feed>"`):              "",
		answer(`"responseContentType": "image/svg+xml", "responseBody": "<svg><svg:use xlink:href=\"{{string(name)}}\"/></svg>"`):              "FC408 n: the caller chooses the address that <svg:use> loads",
		answer(`"responseContentType": "text/xsl", "responseBody": "<a {{string(name)}}/>"`):                                                   "FC210 n: a placeholder can't stand in a tag of XML",
		// In languages without an escape for every place.
		answer(`"responseContentType": "text/jscript", "responseBody": "f('{{string(name)}}')"`):           inCode + "JavaScript" + noPlace,
		answer(`"responseContentType": "text/javascript1.5", "responseBody": "f('{{string(name)}}')"`):     inCode + "JavaScript" + noPlace,
		answer(`"responseContentType": "text/x-shellscript", "responseBody": "echo '{{string(name)}}'"`):   inCode + "a program" + noPlace,
		answer(`"responseContentType": "application/toml", "responseBody": "name = \"{{string(name)}}\""`): inCode + "TOML" + noPlace,
		// Bytes of the caller as a page.
		answer(`"responseContentType": "text/html", "responseBody": "{{request.rawBody}}"`):                                    own,
		answer(`"responseContentType": "image/svg+xml", "responseBody": "{{request.rawBody}}"`):                                own,
		answer(`"responseHeaders": {"content-type": "{{or(request.query.type, '')}}"}, "responseBody": "{{request.rawBody}}"`): own,
		answer(`"responseContentType": "image/png", "responseBody": "{{request.rawBody}}"`):                                    "",
		answer(`"responseContentType": "text/html", "responseDownload": "a.html", "responseBody": "{{request.rawBody}}"`):      "",
		answer(`"responseBody": "{{request.rawBody}}"`):                                                                        "",
	} {
		t.Run(node, func(t *testing.T) {
			var wanted []string
			if want != "" {
				wanted = []string{want}
			}
			wires := "\nin -> n"
			if strings.HasPrefix(node, "n api") {
				wires += " -> ok"
			}
			checkTold(t, wanted, node+wires)
		})
	}
}
