package runtime_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
)

type address struct {
	City string  `json:"city"`
	Zip  *string `json:"zip"`
}

type everything struct {
	Text   string           `json:"text"`
	Maybe  *string          `json:"maybe"`
	Count  int64            `json:"count"`
	Rate   float64          `json:"rate"`
	On     bool             `json:"on"`
	Data   []byte           `json:"data"`
	At     time.Time        `json:"at"`
	For    time.Duration    `json:"for"`
	Any    *rt.Value        `json:"any"`
	Home   *address         `json:"home"`
	Tags   []string         `json:"tags"`
	Spots  []address        `json:"spots"`
	Scores map[string]int64 `json:"scores"`
}

const allFields = `{"text":"a\u00e9\"b","count":9223372036854775807,"rate":1.5,"on":true,"data":"AQI=","at":"2026-01-02T03:04:05Z",
	"for":"15m","any":{"x":[1]},"home":{"city":"Bern"},"tags":["a","b"],"spots":[{"city":"Rome","zip":"1"}],"scores":{"x":1},"unknown":[{}]}`

func TestDecodeEveryType(t *testing.T) {
	app, _ := openApp(t, nil)
	var got everything
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[everything]) (err error) {
		if got, err = e.Decode(x); err != nil {
			return err
		}
		return x.Empty(204)
	})
	if r := call(t, "POST", server.URL, allFields, "Content-Type", "application/json"); r.StatusCode != 204 {
		t.Fatalf("status %d: %s", r.StatusCode, r.text)
	}
	any := got.Any.String()
	got.Any = nil
	zip := "1"
	want := everything{
		Text: "aé\"b", Count: 1<<63 - 1, Rate: 1.5, On: true, Data: []byte{1, 2}, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		For: 15 * time.Minute, Home: &address{City: "Bern"}, Tags: []string{"a", "b"},
		Spots: []address{{City: "Rome", Zip: &zip}}, Scores: map[string]int64{"x": 1},
	}
	if !reflect.DeepEqual(want, got) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if any != `{"x":[1]}` {
		t.Errorf("any is %s", any)
	}
}

// decodeErrors sends a body to an endpoint of everything and returns the answer.
func decodeErrors(t *testing.T, body string, headers ...string) reply {
	t.Helper()
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/", MaxBody: 4096}, func(x *rt.Exec, e *rt.Endpoint[everything]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.Empty(204)
	})
	return call(t, "POST", server.URL, body, headers...)
}

var required = map[string]string{
	"text": "is required", "count": "is required", "rate": "is required", "on": "is required", "data": "is required",
	"at": "is required", "for": "is required", "tags": "is required", "spots": "is required", "scores": "is required",
}

func TestDecodeNamesEveryWrongField(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		change     map[string]string // of required; "" removes
	}{
		{"empty body", ``, nil},
		{"nothing", `{}`, nil},
		{"null is missing", `{"text":null,"count":null,"maybe":null,"home":null}`, nil},
		{"empty text is a value", `{"text":""}`, map[string]string{"text": ""}},
		{"case matters", `{"TEXT":"a","Count":1}`, nil},
		{"text", `{"text":1}`, map[string]string{"text": "must be a string"}},
		{"fraction", `{"count":1.5}`, map[string]string{"count": "must be an int"}},
		{"2^63", `{"count":9223372036854775808}`, map[string]string{"count": "must be an int"}},
		{"int as text", `{"count":"1"}`, map[string]string{"count": "must be an int"}},
		{"huge float", `{"rate":1e999}`, map[string]string{"rate": "must be a float"}},
		{"bool", `{"on":0}`, map[string]string{"on": "must be a bool"}},
		{"base64", `{"data":"A"}`, map[string]string{"data": "must be base64"}},
		{"base64 with a line break", `{"data":"AQ\nI="}`, map[string]string{"data": "must be base64"}},
		{"time", `{"at":"2026-13-01"}`, map[string]string{"at": "must be a time (RFC 3339)"}},
		{"duration", `{"for":"soon"}`, map[string]string{"for": "must be a duration, such as 15m"}},
		{"optional of another type", `{"maybe":1}`, map[string]string{"maybe": "must be a string"}},
		{"object", `{"home":[]}`, map[string]string{"home": "must be an object"}},
		{"inside an object", `{"home":{"zip":1}}`, map[string]string{"home.city": "is required", "home.zip": "must be a string"}},
		{"list", `{"tags":{}}`, map[string]string{"tags": "must be a list"}},
		{"inside a list", `{"tags":["a",2],"spots":[{"city":"a"},{}]}`, map[string]string{"tags": "", "spots": "", "tags.1": "must be a string", "spots.1.city": "is required"}},
		{"null in a list", `{"tags":[null]}`, map[string]string{"tags": "", "tags.0": "must not be null"}},
		{"map", `{"scores":{"a":"b"}}`, map[string]string{"scores": "", "scores.a": "must be an int"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := maps.Clone(required)
			for name, problem := range tt.change {
				want[name] = problem
				if problem == "" {
					delete(want, name)
				}
			}
			r := decodeErrors(t, tt.body, "Content-Type", "application/json")
			if diff := cmp.Diff(want, r.problem(t).Errors); diff != "" || r.StatusCode != 400 {
				t.Errorf("status %d: %s", r.StatusCode, diff)
			}
		})
	}
}

