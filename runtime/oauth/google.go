package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

const googleTokeninfo = "https://oauth2.googleapis.com/tokeninfo"

// googleToken asks Google about an access token. Its tokeninfo takes the token in the query, over TLS; errors do not
// quote that.
func (p *party) googleToken(ctx context.Context, token string) (confirmation, error) {
	address := googleTokeninfo + "?" + url.Values{"access_token": {token}}.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return confirmation{}, fmt.Errorf("build a request: %w", withoutURL(err))
	}
	answer, err := ask(p.http, request)
	var status statusError
	if errors.As(err, &status) && status == http.StatusBadRequest { // so it says that it knows no such token
		return confirmation{}, refusal(reasonInactive)
	}
	if err != nil {
		return confirmation{}, err
	}
	return p.readTokeninfo(answer)
}

// readTokeninfo decides by Google's answer, which says whom the token was issued to.
func (p *party) readTokeninfo(answer rt.Value) (confirmation, error) {
	said, err := as[struct {
		Expires jsontext.Value `json:"exp"`
	}](answer)
	who, about, errAbout := identify(answer)
	if err := errors.Join(err, errAbout); err != nil {
		return confirmation{}, fmt.Errorf("the answer about a token does not parse: %w", err)
	}
	expires, ok := seconds(said.Expires)
	if !ok || expires.Equal(time.Time{}) {
		return confirmation{}, refusal(reasonMalformed)
	}
	if !p.isForUs(about) {
		return confirmation{}, refusal(reasonAudience)
	}
	return confirmation{who: who, expires: expires}, nil
}
