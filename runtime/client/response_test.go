package client_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"net/http"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

type item struct {
	ID    int64   `json:"id"`
	Label *string `json:"label"`
}

type stock struct {
	Name    string          `json:"name"`
	At      time.Time       `json:"at"`
	Within  time.Duration   `json:"within"`
	Photo   []byte          `json:"photo"`
	Items   []item          `json:"items"`
	Counts  map[string]item `json:"counts"`
	Owner   *item           `json:"owner"`
	Extra   rt.Value        `json:"extra"`
	Comment *string         `json:"comment"`
}

const (
	stockRest = `"at":"2026-01-02T03:04:05Z","within":"15m","photo":"AQI=","items":[{"id":9007199254740993}],"counts":{"a/b":{"id":2}},"owner":null`
	goodStock = `{"name":"ä",` + stockRest + `,"unknown":{"deep":[1,{}]},"extra":[1]}`
)

func TestTypedResponse(t *testing.T) {
	service := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Link", "<a>")
		w.Header().Add("Link", "<b>")
		w.Header().Add("X-City", "Z\xfcrich")
		w.WriteHeader(http.StatusCreated)
		w.Write([]byte(goodStock))
	})
	response, err := send[stock](t, client.Config{}, client.Request{URL: service})
	if err != nil {
		t.Fatal(err)
	}
	b := response.Body
	if response.Status != 201 || b.Name != "ä" || b.Within != 15*time.Minute || b.At.Year() != 2026 || string(b.Photo) != "\x01\x02" ||
		len(b.Items) != 1 || b.Items[0].ID != 9007199254740993 || b.Counts["a/b"].ID != 2 || b.Owner != nil || b.Extra.String() != "[1]" {
		t.Errorf("got %+v", response)
	}
	if link := response.Headers.At("lINK"); link == nil || *link != "<a>, <b>" {
		t.Errorf("header Link is %v", link)
	}
	if city := response.Headers.At("X-City"); city == nil || *city != "Z\uFFFDrich" {
		t.Errorf("header X-City, which is Latin-1, is %v", city)
	}
	if absent := response.Headers.At("X-None"); absent != nil {
		t.Errorf("absent header is %q", *absent)
	}
}

func TestUnfittingResponse(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"missing", `{` + stockRest + `}`, "name is missing"},
		{"null", `{"name":null,` + stockRest + `}`, "name is null"},
		{"another case", `{"Name":"x",` + stockRest + `}`, "name is missing"},
		{"missing deep in a list", strings.Replace(goodStock, `[{"id":9007199254740993}]`, `[{"id":1},{"label":"x"}]`, 1), "items.1.id is missing"},
		{"missing in a map", strings.Replace(goodStock, `{"id":2}`, `{}`, 1), "counts.a/b.id is missing"},
		{"null in a list", strings.Replace(goodStock, `{"id":9007199254740993}`, `null`, 1), "items.0 is null"},
		{"missing in an optional object", strings.Replace(goodStock, `"owner":null`, `"owner":{}`, 1), "owner.id is missing"},
		{"another type", strings.Replace(goodStock, `"ä"`, `1`, 1), "name is such a number, which does not fit"},
		{"fraction for an int", strings.Replace(goodStock, `9007199254740993`, `1.5`, 1), "items.0.id is such a number, which does not fit"},
		{"twice", strings.Replace(goodStock, `{"name"`, `{"name":"x","name"`, 1), "duplicate"},
		{"invalid UTF-8", strings.Replace(goodStock, "ä", "\xff", 1), "UTF-8"},
		{"a list", `[]`, "it is a list, which does not fit"},
		{"null alone", `null`, "it is null"},
		{"trailing data", goodStock + `{}`, "after top-level value"},
		{"broken off", goodStock[:20], "EOF"},
		{"empty", ``, "EOF"},
		{"HTML", `<html>`, "invalid character"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := send[stock](t, client.Config{}, client.Request{URL: answering(t, 200, "application/json", test.body)})
			failed := failure(t, err)
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want it to say %q", err, test.want)
			}
			if failed.Status() != 200 || failed.Temporary() {
				t.Errorf("status %d, temporary %v", failed.Status(), failed.Temporary())
			}
		})
	}
}

func TestUntypedResponse(t *testing.T) {
	tests := []struct{ name, contentType, body, want string }{
		{"object", "application/json", ` {"a":9007199254740993} `, `{"a":9007199254740993}`},
		{"JSON that calls itself text", "text/plain", `{"a":1}`, `{"a":1}`},
		{"text", "text/plain", `hello "you"`, `"hello \"you\""`},
		{"HTML", "text/html", `<p>`, `"<p>"`},
		{"duplicate names, not said to be JSON", "", `{"a":1,"a":2}`, `"{\"a\":1,\"a\":2}"`},
		{"Latin-1", "text/plain; charset=ISO-8859-1", "caf\xe9", `"café"`},
		{"JSON in UTF-16", "application/json; charset=utf-16le", "{\x00}\x00", `{}`},
		{"JSON behind a mark", "application/json", "\ufeff[1.50]", `[1.50]`},
		{"a number", "application/json", "1.50", `1.50`},
		{"empty", "application/json", ``, `null`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response, err := send[rt.Value](t, client.Config{}, client.Request{URL: answering(t, 200, test.contentType, test.body)})
			if err != nil || response.Body.String() != test.want {
				t.Errorf("got %s, %v, want %s", response.Body, err, test.want)
			}
		})
	}
	for _, contentType := range []string{"application/json; charset=utf-8", "application/problem+json"} {
		_, err := send[rt.Value](t, client.Config{}, client.Request{URL: answering(t, 200, contentType, `{"a":1,"a":2}`)})
		if failed := failure(t, err); failed.Status() != 200 || !strings.Contains(err.Error(), "has a key twice") {
			t.Errorf("%s that is not JSON: %v", contentType, err)
		}
	}
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	if _, err := send[rt.Value](t, client.Config{}, client.Request{URL: answering(t, 200, "application/json", deep)}); err == nil {
		t.Error("200 nested lists are accepted")
	}
}

