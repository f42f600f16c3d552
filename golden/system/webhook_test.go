package system_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

const (
	githubID     = "g5i2t7h4u6b3x7k2m5q4w6e3r7" // of the project's workflow
	githubSecret = "It's a Secret to Everybody"
	githubPush   = `{"ref": "refs/heads/main", "repository": {"full_name": "octo/spoon"}, "commits": [{"id": "0d1a26e6"}]}`
)

// webhookSecrets is what the project of webhooks must be told.
var webhookSecrets = []string{"GITHUB_WEBHOOK_SECRET=" + githubSecret, "STRIPE_WEBHOOK_SECRET=whsec_5f8e2c1d9b7a4063"}

// push sends a push as GitHub does (docs.github.com, Validating webhook deliveries).
func push(url, delivery string) string { return pushTo(url, githubID, delivery) }

func pushTo(url, id, delivery string) string {
	body := strings.Replace(githubPush, "{", fmt.Sprintf(`{"of": %q, `, delivery), 1)
	mac := hmac.New(sha256.New, []byte(githubSecret))
	mac.Write([]byte(body))
	return post(url+"/webhooks/"+id, body, "X-GitHub-Event", "push", "X-GitHub-Delivery", delivery,
		"X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
}

// TestWebhookURL wants one URL of a Webhook in every environment, and another one for a copy of its workflow.
func TestWebhookURL(t *testing.T) {
	t.Parallel()
	program := build(t, "./golden/apps/webhooks", nil)
	files := workflows(t, "webhooks")
	files["copy.flow.json"] = duplicate(t, files["github.flow.json"])
	copied := id(t, files["copy.flow.json"])
	if copied == githubID {
		t.Fatal("the copy has the id of the original")
	}
	both := buildChanged(t, "webhooks", files)

	for _, environment := range []string{"preview", "production"} {
		env := append(webhookSecrets, "FLOWC_ENV="+environment, "DATABASE_URL=sqlite:flows.db", "STORAGE_URL=sqlite:storage.db")
		one := start(t, program, env...)
		if got := pushTo(one.url, githubID, "1"); got != "202 " {
			t.Errorf("%s: a push is answered %q, want 202", environment, got)
		}
		if got := pushTo(one.url, copied, "1"); !strings.HasPrefix(got, "404 ") {
			t.Errorf("%s: a push to the copy, which is not there, is answered %q, want 404", environment, got)
		}
		two := start(t, both, env...)
		for i, id := range []string{githubID, copied} {
			if got := pushTo(two.url, id, string(rune('1'+i))); got != "202 " {
				t.Errorf("%s: a push to workflow %d of two is answered %q, want 202", environment, i+1, got)
			}
		}
	}
}

// duplicate runs `flowc duplicate` on a document and returns the copy.
func duplicate(t *testing.T, document []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	original := filepath.Join(dir, "github.flow.json")
	if err := os.WriteFile(original, document, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), build(t, "./cmd/flowc", nil), "duplicate", original, "copy")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("flowc duplicate: %v\n%s", err, out)
	}
	if after, err := os.ReadFile(original); err != nil || !bytes.Equal(after, document) {
		t.Errorf("flowc duplicate changed the original (%v)", err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "copy.flow.json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func id(t *testing.T, document []byte) string {
	t.Helper()
	w, list := schema.Parse(diag.NewFile("copy.flow.json", document))
	if list.HasErrors() {
		t.Fatalf("the copy has errors: %v", list)
	}
	return w.ID.Value
}

// TestWebhookCopiedByHand wants a workflow that was copied as a file, id and all, to be refused: it would take the
// other one's URL.
func TestWebhookCopiedByHand(t *testing.T) {
	t.Parallel()
	files := workflows(t, "webhooks")
	if list := gen.Lint(folder(t, files)); list.HasErrors() {
		t.Fatalf("the project has errors: %v", list)
	}
	files["copy.flow.json"] = bytes.Replace(files["github.flow.json"], []byte(`"name": "github"`), []byte(`"name": "copy"`), 1)
	var codes []string
	for _, d := range gen.Lint(folder(t, files)) {
		codes = append(codes, d.Code.Name)
	}
	if got := strings.Join(codes, " "); got != "FC502" {
		t.Errorf("found %q, want FC502 alone", got)
	}
}
