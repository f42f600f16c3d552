package runtime_test

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

func parse(t *testing.T, text string) rt.Value {
	t.Helper()
	v, err := rt.ParseJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const event = `{"action":"open\n","n":9007199254740993,"f":1.5,"on":true,"off":false,"null":null,"big":9223372036854775808,
	"items":[{"id":1},{"id":"two"}],"at":"2026-01-02T03:04:05.5+01:00","for":"2d","data":"AQI=","":"empty","é":"ü"}`

func TestValueConverts(t *testing.T) {
	v := parse(t, event)
	for _, tt := range []struct {
		name string
		got  func() (any, error)
		want string // "error: …" for an error
	}{
		{"text", func() (any, error) { return v.At("action").Text() }, "open\n"},
		{"number as text", func() (any, error) { return v.At("n").Text() }, "9007199254740993"},
		{"bool as text", func() (any, error) { return v.At("off").Text() }, "false"},
		{"empty key", func() (any, error) { return v.At("").Text() }, "empty"},
		{"key that is not ASCII", func() (any, error) { return v.At("é").Text() }, "ü"},
		{"int is exact", func() (any, error) { return v.At("n").Int() }, "9007199254740993"},
		{"int of a fraction", func() (any, error) { return v.At("f").Int() }, "error: f is not an int of 64 bits"},
		{"int of 2^63", func() (any, error) { return v.At("big").Int() }, "error: big is not an int of 64 bits"},
		{"int of a text", func() (any, error) { return v.At("action").Int() }, "error: action is a text, want an int"},
		{"float", func() (any, error) { return v.At("f").Float() }, "1.5"},
		{"float of an int", func() (any, error) { return v.At("items").Index(0).At("id").Float() }, "1"},
		{"bool", func() (any, error) { return v.At("on").Bool() }, "true"},
		{"bool of a number", func() (any, error) { return v.At("n").Bool() }, "error: n is a number, want a bool"},
		{"bytes", func() (any, error) { return v.At("data").Bytes() }, "[1 2]"},
		{"bytes of a text", func() (any, error) { return v.At("action").Bytes() }, "error: action is not base64"},
		{"time", func() (any, error) { t, err := v.At("at").Time(); return t.UTC(), err }, "2026-01-02 02:04:05.5 +0000 UTC"},
		{"time of a text", func() (any, error) { return v.At("for").Time() }, "error: for is not a time (RFC 3339)"},
		{"duration", func() (any, error) { return v.At("for").Duration() }, "48h0m0s"},
		{"duration of a time", func() (any, error) { return v.At("at").Duration() }, "error: at is not a duration"},
		{"text of null", func() (any, error) { return v.At("null").Text() }, "error: null is null, want a text"},
		{"text of a list", func() (any, error) { return v.At("items").Text() }, "error: items is a list, want a text"},
		{"absent", func() (any, error) { return v.At("a").At("b").Index(2).Text() }, "error: a.b[2] is null, want a text"},
		{"element", func() (any, error) { return v.At("items").Index(1).At("id").Text() }, "two"},
		{"element's path", func() (any, error) { return v.At("items").Index(1).At("id").Int() }, "error: items[1].id is a text, want an int"},
		{"negative index", func() (any, error) { return v.At("items").Index(-1).IsNull(), nil }, "true"},
		{"index out of range", func() (any, error) { return v.At("items").Index(2).IsNull(), nil }, "true"},
		{"member of a list", func() (any, error) { return v.At("items").At("id").IsNull(), nil }, "true"},
		{"length of a text", func() (any, error) { return v.At("é").Len() }, "1"},
		{"length of a list", func() (any, error) { return v.At("items").Len() }, "2"},
		{"length of an object", func() (any, error) { return v.Len() }, "13"},
		{"length of null", func() (any, error) { return v.At("null").Len() }, "error: null is null, want a text, a list or an object"},
		{"text contains", func() (any, error) { return v.At("action").Contains("pen") }, "true"},
		{"list contains", func() (any, error) { return v.At("items").Contains("two") }, "false"},
		{"list of texts contains", func() (any, error) { return parse(t, `["a",1]`).Contains("a") }, "true"},
		{"text has no part as an element", func() (any, error) { return v.At("action").HasElement("pen") }, "false"},
		{"text is its element", func() (any, error) { return parse(t, `"admin"`).HasElement("admin") }, "true"},
		{"list has an element", func() (any, error) { return parse(t, `["not-admin","admin"]`).HasElement("admin") }, "true"},
		{"list has no part of an element", func() (any, error) { return parse(t, `["not-admin"]`).HasElement("admin") }, "false"},
		{"number has an element", func() (any, error) { return v.At("n").HasElement("9") }, "error: n is a number, want a text or a list"},
		{"number contains", func() (any, error) { return v.At("n").Contains("9") }, "error: n is a number, want a text or a list"},
		{"nothing has an element", func() (any, error) { return v.At("none").HasElement("9") }, "false"},
		{"an element of nothing", func() (any, error) { return v.At("none").CheckElement("9") }, "error: none is null, want a text or a list"},
		{"a scope of a number", func() (any, error) { return v.At("n").CheckScope("9") }, "error: n is a number, want a text or a list"},
		{"a text is equal", func() (any, error) { return v.At("action").CheckEqual("pen") }, "false"},
		{"a number is equal", func() (any, error) { return parse(t, `2`).CheckEqual(2.0) }, "true"},
		{"a text is equal to a bool", func() (any, error) { return parse(t, `"true"`).CheckEqual(true) }, "error: the value is a text, want a bool"},
		{"nothing is equal to a number", func() (any, error) { return v.At("none").CheckEqual(int64(1)) }, "error: none is null, want a number"},
		{"list of an object", func() (any, error) { return v.List() }, "error: the value is an object, want a list"},
	} {
		value, err := tt.got()
		got := fmt.Sprint(value)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestValueEqual(t *testing.T) {
	for _, tt := range []struct {
		json  string
		other any
		want  bool
	}{
		{`"a"`, "a", true}, {`"a"`, "b", false}, {`"\u0061"`, "a", true}, {`1`, "1", false}, {`null`, "", false},
		{`1`, int64(1), true}, {`1.0`, int64(1), true}, {`1e2`, int64(100), true}, {`1.5`, int64(1), false}, {`"1"`, int64(1), false},
		{`9007199254740993`, int64(9007199254740992), false}, {`9007199254740993`, int64(9007199254740993), true},
		{`1`, 1.0, true}, {`0.5`, 0.5, true}, {`"0.5"`, 0.5, false}, {`true`, true, true}, {`false`, true, false}, {`1`, true, false},
		{`[]`, "", false}, {`null`, nil, false}, {`1`, 1, false},
	} {
		if got := parse(t, tt.json).Equal(tt.other); got != tt.want {
			t.Errorf("%s == %T %v is %v", tt.json, tt.other, tt.other, got)
		}
	}
}

func TestValueOfTheCallerFailsWith400(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Event rt.Value `json:"event"`
	}]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		_, err = in.Event.At("items").Index(0).At("id").Int()
		return err
	})
	r := call(t, "POST", server.URL, `{"event":{"items":[{"id":"x"}]}}`, "Content-Type", "application/json")
	if p := r.problem(t); p.Status != 400 || p.Detail != "event.items[0].id is a text, want an int" {
		t.Errorf("got %s", r.text)
	}
}

