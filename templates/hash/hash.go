// Package hash is the node type Hash: it turns a password into a hash, and checks one.
//
// It is imported by templates/all only.
package hash

import (
	"net/http"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "hash",
	Title: "Hash",
	Face: templates.Face{Group: templates.GroupGuard, Icon: []string{
		"M9.6 4l-2 16",
		"M16.4 4l-2 16",
		"M4.6 9h15.6",
		"M3.8 15h15.6",
	}, Says: says},
	Docs: templates.DocsSpec{Words: []string{"password", "bcrypt", "argon2", "signup"}},
	Doc: "Turns a password into a hash that may be stored, or checks one against a stored hash. An unknown " +
		"user takes as long as a wrong password, so that the two look the same.",
	Mode:   "hashMode",
	Fails:  true,
	Crypto: templates.CryptoSpec{Costly: true, Hashes: hashing},
	Fields: []templates.Field{
		{Name: "hashMode", Shape: templates.Choice, Required: true, Enum: []string{"hash", "verify"},
			Doc: "Whether to make a hash or to check against one."},
		{Name: "hashInput", Shape: templates.Expr, Required: true, Varies: true, Password: true, Shown: true, Unlike: "hashAgainst", Type: types.Of(types.String),
			Doc: "The password."},
		{Name: "hashAgainst", Shape: templates.Expr, Required: true, Varies: true, Type: types.Of(types.String), ZeroNull: true, Costly: true,
			When: templates.Is("hashMode", "verify"),
			Doc:  "The stored hash. Null or empty leads to `invalid`, at the cost of a real check."},
		{Name: "hashAlgorithm", Shape: templates.Choice, Default: "bcrypt", Enum: []string{"bcrypt", "argon2id"},
			Doc: "The algorithm of new hashes. A stored hash names its own."},
		{Name: "hashRounds", Shape: templates.Int,
			Doc: "The cost: rounds of bcrypt, 10 to 16 (12), or passes of argon2id, 1 to 10 (2)."},
	},
	Outputs: []templates.Output{
		{Name: "out", When: templates.Is("hashMode", "hash"), Doc: "The `hash`.", Of: hashed},
		{Name: "valid", Required: true, When: templates.Is("hashMode", "verify"),
			Doc: "The password is right. needsRehash is true where the stored hash is weaker than this " +
				"node's settings.",
			Guard: againstStored, Proves: "hashAgainst",
			Fields: []types.Field{types.F("needsRehash", types.Of(types.Bool))}},
		{Name: "invalid", Class: templates.Unknown, Required: true, When: templates.Is("hashMode", "verify"),
			Reply: templates.ReasonOf(http.StatusUnauthorized),
			Doc:   "The password is wrong, or there is no such user: status 401 and the reason `wrong password`.",
			Fields: []types.Field{
				{Name: "status", Go: "Status()", Type: types.Of(types.Int)},
				types.F("reason", types.Of(types.String)),
			}},
	},
	Guard: templates.GuardSpec{Strengths: strengths},
	Check: check,
	Emit:  emit,
}

// strengths are how long it takes to guess what a new hash is of.
func strengths(p templates.Pass) []templates.Strength {
	h := hashing(p)
	if h.Verifies {
		return nil
	}
	rank := h.Rounds
	if h.Algorithm == "argon2id" { // which wants memory too
		rank += rounds["bcrypt"].max
	}
	return []templates.Strength{{Lead: "hashes are made by", Value: h.String(), Ranked: true, Rank: rank}}
}

// hashed is the hash. Of what the caller sends it is no less the caller's: checking against it identifies nobody.
func hashed(p templates.Pass) types.Type {
	labels := types.LabelsOf(types.FromHash, "") | p.Type("hashInput").Labels&types.Caller
	return types.ObjectOf(types.F("hash", types.Of(types.String).With(labels)))
}

// againstStored reports whether the hash comes from somewhere the caller can't choose.
func againstStored(p templates.Pass) bool {
	return !p.Type("hashAgainst").AllLabels().Has(types.Caller)
}

type bounds struct{ min, max, normal int64 }

// rounds are the bounds of hashRounds (security.md, Passwords).
var rounds = map[string]bounds{"bcrypt": {10, 16, 12}, "argon2id": {1, 10, 2}}

func check(p templates.Pass) {
	b, n := rounds[p.Text("hashAlgorithm")], p.Int("hashRounds")
	if p.Given("hashRounds") && b.max != 0 && (n < b.min || n > b.max) {
		p.Report(templates.OutOfBounds("hashRounds", p.Text("hashAlgorithm"), n, b.min, b.max))
	}
}

func emit(s templates.Step) {
	if s.Text("hashMode") == "hash" {
		emitHash(s)
		return
	}
	emitVerify(s)
}

func emitHash(s templates.Step) {
	hasher := s.Prepared(
		jen.Op("*").Qual(templates.Password, "Hasher"),
		jen.Qual(templates.Password, "NewHasher").Call(s.Setup(), params(s)),
	)
	s.Call(hasher.Dot("Hash").Call(s.Exec(), s.Input("hashInput")), s.Result(jen.Qual(templates.Password, "Hashed"), false))
}

func emitVerify(s templates.Step) {
	verifier := s.Prepared(
		jen.Op("*").Qual(templates.Password, "Verifier"),
		jen.Qual(templates.Password, "NewVerifier").Call(s.Setup(), params(s)),
	)
	call := verifier.Dot("Verify").Call(s.Exec(), s.Input("hashAgainst"), s.Input("hashInput"))
	match := s.Result(jen.Qual(templates.Password, "Match"), s.Differs("invalid"))
	s.Call(call, match)
	s.Early(jen.Op("!").Add(match).Dot("Valid"), "invalid")
}

func hashing(p templates.Pass) templates.Hashing {
	h := templates.Hashing{Verifies: p.Text("hashMode") == "verify", Algorithm: p.Text("hashAlgorithm"), Rounds: p.Int("hashRounds")}
	if !p.Given("hashRounds") {
		h.Rounds = rounds[h.Algorithm].normal
	}
	return h
}

// params is the constructor's description of the algorithm: password.Bcrypt(12).
func params(s templates.Step) *jen.Statement {
	h := hashing(s)
	name := map[string]string{"bcrypt": "Bcrypt", "argon2id": "Argon2id"}[h.Algorithm]
	return jen.Qual(templates.Password, name).Call(jen.Lit(int(h.Rounds)))
}
