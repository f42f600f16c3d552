package runtime

import (
	"fmt"
	"net/http"
	"strings"
)

// A Cookie is set by an answer. It is HttpOnly, Secure and SameSite=Lax unless it says otherwise.
type Cookie struct {
	Name     string
	Value    string
	MaxAge   int64  // seconds; 0: until the browser closes; negative: deletes the cookie
	Path     string // "" is /
	SameSite string // lax, strict or none, in any case; "" is lax
	Insecure bool   // sent over plain http too
	Readable bool   // scripts of the page may read it
}

// SetCookie sets a cookie with the answer. Its value is masked in the log. A cookie that can't be sent as it is fails
// the node that answers: net/http would drop the characters that do not fit.
func (x *Exec) SetCookie(c Cookie) {
	x.Saw(c.Value)
	cookie, err := c.http()
	if err != nil {
		x.answer.refuse(err)
		return
	}
	x.answer.cookies = append(x.answer.cookies, cookie.String())
}

// AttachCookie sets a cookie with whichever answer the execution gets, be it a failure's, and keeps caches from storing
// that answer. A later cookie of the same name takes its place.
func (x *Exec) AttachCookie(c Cookie) {
	x.Saw(c.Value)
	cookie, err := c.http()
	if err != nil {
		x.answer.refuse(err)
		return
	}
	x.answer.attachCookie(cookie)
}

func (a *answer) attachCookie(cookie *http.Cookie) {
	for i, known := range a.attached {
		if known.Name == cookie.Name {
			a.attached[i] = cookie
			return
		}
	}
	a.attached = append(a.attached, cookie)
}

func (c Cookie) http() (*http.Cookie, error) {
	site, err := sameSite(c.SameSite)
	if err != nil {
		return nil, fmt.Errorf("cookie %q: %w", c.Name, err)
	}
	cookie := &http.Cookie{
		Name:     c.Name,
		Value:    c.Value,
		Path:     c.Path,
		MaxAge:   int(c.MaxAge),
		SameSite: site,
		Secure:   !c.Insecure,
		HttpOnly: !c.Readable,
	}
	if cookie.Path == "" {
		cookie.Path = "/"
	}
	if err := cookie.Valid(); err != nil {
		return nil, fmt.Errorf("cookie %q can't be sent: its name, value or path has a character that cookies can't hold", c.Name)
	}
	return cookie, nil
}

func sameSite(mode string) (http.SameSite, error) {
	switch strings.ToLower(mode) {
	case "", "lax":
		return http.SameSiteLaxMode, nil
	case "strict":
		return http.SameSiteStrictMode, nil
	case "none":
		return http.SameSiteNoneMode, nil
	}
	return 0, fmt.Errorf("sameSite is %q, must be lax, strict or none", mode)
}