func TestDecodeRefusesBody(t *testing.T) {
	valid := strings.TrimSuffix(allFields, "}")
	for _, tt := range []struct {
		name, body, contentType string
		status                  int
		detail                  string
	}{
		{"duplicate key", valid + `,"text":"again"}`, "application/json", 400, "the body has a key twice"},
		{"duplicate key where it is ignored", valid + `,"x":{"y":1,"y":2}}`, "application/json", 400, "the body has a key twice"},
		{"invalid UTF-8", valid + ",\"x\":\"\xff\"}", "application/json", 400, "the body is not valid JSON"},
		{"truncated", valid, "application/json", 400, "the body is not valid JSON"},
		{"trailing data", allFields + `{}`, "application/json", 400, "more than one"},
		{"trailing rubbish", allFields + `]`, "application/json", 400, "JSON"},
		{"a list", `[]`, "application/json", 400, "must be a JSON object"},
		{"rubbish", `hello`, "application/json", 400, "JSON"},
		{"deep", valid + `,"x":` + strings.Repeat("[", 129) + strings.Repeat("]", 129) + `}`, "application/json", 400, "deeper"},
		{"large", valid + `,"x":"` + strings.Repeat("a", 5000) + `"}`, "application/json", 413, "4096"},
		{"text", "hello", "text/plain", 415, "application/json"},
		{"no content type", allFields, "", 415, "application/json"},
		{"another charset", allFields, "application/json; charset=shift_jis", 415, "\"shift_jis\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := decodeErrors(t, tt.body, "Content-Type", tt.contentType)
			if p := r.problem(t); p.Status != tt.status || !strings.Contains(p.Detail, tt.detail) {
				t.Errorf("got %s, want %d %q", r.text, tt.status, tt.detail)
			}
		})
	}
}

func TestDecodeAcceptsWhatOnlyLooksDeep(t *testing.T) {
	body := strings.TrimSuffix(allFields, "}") + `,"x":"` + strings.Repeat(`[\"`, 300) + `","y":[` + strings.Repeat("[],", 300) + `0]}`
	if r := decodeErrors(t, body, "Content-Type", "application/json; charset=UTF-8"); r.StatusCode != 204 {
		t.Errorf("status %d: %s", r.StatusCode, r.text)
	}
}

func TestDecodeLargeBodyWithoutLength(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/", MaxBody: 10}, func(x *rt.Exec, e *rt.Endpoint[everything]) error {
		_, err := e.Decode(x)
		return err
	})
	req, err := http.NewRequest("POST", server.URL, strings.NewReader(allFields))
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = -1
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", res.StatusCode)
	}
}

// A body that no field is read from is held to the limit too.
func TestLargeBodyThatNobodyReads(t *testing.T) {
	app, _ := openApp(t, nil)
	ran := false
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/", MaxBody: 10}, func(x *rt.Exec, e *rt.Endpoint[struct{}]) error {
		ran = true
		return x.Empty(http.StatusNoContent)
	})
	if r := call(t, "POST", server.URL, strings.Repeat("a", 11)); r.problem(t).Status != http.StatusRequestEntityTooLarge || ran {
		t.Errorf("answered %s, ran %v", r.text, ran)
	}
	if r := call(t, "POST", server.URL, strings.Repeat("a", 10)); r.StatusCode != http.StatusNoContent || !ran {
		t.Errorf("answered %d %s, ran %v", r.StatusCode, r.text, ran)
	}
}

// Nor does it help a body to come in chunks, which do not say how many they are.
func TestLargeChunksThatNobodyReads(t *testing.T) {
	type queried struct {
		Page *int64 `query:"page"`
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "GET"} {
		app, _ := openApp(t, nil)
		ran := false
		server := serve(t, app, rt.Entry{Method: method, Path: "/", MaxBody: 10}, func(x *rt.Exec, e *rt.Endpoint[queried]) error {
			ran = true
			if _, err := e.Decode(x); err != nil {
				return err
			}
			return x.Empty(http.StatusNoContent)
		})
		for _, tt := range []struct{ length, status int }{{11, 413}, {1 << 20, 413}, {10, 204}} {
			ran = false
			body := io.MultiReader(strings.NewReader(strings.Repeat("a", tt.length))) // of no length that net/http knows
			req, err := http.NewRequest(method, server.URL, body)
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != tt.status || ran != (tt.status == 204) {
				t.Errorf("%s with %d bytes: answered %d, ran %v", method, tt.length, res.StatusCode, ran)
			}
		}
	}
}

type textual struct {
	ID      int64    `path:"id"`
	Page    int64    `query:"page"`
	Sort    *string  `query:"sort"`
	Tag     []string `query:"tag"`
	Trace   string   `header:"x-trace"`
	Session *string  `cookie:"session" flowc:"token"`
}

