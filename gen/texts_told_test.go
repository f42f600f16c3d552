package gen_test

import (
	"strings"
	"testing"
)

// texts is the entry point of workflows that put what a caller sent into texts.
const texts = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {` +
	`"name": {"type": "string", "required": true}, "n": {"type": "int", "required": true}, "url": {"type": "string", "validate": "url", "required": true}, ` +
	`"id": {"type": "string", "validate": "uuid", "required": true}, "rows": {"type": [{"title": "string", "body": "string"}], "required": true}}}`

// TestTextsOfServices wants a value of the caller found in a query, a filter and a document that a service reads as more than a value:
// in an address too, whose escapes are gone by then.
func TestTextsOfServices(t *testing.T) {
	for _, c := range []struct{ what, node string }{
		{"SQL", `call api {"apiUrl": "https://x.example.com/s?q=SELECT Id FROM Account WHERE Name = '{{name}}'"}`},
		{"SQL", `call api {"apiUrl": "https://x.example.com/s?q=SELECT+Id+FROM+Account+WHERE+Name='{{name}}'"}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"svg": "<svg><text>{{name}}</text></svg>"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"xml": "<a><b>{{name}}</b></a>"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"data": "<?xml version=\"1.0\"?><a>{{name}}</a>"}}`},
		{"a mail", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"message": "From: a@example.com\r\nTo: {{name}}\r\nSubject: hi\r\n\r\nHi"}}`},
		{"a mail", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"raw": "From: a@example.com\nTo: b@example.com\nSubject: {{name}}\n\nHi"}}`},
		{"a line of a shell", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"command": "convert {{name}} out.png"}}`},
		{"a line of a shell", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"commands": ["git clone {{url}} repo"]}}`},
		{"a line of a shell", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"run": "docker exec x sh -c 'echo {{name}}'"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"twiml": "<Response><Say>{{name}}</Say></Response>"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "<?xml version=\"1.0\"?><a><b>{{name}}</b></a>"}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "<soap:Envelope><b>{{name}}</b></soap:Envelope>"}`},
		{"SQL", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"Statement": "SELECT * FROM \"t\" WHERE owner = '{{name}}'"}}`},
		{"the query of an address", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"params": "query={{name}}&filters=public:true"}}`},
		{"a form", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "name={{name}}&role=user"}`},
	} {
		t.Run(c.node, func(t *testing.T) {
			want := "FC219 call: a text is pasted into " + c.what + " that is sent to a service: its content becomes part of it"
			checkTold(t, []string{want}, texts+"\n"+c.node+"\nin -> call -> ok")
		})
	}
}

// TestEncodedPages wants HTML found that is encoded with a caller's text in it: nothing escapes it then. And JSON of one line.
func TestEncodedPages(t *testing.T) {
	for _, node := range []string{
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"raw": "{{base64url('From: a@example.com\\r\\nTo: b@example.com\\r\\nSubject: x\\r\\nContent-Type: text/html\\r\\n\\r\\n<p>Hello ' + name + '</p>')}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"attachments": [{"filename": "a.html", "content": "{{base64('<p>' + name + '</p>')}}"}]}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"raw": "{{base64url('MIME-Version: 1.0\\r\\nContent-Type: multipart/alternative; boundary=b\\r\\n\\r\\n--b\\r\\nContent-Type: text/plain\\r\\n\\r\\nHello ' + name + '\\r\\n--b\\r\\nContent-Type: text/html\\r\\n\\r\\n<p>Hello ' + name + '</p>\\r\\n--b--')}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"file": "{{base64('<svg><text>' + join(map(rows, item.title), ' ') + '</text></svg>')}}"}}`,
	} {
		t.Run(node, func(t *testing.T) {
			checkTold(t, []string{"FC219 call: what the caller sent is pasted into HTML before it is encoded: a tag in it is one there"}, texts+"\n"+node+"\nin -> call -> ok")
		})
	}
	checkTold(t, []string{`FC219 r: "name" is pasted into JSON: a quote in it ends the text that it stands in`}, texts+`
		r response {"responseStatus": 200, "responseContentType": "application/x-ndjson", "responseBody": "{\"a\": \"{{name}}\"}\n"}
		in -> r`)
}

