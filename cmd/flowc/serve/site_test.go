package serve

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/golden/harness"
)

// TestServing prints the routes of testdata/serving.txtar: one field for each place and kind of value.
func TestServing(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/serving.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.FS(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	f, err := project.ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	program, list := gen.Program(&f.Folder)
	if list.HasErrors() {
		t.Fatalf("the documents have errors: %v", list)
	}
	var got bytes.Buffer
	Site{"http://127.0.0.1:8080", "my shop", "flowc"}.WriteServing(&got, []*ir.Program{program})
	if diff := cmp.Diff(harness.Read(t, dir+"/want"), got.String()); diff != "" {
		t.Errorf("printed (-want +got):\n%s", diff)
	}
}

func TestBaseURL(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080",
		"[::]:8080":      "http://localhost:8080",
		"0.0.0.0:80":     "http://localhost:80",
		"[::1]:8080":     "http://[::1]:8080",
	} {
		if got := baseURL(address); got != want {
			t.Errorf("baseURL(%q) = %q, want %q", address, got, want)
		}
	}
}

// TestListenAddress holds the order of the places where a server's address may stand.
func TestListenAddress(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("LISTEN", "")
	t.Setenv("FLOWC_ENV", "")
	want := func(address string) {
		t.Helper()
		if got := listenAddress(dir); got != address {
			t.Errorf("it is %q, want %q", got, address)
		}
	}
	want("127.0.0.1:8080")
	harness.Write(t, dir+"/.env", "LISTEN=127.0.0.1:1\n")
	want("127.0.0.1:1")
	harness.Write(t, dir+"/.env.preview", "LISTEN=127.0.0.1:2\n")
	want("127.0.0.1:2")
	harness.Write(t, dir+"/.env.production", "LISTEN=127.0.0.1:3\n")
	t.Setenv("FLOWC_ENV", "production")
	want("127.0.0.1:3")
	t.Setenv("LISTEN", "127.0.0.1:4")
	want("127.0.0.1:4")
}