func TestDecodeTexts(t *testing.T) {
	app, _ := openApp(t, nil)
	var got textual
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/items/{id}"}, func(x *rt.Exec, e *rt.Endpoint[textual]) (err error) {
		if got, err = e.Decode(x); err != nil {
			return err
		}
		return x.Empty(204)
	})
	call(t, "GET", server.URL+"/items/7?page=2&tag=a&tag=b", "", "X-Trace", "", "Cookie", "session=s")
	session := "s"
	if diff := cmp.Diff(textual{ID: 7, Page: 2, Tag: []string{"a", "b"}, Session: &session}, got); diff != "" {
		t.Error(diff)
	}
	r := call(t, "GET", server.URL+"/items/x?page=1&page=2&sort=%ff", "")
	want := map[string]string{
		"id": "must be an int", "page": "must be given once", "sort": "must be UTF-8", "tag": "is required", "x-trace": "is required",
	}
	if diff := cmp.Diff(want, r.problem(t).Errors); diff != "" {
		t.Error(diff)
	}
}

type formIn struct {
	Name string   `json:"name"`
	Age  *int64   `json:"age"`
	Any  rt.Value `json:"any"`
	Home *address `json:"home"`
}

func TestDecodeForm(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		n, err := in.Any.Int()
		if err != nil {
			return err
		}
		return x.JSON(200, map[string]any{"name": in.Name, "age": in.Age, "any": n})
	})
	form := func(body string) reply {
		return call(t, "POST", server.URL, body, "Content-Type", "application/x-www-form-urlencoded")
	}
	if r := form("name=A+B&age=3&any=4&extra=x"); r.text != `{"age":3,"any":4,"name":"A B"}` {
		t.Error(r.StatusCode, r.text)
	}
	want := map[string]string{"name": "must be given once", "age": "must be an int", "any": "is required", "home": "can't be sent in a form"}
	if diff := cmp.Diff(want, form("name=a&name=b&age=x&home=1").problem(t).Errors); diff != "" {
		t.Error(diff)
	}
	if p := form("name=%zz").problem(t); p.Status != 400 {
		t.Error(p)
	}
}

func TestValidateAddsToWrongFields(t *testing.T) {
	app, _ := openApp(t, nil)
	check := func(v any) map[string]string {
		if v.(*formIn).Name == "" {
			return map[string]string{"name": "must not be empty", "any": "hidden: decoding has already complained"}
		}
		return nil
	}
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/", Validate: check}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		_, err := e.Decode(x)
		return err
	})
	r := call(t, "POST", server.URL, `{"name":""}`, "Content-Type", "application/json")
	want := map[string]string{"name": "must not be empty", "any": "is required"}
	if diff := cmp.Diff(want, r.problem(t).Errors); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeForgetsTheRequestBefore(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, in)
	})
	for range 20 { // memory is reused, though not each time
		if r := call(t, "POST", server.URL, `{"name":1,"age":"x","any":{"a":1}}`, "Content-Type", "application/json"); r.StatusCode != 400 {
			t.Fatal(r.StatusCode, r.text)
		}
		r := call(t, "POST", server.URL, `{"name":"a","any":1}`, "Content-Type", "application/json")
		if r.text != `{"name":"a","age":null,"any":1,"home":null}` {
			t.Fatal(r.StatusCode, r.text)
		}
	}
}

func TestNoFieldsReadNoBody(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[none]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.Empty(204)
	})
	if r := call(t, "POST", server.URL, "not json", "Content-Type", "text/plain"); r.StatusCode != 204 {
		t.Error(r.StatusCode, r.text)
	}
}

func TestEndpointRefusesTypes(t *testing.T) {
	app, _ := openApp(t, nil)
	for name, setUp := range map[string]func(*rt.Setup){
		"no tag": func(s *rt.Setup) { rt.NewEndpoint[struct{ A string }](s, rt.Entry{}) },
		"function": func(s *rt.Setup) {
			rt.NewEndpoint[struct {
				A func() `json:"a"`
			}](s, rt.Entry{})
		},
		"struct in query": func(s *rt.Setup) {
			rt.NewEndpoint[struct {
				A address `query:"a"`
			}](s, rt.Entry{})
		},
	} {
		s := app.Setup()
		setUp(s)
		if s.Err() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzDecode looks for panics, hangs and answers that are neither an acceptance nor a well-formed refusal.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{allFields, `{}`, `{"home":{"city":1}}`, `{"tags":[null]}`, `[`, `{"a":1,"a":2}`, "text=a&count=1"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	app, _ := openApp(f, nil)
	mux := http.NewServeMux()
	register(f, app, mux, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[everything]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.Empty(204)
	})
	f.Fuzz(func(t *testing.T, body string, asJSON bool) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if asJSON {
			r.Header.Set("Content-Type", "application/json")
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code == 204 {
			return
		}
		res := reply{Response: w.Result(), text: w.Body.String()}
		jsonAsForm := !asJSON && jsontext.Value(body).IsValid()
		if p := res.problem(t); p.Status != 400 && p.Status != 413 && !(p.Status == 415 && jsonAsForm) {
			t.Errorf("%q is answered with %s", body, res.text)
		}
	})
}
