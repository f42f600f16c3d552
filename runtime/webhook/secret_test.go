package webhook_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// A secret that no delivery can be verified with, or that can be guessed, is told of before the server starts, with the variable
// and the workflow, and without its value.
func TestSecretsAreCheckedAtStart(t *testing.T) {
	shared := func(s *rt.Setup) string { return s.SharedSecret("HOOK_SECRET", "orders") }
	standard := func(s *rt.Setup) string { return webhook.StandardSecret(s, "HOOK_SECRET", "orders") }
	const short, malformed = "less than 16 bytes", "is not whsec_ and base64"
	for _, tt := range []struct {
		name, value string
		get         func(*rt.Setup) string
		preview     string // what refuses it there
		production  string
		warning     string // in preview
	}{
		{"long", "0123456789abcdef", shared, "", "", ""},
		{"short", "0123456789abcde", shared, "", short, short},
		{"short between white space", "  0123456789abcde\n", shared, "", short, short},
		{"white space", "                    ", shared, "", short, short},
		{"missing", "", shared, "is not set", "is not set", ""},
		{"standard", key, standard, "", "", ""},
		{"standard without whsec_", "c2VjcmV0LXNlY3JldC1zZWNyZXQ=", standard, "", "", ""},
		{"short standard", "whsec_MDEyMzQ1Njc4OWFiY2Rl", standard, "", short, short}, // 15 bytes in 20 letters
		{"no base64", "whsec_!!!", standard, malformed, malformed, ""},
		{"no padding", "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ", standard, malformed, malformed, ""},
		{"empty standard", "whsec_", standard, malformed, malformed, ""},
		{"missing standard", "", standard, "is not set", "is not set", ""},
	} {
		for env, want := range map[string]string{"preview": tt.preview, "production": tt.production} {
			t.Run(tt.name+" in "+env, func(t *testing.T) {
				var log bytes.Buffer
				err := startError(t, &log, map[string]string{"FLOWC_ENV": env, "HOOK_SECRET": tt.value}, tt.get)
				tells(t, "the error", err, want)
				warning := tt.warning
				if env == "production" {
					warning = ""
				}
				tells(t, "the log", log.String(), warning)
				if secret := strings.TrimPrefix(tt.value, "whsec_"); secret != "" && strings.Contains(err+log.String(), secret) {
					t.Error("the value is shown")
				}
			})
		}
	}
}

// A secret that no variable holds as it is, as it is stored or put together, is looked at when a delivery comes: in production no
// signature under one that can be guessed counts, and preview says once that it will not.
func TestSecretsOfExpressions(t *testing.T) {
	const short, long = "planted-a-", "planted-a-planted-b-"
	standardShort := base64.StdEncoding.EncodeToString([]byte(short))
	for _, tt := range []struct {
		name       string
		in         webhook.Input
		verify     function
		preview    string
		production string
		told       int // warnings in preview, of two deliveries
	}{
		{"long", webhook.Input{Secret: long}, webhook.GitHub, accepted, accepted, 0},
		{"short", webhook.Input{Secret: short}, webhook.GitHub, accepted, "500", 1},
		{"short, white space around", webhook.Input{Secret: "   " + short + "   "}, webhook.GitHub, accepted, "500", 1},
		{"short previous", webhook.Input{Secret: long, PreviousSecret: short}, webhook.GitHub, accepted, "500", 1},
		{"short standard", webhook.Input{Secret: "whsec_" + standardShort}, webhook.Standard, "missing signature", "500", 1},
		{"no standard", webhook.Input{Secret: "whsec_" + short}, webhook.Standard, "500", "500", 0},
	} {
		for env, want := range map[string]string{"preview": tt.preview, "production": tt.production} {
			t.Run(tt.name+" in "+env, func(t *testing.T) {
				var log bytes.Buffer
				once := false
				tt.in.Once = &once
				receiver := newReceiverIn(t, env, &log, time.Now(), given(tt.verify, tt.in))
				m := message{header: headers("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac(tt.in.Secret, "{}"))), body: "{}"}
				for range 2 {
					if got := receiver.send(t, "/a", m); got != want {
						t.Errorf("it is answered %s, want %s", got, want)
					}
				}
				if told := strings.Count(log.String(), "a secret is weak"); told != tt.told && env == "preview" {
					t.Errorf("preview warns %d times, want %d: %s", told, tt.told, log.String())
				}
				if strings.Contains(log.String(), "planted") {
					t.Errorf("the log shows the secret: %s", log.String())
				}
			})
		}
	}
}

// startError returns what keeps a server from starting that needs a secret, "" where nothing does.
func startError(t *testing.T, log *bytes.Buffer, env map[string]string, get func(*rt.Setup) string) string {
	t.Helper()
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(log))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	setup := app.Setup()
	if value := get(setup); value != env["HOOK_SECRET"] {
		t.Errorf("the secret is %q", value)
	}
	if err := setup.Err(); err != nil {
		return err.Error()
	}
	return ""
}

// tells wants a text to say something of the variable, and of the workflow where it is set at all; or nothing.
func tells(t *testing.T, what, text, want string) {
	t.Helper()
	if want == "" {
		if text != "" {
			t.Errorf("%s says %q", what, text)
		}
		return
	}
	named := want == "is not set" || strings.Contains(text, "workflow orders")
	if !strings.Contains(text, want) || !strings.Contains(text, "HOOK_SECRET") || !named {
		t.Errorf("%s says %q, want the variable, the workflow and %q", what, text, want)
	}
}
