package webhook_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// storageOfProcess holds the URL of the Local Storage that TestKilledProcess is to use.
const storageOfProcess = "FLOWC_TEST_PROCESS_STORAGE"

// TestKilledProcess is what TestKill runs and kills: it works on one delivery to its end, and never ends with another.
func TestKilledProcess(t *testing.T) {
	url := os.Getenv(storageOfProcess)
	if url == "" {
		t.Skip("a part of TestKill")
	}
	send := receiverIn(t, url, time.Now, func(id string) {
		if id == "begun" {
			fmt.Println("working")
			select {}
		}
	})
	send("done")
	send("begun")
}

// receiverIn is a Webhook whose deliveries are remembered in a Local Storage, and worked on by work.
func receiverIn(t *testing.T, url string, now func() time.Time, work func(id string)) (send func(id string) *httptest.ResponseRecorder) {
	app, err := rt.Open(rt.WithEnv(map[string]string{"STORAGE_URL": url}), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard), rt.WithClock(now))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	mux := http.NewServeMux()
	in := rt.NewWebhook[struct{}](app.Setup(), rt.WebhookEntry{
		Workflow: "hook", Node: "in", ID: "k3v7q2m7x4t6w3z6r5y2n2b7cd", Method: "POST",
		Verify: func(x *rt.Exec, r *rt.WebhookRequest) error {
			return webhook.GitHub(x.Context(), r, webhook.Input{Secret: key})
		},
	})
	in.Register(mux, func(x *rt.Exec) error {
		work(x.Webhook().Header.Get("X-GitHub-Delivery"))
		return x.Empty(http.StatusAccepted)
	})
	return func(id string) *httptest.ResponseRecorder {
		req := httptest.NewRequest("POST", "/webhooks/k3v7q2m7x4t6w3z6r5y2n2b7cd", strings.NewReader(id))
		req.Header = message{signGitHub(key, id, 0), id}.with("X-GitHub-Delivery", id).header
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, req)
		return w
	}
}

// TestKill ends a process by SIGKILL while it works on a delivery. What it has answered is known to the next one; what it
// worked on is refused until its lease is over, and is then worked on again.
func TestKill(t *testing.T) {
	for name, storage := range map[string]func() string{
		"sqlite": func() string { return "sqlite:" + filepath.Join(t.TempDir(), "storage.db") },
		"redis":  func() string { return storagetest.Redis(t) },
	} {
		t.Run(name, func(t *testing.T) {
			url := storage()
			killWhileWorking(t, url)
			later := time.Duration(0)
			var worked []string
			send := receiverIn(t, url, func() time.Time { return time.Now().Add(later) }, func(id string) { worked = append(worked, id) })
			if w := send("done"); w.Code != http.StatusOK {
				t.Errorf("what was answered: %d, want 200", w.Code)
			}
			if w := send("begun"); w.Code != http.StatusConflict || w.Header().Get("Retry-After") == "" {
				t.Errorf("what was worked on: %d %v, want 409 with Retry-After", w.Code, w.Header())
			}
			later = time.Minute
			storagetest.Advance(t, url, later)
			for _, want := range []int{http.StatusAccepted, http.StatusOK} {
				if w := send("begun"); w.Code != want {
					t.Errorf("once the lease is over: %d, want %d", w.Code, want)
				}
			}
			if len(worked) != 1 || worked[0] != "begun" {
				t.Errorf("worked on %q, want the one that was not answered", worked)
			}
		})
	}
}

// TestKillForgets is TestKill for memory, which goes with the process: no lease of it keeps a delivery from the next one, that
// knows none of its answers either.
func TestKillForgets(t *testing.T) {
	const url = "memory:"
	killWhileWorking(t, url)
	var worked []string
	send := receiverIn(t, url, time.Now, func(id string) { worked = append(worked, id) })
	for _, id := range []string{"begun", "done"} {
		for _, want := range []int{http.StatusAccepted, http.StatusOK} {
			if w := send(id); w.Code != want {
				t.Errorf("%s: %d, want %d", id, w.Code, want)
			}
		}
	}
	if !slices.Equal(worked, []string{"begun", "done"}) {
		t.Errorf("worked on %q, want each once", worked)
	}
}

func killWhileWorking(t *testing.T, url string) {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledProcess$")
	process.Env = append(os.Environ(), storageOfProcess+"="+url, "TMPDIR="+t.TempDir()) // what is killed leaves its own
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, len("working\n"))
	if _, err := io.ReadFull(out, said); err != nil || string(said) != "working\n" {
		t.Fatalf("the process says %q, %v", said, err)
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // it was killed
}
