package attacks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	assistant "github.com/flowc-dev/flowc/golden/apps/assistant/flows"
	teams "github.com/flowc-dev/flowc/golden/apps/teams/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// member signs up, and returns the cookie of the session.
func (s *wire) member(t *testing.T, name string) string {
	t.Helper()
	a := s.write(t, with("POST /signup", jsonType, `{"email":"`+name+`@example.com","password":"the password of `+name+`"}`))
	if len(a) != 1 || a[0].StatusCode != http.StatusCreated || len(a[0].Cookies()) != 1 {
		t.Fatalf("signing up is answered %v", a)
	}
	return cookie(a[0].Cookies()[0].Value)
}

// TestWireTeams invites addresses that are others once a mail goes there, shows keys in every way but the one, and pages, imports and
// changes roles with what is none.
func TestWireTeams(t *testing.T) {
	var mails atomic.Int32
	box := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { mails.Add(1) }))
	t.Cleanup(box.Close)
	s := serve(t, flowtest.QuickPasswords(teams.New), kept(t, "teams", map[string]string{"MAIL_URL": box.URL, "PUBLIC_URL": "https://shop.example", "TRUSTED_PROXIES": ""}))
	ada, eve := s.member(t, "ada"), s.member(t, "eve")
	if s.status(t, with("POST /organizations", jsonType, `{"name":"Engines"}`, ada)) != http.StatusCreated {
		t.Fatal("founding fails")
	}
	var made struct{ Key string }
	if err := json.Unmarshal([]byte(s.write(t, with("POST /organizations/1/keys", jsonType, `{"name":"crm"}`, ada))[0].text), &made); err != nil {
		t.Fatal(err)
	}
	var list hostiles
	for _, address := range []string{
		`\"victim\"@example.com`, `\"v\\ictim\"@example.com`, `\"victim@example.com,x\"@example.org`, `\"victim@example.com>\"@example.org`, `\"a\tb\"@example.com`, `vic\u00adtim@example.com`, `victim@exa\u200bmple.com`, `a\u2028b@example.com`, `victim@example.com.`, `victim@[192.0.2.1]`, `@a.example:victim@example.com`,
		`victim@example.com@example.org`, `victim@example.com\r\nBcc: x@example.org`, `victim@example.com\u0000`, `victim@example.com, x@example.org`, `Victim <victim@example.com>`,
	} {
		list.add("invite "+address, with("POST /organizations/1/invitations", jsonType, `{"email":"`+address+`","role":"member"}`, ada), http.StatusBadRequest)
	}
	for _, id := range numbers {
		list.add("keys of "+id, of("GET /organizations/"+id+"/keys", eve), http.StatusBadRequest)
	}
	for _, first := range []string{"PUT /organizations/1/members/2", "PUT /organizations/1/members/1"} {
		list.add("by a stranger", with(first, jsonType, `{"role":"owner"}`, eve), http.StatusNotFound)
		list.add("to nothing", with(first, jsonType, `{"role":"owner\u0000"}`, ada), http.StatusBadRequest)
	}
	list.add("the last owner", with("PUT /organizations/1/members/1", jsonType, `{"role":"member"}`, ada), http.StatusConflict)
	for _, token := range []string{"", "null", "%", strings.Repeat("x", 500000), `\u0000`} {
		list.add("join", with("POST /invitations", jsonType, `{"token":"`+token+`"}`, eve), http.StatusNotFound)
	}
	key := bearer(made.Key)
	for _, lines := range [][]string{
		{"Authorization: Bearer"}, {bearer(" " + made.Key)}, {"Authorization: bearer " + made.Key}, {"Authorization: Bearer\t" + made.Key}, {key, key}, {"Authorization: x", key}, {"Authorization:", key}, {key + ", Bearer " + made.Key}, {"Authorization: " + made.Key}, {"Cookie: authorization=Bearer " + made.Key},
		{"Proxy-" + key}, {bearer(strings.ToLower(made.Key))}, {bearer(made.Key[1:])}, {bearer("\xff")}, {"X: y"}, {"Authorization:"}, {key + "\xc2\xa0"}, {key + "%00"}, {ada}, {bearer(strings.TrimPrefix(ada, "Cookie: session="))},
	} {
		list.add("key "+first(lines), of("GET /contacts", lines...), http.StatusUnauthorized)
	}
	for _, query := range []string{"after=%00", "after=%ff", "after=%f4%90%80%80", "after=%ed%a0%80", "after=a&after=b", "after=a;b=c", "after=%zz"} {
		list.add(query, of("GET /contacts?"+query, key), http.StatusBadRequest)
	}
	for _, query := range []string{"after=%25", "after=_", "after[]=a", "AFTER=x", "after=" + strings.Repeat("x", 20000)} {
		list.add(query, of("GET /contacts?"+query, key), http.StatusOK)
	}
	for _, body := range []string{
		`[]`, `null`, `[null]`, `{"0":{"email":"a@b.example","name":"x"}}`, `[{"email":"a@b.example","name":"x"},{"email":"b@b.example","name":"\u0000"}]`, `[` + strings.Repeat(`{"email":"a@b.example","name":"x"},`, 500) + `{"email":"b@b.example","name":"x"}]`, `[{"email":"a@b.example","name":"x","name":"y"}]`,
	} {
		list.add("import "+body, with("POST /contacts", jsonType, `{"contacts":`+body+`}`, key), http.StatusBadRequest)
	}
	list.add("import one twice", with("POST /contacts", jsonType, `{"contacts":[{"email":"a@b.example","name":"x"},{"email":"A@B.example","name":"x"}]}`, key), http.StatusConflict)
	s.goOn(t, list, made.Key, "the password of")
	if n := s.rows(t, "SELECT email FROM contacts UNION SELECT email FROM invitations UNION SELECT role FROM members WHERE role <> 'owner'"); n != 0 || mails.Load() != 0 {
		t.Errorf("%d rows are kept, and %d mails sent", n, mails.Load())
	}
}

