package oauth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// callTimeout is how long one call to a provider may take.
const callTimeout = 5 * time.Second

// party is this application as a provider knows it: the relying party of OpenID Connect.
type party struct {
	config    Config
	issuer    string
	hosts     provider.Hosts // that may be asked over plain http
	public    url.URL        // of this application
	directory *directory
	tokens    *jwt.Published
	http      *http.Client
	cookies   sealer
	signed    *signedSecret // of Apple
	confirmed confirmations
	foreign   jwt.Foreign
	now       func() time.Time
}

// newParty reports what is wrong with the configuration to s.
func newParty(s *rt.Setup, c Config) *party {
	p := &party{config: c, issuer: c.Issuer, tokens: jwt.NewPublished(s.App()), now: s.App().Now}
	if p.issuer == "" {
		p.issuer = c.Provider.defaultIssuer()
	}
	if len(c.Scopes) == 0 {
		p.config.Scopes = c.Provider.defaultScopes()
	}
	if variable := strings.ToUpper(string(c.Provider)); c.ClientID == "" && c.ClientSecret != "" {
		s.Problem(variable+"_CLIENT_ID", "is not set, but "+variable+"_CLIENT_SECRET is")
	} else if c.ClientSecret == "" && c.ClientID != "" && c.Provider != Apple {
		s.Problem(variable+"_CLIENT_SECRET", "is not set, but "+variable+"_CLIENT_ID is")
	}
	p.hosts = s.HTTPHosts()
	p.http = client.Direct(s, callTimeout)
	if c.Browser {
		p.public = s.PublicURL()
		p.cookies = sealerOf(s, c)
	}
	if c.Signer != nil {
		p.prove(s)
	}
	if c.Provider != GitHub && p.checkIssuer(s) {
		p.directory = directoryOf(s, p)
	}
	return p
}

// prove reads the key that signs the client secret, and reports one that is none. A login's answer is posted by another
// site, and browsers send a cookie along with that over https alone.
func (p *party) prove(s *rt.Setup) {
	var err error
	if p.signed, err = newSignedSecret(*p.config.Signer, p.config.ClientID, p.issuer); err != nil && p.config.Signer.PEM != "" {
		s.Problem("APPLE_PRIVATE_KEY", err.Error())
	}
	if p.config.Browser && p.public.Scheme == "http" {
		s.Problem("PUBLIC_URL", "must begin with https:// for a login at apple, which another site ends")
	}
}

// sealerOf reports a secret that no key can be derived from; one that is not there is reported as missing.
func sealerOf(s *rt.Setup, c Config) sealer {
	secret := c.ClientSecret
	if c.Signer != nil {
		secret = c.Signer.PEM
	}
	made, err := newSealer(secret, c.ClientID)
	if err != nil {
		s.Fail(fmt.Errorf("derive a key from the client secret of %s: %w", c.Provider, err))
	}
	return made
}

// checkIssuer reports a malformed issuer; one that is not there is reported as missing.
func (p *party) checkIssuer(s *rt.Setup) (ok bool) {
	if p.issuer == "" {
		return false
	}
	if problem := provider.AddressProblem(p.issuer, p.hosts); problem != "" {
		s.Problem(p.config.IssuerName, problem)
		return false
	}
	return true
}

// signs reports whether a token of that issuer may be the provider's: the configuration says so, nobody has to be
// asked.
func (p *party) signs(issuer, tenant string) bool {
	return p.config.Provider.signs(p.config.Provider.published(p.issuer), issuer, tenant)
}

// metadata returns the document that the provider publishes about itself, kept while it is fresh.
func (p *party) metadata(x *rt.Exec) (*metadata, error) {
	if p.config.Provider == GitHub {
		return githubMetadata(), nil
	}
	return p.directory.get(x.Context())
}

// failed logs that an endpoint of the provider has failed. Where it did not answer, or is gone, it may have moved.
func (p *party) failed(ctx context.Context, log *slog.Logger, err error) {
	if isGone(ctx) {
		return
	}
	p.warn(ctx, log, err)
	var status statusError
	if !errors.As(err, &status) || status == http.StatusNotFound || status == http.StatusGone {
		p.directory.doubt()
	}
}

// isGone reports whether the caller has left, which is no failure of the provider's.
func isGone(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// warn logs what kept a caller from being let in and is not the caller's fault alone.
func (p *party) warn(ctx context.Context, log *slog.Logger, err error) {
	if isGone(ctx) {
		return
	}
	log.Warn("the identity provider was not of use", "provider", string(p.config.Provider), "error", err)
}