// TestFilesOfTexts wants a file found that its name says to be of a language, and that is put together with nothing to escape values, and
// HTML that json was taken to make safe, or that stands in a query.
func TestFilesOfTexts(t *testing.T) {
	call := func(what, rest string) string {
		return `call api {"apiUrl": "https://x.example.com/s", "` + what + `": ` + rest + `}`
	}
	body := func(text string) string { return call("apiMethod", `"POST", "apiBody": `+text) }
	answer := func(rest string) string { return `call response {"responseStatus": 200, ` + rest + `}` }
	file := func(kind string) string {
		return "FC219 call: a text is pasted into a file of " + kind + ": its content becomes part of it"
	}
	const page, document = `FC219 call: what the caller sent is pasted into the HTML of `, "FC219 call: a text is pasted into XML or HTML that is answered as a plain text"
	for _, c := range []struct{ want, node string }{
		{file("CSV"), body(`{"attachments": [{"filename": "a.csv", "content": "{{base64('name,n\\n' + name + ',1\\n')}}"}]}`)},
		{file("CSV"), body(`{"filename": "a.CSV", "data": "{{base64('a,b\\n' + join(map(rows, item.title + ',' + item.body), '\\n'))}}"}`)},
		{file("CSV"), body(`{"path": "people.csv", "content": "name,n\n{{name}},{{n}}\n"}`)},
		{file("YAML"), body(`{"path": "deploy.yml", "content": "{{base64('image: ' + name)}}"}`)},
		{file("XML"), body(`{"name": "a.xml", "file": "{{base64('<a>' + name + '</a>')}}"}`)},
		{file("CSV"), answer(`"responseContentType": "text/plain", "responseDownload": "a.csv", "responseBody": "name,n\n{{name}},{{n}}\n"`)},
		{file("CSV"), answer(`"responseHeaders": {"Content-Disposition": "attachment; filename=a.csv"}, "responseBody": "name,n\n{{name}},{{n}}\n"`)},
		{file("CSV"), answer(`"responseContentType": "application/octet-stream", "responseDownload": "a-{{n}}.csv", "responseBody": "{{'a,b\\n' + name + ',1'}}"`)},
		{file("SVG"), answer(`"responseContentType": "application/octet-stream", "responseDownload": "a.svg", "responseBody": "<svg><text>{{name}}</text></svg>"`)},
		{document, answer(`"responseBody": "<?xml version=\"1.0\"?><a><b>{{name}}</b></a>"`)},
		{document, answer(`"responseBody": "<!doctype html><p>{{name}}</p>"`)},
		{file("YAML"), body(`{"path": ".github/workflows/a.yml", "content": "run: echo {{name}}\n"}`)},
		{file("TOML"), body(`{"path": "a.toml", "content": "name = '{{name}}'\nn = {{n}}\n"}`)},
		{file("source code"), body(`{"path": "deploy.sh", "content": "#!/bin/sh\necho {{name}}\n"}`)},
		{file("source code"), body(`{"path": "a.py", "content": "{{base64('print(\"' + name + '\")')}}"}`)},
		{file("JavaScript"), body(`{"path": "a.js", "content": "{{base64('const a = ' + name)}}"}`)},
		{file("settings"), body(`{"path": ".env", "content": "A={{name}}\nB=1\n"}`)},
		{file("settings"), answer(`"responseContentType": "text/plain", "responseDownload": "vpn.conf", "responseBody": "[Peer]\nPublicKey = {{name}}\n"`)},
		{file("source code"), answer(`"responseDownload": "setup.sh", "responseBody": "curl https://example.com/{{name}}\n"`)},
		{document, answer(`"responseContentType": "application/vnd.ms-excel", "responseBody": "<table><tr><td>{{name}}</td></tr></table>"`)},
		{"", body(`{"path": "a.js", "content": "{{base64('const a = ' + json(name))}}"}`)},
		{"", body(`{"path": "a.conf", "content": "id = {{id}}\nurl = {{urlEncode(name)}}\nn = {{n}}\n"}`)},
		{"", body(`{"path": "a.ini", "content": "secret = {{env.PUBLIC_NAME}}\n", "message": "of {{name}}\n"}`)},
		{"", body(`{"path": "a.md", "content": "# Notes\n{{name}}\n"}`)},
		{page + `"html"`, body(`{"html": "{{'<p>' + json(name) + '</p>'}}"}`)},
		{page + `"html"`, body(`{"html": "{{'<script>var a = ' + json(rows) + '</script>'}}"}`)},
		{page + `"text"`, call("apiQuery", `{"parse_mode": "HTML", "text": "<b>{{name}}</b>"}`)},
		{"", call("apiQuery", `{"parse_mode": "HTML", "text": "<b>{{htmlEscape(name)}}</b>"}`)},
		{"", call("apiQuery", `{"text": "<b>{{name}}</b>"}`)},
		{"", body(`{"html": "{{'<p>' + json(n) + htmlEscape(json(rows)) + '</p>'}}"}`)},
		{"", body(`{"subject": "Of {{name}}", "text": "Hello {{name}},\nhere it is.", "attachments": [{"filename": "a.csv", "content": "{{base64(csv(rows))}}"}]}`)},
		{"", body(`{"message": "Add notes\n\nby {{name}}", "path": "a.yaml", "content": "{{base64(json(rows))}}"}`)},
		{"", body(`{"filename": "a.txt", "content": "{{base64('Hello, ' + name)}}"}`)},
		{"", body(`{"command": "docker restart {{id}}", "sql": "SELECT * FROM t WHERE id = '{{id}}'", "dn": "uid={{id}},ou=people,dc=example"}`)},
		{"", body(`{"command": "Find {{name}}", "run": "nightly {{name}}", "script": "Hello {{name}}", "args": ["echo", "{{name}}"]}`)},
		{"", body(`"<b>{{name}}</b> has joined"`)},
		{"", body(`"<a><b>{{htmlEscape(name)}}</b></a>"`)},
		{"", answer(`"responseContentType": "text/csv", "responseDownload": "a.csv", "responseBody": "name,n\n{{name}},{{n}}\n"`)},
		{"", answer(`"responseContentType": "text/plain", "responseDownload": "a.csv", "responseBody": "{{csv(rows)}}"`)},
		{"", answer(`"responseContentType": "text/plain", "responseDownload": "a.txt", "responseBody": "Hello {{name}},\nthanks"`)},
		{"", answer(`"responseBody": "<3 {{name}}"`)},
	} {
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
