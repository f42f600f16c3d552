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

// TestCells wants a cell found that others make a formula of where a spreadsheet reads what is written as if it was typed.
func TestCells(t *testing.T) {
	const (
		sheet   = "https://sheets.googleapis.com/v4/spreadsheets/x/values/A1:append"
		excel   = "https://graph.microsoft.com/v1.0/me/drive/items/x/workbook/worksheets/S/range(address='A1:B1')"
		begins  = "FC219 call: a cell of a spreadsheet begins with a text of others"
		formula = "FC219 call: a text of others is pasted into a formula"
	)
	typed := `"apiQuery": {"valueInputOption": "USER_ENTERED"}, `
	checkSent(t, []struct{ want, node string }{
		{begins, sent(sheet, typed+`"apiBody": {"values": [["{{n}}", "{{name}}"]]}`)},
		{begins, sent(sheet+"?valueInputOption=USER_ENTERED", `"apiBody": {"values": [["{{lower(name)}}"]]}`)},
		{begins, sent("{{env.PUBLIC_SHEETS}}/values:batchUpdate", `"apiBody": {"valueInputOption": "USER_ENTERED", "data": [{"range": "A1", "values": [["{{name}} of {{n}}"]]}]}`)},
		{begins, sent(excel, `"apiBody": {"values": [["{{name}}"]]}`)},
		{formula, sent(sheet, typed+`"apiBody": {"values": [["=HYPERLINK(\"https://example.com/{{name}}\")"]]}`)},
		{"FC219 call: a text is pasted into a formula", sent("https://sheets.googleapis.com/v4/spreadsheets/x:batchUpdate",
			`"apiBody": {"requests": [{"updateCells": {"rows": [{"values": [{"userEnteredValue": {"formulaValue": "=\"{{name}}\""}}]}]}}]}`)},
		{"", sent(sheet, `"apiQuery": {"valueInputOption": "RAW"}, "apiBody": {"values": [["{{name}}"]]}`)},
		{"", sent(sheet, typed+`"apiBody": {"values": [["'{{name}}", "Order of {{name}}", "{{n}}", "{{id}}", "{{formatTime(now(), \"2006-01-02\", \"UTC\")}}", "=A1+{{n}}"]]}`)},
		{"", sent(excel, `"apiBody": {"values": [["'{{name}}"]], "name": "{{name}}"}`)},
	})
}

