package requests_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestInvalid has a workflow answer what the entry point refuses, whatever is wrong with it.
func TestInvalid(t *testing.T) {
	url := start(t)
	long := strings.Repeat("x", 201)
	for _, test := range []struct {
		path, contentType, body string
		status                  int
		want                    string
	}{
		{"/orders/7?page=2", jsonType, `{"email":"a@b.example","items":[{"sku":"a","qty":1}]}`, 201,
			`{"email":"a@b.example","items":[{"qty":1,"sku":"a"}],"page":2,"shop":7}`},
		{"/orders/7", jsonType, `{"email":"a@b","items":[{"sku":"a","qty":"many"}]}`, 422,
			`{"all":{"status":400,"errors":{"email":"must be an e-mail address","items.0.qty":"must be an int"}},"by":"POST","email":"must be an e-mail address","errors":`},
		{"/orders/x?page=y", jsonType, `{"email":"a@b.example"}`, 422, `"errors":{"items":"is required","page":"must be an int","shop":"must be an int"}`},
		{"/orders/0", jsonType, `{"email":"a@b.example","items":[]}`, 422, `"errors":{"shop":"must be more than 0"}`}, // a value, of which more is asked
		{"/orders/7?page=%zz", jsonType, `{"email":"a@b.example","items":[]}`, 422, `"errors":{"query":"is not valid"}`},
		{"/orders/7", jsonType, `{"email":`, 422, `"errors":{"body":"is not valid JSON, at byte 9"},"was":400`},
		{"/orders/7", jsonType, `{"email":"a","email":"b"}`, 422, `"errors":{"body":"has a key twice, at byte 13"}`},
		{"/orders/7", jsonType, `[]`, 422, `"errors":{"body":"must be a JSON object"}`},
		{"/orders/7", jsonType, strings.Repeat(`[`, 199), 422, `"errors":{"body":"nests deeper than 128"}`},
		{"/orders/7", jsonType, ``, 422, `"errors":{"email":"is required","items":"is required"}`},
		{"/orders/7", formType, `email=%zz`, 422, `"errors":{"body":"is not a valid form"}`},
		{"/orders/7", "text/plain", `x`, 422, `"errors":{},"was":415`},
		{"/orders/7", "multipart/form-data", `x`, 422, `"errors":{},"was":415`},
		{"/orders/7", jsonType, long, 422, `"errors":{},"was":413`},
		{"/bare", jsonType, `whatever`, 204, ``},
		{"/bare", jsonType, long, 400, `{"status":413,"errors":{}}`},
		{"/both", jsonType, `{"name":"a","more":[1]}`, 200, `{"more":[1],"name":"a","size":23}`},
		{"/both", formType, `name=a&more=1`, 200, `{"more":"1","name":"a","size":13}`},
		{"/both", jsonType, `{"name":1}`, 400, `{"errors":{"name":"must be a string"},"status":400}`},
		{"/both", jsonType, `{"name":`, 400, `{"errors":{"body":"is not valid JSON, at byte 8"},"status":400}`},
		{"/both", "text/plain", `name=a`, 400, `{"errors":{},"status":415}`},
		{"/both", jsonType, long, 400, `{"errors":{},"status":413}`},
	} {
		status, answer := send(t, http.MethodPost, url+test.path, test.contentType, test.body)
		if status != test.status || !strings.Contains(answer, test.want) {
			t.Errorf("%s %s\nanswered %d %s\nwant %d %s", test.path, test.body, status, answer, test.status, test.want)
		}
	}
}

// TestInvalidChunks refuses a body in chunks that turns out to be too large, read for fields or for nothing.
func TestInvalidChunks(t *testing.T) {
	url := start(t)
	for path, want := range map[string]string{"/bare": `{"status":413,"errors":{}}`, "/both": `{"errors":{},"status":413}`} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+path, io.MultiReader(strings.NewReader(strings.Repeat("x", 300))))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", jsonType)
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(w.Body)
		if err != nil || w.StatusCode != 400 || string(answer) != want {
			t.Errorf("%s answered %d %s (%v), want 400 %s", path, w.StatusCode, answer, err, want)
		}
		if err := w.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestInvalidPlaces runs more refused requests, one after the other, than there are places: each gives its own back.
func TestInvalidPlaces(t *testing.T) {
	url := start(t, rt.WithLimits(rt.Limits{MaxExecutions: 1}))
	for _, path := range []string{"/bare", "/both", "/orders/7"} {
		for range 3 {
			status, answer := 503, ""
			for tries := 0; status == 503 && tries < 1000; tries++ { // the one before may be about to end
				status, answer = send(t, http.MethodPost, url+path, jsonType, strings.Repeat("x", 201))
			}
			if status != 400 && status != 422 {
				t.Errorf("%s answered %d %s", path, status, answer)
			}
		}
	}
}

// TestNotInvalid keeps what is no fault of the request's form from the workflow.
func TestNotInvalid(t *testing.T) {
	url := start(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "POST /both HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: 10\r\n\r\n{", jsonType); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	w, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	answer, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(answer); w.StatusCode != 400 || got != `{"errors":{"body":"can't be read"},"status":400}` {
		t.Errorf("answered %d %s", w.StatusCode, got)
	}
}

// TestWhole reads bodies as they were sent.
func TestWhole(t *testing.T) {
	url := start(t)
	for _, test := range []struct {
		method, path, contentType, body string
		status                          int
		want                            string
	}{
		{"PUT", "/bytes", "image/png", "a", 200, `{"sha256":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}`},
		{"PUT", "/bytes", jsonType, `{`, 200, `{"sha256":"021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96"}`},
		{"PUT", "/bytes", jsonType, ``, 200, `{"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}`},
		{"PUT", "/lines", "text/csv", "a,b\nnaïve", 200, `{"lines":["a,b","naïve"]}`},
		{"PUT", "/lines", "text/csv", "na\xefve", 400, `"errors":{"body":"the bytes are not text in UTF-8"}`},
		{"PUT", "/bytes", "image/png", strings.Repeat("x", 201), 413, `the body has more than 200 bytes`},
		{"POST", "/decoded", jsonType, ` {"a":[1,2]} `, 200, `{"body":{"a":[1,2]}}`},
		{"POST", "/decoded", jsonType, `{"a":1`, 400, `the body is not valid JSON, at byte 6`},
		{"POST", "/decoded", jsonType, `{"a":1,"a":2}`, 400, `a key twice`},
		{"POST", "/decoded", jsonType, `{}{}`, 400, `not valid JSON`},
		{"POST", "/decoded", jsonType, `"text"`, 200, `{"body":"text"}`},
		{"POST", "/decoded", jsonType, ``, 200, `{"body":null}`},
		{"POST", "/decoded", formType, `a=1&b=2&b=3`, 200, `{"body":{"a":"1","b":["2","3"]}}`},
		{"POST", "/decoded", "text/plain", `hi`, 200, `{"body":"hi"}`},
		{"POST", "/decoded", "application/octet-stream", "\xff\x00", 415, `the body is neither JSON, nor a form, nor text`},
	} {
		status, answer := send(t, test.method, url+test.path, test.contentType, test.body)
		if status != test.status || !strings.Contains(answer, test.want) {
			t.Errorf("%s %s\nanswered %d %s\nwant %d %s", test.path, test.body, status, answer, test.status, test.want)
		}
	}
}
