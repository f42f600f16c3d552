package runtime

import (
	"net/http"
)

// crossOrigin keeps the pages of other origins from acting with the cookies and passwords of who looks at them, and
// from logging in whom they like; it is nil for an entry whose callers are not known by what browsers send along, nor
// will be. PUBLIC_URL is trusted as the server's own origin: behind a proxy the Host of a request may be another one.
func (s *Setup) crossOrigin(e *Entry) *http.CrossOriginProtection {
	if !e.CrossOriginProtection {
		return nil
	}
	p := http.NewCrossOriginProtection()
	if s.Optional(publicURL) != "" {
		if public := s.PublicURL(); public.Host != "" {
			s.Fail(p.AddTrustedOrigin(public.Scheme + "://" + public.Host))
		}
	}
	for _, origin := range e.CORS {
		if origin != anyOrigin {
			s.Fail(p.AddTrustedOrigin(origin))
		}
	}
	return p
}

// sameOrigin refuses a request that a page of an origin sent which is not trusted. Programs, and browsers that are
// older than the headers Sec-Fetch-Site and Origin, send neither, and pass.
func (h *handler) sameOrigin(r *http.Request) error {
	if h.origins == nil {
		return nil
	}
	if err := h.origins.Check(r); err != nil {
		return &Error{Status: http.StatusForbidden, Detail: "pages of other origins can't do this", Err: err}
	}
	return nil
}
