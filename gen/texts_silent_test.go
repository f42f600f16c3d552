package gen_test

import (
	"strings"
	"testing"
)

// TestTextsThatAreFine holds pages, feeds, mails and queries that real services have to saying nothing.
func TestTextsThatAreFine(t *testing.T) {
	for _, node := range []string{
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<!doctype html><style>@import url(\"/themes/base.css\"); .a { background: url(/img/{{n}}.png); color: {{name}} }</style><p style=\"width: {{n}}px\">{{name}}</p>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<iframe sandbox=\"allow-popups\" srcdoc=\"{{name}}\" title=\"{{name}}\"></iframe>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<script>const user = {{name}}; const rows = {{rows}}; document.title = user; list.append(user); $(\"#who\").text(user).append(document.createElement(\"br\"));</script>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<script>const s = document.createElement(\"script\"); s.src = \"/js/app.js?v={{n}}\"; s.dataset.name = {{name}}; document.head.append(s); const img = new Image(); img.src = {{url}};</script>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<ul>{{each(rows, \"<li title='{{item.title}}'>{{item.body}}</li>\")}}</ul><a href=\"{{url}}\" onclick=\"track({{name}})\">more</a>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<form action=\"/search\" method=\"get\"><input name=\"q\" value=\"{{name}}\"><button formaction=\"/save/{{n}}\">Save</button></form>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/html", "responseBody": "<script type=\"application/ld+json\">{\"@type\": \"Person\", \"name\": {{name}}}</script><link rel=\"canonical\" href=\"/p/{{n}}\"><meta property=\"og:title\" content=\"{{name}}\">"}`,
		`r response {"responseStatus": 200, "responseContentType": "application/rss+xml", "responseBody": "<rss><channel><title>{{name}}</title><item><title>a &lt; b, {{name}}</title><link>https://example.com/{{n}}</link><description>{{name}}</description></item></channel></rss>"}`,
		`r response {"responseStatus": 200, "responseContentType": "application/atom+xml", "responseBody": "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title type=\"text\">{{name}}</title><entry><content type=\"html\">&lt;p&gt;{{name}}&lt;/p&gt;</content></entry></feed>"}`,
		`r response {"responseStatus": 200, "responseContentType": "text/calendar", "responseBody": "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:{{name}}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": "From: shop@example.com\r\nTo: {{name}}\r\nSubject: Order {{n}}\r\n\r\nThanks, {{name}}", "apiHeaders": {"Content-Type": "message/rfc822"}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"from": "shop@example.com", "to": "{{name}}", "subject": "Order of {{name}}", "html": "<p>Hello {{name}}</p>", "text": "From: {{name}}\nSubject: your order\n\nHello {{name}}"}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"text": "*{{name}}* wrote: \"{{name}}\" (from '{{name}}')", "channel": "#orders"}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"model": "m", "messages": [{"role": "system", "content": "Select from the list what fits = \"best\"."}, {"role": "user", "content": "Update the text: '{{name}}'"}]}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"query": "{{name}}", "filter": {"tags": ["{{name}}"]}, "limit": 10}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"query": "notes about \"{{name}}\" from last week", "top": 5}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"query": "query ($n: String!) { user(name: $n) { id } }", "variables": {"n": "{{name}}"}}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"sql": "SELECT * FROM users WHERE name = ? AND id = {{n}}", "params": ["{{name}}"]}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"query": {"bool": {"must": [{"match": {"title": "{{name}}"}}], "filter": [{"term": {"public": true}}]}}}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"command": "/invite {{name}}", "args": ["-c", "{{name}}"], "description": "Delete from cart: {{name}}"}}`,
		`call api {"apiUrl": "https://api.example.com/x", "apiMethod": "POST", "apiBody": {"content": "{{base64('Hello ' + name)}}", "path": "notes/{{name}}.txt", "message": "add {{name}}"}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"q": "repo:shop/web is:open {{name}}"}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"q": "\"{{name}}\""}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"query": "{{name}}", "sort": "-created"}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"filter": "created>={{n}}", "name": "eq.{{name}}"}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"jql": "project = SHOP AND id = {{n}}"}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"search": "title:{{name}}"}}`,
		`call api {"apiUrl": "https://api.example.com/search", "apiQuery": {"filter[name]": "{{name}}", "where": "{{json(name)}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s?q={{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q={{name}}&page={{n}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q=title:{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q=\"{{name}}\""}`,
		`call api {"apiUrl": "https://x.example.com/s?filter[name]={{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?name=eq.{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?created>={{n}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?jql=id={{n}} AND project=SHOP"}`,
		`call api {"apiUrl": "https://x.example.com/s?$filter=id eq {{n}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?$top={{n}}&$search={{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?sort=-created&q={{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?redirect_uri={{url}}&state=a:{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?text=Hello {{name}} and welcome"}`,
		`call api {"apiUrl": "https://x.example.com/s?address={{name}}, Berlin, Germany"}`,
		`call api {"apiUrl": "https://x.example.com/s?q=hello+{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q=repo:shop/web+is:open+{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?scope=openid email&login_hint={{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q=id:{{n}} AND public:true"}`,
		`call api {"apiUrl": "https://x.example.com/s?message=Order {{n}} AND more from {{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?origin={{n}},{{n}}&mode=a|b|{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?markers=color:red|label:{{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q={{json(name)}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?q=title:{{json(name)}} AND public:true"}`,
		`call api {"apiUrl": "https://x.example.com/s?time=12:30 and {{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?filter=name eq '{{replace(name, \"'\", \"''\")}}'"}`,
		`call api {"apiUrl": "https://x.example.com/s?q='{{name}}' in Berlin"}`,
		`call api {"apiUrl": "https://x.example.com/s?search=you and me and {{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s?query=what is {{name}}?"}`,
		`call api {"apiUrl": "https://x.example.com/s?expr=rate(http_requests_total[{{n}}m])"}`,
		`call api {"apiUrl": "https://x.example.com/s?select={{name}},id&order=id.desc"}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"svg": "<svg><text>{{htmlEscape(name)}}</text></svg>"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"data": "<{{url}}|{{name}}>"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"content": "<@{{n}}> wrote: {{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"message": "From: {{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"content": "<b>{{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"raw": "{{base64url('From: a@example.com\\r\\nTo: b@example.com\\r\\nSubject: x\\r\\nContent-Type: text/html\\r\\n\\r\\n<p>Hello ' + htmlEscape(name) + '</p>')}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"raw": "{{base64url('MIME-Version: 1.0\\r\\nContent-Type: multipart/alternative; boundary=b\\r\\n\\r\\n--b\\r\\nContent-Type: text/html\\r\\n\\r\\n<p>Hello ' + htmlEscape(name) + '</p>\\r\\n--b\\r\\nContent-Type: text/plain\\r\\n\\r\\nHello ' + name + '\\r\\n--b--')}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"content": "{{base64('# Notes\\n\\n' + name)}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"content": "{{base64('<' + name + '>')}}"}}`,
		`r response {"responseStatus": 200, "responseContentType": "application/x-ndjson", "responseBody": "{\"a\": {{json(name)}}}\n"}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"TableName": "t", "FilterExpression": "#o = :o AND n > {{n}}", "ExpressionAttributeNames": {"#o": "owner"}, "ExpressionAttributeValues": {":o": {"S": "{{name}}"}}}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": ["SET", "user:{{name}}", "{{n}}"]}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"command": "GET /notes/{{name}}", "cmd": "SET"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "SET the table for {{name}}"}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"script": "return redis.call('GET', KEYS[1])", "keys": ["{{name}}"]}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "visits,page={{id}} count={{n}}"}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": "Hello {{name}}, a=b and c=d"}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"query": "x", "filters": "brand:{{name}}", "filter_by": "brand:={{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"search": "index of {{name}}", "spl": "fields {{name}}", "or": "({{name}})", "and": "(a, {{name}})"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"params": "name={{name}}", "message": "a={{name}}&b=1"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"params": "name={{urlEncode(name)}}&n={{n}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"language": "de", "code": "Hallo {{name}}", "source": "web {{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"language": "python", "code": "{{name}}", "stdin": "x {{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"note": "{{name}} wrote {x}", "text": "{name: {{name}}}"}}`,
		`call api {"apiUrl": "https://x.example.com/s", "apiMethod": "POST", "apiBody": {"text": "the {document} of {{name}}", "content": "C:\\\\docs\\\\{{name}}"}}`,
		`call api {"apiUrl": "https://x.example.com/rest/v1/t?or=(owner.eq.{{json(name)}},n.gt.{{n}})&name=eq.{{name}}"}`,
	} {
		t.Run(node, func(t *testing.T) {
			wires := "\nin -> " + strings.Fields(node)[0]
			if strings.HasPrefix(node, "call") {
				wires += " -> ok"
			}
			checkTold(t, nil, texts+"\n"+node+wires)
		})
	}
}
