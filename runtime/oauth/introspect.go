package oauth

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// introspection is a provider's answer about a token (RFC 7662, section 2.2).
type introspection struct {
	Active    bool           `json:"active"`
	Client    string         `json:"client_id"`
	TokenType string         `json:"token_type"`
	Kind      string         `json:"typ"` // Keycloak
	Expires   jsontext.Value `json:"exp"`
	NotBefore jsontext.Value `json:"nbf"`
	Bound     jsontext.Value `json:"cnf"` // to a key that the sender has to prove (RFC 8705, RFC 9449)
}

// introspect asks the provider's introspection endpoint about a token.
func (p *party) introspect(ctx context.Context, token string) (confirmation, error) {
	m, err := p.directory.get(ctx)
	if err != nil {
		return confirmation{}, err
	}
	if m.Introspection == "" {
		return confirmation{}, refusal(reasonInactive)
	}
	answer, err := p.post(ctx, m, m.Introspection, url.Values{"token": {token}, "token_type_hint": {"access_token"}})
	if err != nil {
		return confirmation{}, err
	}
	found, err := p.readIntrospection(m, answer)
	if err != nil || found.who.sub != "" || m.Userinfo == "" {
		return found, err
	}
	// GitLab confirms a token without saying whose it is; now that it is confirmed, that may be asked.
	claims, err := p.get(ctx, m.Userinfo, token)
	if err != nil {
		return confirmation{}, err
	}
	found.who, _, err = identify(claims)
	return found, err
}

// readIntrospection decides by the provider's answer.
func (p *party) readIntrospection(m *metadata, answer rt.Value) (confirmation, error) {
	said, err := as[introspection](answer)
	if err != nil {
		return confirmation{}, fmt.Errorf("the answer about a token does not parse: %w", err)
	}
	if !said.Active || !isBearer(said.TokenType) || !isBearer(said.Kind) {
		return confirmation{}, refusal(reasonInactive)
	}
	who, about, err := identify(answer)
	if err != nil {
		return confirmation{}, fmt.Errorf("the answer about a token does not parse: %w", err)
	}
	expires, okExpires := seconds(said.Expires)
	begins, okBegins := seconds(said.NotBefore)
	switch {
	case !okExpires || !okBegins:
		return confirmation{}, refusal(reasonMalformed)
	case begins.After(p.now().Add(leeway)):
		return confirmation{}, refusal(reasonTooEarly)
	case about.Issuer != "" && !p.signs(about.Issuer, tenantOf(about)):
		return confirmation{}, refusal(reasonIssuer)
	case !p.confirmsUs(about.Audience, said.Client):
		return confirmation{}, refusal(reasonAudience)
	case said.Bound != nil:
		return confirmation{}, refusal(reasonBound)
	}
	return confirmation{who: who, expires: expires}, nil
}

const leeway = 30 * time.Second // how far clocks may differ

// isBearer says whether a token of that type is one that whoever has it may use. Not all providers tell the type.
func isBearer(kind string) bool {
	return kind == "" || strings.EqualFold(kind, "Bearer") || strings.EqualFold(kind, "access_token")
}

// confirmsUs says whether a token is for this application: by its audience where both sides name one, else by the
// client that it was issued to or that it is for.
func (p *party) confirmsUs(aud audience, client string) bool {
	if p.config.Audiences != nil && len(aud) > 0 {
		return aud.names(p.config.Audiences)
	}
	return client == p.config.ClientID || slices.Contains(aud, p.config.ClientID)
}

// seconds reads a time in seconds since 1970, a number or text; the zero time where there is none.
func seconds(v jsontext.Value) (t time.Time, ok bool) {
	if len(v) == 0 || v.Kind() == 'n' {
		return time.Time{}, true
	}
	digits := string(v)
	if text := textOf(v); text != nil {
		digits = *text
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || n < 0 || n > farthest {
		return time.Time{}, false
	}
	return time.Unix(int64(n), 0), true
}

const farthest = 1 << 38 // seconds: beyond it, in the year 10680, a time.Time would overflow

// post asks an endpoint as the client that this application is.
func (p *party) post(ctx context.Context, m *metadata, address string, form url.Values) (rt.Value, error) {
	if !m.secretInHeader() {
		form.Set("client_id", p.config.ClientID)
		form.Set("client_secret", p.config.ClientSecret)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return rt.Value{}, fmt.Errorf("build a request: %w", withoutURL(err))
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if m.secretInHeader() {
		request.SetBasicAuth(url.QueryEscape(p.config.ClientID), url.QueryEscape(p.config.ClientSecret))
	}
	return ask(p.http, request)
}

// get asks an endpoint with a user's token.
func (p *party) get(ctx context.Context, address, token string) (rt.Value, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return rt.Value{}, fmt.Errorf("build a request: %w", withoutURL(err))
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return ask(p.http, request)
}
