package studio_test

import (
	"net/http"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema"
)

// TestDefaultsAreADocument keeps, checks and saves the defaults.json of a folder as its workflows.
func TestDefaultsAreADocument(t *testing.T) {
	b, dir := shop(t)
	key := path.Join(path.Dir(b.only()), schema.DefaultsFile)
	if status, _ := b.call("GET", "/api/document?key="+key, ""); status != http.StatusNotFound {
		t.Errorf("there is one already: %d", status)
	}
	const text = `{"names": {"public": ["RELEASE"]}, "version": 1}`
	var c struct {
		Problems []struct{ Code, File string }
		Broken   bool
	}
	b.put("POST", "/api/check", object{"key": key, "text": text, "base": ""}, &c)
	if c.Broken || len(c.Problems) != 1 || c.Problems[0].Code != "FC508" || filepath.Base(c.Problems[0].File) != schema.DefaultsFile {
		t.Errorf("checked: %+v", c)
	}
	if status := b.put("PUT", "/api/document", object{"key": key, "text": text, "base": ""}, nil); status != http.StatusOK {
		t.Fatalf("saving: status %d", status)
	}
	want := "{\n  \"version\": 1,\n  \"names\": {\"public\": [\"RELEASE\"]}\n}\n"
	if got := read(t, filepath.Join(dir, schema.DefaultsFile)); got != want {
		t.Errorf("on disk is %s", got)
	}
	var d opened
	b.get("/api/document?key="+key, &d)
	changed := strings.Replace(want, "RELEASE", "VERSION", 1)
	b.put("PUT", "/api/draft", object{"key": key, "text": changed, "base": d.Revision}, nil)
	if b.get("/api/document?key="+key, &d); d.Text != want || d.Draft == nil || d.Draft.Text != changed {
		t.Errorf("with a draft it is %+v", d)
	}
	if status := b.put("PUT", "/api/document", object{"key": key, "text": changed, "base": "other"}, nil); status != http.StatusConflict {
		t.Errorf("saving over another one: status %d", status)
	}
}
