package webhook_test

import (
	"bytes"
	"strings"
	"testing"

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

// startError returns what keeps a server from starting that needs a secret, "" where nothing does.
func startError(t *testing.T, log *bytes.Buffer, env map[string]string, get func(*rt.Setup) string) string {
	t.Helper()
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLog(log))
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