func TestValueThroughJSON(t *testing.T) {
	type body struct {
		V rt.Value `json:"v"`
	}
	var got body
	if err := jsonv2.Unmarshal([]byte(`{"v": {"b":1.50,"a":[null]}}`), &got); err != nil {
		t.Fatal(err)
	}
	for name, marshal := range map[string]func(any) ([]byte, error){
		"v1": json.Marshal,
		"v2": func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
	} {
		if text, err := marshal(got); err != nil || string(text) != `{"v":{"b":1.50,"a":[null]}}` {
			t.Errorf("%s: %s, %v", name, text, err)
		}
		if text, err := marshal(body{}); err != nil || string(text) != `{"v":null}` {
			t.Errorf("%s: zero Value is %s, %v", name, text, err)
		}
	}
	if got := rt.ValueOf(map[string]any{"b": time.Minute, "a": got.V.At("a")}).String(); got != `{"a":[null],"b":"1m"}` {
		t.Errorf("ValueOf: %s", got)
	}
	if !rt.ValueOf(func() {}).IsNull() {
		t.Error("a function became JSON")
	}
}

func TestValueThroughSQL(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, tt := range []struct {
		src  any
		text string
		back driver.Value
	}{
		{nil, "null", nil}, {int64(7), "7", int64(7)}, {1.5, "1.5", 1.5}, {true, "true", true}, {"[1]", `"[1]"`, "[1]"},
		{[]byte(`{"a":1}`), `{"a":1}`, `{"a":1}`}, {[]byte("a"), `"a"`, "a"}, {[]byte(`{"a":1,"a":{"b":1,"b":2}}`), `{"a":{"b":2}}`, `{"a":{"b":2}}`}, {at, `"2026-01-02T03:04:05Z"`, "2026-01-02T03:04:05Z"},
	} {
		var v rt.Value
		if err := v.Scan(tt.src); err != nil || v.String() != tt.text {
			t.Errorf("Scan(%v) is %s, %v; want %s", tt.src, v, err, tt.text)
		}
		if back, err := v.Value(); err != nil || back != tt.back {
			t.Errorf("Value() of %s is %v, %v; want %v", v, back, err, tt.back)
		}
	}
	for _, src := range []any{func() {}, []byte{0xff}} {
		if err := new(rt.Value).Scan(src); err == nil {
			t.Errorf("%T was scanned", src)
		}
	}
}

