package oauth

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	rt "github.com/flowc-dev/flowc/runtime"
)

// page is the provider's login page, or why there is none.
type page struct{ address, reason string }

// maxLogins bounds the logins under way in one browser: each has a cookie, and a request's header has a limit.
const maxLogins = 8

// login is the address of the provider's login page, for this browser: what has to come back from there is in the
// cookie that the answer sets. There is one login an execution.
func (p *party) login(x *rt.Exec, hints []Param) (address, reason string) {
	redirect := p.redirect(x)
	begun := x.Once("oauth login "+p.cookieName(redirect), func() any { return p.begin(x, redirect, hints) }).(page)
	return begun.address, begun.reason
}

func (p *party) begin(x *rt.Exec, redirect string, hints []Param) page {
	m, err := p.metadata(x)
	if err != nil {
		p.warn(x.Context(), x.Logger(), err)
		return page{reason: reasonProvider}
	}
	begun := newPending(redirect, m.Issuer, oauth2.GenerateVerifier(), p.now())
	x.Saw(begun.State, begun.Nonce, begun.Verifier)
	p.makeRoom(x, redirect)
	cookie := p.cookie(redirect, begun.State)
	if cookie.Value, err = p.cookies.seal(begun, cookie.Name); err != nil {
		p.warn(x.Context(), x.Logger(), err)
		return page{reason: reasonProvider}
	}
	cookie.MaxAge = int64(loginTime.Seconds())
	x.AttachCookie(cookie)
	options := append(sent(p.config.Params, hints), oauth2.S256ChallengeOption(begun.Verifier))
	if p.postsBack() {
		options = append(options, oauth2.SetAuthURLParam("response_mode", "form_post"))
	}
	if p.config.Provider != GitHub {
		options = append(options, oauth2.SetAuthURLParam("nonce", begun.Nonce))
	}
	return page{address: p.oauth2(m, redirect, "").AuthCodeURL(begun.State, options...)}
}

// makeRoom ends the oldest logins that this browser has begun at this endpoint, where there are maxLogins, and those
// that are over.
func (p *party) makeRoom(x *rt.Exec, redirect string) {
	begun := map[string]int64{} // when each is over, by the name of its cookie
	for _, held := range x.Request().Cookies() {
		if strings.HasPrefix(held.Name, p.cookieName(redirect)) {
			login, _ := p.begun(x.Cookie(held.Name), held.Name, redirect)
			begun[held.Name] = login.Expires
		}
	}
	names := slices.SortedFunc(maps.Keys(begun), func(a, b string) int { return cmp.Compare(begun[a], begun[b]) })
	for i, name := range names {
		if begun[name] == 0 || len(names)-i >= maxLogins {
			x.AttachCookie(rt.Cookie{Name: name, MaxAge: -1, Insecure: !p.secure(), SameSite: p.sameSite()})
		}
	}
}

// redirect is where the provider sends the browser back to: this endpoint, at the one address that the provider knows.
// Nothing that the caller sends enters it.
func (p *party) redirect(x *rt.Exec) string {
	return p.public.JoinPath(strings.TrimSuffix(x.Pattern(), "{$}")).String()
}

// cookie is the one that binds the login of a state to the browser, without its value. Each has a name of its own: a
// browser may log in by two tabs at once.
func (p *party) cookie(redirect, state string) rt.Cookie {
	hash := sha256.Sum256([]byte(state))
	return rt.Cookie{Name: p.cookieName(redirect) + hex.EncodeToString(hash[:8]), Insecure: !p.secure(), SameSite: p.sameSite()}
}

// sameSite is that of the cookies: with what another site posts, browsers send none that is Lax.
func (p *party) sameSite() string {
	if p.postsBack() {
		return "none"
	}
	return "lax"
}

// cookieName is what the names of the cookies begin with for the logins that come back to a redirect URI.
func (p *party) cookieName(redirect string) string {
	return cookieName(redirect, p.config.ClientID, p.secure())
}

func (p *party) secure() bool { return p.public.Scheme == "https" }

func (p *party) oauth2(m *metadata, redirect, secret string) *oauth2.Config {
	style := oauth2.AuthStyleInParams
	if m.secretInHeader() {
		style = oauth2.AuthStyleInHeader
	}
	return &oauth2.Config{
		ClientID:     p.config.ClientID,
		ClientSecret: secret,
		Endpoint:     oauth2.Endpoint{AuthURL: m.Authorization, TokenURL: m.Token, AuthStyle: style},
		RedirectURL:  redirect,
		Scopes:       p.config.Scopes,
	}
}

// opensPage says whether the request is one that a browser opens a page with: what it sends by another method would be
// lost on the way to the provider.
func opensPage(x *rt.Exec) bool { return x.Method() == http.MethodGet || x.Method() == http.MethodHead }

// isCallback says whether the provider has sent the browser back: with a code, or with what kept it from giving one.
func (p *party) isCallback(x *rt.Exec) bool {
	if p.postsBack() {
		return x.Method() == http.MethodPost && x.Request().PostForm.Has("state")
	}
	return x.Method() == http.MethodGet && x.Query("state") != nil && (x.Query("code") != nil || x.Query("error") != nil)
}

// answered is what the provider has sent the browser back with.
func (p *party) answered(x *rt.Exec) url.Values {
	if p.postsBack() {
		return x.Request().PostForm
	}
	return x.Request().URL.Query()
}
