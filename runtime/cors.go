package runtime

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// preflightKey is a path of a mux, whatever its wildcards are called.
type preflightKey struct {
	mux  *http.ServeMux
	path string
}

// preflight answers OPTIONS for all entries that share a path. It does not change once the server runs.
type preflight struct {
	entries map[string]*Entry // by method
}

// preflight adds an entry to the OPTIONS handler of its path, registering that handler for the first one.
func (a *App) preflight(mux *http.ServeMux, e *Entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := preflightKey{mux: mux, path: regexp.MustCompile(`\{[^}.$]*`).ReplaceAllString(e.Path, "{")}
	p, ok := a.preflights[key]
	if !ok {
		p = &preflight{entries: map[string]*Entry{}}
		a.preflights[key] = p
		mux.Handle("OPTIONS "+e.Path, p)
	}
	p.entries[e.Method] = e
}

// ServeHTTP answers for the method that the browser wants to use. An origin that is not listed gets no CORS header,
// which is what makes the browser refuse.
func (p *preflight) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
	method := r.Header.Get("Access-Control-Request-Method")
	if p.entryOf(method).allowOrigin(h, r) {
		h.Set("Access-Control-Allow-Methods", method)
		if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" {
			h.Set("Access-Control-Allow-Headers", wanted)
		}
		h.Set("Access-Control-Max-Age", "600")
	}
	w.WriteHeader(http.StatusNoContent)
}

// entryOf is that of a method. What serves GET serves HEAD too, unless that has an entry of its own.
func (p *preflight) entryOf(method string) *Entry {
	e, ok := p.entries[method]
	if !ok && method == http.MethodHead {
		e, ok = p.entries[http.MethodGet]
	}
	if !ok || method == http.MethodHead && e.RefuseHead {
		return &Entry{}
	}
	return e
}

// allowCORS sets the headers of an actual request, before the execution, so that error answers have them too.
func (e *Entry) allowCORS(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Origin")
	e.allowOrigin(h, r)
}

// allowOrigin says to the browser whether the page that has it call may see the answer, and the caller's cookies be
// sent.
func (e *Entry) allowOrigin(h http.Header, r *http.Request) bool {
	allowed := allowedOrigin(e.CORS, r.Header.Get("Origin"))
	if allowed == "" {
		return false
	}
	h.Set("Access-Control-Allow-Origin", allowed)
	if e.Credentials && allowed != anyOrigin {
		h.Set("Access-Control-Allow-Credentials", "true")
	}
	return true
}

// anyOrigin stands for every origin.
const anyOrigin = "*"

// allowedOrigin returns the Access-Control-Allow-Origin for origin, "" when it is not allowed.
func allowedOrigin(origins []string, origin string) string {
	switch {
	case origin == "":
		return ""
	case slices.Contains(origins, origin):
		return origin
	case slices.Contains(origins, anyOrigin):
		return anyOrigin
	}
	return ""
}

// seenAnyway are headers that pages of other origins see of every answer, or never.
var seenAnyway = []string{
	"Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires", "Last-Modified", "Pragma", "Set-Cookie", varyHeader,
}

// expose lets pages of allowed origins see the headers that a Response sets.
func expose(h, set http.Header) {
	if h.Get("Access-Control-Allow-Origin") == "" {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if !slices.Contains(seenAnyway, name) && !strings.HasPrefix(name, "Access-Control-") {
			h.Add("Access-Control-Expose-Headers", name)
		}
	}
}

// Origins returns the origins that a variable lists with commas, for an entry's CORS.
func (s *Setup) Origins(name string) []string {
	var list []string
	for text := range strings.SplitSeq(s.Plain(name), ",") {
		origin := strings.TrimSpace(text)
		if origin != anyOrigin && !isOrigin(origin) {
			s.Problem(name, "must list origins with commas, such as https://app.example.com")
			return nil
		}
		list = append(list, origin)
	}
	return list
}

// isOrigin reports whether browsers can send s as an Origin.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && u.Scheme+"://"+u.Host == s && s == strings.ToLower(s)
}