// TestValueAsDocument writes scalars for a column of JSON: those of JSON as they are, and those of a query as what they are written as.
func TestValueAsDocument(t *testing.T) {
	for text, want := range map[string]driver.Value{
		`"007"`: `"007"`, `"1e999"`: `"1e999"`, `"{}"`: `"{}"`, "true": "true", "false": "false", "null": nil, "7": int64(7), "1.5": 1.5, "1.50": "1.50", "18446744073709551616": "18446744073709551616", `{"a":true}`: `{"a":true}`, `["1"]`: `["1"]`,
	} {
		if got, err := parse(t, text).Document(); err != nil || got != want {
			t.Errorf("%s is %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := parse(t, "1e999").Document(); err == nil {
		t.Errorf("a number that no column keeps is %v", got)
	}
	type query struct {
		V rt.Value `query:"v"`
	}
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	var got driver.Value
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[query]) error {
		in, err := e.Decode(x)
		if err == nil {
			got, err = in.V.Document()
		}
		return errors.Join(err, x.Empty(http.StatusNoContent))
	})
	for text, want := range map[string]driver.Value{
		"007": `"007"`, "x": `"x"`, `{"a":1}`: `{"a":1}`, `{"a":1,"a":2}`: `"{\"a\":1,\"a\":2}"`, "7": int64(7), "true": "true", `"x"`: `"x"`, "": `""`,
	} {
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/?v="+url.QueryEscape(text), nil))
		if got != want {
			t.Errorf("%s in a query is %v, want %v", text, got, want)
		}
	}
}

func TestParseJSONIsStrict(t *testing.T) {
	for _, text := range []string{"", "{", `{"a":1,"a":2}`, "\"\xff\"", "1 2", "NaN", `{"x":[{"a":1,"a":2}]}`} {
		if v, err := rt.ParseJSON(text); err == nil {
			t.Errorf("%q is %s", text, v)
		}
	}
	var known *rt.Error
	if _, err := rt.ParseJSON("{"); errors.As(err, &known) {
		t.Error("text of no known origin is called the caller's fault")
	}
}

// A struct that people write may hold an int.
func TestConvertToInt(t *testing.T) {
	type counted struct {
		Count int `json:"count"`
	}
	got, err := rt.Convert[counted](map[string]int64{"count": 7})
	if err != nil || got.Count != 7 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := rt.Convert[counted](map[string]string{"count": "seven"}); err == nil {
		t.Error("a text is an int")
	}
}

func TestToJSON(t *testing.T) {
	if text, err := rt.ToJSON(map[string]any{"b": []string(nil), "a": time.Hour}); err != nil || text != `{"a":"1h","b":[]}` {
		t.Error(text, err)
	}
	if _, err := rt.ToJSON(math.NaN()); err == nil {
		t.Error("NaN became JSON")
	}
}
