package runtime

import (
	"mime"
	"net/http"
	"time"
)

// maxPosted bounds what an identity provider has a browser post: a code, a state and a name.
const maxPosted = 64 << 10 // bytes

// postedBack serves a route that an identity provider has browsers post the end of a login to (OAuth 2.0 Form Post
// Response Mode). The workflow finds the form parsed in the request. Whatever else is posted there is a 405.
func (e *Entry) postedBack(serve http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endBody(w, r, time.Now(), e.Timeout)
		r.Body = http.MaxBytesReader(w, r.Body, maxPosted)
		if !isLoginForm(r) {
			w.Header().Set("Allow", "GET, HEAD")
			Answer(w, r, &Error{Status: http.StatusMethodNotAllowed})
			return
		}
		r.Body, r.ContentLength = http.NoBody, 0
		serve.ServeHTTP(w, r)
	})
}

// isLoginForm parses the form of a request, and reports whether it ends a login.
func isLoginForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" || r.ParseForm() != nil {
		return false
	}
	return r.PostForm.Has("state") && (r.PostForm.Has("code") || r.PostForm.Has("error"))
}
