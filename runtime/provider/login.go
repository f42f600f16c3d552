package provider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Param is a parameter that a login sends to the provider's login page.
type Param struct {
	Name    string
	Chosen  bool     // it may come from the request
	Only    []string // the providers that read it, beside any other issuer of OpenID Connect; nil: all but Never
	Never   []string // the providers that ignore it, or never say that they followed it
	Problem func(value string) string
}

// Params are the parameters that a login may send, by name. All else of the request to the provider is flowc's.
var Params = []Param{
	{Name: "acr_values", Never: []string{"github", "google", "gitlab", "apple"}},
	{Name: "audience", Only: []string{"auth0"}},
	{Name: "connection", Only: []string{"auth0"}},
	{Name: "domain_hint", Chosen: true, Only: []string{"microsoft"}},
	{Name: "hd", Only: []string{"google"}},
	{Name: "kc_idp_hint", Only: []string{"keycloak"}},
	{Name: "login_hint", Chosen: true, Never: []string{"github", "apple"}},
	{Name: "max_age", Never: []string{"github", "google", "apple"}, Problem: ageProblem},
	{Name: "organization", Only: []string{"auth0"}},
	{Name: "prompt", Never: []string{"apple"}, Problem: promptProblem},
	{Name: "resource", Never: []string{"github", "google", "gitlab", "apple"}},
	{Name: "screen_hint", Only: []string{"auth0"}},
	{Name: "ui_locales", Chosen: true, Never: []string{"github", "google", "gitlab", "apple"}},
}

// ParamNamed returns the parameter of a name, nil where a login sends none such.
func ParamNamed(name string) *Param {
	i := slices.IndexFunc(Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &Params[i]
}

// Reads reports whether a provider does something by the parameter. An issuer of one's own is known by its own
// documents.
func (p *Param) Reads(provider string) bool {
	if p.Only != nil {
		return provider == "oidc" || slices.Contains(p.Only, provider)
	}
	return !slices.Contains(p.Never, provider)
}

// maxAge is the greatest max_age: a year, in seconds.
const maxAge = 365 * 24 * 60 * 60

func ageProblem(value string) string {
	if seconds, err := strconv.Atoi(value); err != nil || seconds < 0 || seconds > maxAge {
		return fmt.Sprintf("must be a number of seconds from 0 to %d", maxAge)
	}
	return ""
}

var prompts = []string{"none", "login", "consent", "select_account", "create"}

// promptProblem checks the words of prompt (OpenID Connect Core, section 3.1.2.1; Initiating User Registration).
func promptProblem(value string) string {
	words := strings.Fields(value)
	for _, word := range words {
		if !slices.Contains(prompts, word) {
			return "must be some of " + strings.Join(prompts, ", ")
		}
	}
	if len(words) == 0 || len(words) > 1 && slices.Contains(words, "none") {
		return "must be none alone, or some of " + strings.Join(prompts[1:], ", ")
	}
	return ""
}
