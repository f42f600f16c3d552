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
		{"a query", `call api {"apiUrl": "https://x.example.com/s?q=title:{{name}} AND public:true"}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s?q=title:%22{{name}}%22%20AND%20public:true"}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s?q=user:{{name}}+AND+status:active"}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s?q=({{name}}) AND public:true"}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s?page=2&query=public:true AND {{name}}"}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s?fq=tenant:{{name}}&q=*:*"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?$filter=name eq '{{name}}'"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?%24filter=contains(name,%27{{name}}%27)"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?filter=name%3D%3D%22{{name}}%22%3Bpublic%3D%3Dtrue"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?jql=summary ~ \"{{name}}\""}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?jql=project=SHOP AND assignee={{name}}"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?cql=title=\"{{name}}\" and type=page"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?filterByFormula={Name}='{{name}}'"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?filterByFormula=SEARCH(\"{{name}}\",{Name})"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?q=name contains '{{name}}' and trashed=false"}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s?q='{{name}}' in parents"}`},
		{"SQL", `call api {"apiUrl": "https://x.example.com/s?q=SELECT Id FROM Account WHERE Name = '{{name}}'"}`},
		{"SQL", `call api {"apiUrl": "https://x.example.com/s?q=SELECT+Id+FROM+Account+WHERE+Name='{{name}}'"}`},
		{"SPARQL", `call api {"apiUrl": "https://x.example.com/s?query=SELECT ?s WHERE { ?s rdfs:label \"{{name}}\" }"}`},
		{"SPARQL", `call api {"apiUrl": "https://x.example.com/s?query=SELECT%20%3Fs%20WHERE%20%7B%20%3Fs%20a%20%3C{{url}}%3E%20%7D"}`},
		{"SPARQL", `call api {"apiUrl": "https://x.example.com/s?query=PREFIX a: <http://a.example/> ASK { ?s a:name \"{{name}}\" }"}`},
		{"a query of labels", `call api {"apiUrl": "https://x.example.com/s?query=up{job=\"{{name}}\"}"}`},
		{"a query of labels", `call api {"apiUrl": "https://x.example.com/s?query={app=\"{{name}}\"} |= \"error\""}`},
		{"XPath", `call api {"apiUrl": "https://x.example.com/s?xpath=//user[name='{{name}}']"}`},
		{"a filter of LDAP", `call api {"apiUrl": "https://x.example.com/s?filter=(cn={{name}})"}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s", "apiQuery": {"q": "title:{{name}} AND public:true"}}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s", "apiQuery": {"q": "tenant:7 AND ({{name}})"}}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s", "apiQuery": {"jql": "project = SHOP AND assignee = {{name}}"}}`},
		{"SPARQL", `call api {"apiUrl": "https://x.example.com/s", "apiQuery": {"query": "SELECT ?s WHERE { ?s rdfs:label \"{{name}}\" }"}}`},
		{"XPath", `call api {"apiUrl": "https://x.example.com/s", "apiQuery": {"xpath": "//user[name='{{name}}']"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"svg": "<svg><text>{{name}}</text></svg>"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"xml": "<a><b>{{name}}</b></a>"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"data": "<?xml version=\"1.0\"?><a>{{name}}</a>"}}`},
		{"a mail", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"message": "From: a@example.com\r\nTo: {{name}}\r\nSubject: hi\r\n\r\nHi"}}`},
		{"a mail", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"raw": "From: a@example.com\nTo: b@example.com\nSubject: {{name}}\n\nHi"}}`},
		{"a name of LDAP", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"dn": "uid={{name}},ou=people,dc=example,dc=com"}}`},
		{"a name of LDAP", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"base": "ou={{name}},dc=example,dc=com"}}`},
		{"a traversal of Gremlin", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"gremlin": "g.V().has('name', '{{name}}')"}}`},
		{"a script", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"query": "db.users.find({name: '{{name}}'})"}}`},
		{"a line of a shell", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"command": "convert {{name}} out.png"}}`},
		{"a line of a shell", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"commands": ["git clone {{url}} repo"]}}`},
		{"a line of a shell", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"run": "docker exec x sh -c 'echo {{name}}'"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"twiml": "<Response><Say>{{name}}</Say></Response>"}}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "<?xml version=\"1.0\"?><a><b>{{name}}</b></a>"}`},
		{"XML", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "<soap:Envelope><b>{{name}}</b></soap:Envelope>"}`},
		{"SPARQL", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiHeaders": {"Content-Type": "application/sparql-update"}, "apiBody": "INSERT DATA { <urn:a> <urn:b> \"{{name}}\" }"}`},
		{"RDF", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiHeaders": {"Content-Type": "text/turtle"}, "apiBody": "<urn:a> <urn:b> \"{{name}}\" ."}`},
		{"an expression of DynamoDB", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"TableName": "t", "FilterExpression": "tenant = :t AND owner = {{name}}"}}`},
		{"an expression of DynamoDB", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"TableName": "t", "UpdateExpression": "SET {{name}} = :v"}}`},
		{"SQL", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"Statement": "SELECT * FROM \"t\" WHERE owner = '{{name}}'"}}`},
		{"a command of Redis", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"command": "SET user:{{name}} {{n}}"}}`},
		{"a command of Redis", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "*2\r\n$3\r\nGET\r\n$1\r\n{{name}}\r\n"}`},
		{"a command of Redis", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "SET user:{{name}} 1"}`},
		{"a script", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"script": "return redis.call('GET', '{{name}}')"}}`},
		{"the text format of metrics", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "visits,page={{name}} count=1"}`},
		{"the text format of metrics", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "visits{page=\"{{name}}\"} {{n}}\n"}`},
		{"Flux", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"query": "from(bucket: \"b\") |> filter(fn: (r) => r.user == \"{{name}}\")"}}`},
		{"a query of logs", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"queryString": "fields @message | filter user = '{{name}}'"}}`},
		{"a query of logs", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"search": "search index=main user=\"{{name}}\" | stats count"}}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"db": "d", "csl": "T | where User == '{{name}}'"}}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"query": "x", "filters": "brand:\"{{name}}\""}}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"query": "x", "filters": "tenant:7 AND brand:{{name}}"}}`},
		{"a query", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"q": "x", "filter_by": "tenant:=7 && brand:={{name}}"}}`},
		{"a filter", `call api {"apiUrl": "https://x.example.com/rest/v1/t?or=(owner.eq.{{name}},public.is.true)"}`},
		{"the query of an address", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"params": "query={{name}}&filters=public:true"}}`},
		{"a form", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "name={{name}}&role=user"}`},
		{"an object of JavaScript", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"chart": "{type: 'bar', data: {labels: ['{{name}}']}}"}}`},
		{"a program", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"language": "python", "code": "print('{{name}}')"}}`},
		{"LaTeX", `call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"content": "\\documentclass{article} \\begin{document} {{name}} \\end{document}"}}`},
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
