package client_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// TestBasicAndBearer write what a header is to hold, and none of it gets into the log: a service may quote it in any form.
func TestBasicAndBearer(t *testing.T) {
	const password, token = "a:pass word-ä", "a-token-of-the-caller"
	both := base64.StdEncoding.EncodeToString([]byte("ann:" + password))
	for name, write := range map[string]func(x *rt.Exec) (got, want, secret string){
		"Basic": func(x *rt.Exec) (string, string, string) {
			return client.Basic(x, "ann", password), "Basic " + both, password
		},
		"Bearer": func(x *rt.Exec) (string, string, string) { return client.Bearer(x, token), "Bearer " + token, token },
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			app := openApp(t, rt.WithLogWriter(&log))
			execute(t, app, t.Context(), func(x *rt.Exec) error {
				got, want, secret := write(x)
				if got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				x.Logger().Info("quoted", "header", got, "alone", secret)
				_, bare, _ := strings.Cut(want, " ")
				for _, shown := range []string{secret, bare} {
					if strings.Contains(log.String(), shown) {
						t.Errorf("the log shows %q:\n%s", shown, &log)
					}
				}
				return nil
			})
			if !strings.Contains(log.String(), "quoted") {
				t.Errorf("not logged:\n%s", &log)
			}
		})
	}
}

// TestUsersOfURLs shows in the debug log where a call goes, and not the password that its URL holds.
func TestUsersOfURLs(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
	service := answering(t, 200, "application/json", "{}")
	c := newClient[rt.Value](t, app, client.Config{})
	if _, err := sendWith(t, app, c, client.Request{URL: strings.Replace(service, "://", "://canary:canary@", 1) + "/shown"}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), service+"/shown") || strings.Contains(log.String(), "canary") {
		t.Errorf("the log shows a password, or no address:\n%s", &log)
	}
}
