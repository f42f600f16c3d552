package oauth

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// identity is a user of a provider.
type identity struct {
	sub, issuer string // issuer is empty where the provider does not name itself
	email, name *string
	claims      rt.Value

	access *string  // the token of a login to call APIs with; nil of a bearer
	rights rt.Value // what that token says, null unless it is verified
}

// statement holds the members that are looked at of a provider's statement about a user or a token. Members of other
// types than these make all of it void.
type statement struct {
	Issuer   string         `json:"iss"`
	Subject  string         `json:"sub"`
	Audience audience       `json:"aud"`
	Party    string         `json:"azp"`
	Nonce    string         `json:"nonce"`
	Hash     string         `json:"at_hash"`
	Tenant   jsontext.Value `json:"tid"`
	Name     jsontext.Value `json:"name"`
	Email    jsontext.Value `json:"email"`
	Verified jsontext.Value `json:"email_verified"`
	Owned    jsontext.Value `json:"xms_edov"` // Microsoft: the domain of the e-mail is the tenant's
}

// identify reads who the claims are about. An e-mail counts only where the provider says that it is the user's own.
func identify(claims rt.Value) (identity, statement, error) {
	s, err := as[statement](claims)
	if err != nil {
		return identity{}, s, err
	}
	found := identity{sub: s.Subject, issuer: s.Issuer, name: textOf(s.Name), claims: claims}
	if isTrue(s.Verified) || isTrue(s.Owned) {
		found.email = textOf(s.Email)
	}
	return found, s, nil
}

// audience is an aud claim: a string, or a list of strings.
type audience []string

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (a *audience) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '[' {
		return json.UnmarshalDecode(dec, (*[]string)(a))
	}
	var one string
	if err := json.UnmarshalDecode(dec, &one); err != nil {
		return err
	}
	*a = audience{one}
	return nil
}

// names reports whether one of the texts wanted is an audience. An empty one never is: it is what a variable holds that
// is not set.
func (a audience) names(wanted []string) bool {
	return slices.ContainsFunc(wanted, func(name string) bool { return name != "" && slices.Contains(a, name) })
}

// isTrue says whether a claim is true. Google's tokeninfo writes it as text, and so do others; Microsoft as a number.
func isTrue(v jsontext.Value) bool {
	switch string(v) {
	case "true", `"true"`, "1", `"1"`:
		return true
	}
	return false
}

// textOf is a claim as text; nil where it is none, or empty.
func textOf(v jsontext.Value) *string {
	var text string
	if v.Kind() != '"' || json.Unmarshal(v, &text) != nil || text == "" {
		return nil
	}
	return &text
}

var errNotObject = errors.New("claims are no object")

// merged returns the members of claims, and those of more that claims lacks.
func merged(claims, more rt.Value) (rt.Value, error) {
	a, errA := as[map[string]rt.Value](claims)
	b, errB := as[map[string]rt.Value](more)
	if errA != nil || errB != nil || a == nil {
		return rt.Value{}, errNotObject
	}
	for name, value := range b {
		if _, there := a[name]; !there {
			a[name] = value
		}
	}
	return rt.ValueOf(a), nil
}
