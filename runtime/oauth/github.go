package oauth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

const githubAPI = "https://api.github.com"

// account is a user of GitHub. The id stays when the login is given to somebody else.
type account struct {
	ID   int64          `json:"id"`
	Name jsontext.Value `json:"name"`
}

func (a account) identity(claims rt.Value) identity {
	who := identity{name: textOf(a.Name), claims: claims}
	if a.ID > 0 {
		who.sub = strconv.FormatInt(a.ID, 10)
	}
	return who
}

// githubToken asks GitHub whether a token was issued to this application ("Check a token").
func (p *party) githubToken(ctx context.Context, token string) (confirmation, error) {
	body, err := json.Marshal(map[string]string{"access_token": token})
	if err != nil {
		return confirmation{}, refusal(reasonMalformed)
	}
	address := githubAPI + "/applications/" + url.PathEscape(p.config.ClientID) + "/token"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return confirmation{}, fmt.Errorf("build a request: %w", withoutURL(err))
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth(p.config.ClientID, p.config.ClientSecret)
	answer, err := ask(p.http, request)
	var status statusError
	if errors.As(err, &status) && (status == http.StatusNotFound || status == http.StatusUnprocessableEntity) {
		return confirmation{}, refusal(reasonInactive)
	}
	if err != nil {
		return confirmation{}, err
	}
	return p.readCheckedToken(answer)
}

// readCheckedToken decides by GitHub's answer about a token.
func (p *party) readCheckedToken(answer rt.Value) (confirmation, error) {
	said, err := as[struct {
		User    account   `json:"user"`
		Expires time.Time `json:"expires_at"` // zero: it does not expire
		App     struct {
			ClientID string `json:"client_id"`
		} `json:"app"`
	}](answer)
	if err != nil {
		return confirmation{}, fmt.Errorf("the answer about a token does not parse: %w", err)
	}
	if said.App.ClientID != p.config.ClientID {
		return confirmation{}, refusal(reasonAudience)
	}
	return confirmation{who: said.User.identity(answer.At("user")), expires: said.Expires}, nil
}

// githubUser finds who the user of a login is, by the token that the login has just brought: GitHub signs no ID token.
func (p *party) githubUser(x *rt.Exec, token string) (identity, string) {
	claims, err := p.get(x.Context(), githubAPI+"/user", token)
	if err != nil {
		p.failed(x.Context(), x.Logger(), err)
		return identity{}, reasonProvider
	}
	user, err := as[account](claims)
	if err != nil || user.ID <= 0 {
		p.warn(x.Context(), x.Logger(), errNoAccount)
		return identity{}, reasonProvider
	}
	who := user.identity(claims)
	if who.email, err = p.githubEmail(x.Context(), token); err != nil {
		p.failed(x.Context(), x.Logger(), err)
		return identity{}, reasonProvider
	}
	return who, ""
}

var errNoAccount = errors.New("the provider does not say whose the token is")

// githubEmail is the user's primary e-mail, if GitHub has verified it. A login without the scope user:email is told
// none.
func (p *party) githubEmail(ctx context.Context, token string) (*string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, githubAPI+"/user/emails", nil)
	if err != nil {
		return nil, fmt.Errorf("build a request: %w", withoutURL(err))
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", "application/json")
	answer, err := p.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("asking %s: %w", request.URL.Host, withoutURL(err))
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusForbidden, http.StatusNotFound:
		return nil, nil
	default:
		return nil, fmt.Errorf("asking %s: %w", request.URL.Host, statusError(answer.StatusCode))
	}
	return readEmails(io.LimitReader(answer.Body, maxAnswer))
}

func readEmails(r io.Reader) (*string, error) {
	var emails []struct {
		Email    string `json:"email"`
		Primary  bool   `json:"primary"`
		Verified bool   `json:"verified"`
	}
	if err := json.UnmarshalRead(r, &emails); err != nil {
		return nil, fmt.Errorf("reading the user's e-mails: %w", err)
	}
	for _, e := range emails {
		if e.Primary && e.Verified && e.Email != "" {
			return &e.Email, nil
		}
	}
	return nil, nil
}
