package runtime_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shows returns what the debug log shows of a node's value, as JSON, and the whole log.
func shows(t *testing.T, format string, v any, saw ...string) (values, log string) {
	t.Helper()
	app, buffer := openApp(t, map[string]string{"LOG_LEVEL": "debug", "LOG_FORMAT": format})
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Saw(saw...)
		x.Enter("one")
		rt.Set(x, v)
		x.Enter("ok")
		return x.Empty(204)
	})
	call(t, "GET", server.URL, "")
	server.Close()
	if format == "text" {
		return "", buffer.String()
	}
	shown, err := json.Marshal(buffer.left(t)[1]["values"], json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(shown), buffer.String()
}

// angry is a type of somebody else whose method does not work.
type angry struct{}

func (angry) MarshalJSON() ([]byte, error) { panic("angry") }

func TestLargeValuesAreCut(t *testing.T) {
	type row struct {
		A string `json:"a"`
		B []int  `json:"b"`
	}
	members := map[string]int{}
	for _, c := range "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz" {
		members[strings.Repeat(string(c), len(members)/26+1)] = 1
	}
	for name, tt := range map[string]struct {
		value any
		want  string // is in it
	}{
		"small":       {row{A: "x", B: []int{1, 2}}, `{"a":"x","b":[1,2]}`},
		"text":        {row{A: strings.Repeat("é", 1024)}, strings.Repeat("é", 512) + `… (2048 bytes)"`},
		"no rune":     {row{A: "x" + strings.Repeat("é", 1024)}, strings.Repeat("é", 511) + `… (2049 bytes)"`},
		"list":        {make([]int, 100), strings.Repeat("0,", 32) + `"… 68 more"]`},
		"members":     {rt.ValueOf(members), `"…":"… 20 more"}`},
		"names":       {map[string]int{strings.Repeat("n", 2000): 1}, strings.Repeat("n", 1024) + `… (2000 bytes)":1}`},
		"all":         {strings.Split(strings.Repeat(strings.Repeat("x", 1000)+" ", 30), " "), `"… 14 more"]`},
		"no UTF-8":    {row{A: "a\xff"}, "a\ufffd"},
		"no JSON":     {math.NaN(), `"float64, which can't be shown as JSON"`},
		"angry":       {angry{}, `"••••"`},
		"nothing":     {nil, `null`},
		"its own":     {rt.ValueOf(map[string]any{"user_password": "x", "hash": 1, "Hash": nil, "tokens": 1}), `{"Hash":"••••","hash":"••••","tokens":1,"user_password":"••••"}`},
		"raw and odd": {[]byte("abc"), `"YWJj"`},
	} {
		got, log := shows(t, "json", tt.value)
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: shows %s\nwant %s", name, got, tt.want)
		}
		if len(log) > 20<<10 {
			t.Errorf("%s: the log has %d bytes", name, len(log))
		}
	}
}

// TestCutLeavesNoPartOfASecret cuts a text at each place of a secret.
func TestCutLeavesNoPartOfASecret(t *testing.T) {
	const secret = "s3cret-0123456789"
	for at := range len(secret) + 2 {
		text := strings.Repeat("-", 1024-at) + secret + strings.Repeat("-", 1024)
		got, _ := shows(t, "json", map[string]string{"text": text, "bytes": text}, secret)
		if strings.Contains(got, "s3c") || !strings.Contains(got, "bytes)") {
			t.Errorf("at %d of the secret: %s", at, got)
		}
	}
}

func TestTextLogShowsValuesAsJSON(t *testing.T) {
	_, log := shows(t, "text", credential{User: "ann", Password: "short"})
	if !strings.Contains(log, `values="{\"more\":{},\"password\":\"••••\",\"user\":\"ann\"}"`) {
		t.Error(log)
	}
}

