package studio_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema"
)

type saved struct{ Text, Revision string }

type opened struct {
	Key, File, Text, Revision string
	Draft                     *struct{ Text, Base string }
}

// put sends JSON, and reads the answer where there is one.
func (b *bench) put(method, path string, body, into any) int {
	b.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	status, answer := b.call(method, path, string(text))
	if into != nil && (status == http.StatusOK || status == http.StatusConflict) {
		if err := json.Unmarshal([]byte(answer), into); err != nil {
			b.t.Fatalf("%s: %v", answer, err)
		}
	}
	return status
}

// shop is a project of one workflow, beside a folder that is none of its.
func shop(t testing.TB) (b *bench, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "ping.flow.json"), string(schema.New("ping")))
	return looked(t, dir), dir
}

func (b *bench) only() string {
	b.t.Helper()
	var s state
	b.get("/api/state", &s)
	return s.Workflows[0].Key
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSavingWritesWhatFmtWrites wants a drawn change to be a small diff, and keys of other canvases kept.
func TestSavingWritesWhatFmtWrites(t *testing.T) {
	b, dir := shop(t)
	var d opened
	b.get("/api/document?key="+b.only(), &d)
	changed := strings.Replace(d.Text, `"nodes": [`, `"viewport": {"zoom": 2},"nodes":[`, 1)
	var s saved
	if status := b.put("PUT", "/api/document", object{"key": d.Key, "text": changed, "base": d.Revision}, &s); status != 200 {
		t.Fatalf("status %d", status)
	}
	want, err := schema.Format([]byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(dir, "ping.flow.json")); got != string(want) || s.Text != got {
		t.Errorf("on disk is %s\nwant %s", got, want)
	}
	b.get("/api/document?key="+d.Key, &d)
	if d.Revision != s.Revision || !strings.Contains(d.Text, "viewport") {
		t.Errorf("after that it is %+v", d)
	}
}

// TestSavingKnowsTheDisk refuses to write over what the page has not seen, and shows it.
func TestSavingKnowsTheDisk(t *testing.T) {
	b, dir := shop(t)
	path := filepath.Join(dir, "ping.flow.json")
	var d opened
	b.get("/api/document?key="+b.only(), &d)
	theirs := strings.Replace(d.Text, "200", "204", 1)
	write(t, path, theirs)
	ours := object{"key": d.Key, "text": strings.Replace(d.Text, "200", "201", 1), "base": d.Revision}
	var s saved
	if status := b.put("PUT", "/api/document", ours, &s); status != 409 || s.Text != theirs {
		t.Fatalf("status %d: %+v", status, s)
	}
	if read(t, path) != theirs {
		t.Error("it was written over")
	}
	ours["base"] = s.Revision
	if status := b.put("PUT", "/api/document", ours, &s); status != 200 || !strings.Contains(read(t, path), "201") {
		t.Errorf("after the page has seen it: status %d", status)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	ours["base"] = s.Revision
	if status := b.put("PUT", "/api/document", ours, &s); status != 409 || s.Revision != "" {
		t.Errorf("the file is gone: status %d, %+v", status, s)
	}
	if status := b.put("PUT", "/api/document", object{"key": d.Key, "text": d.Text, "base": ""}, &s); status != 200 {
		t.Errorf("written anew: status %d", status)
	}
	if status := b.put("PUT", "/api/document", object{"key": d.Key, "text": d.Text, "base": "old"}, &s); status != 200 {
		t.Errorf("the same content again: status %d", status)
	}
}

// TestSavingMistakes keeps what is wrong too: the server goes on, and nothing is lost.
func TestSavingMistakes(t *testing.T) {
	b, dir := shop(t)
	var d opened
	b.get("/api/document?key="+b.only(), &d)
	for _, text := range []string{`{"version": 1, "id": "`, "", "\x00", `{"version":2}`} {
		var s saved
		if status := b.put("PUT", "/api/document", object{"key": d.Key, "text": text, "base": d.Revision}, &s); status != 200 {
			t.Fatalf("%q: status %d", text, status)
		}
		if got := read(t, filepath.Join(dir, "ping.flow.json")); got != s.Text || strings.TrimSpace(got) == "" && text != "" {
			t.Errorf("%q: on disk is %q, the page is told %q", text, got, s.Text)
		}
		d.Revision = s.Revision
	}
}

// TestWritesStayInside tries every way out of the folders of workflows: none leads to a file elsewhere, to read or to
// write.
func TestWritesStayInside(t *testing.T) {
	b, dir := shop(t)
	home := strings.TrimSuffix(b.only(), "ping")
	outside := filepath.Dir(dir)
	secretFile := filepath.Join(outside, "canary.flow.json")
	write(t, secretFile, "canary")
	write(t, filepath.Join(dir, ".env"), "canary")
	for name, target := range map[string]string{"file.flow.json": secretFile, "gone.flow.json": filepath.Join(outside, "new.flow.json"), "near.flow.json": "ping.flow.json"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		tryAll(b, home, secretFile)
		b.page.Check() // a link to nowhere is a folder that can't be read
	}
	if read(t, secretFile) != "canary" || read(t, filepath.Join(dir, ".env")) != "canary" {
		t.Error("a file elsewhere was written")
	}
	for _, path := range []string{filepath.Join(outside, "new.flow.json"), filepath.Join(outside, ".flowc")} {
		if _, err := os.Lstat(path); err == nil {
			t.Errorf("%s was made", path)
		}
	}
}

// tryAll asks for files elsewhere, in home's own names and others.
func tryAll(b *bench, home, secretFile string) {
	t := b.t
	t.Helper()
	for _, key := range []string{
		"", ".", "..", "/", "../canary", home + "../canary", home + "out/canary", home + "file", home + "gone", home + "near", "/etc/passwd", home + "ping/../../canary",
		home + "..", home + `..\canary`, home + "ping\x00", home + ".env", home + ".flowc/x", "file:///etc/passwd", secretFile, strings.TrimSuffix(secretFile, ".flow.json"),
	} {
		if status, text := b.call("GET", "/api/document?key="+strings.NewReplacer("\x00", "%00", "\\", "%5C").Replace(key), ""); status == 200 || strings.Contains(text, "canary") && !strings.Contains(key, "canary") {
			t.Errorf("%q is read: %s", key, text)
		}
		for _, call := range []string{"PUT /api/document", "PUT /api/draft"} {
			method, path, _ := strings.Cut(call, " ")
			if status := b.put(method, path, object{"key": key, "text": "{}", "base": ""}, nil); status < 400 && !strings.HasSuffix(path, "draft") {
				t.Errorf("%s %q: status %d", call, key, status)
			}
		}
	}
}

// TestAFolderThatTurnsIntoALink wants nothing written where a folder of workflows has come to lead out of the project.
func TestAFolderThatTurnsIntoALink(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	inside, outside := filepath.Join(dir, "flows"), filepath.Join(filepath.Dir(dir), "elsewhere")
	for _, folder := range []string{inside, outside} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "pong.flow.json"), string(schema.New("pong")))
	}
	b := looked(t, dir)
	key := b.only()
	if status, text := b.call("GET", "/api/document?key="+key, ""); status != 200 {
		t.Fatalf("%q: status %d %s", key, status, text)
	}
	if err := os.RemoveAll(inside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, inside); err != nil {
		t.Fatal(err)
	}
	if status, text := b.call("GET", "/api/document?key="+key, ""); status == 200 {
		t.Errorf("it is read: %s", text)
	}
	for _, path := range []string{"/api/document", "/api/draft"} {
		if status := b.put("PUT", path, object{"key": strings.TrimSuffix(key, "pong") + "new", "text": "{}", "base": ""}, nil); status < 400 {
			t.Errorf("%s: status %d", path, status)
		}
	}
	if files, err := os.ReadDir(outside); err != nil || len(files) != 1 {
		t.Errorf("elsewhere there is %v, %v", files, err)
	}
}