// TestWireAssistant writes to the MCP endpoint of the project assistant: messages that are none, headers and tokens in other ways, and
// arguments that mean more than they say.
func TestWireAssistant(t *testing.T) {
	var tokens *mcptoken.Store
	open := func(app *rt.App) (*assistant.Flows, error) {
		f, err := assistant.New(app)
		tokens = mcptoken.Open(app.Setup())
		return f, err
	}
	s := serve(t, flowtest.QuickPasswords(open), kept(t, "assistant", map[string]string{"JWT_SECRET": peoplesKey, "PUBLIC_URL": "http://shop.example"}))
	token, err := tokens.Create(t.Context(), "claude", []string{"notes:run", "notes:write"}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	reads, err := tokens.Create(t.Context(), "reader", []string{"notes:run"}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	const accepts = "Accept: application/json, text/event-stream"
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	call := func(tool, arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
	}
	var list hostiles
	for _, body := range []string{
		"", " ", "null", "[]", "{}", "1", "{", ping + ping, "[" + ping + "]", "\xff", "\ufeff" + ping, strings.Repeat("[", 100000), `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":1}`, call("add_note", `{"text":"x","text":"y"}`), call("add_note", `{"text":"\ud800"}`),
	} {
		list.add(body, with("POST /mcp", jsonType, body, accepts, bearer(token)), http.StatusBadRequest)
	}
	for _, body := range []string{`{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping\u0000"}`} {
		list.add(body, with("POST /mcp", jsonType, body, accepts, bearer(token)), http.StatusOK) // the id as it came; no such method
	}
	from := len(list)
	for _, arguments := range []string{`{"words":"\u0000"}`, `{"words":""}`, `{"words":["x"]}`, `{"words":null}`, `{}`, `[]`, `{"WORDS":"x"}`} {
		list.add("find "+arguments, with("POST /mcp", jsonType, call("find_notes", arguments), accepts, bearer(token)), http.StatusOK)
	}
	for _, arguments := range []string{`{"text":"\u0000"}`, `{"text":["x"]}`, `{"TEXT":"x"}`, `{"text":""}`} {
		list.add("add "+arguments, with("POST /mcp", jsonType, call("add_note", arguments), accepts, bearer(token)), http.StatusOK)
	}
	tools := list[from:]
	for _, lines := range [][]string{
		{"X: y"}, {bearer("x")}, {bearer(token), bearer(token)}, {bearer(token + "x")}, {bearer(strings.ToUpper(token))}, {"Cookie: Authorization=Bearer " + token}, {bearer(token + "\xff")}, {"Proxy-" + bearer(token)},
	} {
		list.add("token "+first(lines), with("POST /mcp", jsonType, call("add_note", `{"text":"x"}`), append(lines, accepts)...), http.StatusUnauthorized)
	}
	list.add("the token of another tool", with("POST /mcp", jsonType, call("add_note", `{"text":"x"}`), accepts, bearer(reads)), http.StatusForbidden)
	for _, line := range []string{"Origin: https://evil.example", "Origin: null", "Origin: http://shop.example.evil.example"} {
		list.add(line, with("POST /mcp", jsonType, call("add_note", `{"text":"x"}`), accepts, bearer(token), line), http.StatusForbidden)
	}
	list.add("another host", strings.Replace(with("POST /mcp", jsonType, ping, accepts, bearer(token)), "Host: shop.example", "Host: evil.example", 1), http.StatusForbidden)
	for _, contentType := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
		list.add("as "+contentType, with("POST /mcp", contentType, call("add_note", `{"text":"x"}`), accepts, bearer(token)), http.StatusUnsupportedMediaType)
	}
	list.add("packed", with("POST /mcp", jsonType, "\x1f\x8b", accepts, bearer(token), "Content-Encoding: gzip"), http.StatusBadRequest)
	for _, method := range []string{"GET", "PUT", "DELETE", "OPTIONS"} {
		list.add(method, of(method+" /mcp", accepts, bearer(token)), http.StatusMethodNotAllowed)
	}
	s.goOn(t, list, token, reads, peoplesKey)
	for _, h := range tools { // what a tool refuses is an answer of MCP
		if a := s.write(t, h.text); len(a) != 1 || !strings.Contains(a[0].text, `"isError":true`) {
			t.Errorf("%s is answered %v", h.name, fmt.Sprint(a))
		}
	}
	if n := s.rows(t, "SELECT id FROM notes"); n != 0 {
		t.Errorf("%d notes are kept", n)
	}
}