func TestNoBody(t *testing.T) {
	service := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.Header().Set("Content-Length", "999999999")
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	if response, err := send[stock](t, client.Config{Method: "HEAD"}, client.Request{URL: service}); err != nil || response.Status != 200 {
		t.Errorf("HEAD: %+v, %v", response, err)
	}
	if response, err := send[rt.Value](t, client.Config{}, client.Request{URL: service}); err != nil || !response.Body.IsNull() {
		t.Errorf("204: %+v, %v", response, err)
	}
}

func TestCompressedResponse(t *testing.T) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	zip.Write([]byte(`{"a":1}`))
	zip.Close()
	service := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(packed.Bytes())
	})
	response, err := send[rt.Value](t, client.Config{}, client.Request{URL: service})
	if err != nil || response.Body.String() != `{"a":1}` {
		t.Errorf("got %s, %v", response.Body, err)
	}
}

// TestBytesAreNoResponse wants what is neither text nor JSON refused, and texts that are not in their charset, or in none that is known.
func TestBytesAreNoResponse(t *testing.T) {
	for _, tt := range []struct{ contentType, body, want string }{
		{"image/png", "\x89PNG\xff", "neither JSON nor text"},
		{"text/plain; charset=us-ascii", "caf\xe9", "a byte that its charset does not have"},
		{"text/plain; charset=Shift_JIS", "a", `the charset "shift_jis" is not supported`},
	} {
		if _, err := send[rt.Value](t, client.Config{}, client.Request{URL: answering(t, 200, tt.contentType, tt.body)}); !strings.Contains(failure(t, err).Error(), tt.want) {
			t.Errorf("%q as %s: %v, want it to say %q", tt.body, tt.contentType, err, tt.want)
		}
	}
	response, err := send[item](t, client.Config{}, client.Request{URL: answering(t, 200, "application/json; charset=windows-1252", "\xef\xbb\xbf{\"id\":1,\"label\":\"\x80\"}")})
	if err == nil {
		t.Errorf("a mark of UTF-8 in another charset is read: %+v", response)
	}
	response, err = send[item](t, client.Config{}, client.Request{URL: answering(t, 200, "application/json; charset=windows-1252", "{\"id\":1,\"label\":\"\x80\"}")})
	if err != nil || response.Body.Label == nil || *response.Body.Label != "€" {
		t.Errorf("got %+v, %v", response.Body, err)
	}
}

// TestPackedUnasked has a service pack what the transport has not asked for so: what can be decoded is.
func TestPackedUnasked(t *testing.T) {
	var packed bytes.Buffer
	coder := zlib.NewWriter(&packed)
	coder.Write([]byte(`{"a":1}`))
	coder.Close()
	for _, tt := range []struct{ coding, body, want string }{
		{"deflate", packed.String(), `{"a":1}`},
		{"deflate", packed.String() + "x", "more behind the end"},
		{"br", "x", `as "br"`},
		{"gzip, deflate", packed.String(), "not supported"},
	} {
		service := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", tt.coding)
			w.Write([]byte(tt.body))
		})
		response, err := send[rt.Value](t, client.Config{}, client.Request{URL: service})
		if err == nil && response.Body.String() == tt.want || err != nil && strings.Contains(err.Error(), tt.want) {
			continue
		}
		t.Errorf("%s: got %s, %v, want %s", tt.coding, response.Body, err, tt.want)
	}
}

type session struct {
	Token  string   `json:"token" flowc:"token"`
	Tokens []string `json:"tokens" flowc:"token"`
	Nested struct {
		Secret rt.Value `json:"client_secret" flowc:"secret"`
	} `json:"nested"`
	Public string `json:"public"`
}

// Tokens that a service answers with are masked in everything that the execution logs, as are its cookies.
func TestLabelledFieldsAreMasked(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
	service := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "s", Value: "canary-cookie"})
		w.Write([]byte(`{"token":"canary-token","tokens":["canary-in-list"],"nested":{"client_secret":"canary-of-any"},"public":"shown-as-it-is"}`))
	})
	c := newClient[session](t, app, client.Config{})
	execute(t, app, t.Context(), func(x *rt.Exec) error {
		response, err := c.Send(x, client.Request{URL: service})
		if err != nil {
			return err
		}
		x.Logger().Info(response.Body.Token + response.Body.Tokens[0] + response.Body.Nested.Secret.String())
		_, cookie, _ := strings.Cut(*response.Headers.At("Set-Cookie"), "=")
		x.Logger().Info("the cookie is " + cookie)
		return nil
	})
	if strings.Contains(log.String(), "canary") {
		t.Errorf("the log shows a token: %s", log.String())
	}
	if !strings.Contains(log.String(), "shown-as-it-is") {
		t.Errorf("the debug log does not show the response: %s", log.String())
	}
}