// TestDraftsStayInside wants a folder of drafts that leads elsewhere not followed.
func TestDraftsStayInside(t *testing.T) {
	b, dir := shop(t)
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, ".flowc")); err != nil {
		t.Fatal(err)
	}
	if status := b.put("PUT", "/api/draft", object{"key": b.only(), "text": "{}"}, nil); status < 400 {
		t.Errorf("status %d", status)
	}
	if entries, _ := os.ReadDir(outside); len(entries) > 0 {
		t.Errorf("%v was written elsewhere", entries)
	}
}

// TestDraftsOutliveAPage keeps what is not saved, for this user alone and out of version control, until it is saved.
func TestDraftsOutliveAPage(t *testing.T) {
	b, dir := shop(t)
	var d opened
	b.get("/api/document?key="+b.only(), &d)
	if status := b.put("PUT", "/api/draft", object{"key": d.Key, "text": "half a docu", "base": d.Revision}, nil); status != 204 {
		t.Fatalf("status %d", status)
	}
	before := d.Revision
	looked(t, dir).get("/api/document?key="+d.Key, &d) // after a restart
	if d.Draft == nil || d.Draft.Text != "half a docu" || d.Draft.Base != before || d.Revision != before {
		t.Fatalf("the draft is %+v", d.Draft)
	}
	info, err := os.Stat(filepath.Join(dir, ".flowc", "drafts", "ping.flow.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it is readable for %v (%v)", info, err)
	}
	if read(t, filepath.Join(dir, ".flowc", ".gitignore")) != "*\n" {
		t.Error("git does not ignore it")
	}
	if status := b.put("PUT", "/api/document", object{"key": d.Key, "text": d.Text, "base": d.Revision}, nil); status != 200 {
		t.Fatalf("status %d", status)
	}
	d.Draft = nil
	b.get("/api/document?key="+d.Key, &d)
	if d.Draft != nil {
		t.Error("it is there after the document was saved")
	}
	b.put("PUT", "/api/draft", object{"key": d.Key, "text": "more"}, nil)
	if status, _ := b.call("DELETE", "/api/draft?key="+d.Key, ""); status != 204 {
		t.Errorf("dropping it: status %d", status)
	}
	if b.get("/api/document?key="+d.Key, &d); d.Draft != nil {
		t.Error("it is there after it was dropped")
	}
}

