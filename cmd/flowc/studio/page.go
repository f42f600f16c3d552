package studio

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"embed"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed dist
var dist embed.FS

// policy lets nothing run or load but what is of this server. CodeMirror adds style sheets, which carry the nonce.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-NONCE'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// page serves the page. Its files need no key: there is nothing of the project in them.
func page() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if name == "" || name == "index.html" {
			serveIndex(w)
			return
		}
		file, ok := pageFiles()[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			_, _ = w.Write(file.raw)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(file.small)
	})
}

func serveIndex(w http.ResponseWriter) {
	text, err := dist.ReadFile("dist/index.html")
	if err != nil {
		http.Error(w, "the page is not built: go generate ./cmd/flowc/studio", http.StatusInternalServerError)
		return
	}
	nonce := rand.Text()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", strings.ReplaceAll(policy, "NONCE", nonce))
	_, _ = w.Write(bytes.ReplaceAll(text, []byte("NONCE"), []byte(nonce)))
}

// file is one of the page's, as it is and compressed.
type file struct{ raw, small []byte }

// pageFiles returns the files of the page by name, compressed at the first request for all pages of a process.
var pageFiles = sync.OnceValue(compressed)

func compressed() map[string]file {
	files := map[string]file{}
	entries, _ := fs.ReadDir(dist, "dist")
	for _, e := range entries {
		raw, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			continue // it is embedded
		}
		files[e.Name()] = file{raw, shrink(raw)}
	}
	return files
}

func shrink(raw []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one
	_, _ = io.Copy(z, bytes.NewReader(raw))               // memory takes all
	_ = z.Close()
	return b.Bytes()
}
