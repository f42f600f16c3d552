package templates

import (
	"slices"
	"strconv"
	"strings"
)

// GuardSpec is what a node requires of callers.
type GuardSpec struct {
	// Scheme is how a caller authenticates, for descriptions of the service. It may be nil, and return nil: not in a way
	// that such descriptions have.
	Scheme func(Pass) *Scheme
	// Credentials are the arguments of curl with which a caller passes, with $TOKEN and the like for what only the caller
	// knows; "" where there are none. It may be nil.
	Credentials func(Pass) string
	// Ambient reports whether browsers attach the credentials to every request that a page makes, of any origin, as
	// with HTTP Basic (RFC 9110, 11.1). It may be nil: only cookies, which fields name.
	Ambient func(Pass) bool
	// Posted reports whether another site has browsers post to the path of the entry point to finish what the node began:
	// the entry point accepts that, whatever its method is. It may be nil: never.
	Posted func(Pass) bool
	// Issuer is the issuer whose tokens the node verifies, nil where it verifies none. It may be nil: nobody issues its
	// credentials.
	Issuer func(Pass) *Issuer
	// Strangers is the issuer whose tokens the node accepts although others than it means may have them, nil where
	// there is none. It may be nil: nothing but a list of callers decides who has a token.
	Strangers func(Pass) *Strangers
	// Unverified are the claims that identify the caller only where the issuer has verified them, which is a field of the
	// same name then. It may be nil: none.
	Unverified func(Pass) []string
	// Strengths are what the node requires of callers, or keeps from others, so that two versions of it can be compared.
	// It may be nil: nothing.
	Strengths func(Pass) []Strength
}

// Scheme is a way of callers to show who they are (OpenAPI 3.1, Security Scheme Object).
type Scheme struct {
	HTTP   string // the scheme of the header Authorization (RFC 9110, 11.1): "basic" or "bearer"
	Format string // of a bearer token, where it is always the same: "JWT"
	Header string // else the header that holds a key
	Cookie string // or the cookie
	Query  string // or the parameter of the address
	// Login says that a browser which opens a page without all that is sent to log in, and comes back with the parameters
	// code and state.
	Login bool
	// Of a JWT that is signed with a secret: by which algorithm, and the name of the variable that holds it. Algorithm is
	// "" of all else.
	Algorithm, Secret string
	// Of such a JWT: by whom it must be signed and for whom, nil for anybody. Each is a literal or {{env.NAME}}.
	Issuers, Audiences []string
}

// Strength is one thing that a node asks of callers, or keeps from others, in a sentence: two versions of a node are
// compared by those that begin alike.
type Strength struct {
	Lead  string // the sentence up to the value: "let in are tokens for"
	Value string // its end, as people read it: `the audience "api"`

	Ranked bool     // a lower Rank is weaker, and else any other Value
	Rank   int64    // in whatever unit
	Lets   []string // where it is not nil: more of these is weaker, and any other Value is not
	Asks   []string // where it is not nil: one of these that is gone is weaker, and any other Value is not
	Open   bool     // it asks for nothing, so that nothing is weaker
	Told   bool     // another Value is reported, and not as weaker, which nobody can decide
}

// Strangers is an issuer whose tokens others may have than a node means.
type Strangers struct {
	Field   string   // of the node, that names the issuer
	Issuer  string   // as people call it
	Why     string   // they have them: goes on behind "tokens of X: "
	Claims  []string // one of which says whose they are
	Setting string   // the setting that says it, "" where there is none
}

// WeakerThan reports whether who had to stay outside of another version is let in by this one.
func (s Strength) WeakerThan(was Strength) bool {
	switch {
	case s.Value == was.Value || s.Told || was.Open:
		return false
	case s.Ranked:
		return s.Rank < was.Rank
	case s.Lets != nil || was.Lets != nil:
		return !within(s.Lets, was.Lets)
	case was.Asks != nil:
		return !within(was.Asks, s.Asks)
	}
	return true
}

// Against says what another version had in place of this one: "let in are tokens for no audience, in place of the
// audience "api"".
func (s Strength) Against(was Strength) string {
	return s.Lead + " " + s.Value + ", in place of " + was.Value
}

// within reports whether all of a list are in another, where * is everything.
func within(list, other []string) bool {
	return slices.Contains(other, "*") || !slices.ContainsFunc(list, func(item string) bool { return !slices.Contains(other, item) })
}

// LongerIsWeaker is the Strength of a Duration field.
func LongerIsWeaker(p Pass, field, lead, after string) Strength {
	return Strength{Lead: lead, Value: p.Text(field) + after, Ranked: true, Rank: -int64(p.Duration(field))}
}

// OfVariable is the Strength of a Secret field: which variable it is, which another one may be for no reason but its
// name.
func OfVariable(p Pass, field, lead string) Strength {
	return Strength{Lead: lead, Value: "env." + p.Text(field), Told: true}
}

// Wanted is the Strength of a Text field that a token is asked for: anything where there is none.
func Wanted(p Pass, field, lead, named, none string) Strength {
	if !p.Given(field) {
		return Strength{Lead: lead, Value: none, Open: true, Lets: []string{"*"}}
	}
	return oneOf(p, field, lead, named)
}

// oneOf is the Strength of a field of which a token has to name one text: one more of them is weaker, and so is any
// other.
func oneOf(p Pass, field, lead, named string) Strength {
	var texts []string
	for _, text := range p.List(field) {
		switch name := Variable(text); {
		case name != "":
			text = named + " in env." + name
		case named != "":
			text = named + " " + strconv.Quote(text)
		}
		texts = append(texts, text)
	}
	return Strength{Lead: lead, Value: strings.Join(texts, " or "), Lets: texts}
}
