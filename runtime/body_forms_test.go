package runtime_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// packed is a text in a coding.
func packed(t testing.TB, text string, coder func(io.Writer) io.WriteCloser) string {
	t.Helper()
	var b bytes.Buffer
	w := coder(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func inGzip(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
func inZlib(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }
func inRaw(w io.Writer) io.WriteCloser {
	coder, _ := flate.NewWriter(w, flate.BestSpeed) // the level is one
	return coder
}

// TestContentEncoding wants an endpoint and a Webhook to read what is packed as one coding says, within their limit, and to name the
// codings where another one is used.
func TestContentEncoding(t *testing.T) {
	const body = `{"role":"ada"}`
	const want = `{"n":null,"any":null,"role":"ada"}`
	whole := packed(t, body, inGzip)
	for _, tt := range []struct {
		name, body string
		codings    []string
		status     int
	}{
		{"gzip", whole, []string{"gzip"}, 200},
		{"x-gzip, in capitals", whole, []string{"X-GZIP"}, 200},
		{"deflate", packed(t, body, inZlib), []string{"deflate"}, 200},
		{"deflate without a header", packed(t, body, inRaw), []string{"deflate"}, 200},
		{"identity", body, []string{"identity"}, 200},
		{"two", packed(t, whole, inGzip), []string{"gzip, gzip"}, 415},
		{"two headers", whole, []string{"gzip", "identity"}, 415},
		{"br", whole, []string{"br"}, 415},
		{"no gzip", body, []string{"gzip"}, 415},
		{"cut off", whole[:len(whole)-9], []string{"gzip"}, 415},
		{"a wrong sum", whole[:len(whole)-8] + "12345678", []string{"gzip"}, 415},
		{"more behind the end", whole + "x", []string{"gzip"}, 415},
		{"another behind the end", whole + whole, []string{"gzip"}, 415},
		{"more than the limit", packed(t, `{"role":"`+strings.Repeat("a", 1<<20)+`"}`, inGzip), []string{"gzip"}, 413},
	} {
		headers := []string{"Content-Type", "application/json"}
		for _, coding := range tt.codings {
			headers = append(headers, "Content-Encoding", coding)
		}
		for entry, r := range answers(t, tt.body, headers...) {
			if r.StatusCode != tt.status || tt.status == 200 && strings.TrimSpace(r.text) != want {
				t.Errorf("%s: %s answers %d %s, want %d", tt.name, entry, r.StatusCode, r.text, tt.status)
			}
			if says := r.Header.Get("Accept-Encoding"); (says == "gzip, deflate") != (tt.status == 415) {
				t.Errorf("%s: %s answers with Accept-Encoding %q", tt.name, entry, says)
			}
		}
	}
}

// TestPackedSecret has a sender who does not know the secret: nothing of what it sends is decoded.
func TestPackedSecret(t *testing.T) {
	app, _ := openApp(t, nil)
	var seen string
	url := serveWebhook(t, app, rt.WebhookEntry{Secret: "a-secret-of-a-service", Verify: func(_ *rt.Exec, r *rt.WebhookRequest) error {
		seen = string(r.Body)
		return nil
	}}, func(x *rt.Exec, e *rt.WebhookEndpoint[none]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.JSON(200, []any{x.Body(), string(x.RawBody())})
	})
	coding := []string{"Content-Encoding", "gzip", "Content-Type", "text/plain"}
	if r := call(t, "POST", url, "no gzip", coding...); r.StatusCode != 401 {
		t.Errorf("without the secret: %d %s", r.StatusCode, r.text)
	}
	r := call(t, "POST", url, packed(t, "plain", inGzip), append(coding, "X-Webhook-Secret", "a-secret-of-a-service")...)
	if r.text != `["plain","plain"]` || seen != "plain" {
		t.Errorf("got %d %s, and %q is verified", r.StatusCode, r.text, seen)
	}
}

// TestCharsets wants texts of other charsets read, and those that are not in theirs refused.
func TestCharsets(t *testing.T) {
	utf16 := func(text string) string {
		var b strings.Builder
		for _, r := range text {
			b.Write([]byte{byte(r >> 8), byte(r)})
		}
		return b.String()
	}
	const form, latin = "application/x-www-form-urlencoded", "; charset=ISO-8859-1"
	for _, tt := range []struct {
		name, contentType, body string
		status                  int
	}{
		{"JSON", "application/json" + latin, "{\"role\":\"\xe9\"}", 200},
		{"JSON in UTF-16", "application/json; charset=utf-16", utf16(`{"role":"é"}`), 200},
		{"JSON behind a mark", "application/json", "\ufeff{\"role\":\"é\"}", 200},
		{"a form", form + latin, "role=%E9", 200},
		{"a form in bytes", form + latin, "role=\xe9", 200},
		{"a form behind a mark", form, "\ufeffrole=é", 200},
		{"a form behind a mark that is escaped", form, "%EF%BB%BFrole=%C3%A9", 200},
		{"not ASCII", "application/json; charset=us-ascii", "{\"role\":\"\xe9\"}", 400},
		{"half a character", "application/json; charset=utf-16", utf16("{}") + "x", 400},
		{"a form that is not", form + "; charset=us-ascii", "role=%E9", 400},
		{"another charset", "application/json; charset=shift_jis", `{"role":"e"}`, 415},
		{"a form in another one", form + "; charset=utf-7", "role=e", 415},
	} {
		for entry, r := range answers(t, tt.body, "Content-Type", tt.contentType) {
			if r.StatusCode != tt.status || tt.status == 200 && !strings.Contains(r.text, `"role":"é"`) {
				t.Errorf("%s: %s answers %d %s, want %d", tt.name, entry, r.StatusCode, r.text, tt.status)
			}
		}
	}
}

// TestWebhookTexts sends texts that are no JSON.
func TestWebhookTexts(t *testing.T) {
	app, _ := openApp(t, nil)
	decode := func(x *rt.Exec, e *rt.WebhookEndpoint[none]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.JSON(200, []any{x.Body(), len(x.RawBody())})
	}
	value, raw := serveWebhook(t, app, rt.WebhookEntry{}, decode), ""
	raw = serveWebhook(t, app, rt.WebhookEntry{AnyBytes: true}, decode)
	for _, tt := range []struct{ contentType, body, value, raw string }{
		{"text/plain; charset=iso-8859-1", "caf\xe9", `["café",4]`, `["café",4]`},
		{"text/plain; charset=windows-1252", "{\"a\":\"\x80\"}", `[{"a":"€"},9]`, `[{"a":"€"},9]`},
		{"text/plain", "\ufeff{}", `[{},5]`, `[{},5]`},
		{"image/png", "\x89PNG", "415", "[null,4]"},
		{"text/plain; charset=big5", "a", "415", "415"},
		{"application/json", "{", "400", "400"},
	} {
		for url, want := range map[string]string{value: tt.value, raw: tt.raw} {
			r := call(t, "POST", url, tt.body, "Content-Type", tt.contentType)
			if r.text != want && !(len(want) == 3 && strings.Contains(r.text, `"status":`+want)) {
				t.Errorf("%q as %s: %d %s, want %s", tt.body, tt.contentType, r.StatusCode, r.text, want)
			}
		}
	}
}

// TestWebhookParts sends a form in parts: its fields are decoded as at an endpoint, and the payload names its files.
func TestWebhookParts(t *testing.T) {
	type fields struct {
		Subject string `json:"subject"`
		Count   *int64 `json:"count"`
	}
	const kind = "multipart/form-data; boundary=b"
	part := func(header, body string) string {
		return "--b\r\nContent-Disposition: form-data; " + header + "\r\n\r\n" + body + "\r\n"
	}
	latin := "--b\r\nContent-Disposition: form-data; name=\"subject\"\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n\xe9\r\n"
	app, _ := openApp(t, nil)
	url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, e *rt.WebhookEndpoint[fields]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, []any{in.Subject, in.Count, x.Body()})
	})
	for _, tt := range []struct{ name, body, want string }{
		{"fields", part(`name="subject"`, "hi") + part(`name="count"`, "2") + part(`name="more"`, "a") + part(`name="more"`, "b") + "--b--", `["hi",2,{"count":"2","more":["a","b"],"subject":"hi"}]`},
		{"a file", part(`name="subject"`, "hi") + part(`name="doc"; filename="a.txt"`, "text") + "--b--", `["hi",null,{"doc":{"name":"a.txt","contentType":"text/plain","size":4},"subject":"hi"}]`},
		{"Latin-1", latin + "--b--", `["é",null,{"subject":"é"}]`},
		{"a wrong field", part(`name="subject"`, "hi") + part(`name="count"`, "x") + "--b--", `"count":"must be an int"`},
		{"no end", part(`name="subject"`, "hi"), `"status":400`},
	} {
		if r := call(t, "POST", url, tt.body, "Content-Type", kind); !strings.Contains(r.text, tt.want) {
			t.Errorf("%s: %d %s, want %s", tt.name, r.StatusCode, r.text, tt.want)
		}
	}
}