// TestMessagesOfChats wants a text of the caller found where Slack, Discord or Telegram reads more out of it: everybody is called, or a
// link is shown under another name.
func TestMessagesOfChats(t *testing.T) {
	const slack, discord, telegram = "https://hooks.slack.com/services/T/B/x", "https://discord.com/api/webhooks/1/x", "https://api.telegram.org/bot1/sendMessage"
	const inSlack, inDiscord = "FC219 call: what the caller sent is pasted into a message of Slack", "FC219 call: what the caller sent is pasted into a message of Discord"
	const inMarkdown = "FC219 call: what the caller sent is pasted into the Markdown of "
	body := func(text string) string { return `"apiBody": ` + text }
	checkSent(t, []struct{ want, node string }{
		{inSlack, sent(slack, body(`{"text": "New order of {{name}}: <https://shop.example.com/{{n}}|open>"}`))},
		{inSlack, sent("{{env.SLACK_WEBHOOK_URL}}", body(`{"text": "New: {{name}}"}`))},
		{inSlack, sent("https://slack.com/api/chat.postMessage", body(`{"channel": "C1", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "{{name}}"}}]}`))},
		{inSlack, sent("https://x.example.com", body(`{"blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "*New*: {{name}}"}}]}`))},
		{inDiscord, sent(discord, body(`{"content": "New: {{name}}"}`))},
		{inDiscord, sent("{{env.DISCORD_WEBHOOK}}", body(`{"username": "shop", "content": "{{name}}"}`))},
		{inMarkdown + `"text"`, sent(telegram, body(`{"chat_id": 1, "parse_mode": "MarkdownV2", "text": "*New* {{name}}"}`))},
		{inMarkdown + `"caption"`, sent(telegram, `"apiQuery": {"parse_mode": "Markdown", "caption": "{{name}}", "photo": "x"}`)},
		{"", sent(slack, body(`{"blocks": [{"type": "section", "text": {"type": "plain_text", "text": "{{name}}"}}]}`))},
		{"", sent(slack, body(`{"text": "Order {{n}}, {{id}}, {{replace(replace(replace(name, \"&\", \"&amp;\"), \"<\", \"&lt;\"), \">\", \"&gt;\")}}", "username": "{{name}}"}`))},
		{"", sent("https://slack.com/api/users.lookupByEmail", body(`{"text": "{{name}}"}`))},
		{"", sent(discord, body(`{"content": "New: {{name}}", "allowed_mentions": {"parse": []}}`))},
		{"", sent(discord, body(`{"content": "Order {{n}}", "embeds": [{"title": "{{name}}"}]}`))},
		{"", sent(telegram, body(`{"chat_id": 1, "text": "New: {{name}}"}`))},
		{"", sent(telegram, body(`{"chat_id": 1, "parse_mode": "HTML", "text": "New: {{name}}"}`))},
		{"", sent("https://x.example.com", body(`{"text": "New: {{name}}", "content": "{{name}}", "type": "text"}`))},
	})
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
		typed = "https://sheets.googleapis.com/v4/spreadsheets/x/values/A1:append?valueInputOption=USER_ENTERED"
		slack = "https://hooks.slack.com/services/T/B/x"
		x     = "https://x.example.com/"
		in    = "FC219 call: what the caller sent is pasted into "
	)
	for _, c := range []struct{ want, made, address, body string }{
		{"FC219 call: a cell of a spreadsheet", `["{{n}}", "{{name}}"]`, typed, `{"values": ["{{s.made}}"]}`},
		{"FC219 call: a cell of a spreadsheet", `[["{{name}}"]]`, typed, `{"values": "{{s.made}}"}`},
		{in + "a message of Slack", `{"text": "New: {{name}}"}`, slack, `"{{s.made}}"`},
		{in + "a message of Discord", `{"content": "New: {{name}}"}`, "{{env.DISCORD_URL}}", `"{{s.made}}"`},
		{in + "the Markdown of ", `{"parse_mode": "MarkdownV2", "text": "{{name}}"}`, x, `"{{s.made}}"`},
		{in + `the HTML of "html"`, `{"html": "<p>{{name}}</p>"}`, x, `"{{s.made}}"`},
		{in + `the HTML of "value"`, `{"type": "text/html", "value": "<p>{{name}}</p>"}`, x, `{"content": ["{{s.made}}"]}`},
		{"FC219 call: a text is pasted into SQL", `{"sql": "SELECT * FROM t WHERE a = '{{name}}'"}`, x, `"{{s.made}}"`},
		{"FC219 call: a text is pasted into GraphQL", `{"query": "query { a(name: \"{{name}}\") { id } }"}`, x, `"{{s.made}}"`},
		{"", `{"content": "New: {{name}}", "allowed_mentions": {"parse": []}}`, "{{env.DISCORD_URL}}", `"{{s.made}}"`},
		{"", `{"html": "<p>{{htmlEscape(name)}}</p>", "text": "{{name}}"}`, x, `"{{s.made}}"`},
		{"", `["'{{name}}"]`, typed, `{"values": ["{{s.made}}"]}`},
		{"", `{"name": "{{name}}"}`, slack, `{"text": "New order", "metadata": "{{s.made}}"}`},
	} {
		t.Run(c.made, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			set := `s set {"setValues": {"made": ` + c.made + `}}`
			checkTold(t, want, texts+"\n"+set+"\n"+sent(c.address, `"apiBody": `+c.body)+"\nin -> s -> call -> ok")
		})
	}
}
