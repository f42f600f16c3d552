package runtime

import (
	"net/http"
	"reflect"
)

// Middleware returns a handler that serves the routes that f registers, and has next serve every other request: also
// one whose path f has for other methods alone. It is for routers that are no http.ServeMux. It adds nothing around
// next, and no health.
func Middleware(f interface{ Register(mux *http.ServeMux) }, next http.Handler) http.Handler {
	mux := http.NewServeMux()
	f.Register(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if known, pattern := mux.Handler(r); pattern == "" || reflect.TypeOf(known) == redirect {
			next.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// redirect is the type of the handler by which a mux sends callers on to a path that it would have: that is for next to
// do.
var redirect = reflect.TypeOf(http.RedirectHandler("/", http.StatusMovedPermanently))