// TestEmptyFields sends what browsers do for fields that were left empty, and boxes that were ticked, in a form, in parts and in a
// query.
func TestEmptyFields(t *testing.T) {
	type body struct {
		Age     *int64     `json:"age"`
		Rate    *float64   `json:"rate"`
		Agree   *bool      `json:"agree"`
		Born    *time.Time `json:"born"`
		Name    *string    `json:"name"`
		HasAge  bool       `present:"age" json:"-"`
		HasName bool       `present:"name" json:"-"`
	}
	type query struct {
		Age     *int64     `query:"age"`
		Rate    *float64   `query:"rate"`
		Agree   *bool      `query:"agree"`
		Born    *time.Time `query:"born"`
		Name    *string    `query:"name"`
		HasAge  bool       `present:"age"`
		HasName bool       `present:"name"`
	}
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/form"}, func(x *rt.Exec, e *rt.Endpoint[body]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, []any{in.Age, in.Rate, in.Agree, in.Born, in.Name, in.HasAge, in.HasName})
	})
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/query"}, func(x *rt.Exec, e *rt.Endpoint[query]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, []any{in.Age, in.Rate, in.Agree, in.Born, in.Name, in.HasAge, in.HasName})
	})
	address := newServer(t, app, mux)
	for _, tt := range []struct{ form, want string }{
		{"age=&rate=&agree=&born=&name=", `[null,null,null,null,"",false,true]`},
		{"agree=on", `[null,null,true,null,null,false,false]`},
		{"agree=yes", `[null,null,true,null,null,false,false]`},
		{"agree=1", `[null,null,true,null,null,false,false]`},
		{"agree=off", `[null,null,false,null,null,false,false]`},
		{"agree=no", `[null,null,false,null,null,false,false]`},
		{"agree=0", `[null,null,false,null,null,false,false]`},
		{"agree=2", `"agree":"must be a bool"`},
		{"age=&age=", `"age":"must be given once"`},
		{"age=+", `"age":"must be an int"`},
	} {
		r := call(t, "POST", address+"/form", tt.form, "Content-Type", "application/x-www-form-urlencoded")
		if !strings.Contains(r.text, tt.want) {
			t.Errorf("the form %s: %d %s, want %s", tt.form, r.StatusCode, r.text, tt.want)
		}
		if r := call(t, "GET", address+"/query?"+tt.form, ""); !strings.Contains(r.text, tt.want) {
			t.Errorf("the query %s: %d %s, want %s", tt.form, r.StatusCode, r.text, tt.want)
		}
	}
	type required struct {
		Age int64 `json:"age"`
	}
	strict := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[required]) error {
		_, err := e.Decode(x)
		return err
	})
	if r := call(t, "POST", strict.URL, url.Values{"age": {""}}.Encode(), "Content-Type", "application/x-www-form-urlencoded"); r.StatusCode != 400 {
		t.Errorf("a required field that is empty: %d %s", r.StatusCode, r.text)
	}
}

// TestNoFileChosen sends what browsers do for a file that was not chosen: where one is required, it is missing.
func TestNoFileChosen(t *testing.T) {
	const kind = "multipart/form-data; boundary=b"
	const body = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--"
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/may"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Photo *rt.File `json:"photo"`
	}]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, in.Photo == nil)
	})
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/must"}, func(x *rt.Exec, e *rt.Endpoint[struct {
		Photo rt.File `json:"photo"`
	}]) error {
		_, err := e.Decode(x)
		return err
	})
	address := newServer(t, app, mux)
	if r := call(t, "POST", address+"/may", body, "Content-Type", kind); r.text != "true" {
		t.Errorf("where it is optional: %d %s", r.StatusCode, r.text)
	}
	if r := call(t, "POST", address+"/must", body, "Content-Type", kind); !strings.Contains(r.text, `"photo":"is required"`) {
		t.Errorf("where it is required: %d %s", r.StatusCode, r.text)
	}
}
