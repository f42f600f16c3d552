package types

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/label"
)

// Label marks what a value is, so that lint knows where it must not go and the log
// knows what to mask. Labels are a set.
type Label uint8

// The labels; sources says what each comes from.
const (
	Secret Label = 1 << iota
	Password
	Hash
	Token
	Caller
	Data
	Private // for the log alone: lint lets it go anywhere
	Sealed  // what encrypt makes of a secret: nobody can read it, and decrypt gives that back
)

// Masked are the labels that never appear in an execution log.
const Masked = Confidential | Private

// Confidential are the labels that lint follows to where they must not go.
const Confidential = Secret | Password | Hash | Token

var labelNames = []string{"secret", "password", "hash", "token", "caller", "data", "private", "sealed"}

// Has reports whether l holds any label of m.
func (l Label) Has(m Label) bool { return l&m != 0 }

// Masks returns the labels for which the log masks a value. To another one, private adds nothing.
func (l Label) Masks() Label {
	if l.Has(Confidential) {
		return l & Confidential
	}
	return l & Private
}

// String lists the labels with commas, in the order of the constants.
func (l Label) String() string {
	var names []string
	for i, n := range labelNames {
		if l&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// Origin is where a value comes from.
type Origin uint8

// The origins.
const (
	FromEnv        Origin = iota // a variable of the environment, by its name
	FromRequest                  // a part of the request that has no name: its path, its body
	FromField                    // a field of the request, by its name
	FromSensitive                // a field of the request that is declared sensitive
	FromCookie                   // a cookie of the request
	FromCredential               // what a caller proves itself with: a header that a node looks into, what goes into jwtToken
	FromHash                     // what Hash makes
	FromSign                     // the token that JWT signs
	FromRandom                   // randomToken
	FromColumn                   // a column of SQL, by its name
	FromStore                    // a row of SQL, a value of Local Storage
	FromResponse                 // a field of the response of another service, by its name
)

// sources is the table of workflow.md, Labels: what gives a value which label.
var sources = []struct {
	label Label
	from  []Origin
	named func(name string) bool // nil is any name
}{
	{Secret, []Origin{FromEnv}, isSecretName},
	{Password, []Origin{FromField, FromColumn}, label.IsPassword},
	{Password, []Origin{FromSensitive}, nil},
	{Hash, []Origin{FromHash}, nil},
	{Hash, []Origin{FromColumn}, label.IsPasswordHash},
	{Token, []Origin{FromSign, FromRandom, FromCookie, FromCredential}, nil},
	{Token, []Origin{FromField, FromColumn, FromResponse}, label.IsToken},
	{Private, []Origin{FromField, FromColumn, FromResponse}, label.IsPrivate},
	{Private, []Origin{FromColumn}, isOtherHash},
	{Caller, []Origin{FromRequest, FromField, FromSensitive, FromCookie, FromCredential}, nil},
	{Data, []Origin{FromColumn, FromStore}, nil},
}

// LabelsOf returns the labels of a value that comes from o under a name.
func LabelsOf(o Origin, name string) Label {
	var labels Label
	for _, source := range sources {
		if slices.Contains(source.from, o) && (source.named == nil || source.named(name)) {
			labels |= source.label
		}
	}
	return labels
}

// KeepsAccounts reports whether a table keeps accounts, by its name.
func KeepsAccounts(table string) bool { return label.IsAccounts(table) }

// isOtherHash reports whether a column is the hash of anything, by its name: the log masks it as it does that of a
// password.
func isOtherHash(name string) bool { return label.IsHash(name) && !label.IsPasswordHash(name) }

func isSecretName(name string) bool { return !strings.HasPrefix(name, "PUBLIC_") }