// TestTextsWithNames has values with names of their own inside of texts.
func TestTextsWithNames(t *testing.T) {
	for text, want := range map[string]string{
		`{"password":"x1","a":"b"}`:          `{"password":"••••","a":"b"}`,
		` [{"in":{"api_key":"x1"}}] `:        `[{"in":{"api_key":"••••"}}]`,
		`{"in":"{\"in\":\"pin=x1\"}"}`:       `{"in":"{\"in\":\"pin=••••\"}"}`,
		"{\"token\":\"x1\"}\n{\"a\":1}":      "{\"token\":\"••••\"}\n{\"a\":1}",
		`{"PassWord":["x1"]}`:                `{"PassWord":"••••"}`,
		`{"a": [1, 2.50]}`:                   `{"a": [1, 2.50]}`, // nothing to mask: as it is written
		`{"a":1} pin=x1`:                     `{"a":1} pin=••••`,
		`user=ada&password=x1&b=`:            `user=ada&password=••••&b=`,
		`user%5Bpassword%5D=x1`:              `user%5Bpassword%5D=••••`,
		"DB_PASSWORD=x1 a=b\nAPI_KEY='c'":    "DB_PASSWORD=•••• a=b\nAPI_KEY='••••'",
		`https://a.test/cb#access_token=x1`:  `https://a.test/cb#access_token=••••`,
		`https://a.test/?sig=x1&n=1#top`:     `https://a.test/?sig=••••&n=1#top`,
		`https://ada:x1@a.test/@b`:           `https://ada:••••@a.test/@b`,
		`a postgres://ada:x1:@/n, and ://`:   `a postgres://ada:••••@/n, and ://`,
		`https://ada@a.test/ and b:c@d`:      `https://ada@a.test/ and b:c@d`,
		`a=b=c password==x1 =y`:              `a=b=c password=•••• =y`,
		`token=&pin= secret`:                 `token=&pin= secret`,
		`the password is in your mail`:       `the password is in your mail`,
		`[["password","x1"],["a","b"]]`:      `[["password","••••"],["a","b"]]`,
		`["a","b","Authorization","x1"]`:     `["a","b","Authorization","••••"]`,
		`[["password"],["a","b"]]`:           `[["password"],["a","b"]]`,
		`["token",{"a":1},"b"]`:              `["token","••••","b"]`,
		`{"name":"password","value":"x1"}`:   `{"name":"password","value":"••••"}`,
		`{"key":"pin","n":1,"value":["x1"]}`: `{"key":"pin","n":1,"value":"••••"}`,
		`{"name":"ada","value":"b"}`:         `{"name":"ada","value":"b"}`,
		`{"name":{"a":"pin"},"value":"b"}`:   `{"name":{"a":"pin"},"value":"b"}`,
		`{"password":"x1"`:                   `{"password":"••••"`, // cut: no JSON
		`{"in":"{\"pin\": \"x1\"`:            `{"in":"{\"pin\": \"••••\"`,
		`{'pin': 'x\'1', 'a': 'b'}`:          `{'pin': '••••', 'a': 'b'}`,
		`password: x1 x2`:                    `password: ••••`,
		"a: b\nPassword : x1\r\nc: d":        "a: b\nPassword : ••••\r\nc: d",
		"Authorization: Bearer x1\nHost: a":  "Authorization: ••••\nHost: a",
		`the password: "x1", and a: b`:       `the password: "••••", and a: b`,
		`at 12:30 token: `:                   `at 12:30 token: `,
		`{User:ada Password:x1}`:             `{User:ada Password:••••`,
		`<a><password>x1</password>b</a>`:    `<a><password>••••</password>b</a>`,
		`<s:Pin n="1">x1</s:Pin><a>b</a>`:    `<s:Pin n="1">••••</s:Pin><a>b</a>`,
		`<pin><![CDATA[x<1]]></pin>`:         `<pin>••••</pin>`,
		`<pin><a>x1</a></pin>`:               `<pin>••••</pin>`,
		`<pin/><a>b</a><pin>`:                `<pin/><a>b</a><pin>`,
		`<token>x1`:                          `<token>••••`,
		`<a password="x1" b="c">d</a>`:       `<a password="••••" b="c">d</a>`,
		`<input name="pin" value="x1">a`:     `<input name="pin" value="••••">••••`,
		`<p value='x1' key='pin'/><a>b</a>`:  `<p value='••••' key='pin'/><a>b</a>`,
		`<key>pin</key> <s>x1</s><s>b</s>`:   `<key>pin</key> <s>••••</s><s>b</s>`,
		`a < b and c > d <name>e</name>`:     `a < b and c > d <name>e</name>`,
		"--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\nx1\r\nx2\r\n--x\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--x--": "--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n••••\r\n--x\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--x--",
		"--x\nContent-Disposition: form-data; filename=\"a\"; name=\"pin\"\n\n--x--":                                                             "--x\nContent-Disposition: form-data; filename=\"a\"; name=\"pin\"\n\n--x--",
		strings.Repeat("a=b&", 10) + "pin=1": strings.Repeat("a=b&", 10) + "pin=••••",
	} {
		got, _ := shows(t, "json", text)
		quoted, err := json.Marshal(want)
		if err != nil || got != string(quoted) {
			t.Errorf("%s is shown as\n%s, want\n%s", text, got, quoted)
		}
	}
}

// FuzzTextsWithNames puts a password with its name between two texts: whatever they are, it is not shown.
func FuzzTextsWithNames(f *testing.F) {
	const secret = "planted-0123456789"
	for _, seed := range [][2]string{
		{"", ""}, {`{"a":"b"}`, `"]}`}, {`token="`, `"`}, {"<pin>", "</pin>"}, {"<a", ">"}, {"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n", "--x--"},
		{"https://ada:", "@a.test"}, {`\"`, `\`}, {"password:", ":"}, {"name=", "<value>"}, {strings.Repeat("<", 2000), strings.Repeat("=:", 2000)},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		for _, named := range []string{
			"\npassword: " + secret + "\n", "\npassword=" + secret + "&", "\n\"password\": \"" + secret + "\"", "<password>" + secret + "</password>",
		} {
			if got, _ := shows(t, "json", before+named+after); strings.Contains(got, "planted") {
				t.Errorf("%q is shown as %s", before+named+after, got)
			}
		}
	})
}
