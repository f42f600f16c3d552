package client_test

import (
	"bytes"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// A body that no log may show is one in the log too, and no body is none.
func TestBodiesInTheLog(t *testing.T) {
	service := answering(t, 200, "", "yes")
	for name, tt := range map[string]struct {
		hidden     bool
		body       any
		with, sans string
	}{
		"hidden": {true, "canary", `"body":"••••"`, "canary"},
		"shown":  {false, "words", `"body":"words"`, "••••"},
		"none":   {false, nil, `"method":"POST"`, `"body"`},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug", "LOG_FORMAT": "json"}))
			c := newClient[rt.Value](t, app, client.Config{Method: "POST", Timeout: short, Hidden: tt.hidden})
			execute(t, app, t.Context(), func(x *rt.Exec) error {
				_, err := c.Send(x, client.Request{URL: service, Body: tt.body})
				return err
			})
			for line := range strings.Lines(log.String()) {
				if _, inputs, ok := strings.Cut(line, `"inputs":`); ok {
					if sent, _, _ := strings.Cut(inputs, "}"); !strings.Contains(sent, tt.with) || strings.Contains(sent, tt.sans) {
						t.Errorf("logged is %s, want %s without %s", sent, tt.with, tt.sans)
					}
					return
				}
			}
			t.Errorf("no call is logged: %s", log.String())
		})
	}
}
