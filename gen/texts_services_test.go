package gen_test

import (
	"strings"
	"testing"
)

// sent is a call of an address with more of its data.
func sent(address, rest string) string {
	return `call api {"apiUrl": "` + address + `", "apiMethod": "POST", ` + rest + `}`
}

// checkSent lints nodes of the caller's texts, each with how what is said of it begins: nothing where that is empty.
func checkSent(t *testing.T, nodes []struct{ want, node string }) {
	t.Helper()
	for _, c := range nodes {
		t.Run(c.node, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			wires := "\nin -> call"
			if strings.HasPrefix(c.node, "call api") {
				wires += " -> ok"
			}
			checkTold(t, want, texts+"\n"+c.node+wires)
		})
	}
}

// TestOperators wants a value of any kind found in what a database of documents is asked for: an object there is an operator.
func TestOperators(t *testing.T) {
	const in = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
		`"who": {"type": "any", "required": true}, "name": {"type": "string", "required": true}}}`
	told := `FC219 call: what the caller sent may be an object, which is an operator in a filter: {"$ne": null} finds any "user"`
	for _, c := range []struct{ want, body string }{
		{told, `{"collection": "users", "filter": {"user": "{{who}}"}}`},
		{told, `{"selector": {"user": "{{who}}"}, "limit": 1}`},
		{told, `{"pipeline": [{"$match": {"user": "{{who}}"}}]}`},
		{told, `{"collection": "users", "filter": {"$and": [{"user": "{{who}}"}, {"active": true}]}, "update": {"$set": {"user": "{{who}}"}}}`},
		{told, `"{\"collection\": \"users\", \"filter\": {\"user\": {{who}}}}"`},
		{"", `{"collection": "users", "filter": {"user": "{{name}}"}}`},
		{"", `{"collection": "users", "filter": {"user": "{{string(who)}}"}}`},
		{"", `{"collection": "users", "filter": {"user": "of {{string(who)}}"}}`},
		{"", `{"collection": "users", "filter": {"user": {"$eq": "{{who}}"}}, "document": {"user": "{{who}}"}}`},
		{"", `{"collection": "users", "filter": "{{who}}"}`},
		{"", `{"collection": "users", "filter": {"must": [{"key": "user", "match": {"value": "{{who}}"}}]}}`},
		{"", `{"filter": {"user": "{{who}}"}, "query": {"term": {"user": "{{who}}"}}}`},
	} {
		t.Run(c.body, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			checkTold(t, want, in+"\n"+sent("https://x.example.com/find", `"apiBody": `+c.body)+"\nin -> call -> ok")
		})
	}
	checkTold(t, []string{told}, sent("https://x.example.com/find", `"apiBody": {"collection": "users", "filter": {"user": "{{user}}"}}`)+"\nin -> call -> ok")
}

// TestHeadersThatSayMore wants the headers found in which a caller adds a cookie, or chooses where htmx leads a browser.
func TestHeadersThatSayMore(t *testing.T) {
	const cookie = `FC219 call: a text of the caller's is pasted into the header "Cookie": a semicolon in it begins another cookie`
	const led = `FC408 call: the caller chooses the host that "call" redirects to`
	const x = "https://x.example.com/"
	answer := func(headers string) string {
		return `call response {"responseStatus": 200, "responseHeaders": {` + headers + `}}`
	}
	checkSent(t, []struct{ want, node string }{
		{cookie, sent(x, `"apiHeaders": {"Cookie": "role=guest; name={{name}}"}`)},
		{"", sent(x, `"apiHeaders": {"cookie": "id={{id}}; n={{n}}; name={{urlEncode(name)}}; sid={{or(request.cookies[\"sid\"], \"\")}}"}`)},
		{"", sent(x, `"apiHeaders": {"Cookie": "{{or(request.headers[\"cookie\"], \"\")}}"}`)},
		{led, answer(`"HX-Redirect": "{{url}}"`)},
		{led, answer(`"hx-location": "/{{name}}"`)},
		{"", answer(`"HX-Redirect": "/notes/{{name}}", "HX-Push-Url": "{{name}}"`)},
	})
}

// TestTextsThatAreMarkup wants a text escaped that a member beside it, or the object that it is in, says to be HTML, with tags of its own or
// without: what stands in it is told where it was put together before.
func TestTextsThatAreMarkup(t *testing.T) {
	const x = "https://x.example.com/"
	told := func(name string) string {
		return "FC219 call: what the caller sent is pasted into the HTML of " + name + ": a tag in it is one there"
	}
	checkSent(t, []struct{ want, node string }{
		{"", sent(x, `"apiBody": {"message": {"body": {"contentType": "HTML", "content": "Hello {{name}}"}}}`)},
		{"", sent(x, `"apiBody": {"content": [{"type": "text/html", "value": "Hello {{name}}"}]}`)},
		{"", sent(x, `"apiBody": {"Body": {"Html": {"Data": "<p>{{name}}</p>", "Charset": "UTF-8"}, "Text": {"Data": "{{name}}"}}}`)},
		{"", sent(x, `"apiBody": {"format": "org.matrix.custom.html", "formatted_body": "Hello {{name}}"}`)},
		{told(`"Data"`), sent(x, `"apiBody": {"Body": {"Html": {"Data": "{{'<p>' + name + '</p>'}}"}}}`)},
		{told(`"value"`), sent(x, `"apiBody": {"content": [{"type": "text/html", "value": "{{'<p>' + name}}"}]}`)},
		{told(`"formatted_body"`), sent(x, `"apiBody": {"formatted_body": "{{'<p>' + name}}"}`)},
		{"FC219 call: a text is pasted into HTML that is sent to a service", sent(x, `"apiBody": {"source": "<!doctype html><p>{{name}}</p>"}`)},
		{"", sent(x, `"apiBody": {"source": "<html><p>{{htmlEscape(name)}}</p></html>"}`)},
	})
}

// TestObjectsUnderNames wants the same found of what a Set has made and given a name.
func TestObjectsUnderNames(t *testing.T) {
	const (
		x  = "https://x.example.com/"
		in = "FC219 call: what the caller sent is pasted into "
	)
	for _, c := range []struct{ want, made, body string }{
		{in + `the HTML of "html"`, `{"html": "<p>{{name}}</p>"}`, `"{{s.made}}"`},
		{in + `the HTML of "value"`, `{"type": "text/html", "value": "<p>{{name}}</p>"}`, `{"content": ["{{s.made}}"]}`},
		{"FC219 call: a text is pasted into SQL", `{"sql": "SELECT * FROM t WHERE a = '{{name}}'"}`, `"{{s.made}}"`},
		{"FC219 call: a text is pasted into GraphQL", `{"query": "query { a(name: \"{{name}}\") { id } }"}`, `"{{s.made}}"`},
		{"", `{"html": "<p>{{htmlEscape(name)}}</p>", "text": "{{name}}"}`, `"{{s.made}}"`},
	} {
		t.Run(c.made, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			set := `s set {"setValues": {"made": ` + c.made + `}}`
			checkTold(t, want, texts+"\n"+set+"\n"+sent(x, `"apiBody": `+c.body)+"\nin -> s -> call -> ok")
		})
	}
}
