package texts_test

import (
	"mime"
	"net/http"
	"os"
	"strings"
	"testing"
	"unicode"
)

// TestBytes wants bytes as they came, to be saved under a name that is the caller's and no path.
func TestBytes(t *testing.T) {
	s := start(t)
	for _, name := range append([]string{"a.bin", "../../etc/passwd", `..\x`, "...", "naïve 世界.pdf", "a;b=c.txt", "100%.txt"}, hostile...) {
		got := s.post(t, "/raw", map[string]any{"name": name, "content": []byte("\x00\xff<b>\r\n")})
		if got.status != http.StatusOK || got.body != "\x00\xff<b>\r\n" || got.header.Get("Content-Type") != "application/octet-stream" {
			t.Errorf("%q is answered with %d %s %q", name, got.status, got.header.Get("Content-Type"), got.body)
		}
		kind, params, err := mime.ParseMediaType(got.header.Get("Content-Disposition"))
		file := params["filename"]
		if err != nil || kind != "attachment" || strings.ContainsAny(file, `/\`) || strings.ContainsFunc(file, unicode.IsControl) {
			t.Errorf("%q is saved by %s (%v)", name, got.header.Get("Content-Disposition"), err)
		}
		if plain := strings.TrimFunc(name, func(r rune) bool { return r == ' ' || r == '.' }); plain == name && !strings.ContainsAny(name, `/\`) &&
			!strings.ContainsFunc(name, unicode.IsControl) && file != name {
			t.Errorf("%q is saved as %q", name, file)
		}
	}
}

// TestFile wants the file of the folder, braces and all.
func TestFile(t *testing.T) {
	s := start(t)
	want, err := os.ReadFile("flows/logo.svg")
	if err != nil {
		t.Fatal(err)
	}
	got := s.post(t, "/logo", nil)
	if got.status != http.StatusOK || got.body != string(want) || got.header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("answered %d %s %q", got.status, got.header.Get("Content-Type"), got.body)
	}
}
