package oauth

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Param is a parameter of the provider's login page. An empty one is not sent.
type Param struct{ Name, Value string }

// Why a user of the provider is not let in whose login is not the one that was asked for.
const (
	reasonAge          = "login too old"
	reasonLevel        = "wrong authentication level"
	reasonDomain       = "wrong domain"
	reasonOrganization = "wrong organization"
)

// authLeeway is how far the provider's clock may differ where it says when the user logged in.
const authLeeway = 30 * time.Second

// sent returns the parameters as options of a login's address.
func sent(lists ...[]Param) (options []oauth2.AuthCodeOption) {
	for _, param := range slices.Concat(lists...) {
		if param.Value != "" {
			options = append(options, oauth2.SetAuthURLParam(param.Name, param.Value))
		}
	}
	return options
}

// unlike returns why an ID token is not of the login that was asked for, "" where it is. The user can change or leave
// out each parameter on the way to the provider, and a provider may ignore it: only the token counts.
func (p *party) unlike(claims rt.Value) string {
	for _, param := range p.config.Params {
		switch claim := textAt(claims, claimOf[param.Name]); {
		case param.Name == "max_age" && !p.isRecent(claims, param.Value):
			return reasonAge
		case param.Name == "acr_values" && !slices.Contains(strings.Fields(param.Value), claim):
			return reasonLevel
		case param.Name == "hd" && claim != param.Value && (param.Value != "*" || claim == ""):
			return reasonDomain
		case param.Name == "organization" && claim != param.Value:
			return reasonOrganization
		}
	}
	return ""
}

// claimOf names the claim that says what became of a parameter.
var claimOf = map[string]string{"acr_values": "acr", "hd": "hd", "organization": "org_id"}

// isRecent reports whether the user has logged in within max_age (OpenID Connect Core, section 3.1.3.7, 13).
func (p *party) isRecent(claims rt.Value, maxAge string) bool {
	age, err := strconv.Atoi(maxAge)
	if err != nil {
		return false
	}
	at, err := claims.At("auth_time").Int()
	if err != nil || at <= 0 {
		return false
	}
	since := p.now().Sub(time.Unix(at, 0))
	return since <= time.Duration(age)*time.Second+authLeeway && since >= -authLeeway
}
