package runtime

import (
	"net/http"
	"regexp"
	"slices"
)

// preflightKey is a path of a mux, whatever its wildcards are called.
type preflightKey struct {
	mux  *http.ServeMux
	path string
}

// preflight answers OPTIONS for all entries that share a path. It does not change once the server runs.
type preflight struct {
	origins map[string][]string // by method
}

// preflight adds an entry to the OPTIONS handler of its path, registering that handler for the first one.
func (a *App) preflight(mux *http.ServeMux, e *Entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := preflightKey{mux: mux, path: regexp.MustCompile(`\{[^}.$]*`).ReplaceAllString(e.Path, "{")}
	p, ok := a.preflights[key]
	if !ok {
		p = &preflight{origins: map[string][]string{}}
		a.preflights[key] = p
		mux.Handle("OPTIONS "+e.Path, p)
	}
	p.origins[e.Method] = e.CORS
}

// ServeHTTP answers for the method that the browser wants to use. An origin that is not listed gets no CORS header,
// which is what makes the browser refuse.
func (p *preflight) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
	method := r.Header.Get("Access-Control-Request-Method")
	if allowed := allowedOrigin(p.originsOf(method), r.Header.Get("Origin")); allowed != "" {
		h.Set("Access-Control-Allow-Origin", allowed)
		h.Set("Access-Control-Allow-Methods", method)
		if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" {
			h.Set("Access-Control-Allow-Headers", wanted)
		}
		h.Set("Access-Control-Max-Age", "600")
	}
	w.WriteHeader(http.StatusNoContent)
}

// originsOf are those of a method. What serves GET serves HEAD too, unless that has an entry of its own.
func (p *preflight) originsOf(method string) []string {
	origins, ok := p.origins[method]
	if !ok && method == http.MethodHead {
		return p.origins[http.MethodGet]
	}
	return origins
}

// allowCORS sets the headers of an actual request, before the execution, so that error answers have them too.
func (e *Entry) allowCORS(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Origin")
	if allowed := allowedOrigin(e.CORS, r.Header.Get("Origin")); allowed != "" {
		h.Set("Access-Control-Allow-Origin", allowed)
	}
}

// allowedOrigin returns the Access-Control-Allow-Origin for origin, "" when it is not allowed.
func allowedOrigin(origins []string, origin string) string {
	switch {
	case origin == "":
		return ""
	case slices.Contains(origins, origin):
		return origin
	case slices.Contains(origins, "*"):
		return "*"
	}
	return ""
}
