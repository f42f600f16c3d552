package oauth

import (
	"net/http"
	"strings"

	"golang.org/x/oauth2"

	rt "github.com/flowc-dev/flowc/runtime"
)

// page is the provider's login page, or why there is none.
type page struct{ address, reason string }

// login is the address of the provider's login page, for this browser: what has to come back from there is in the cookie
// that the answer sets. There is one cookie, so there is one login an execution.
func (p *party) login(x *rt.Exec) (address, reason string) {
	redirect := p.redirect(x)
	begun := x.Once("oauth login "+p.cookie(redirect).Name, func() any { return p.begin(x, redirect) }).(page)
	return begun.address, begun.reason
}

func (p *party) begin(x *rt.Exec, redirect string) page {
	m, err := p.metadata(x)
	if err != nil {
		p.warn(x.Logger(), err)
		return page{reason: reasonProvider}
	}
	begun := newPending(redirect, m.Issuer, oauth2.GenerateVerifier(), p.now())
	x.Saw(begun.State, begun.Nonce, begun.Verifier)
	cookie := p.cookie(redirect)
	if cookie.Value, err = p.cookies.seal(begun, cookie.Name); err != nil {
		p.warn(x.Logger(), err)
		return page{reason: reasonProvider}
	}
	cookie.MaxAge = int64(loginTime.Seconds())
	x.AttachCookie(cookie)
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(begun.Verifier)}
	if p.config.Provider != GitHub {
		options = append(options, oauth2.SetAuthURLParam("nonce", begun.Nonce))
	}
	return page{address: p.oauth2(m, redirect).AuthCodeURL(begun.State, options...)}
}

// redirect is where the provider sends the browser back to: this endpoint, at the one address that the provider knows.
// Nothing that the caller sends enters it.
func (p *party) redirect(x *rt.Exec) string {
	return p.public.JoinPath(strings.TrimSuffix(x.Pattern(), "{$}")).String()
}

// cookie is the one that binds a login to the browser, without its value.
func (p *party) cookie(redirect string) rt.Cookie {
	secure := p.public.Scheme == "https"
	return rt.Cookie{Name: cookieName(redirect, p.config.ClientID, secure), Insecure: !secure}
}

func (p *party) oauth2(m *metadata, redirect string) *oauth2.Config {
	style := oauth2.AuthStyleInParams
	if m.secretInHeader() {
		style = oauth2.AuthStyleInHeader
	}
	return &oauth2.Config{
		ClientID:     p.config.ClientID,
		ClientSecret: p.config.ClientSecret,
		Endpoint:     oauth2.Endpoint{AuthURL: m.Authorization, TokenURL: m.Token, AuthStyle: style},
		RedirectURL:  redirect,
		Scopes:       p.config.Scopes,
	}
}

// opensPage says whether the request is one that a browser opens a page with: what it sends by another method would be
// lost on the way to the provider.
func opensPage(x *rt.Exec) bool { return x.Method() == http.MethodGet || x.Method() == http.MethodHead }

// isCallback says whether the provider has sent the browser back: with a code, or with what kept it from giving one.
func isCallback(x *rt.Exec) bool {
	return x.Method() == http.MethodGet && x.Query("state") != nil && (x.Query("code") != nil || x.Query("error") != nil)
}
