package gen_test

import "testing"

// TestTypedByNewcomers wants one message of what is typed by who knows other tools, with what is written here. hand.md of golden has more.
func TestTypedByNewcomers(t *testing.T) {
	const (
		sent = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"f": {"type": "file", "required": true}, "kind": {"type": "string", "required": true, "validate": "oneof=a b c"}}}
			`
		switched = sent + `s switch {"switchOn": "kind", "switchCases": ["a", "b"]}
			in -> s:a -> ok
			s:b -> ok
			s:default -> ok
			`
	)
	for _, c := range []struct{ name, want, hint, drawing string }{
		{"what a file holds", `FC204 ok: "f" has no field "content", it has bytes, contentType, name, size`, `write f.bytes`,
			sent + `ok response {"responseStatus": 200, "responseBody": {"x": "{{sha256(f.content)}}"}}
			in -> ok`},
		{"a file's type", `FC204 ok: "f" has no field "type", it has bytes, contentType, name, size`, `write f.contentType`,
			sent + `ok response {"responseStatus": 200, "responseBody": {"x": "{{f.type}}"}}
			in -> ok`},
		{"a case that is not listed", `FC103 s:c: Switch "s" has no output "c"`, `add "c" to "switchCases", or use one of a, b, default`,
			switched + `s:c -> ok`},
		{"a case that is misspelt", `FC103 s:defualt: Switch "s" has no output "defualt"`, `did you mean "default"?`,
			switched + `s:defualt -> ok`},
		{"a field of the elements of a list", `FC204 ok: "q.rows" is a list and has no field "id"`, `write map(q.rows, item.id) for that of each, or q.rows[0].id for that of the first`, `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
			q sql {"sqlMode": "many", "sqlQuery": "SELECT id FROM users"}
			ok response {"responseStatus": 200, "responseBody": {"x": "{{q.rows.id}}"}}
			in -> q -> ok`},
		{"a default name of items that are called otherwise", `FC204 put: "item" does not exist`, `write note`, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			q sql {"sqlMode": "many", "sqlQuery": "SELECT title FROM notes LIMIT 9"}
			each forEach {"eachItems": "{{map(q.rows, item.title)}}", "eachName": "note"}
			put sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{item}})"}
			in -> q -> each:each -> put
			each:done -> ok`},
		{"a column of no name that is read", `FC209 q: column 1 of the result has no name`, "write `AS name` after it", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a", "endpointPublic": true}
			q sql {"sqlMode": "one", "sqlQuery": "SELECT count(*) FROM users"}
			ok response {"responseStatus": 200, "responseBody": {"n": "{{q.count}}"}}
			in -> q -> ok`},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := lintDrawn(t, c.drawing)
			if got := told(list); len(got) != 1 || got[0] != c.want || list[0].Hint != c.hint {
				t.Fatalf("it says\n%s\nwant one message: %s (%s)", text(list), c.want, c.hint)
			}
		})
	}
}

// TestNothingTyped wants nothing said of texts with braces that are no placeholders, and of a field that is called as something else is.
func TestNothingTyped(t *testing.T) {
	for _, body := range []string{
		`"query { user { id } } {title}"`, `"query($title: String) { notes(title: $title) {title} }"`, `"one\ntitle {title}"`, `"{title: 1}"`,
		`"Hello {title}"`, `"[title]"`, `"[[1]]"`, `"[[other]]"`, `"costs $title"`, `"no {other} here"`, `"at 10:title"`,
	} {
		checkTold(t, nil, `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"title": {"type": "string", "required": true}, "ip": {"type": "string", "required": true}, "item": {"type": "string", "required": true}}}
			ok response {"responseStatus": 200, "responseBody": {"t": "{{title}} {{ip}} {{item}}", "x": `+body+`}}
			in -> ok`)
	}
	checkTold(t, nil, `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/bans/{ip}", "endpointPublic": true}
		ok response {"responseStatus": 200, "responseBody": {"x": "{{ip}} {{item}} {{index}}"}}
		in -> ok`)
}
