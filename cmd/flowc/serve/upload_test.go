package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/golden/harness"
)

// TestUploadForm sends a form with a file, as a person fills it in and as a line of shell.
func TestUploadForm(t *testing.T) {
	got := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		file, header, err := r.FormFile("photo")
		if err != nil {
			got <- err.Error()
			return
		}
		content, err := io.ReadAll(file)
		if err != nil {
			t.Error(err)
		}
		got <- header.Filename + ": " + string(content) + ", " + r.FormValue("title") + ", " + r.FormValue("count") + fmt.Sprintf(", %q", r.Form["tags"])
	}))
	defer server.Close()
	form := serve.Form{Method: "POST", Path: "/upload", Fields: []serve.Blank{
		{Name: "photo", In: "body", Type: "file", Example: `hel;"lo`},
		{Name: "title", In: "body", Type: "string", Example: "it's; a=title"},
		{Name: "count", In: "body", Type: "int", Example: 7},
		{Name: "tags", In: "body", Type: "list<string>", Example: []any{"a", "b, c"}},
	}}
	const want = `hello.txt: hel;"lo, it's; a=title, 7, ["a" "b, c"]`
	filler := serve.Filler{Base: server.URL, Value: func(string) (any, bool) { return nil, false }, Now: time.Now}
	request, err := filler.Request(t.Context(), serve.Route{}, form)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if sent := <-got; sent != want {
		t.Errorf("sent %s, want %s", sent, want)
	}
	harness.Needs(t, "curl")
	dir := t.TempDir()
	curl := func(want string) {
		t.Helper()
		line := form.Curl(server.URL)
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		if sent := <-got; sent != want {
			t.Errorf("%s\nsent %s, want %s", line, sent, want)
		}
	}
	curl(want)

	// A file that was chosen is sent in place of the text; a line of shell reads it where it is run.
	const name, content = "it's a; photo, 1.png", "\x89PNG\r\n\x00"
	const chosen = name + ": " + content + `, it's; a=title, 7, ["a" "b, c"]`
	harness.Write(t, filepath.Join(dir, name), content)
	form.Fields[0].File = &serve.Upload{Name: name, Type: "image/png", Data: []byte(content)}
	if request, err = filler.Request(t.Context(), serve.Route{}, form); err != nil {
		t.Fatal(err)
	}
	if answer, err = http.DefaultClient.Do(request); err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if sent := <-got; sent != chosen {
		t.Errorf("sent %q, want %q", sent, chosen)
	}
	curl(chosen)
}
