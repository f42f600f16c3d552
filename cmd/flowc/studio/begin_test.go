package studio_test

import (
	"bufio"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/golden"
)

// TestBeginning offers starters where nothing is yet, and lets a first workflow be made; who waits for one is told, and
// pages come back to what is served then.
func TestBeginning(t *testing.T) {
	dir := t.TempDir()
	begun, started := 0, ""
	page := studio.New(studio.Config{Dir: dir, Key: key, Now: time.Now, Begin: &studio.Begin{
		Begun: func() { begun++ },
		Start: func(name string, first *golden.File) error {
			if started = name; first != nil {
				write(t, filepath.Join(dir, first.Path), string(first.Content))
			}
			return nil
		},
	}})
	page.Check()
	b := serveAlone(t, page)
	var v struct {
		Folders []struct {
			Dir   string
			Empty bool
		}
		Starters []struct{ Name, Doc string }
	}
	b.get("/api/project", &v)
	if len(v.Folders) != 1 || !v.Folders[0].Empty || len(v.Starters) < 10 || v.Starters[0].Doc == "" || begun != 0 {
		t.Fatalf("an empty project is %+v", v)
	}
	if status := b.put("POST", "/api/starter", object{"name": "auth"}, nil); status != 200 || started != "auth" {
		t.Errorf("status %d, started %q", status, started)
	}
	var d done
	if status := b.put("POST", "/api/workflows", object{"do": "new", "folder": v.Folders[0].Dir, "name": "first"}, &d); status != 200 || begun == 0 {
		t.Errorf("status %d, told %d times", status, begun)
	}
	if !strings.Contains(read(t, filepath.Join(dir, "first.flow.json")), `"name": "first"`) {
		t.Error("it is not there")
	}
	answer, err := http.DefaultClient.Do(b.request("GET", "/api/events", ""))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page.End()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("there are %v", entries)
	}
}
