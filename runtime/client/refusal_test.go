package client_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

type refusal struct {
	Code  string `json:"code"`
	Token string `json:"token" flowc:"token"`
}

const refusing = `{"code": "taken", "token": "a token of the service"}`

// TestRefused wants a refusal where the same call would be refused again, and nothing else.
func TestRefused(t *testing.T) {
	for _, status := range []int{299, 300, 304, 400, 404, 408, 409, 425, 429, 499, 500, 503} {
		body := refusing
		if status == http.StatusNotModified {
			body = "" // as it never has one
		}
		c := client.Config{Refused: client.RefusalsOf[rt.Value]()}
		_, err := send[rt.Value](t, c, client.Request{URL: answering(t, status, "application/json", body)})
		got := client.RefusalOf[rt.Value](err)
		want := status >= 300 && status < 500 && status != 408 && status != 425 && status != 429
		if (got != nil) != want || errors.Is(err, client.ErrRefused) != want {
			t.Errorf("%d: a refusal is %v, of the error %v", status, got, err)
			continue
		}
		if want && (got.Status != int64(status) || got.Headers.At("date") == nil) {
			t.Errorf("%d: %v", status, got)
		}
	}
}

// TestRefusalsBody wants it as it is declared, and a failure with the status where it is something else.
func TestRefusalsBody(t *testing.T) {
	for _, test := range []struct {
		name, method, body string
		want               string // "" is a failure
	}{
		{"as declared", "GET", refusing, "taken"},
		{"another shape", "GET", `{"error": "taken"}`, ""},
		{"none", "GET", "", ""},
		{"of HEAD", "HEAD", "", "-"},
		{"too large", "GET", `{"code": "` + strings.Repeat("x", 200) + `"}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := client.Config{Method: test.method, MaxResponse: 100, Refused: client.RefusalsOf[refusal]()}
			_, err := send[rt.Value](t, c, client.Request{URL: answering(t, 409, "application/json", test.body)})
			got := client.RefusalOf[refusal](err)
			if failed := failure(t, err); failed.Status() != 409 || failed.Temporary() {
				t.Errorf("status %d, temporary %v", failed.Status(), failed.Temporary())
			}
			if test.want == "" && (got != nil || errors.Is(err, client.ErrRefused) || failure(t, err).Err == nil) {
				t.Errorf("got %v, want a failure that says what is wrong with the body: %v", got, err)
			}
			if test.want != "" && (got == nil || fmt.Sprint(got.Body.Code) != strings.Trim(test.want, "-")) {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}

// TestRefusalsAreMasked keeps out of the log what a refusal's fields with a label hold.
func TestRefusalsAreMasked(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log))
	c := newClient[rt.Value](t, app, client.Config{Refused: client.RefusalsOf[refusal]()})
	execute(t, app, t.Context(), func(x *rt.Exec) error {
		_, err := c.Send(x, client.Request{URL: answering(t, 409, "application/json", refusing)})
		if got := client.RefusalOf[refusal](err); got == nil || got.Body.Token != "a token of the service" {
			t.Errorf("got %v, %v", got, err)
		}
		x.Logger().Info("refused", "with", "a token of the service")
		return nil
	})
	if !strings.Contains(log.String(), "refused") || strings.Contains(log.String(), "a token of the service") {
		t.Errorf("the log shows a token: %s", &log)
	}
}

// TestFailuresBody wants what came with a status that failed, within the limit of bodies.
func TestFailuresBody(t *testing.T) {
	for _, test := range []struct{ contentType, body, want string }{
		{"application/json", `{"code": 7}`, `{"code":7}`},
		{"text/plain", "not now", `"not now"`},
		{"application/problem+json", "broken", `"broken"`},
		{"", "", "null"},
		{"text/plain", strings.Repeat("x", 101), "null"},
	} {
		c := client.Config{MaxResponse: 100}
		_, err := send[rt.Value](t, c, client.Request{URL: answering(t, 503, test.contentType, test.body)})
		failed := failure(t, err)
		if got, _ := rt.ToJSON(failed.Body()); got != test.want || !failed.Temporary() {
			t.Errorf("%q: %s, temporary %v; want %s", test.body, got, failed.Temporary(), test.want)
		}
	}
}