// TestNothingIsLeftHalf wants no file beside the document after a write that fails.
func TestNothingIsLeftHalf(t *testing.T) {
	b, dir := shop(t)
	var d opened
	b.get("/api/document?key="+b.only(), &d)
	if err := os.Mkdir(filepath.Join(dir, "other.flow.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if status := b.put("PUT", "/api/document", object{"key": strings.Replace(d.Key, "ping", "other", 1), "text": "{}"}, nil); status < 400 {
		t.Errorf("written over a folder: status %d", status)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("there are %v (%v)", entries, err)
	}
}

// TestSavingIsAtomic wants whoever reads while studio writes to find one content or the other.
func TestSavingIsAtomic(t *testing.T) {
	b, dir := shop(t)
	path := filepath.Join(dir, "ping.flow.json")
	var d opened
	b.get("/api/document?key="+b.only(), &d)
	texts := []string{d.Text, strings.Replace(d.Text, "200", "204", 1) + strings.Repeat(" ", 1<<20)}
	want := map[string]bool{d.Text: true, strings.Replace(d.Text, "200", "204", 1): true}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 40 {
			var s saved
			b.put("PUT", "/api/document", object{"key": d.Key, "text": texts[i%2], "base": d.Revision}, &s)
			d.Revision = s.Revision
		}
	}()
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
			if text := read(t, path); !want[text] {
				t.Fatalf("it holds %d bytes: %.100s", len(text), text)
			}
		}
	}
}
