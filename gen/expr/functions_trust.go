package expr

import (
	"go/constant"
	"net/netip"
	"strings"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// trustFunctions are asked who may do something, and keep what others must not read.
var trustFunctions = []Function{
	{
		Name: "hasScope", Doc: "whether `scopes`, a text with spaces between them or a list, hold `scope`; false where they are null or something else",
		Params: []Param{{Name: "scopes", null: true}, literalOf("scope")}, Result: types.Of(types.Bool),
		rule: hasScopeRule, labels: noLabels, emit: emitHasScope,
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `hasScope("orders:read orders:write", "orders:write")`, Is: "true",
	},
	{
		Name: "inNetwork", Doc: "whether the address `ip` is in one of the networks, such as `\"10.0.0.0/8\"`; what is no address is a failure",
		Params: []Param{param("ip", types.String), literalOf("network")}, More: true, Result: types.Of(types.Bool),
		rule: inNetworkRule, labels: noLabels, emit: fallible("InNetwork", "inside"),
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `inNetwork("10.1.2.3", "10.0.0.0/8", "192.168.0.0/16")`, Is: "true",
	},
	{
		Name: "encrypt", Closed: true, Fresh: true, Doc: "`text` encrypted with AES-256-GCM, under a key that is derived (HKDF) from the variable `secret`, `env.NAME`, of 32 bytes or more; " +
			"another result each time, in the base64 of URLs",
		Params: []Param{param("secret", types.String), param("text", types.String)}, Result: types.Of(types.String),
		rule: encryptRule, labels: encryptedLabels, emit: emitEncrypt,
		Ways:    []trace.Way{trace.Encrypted, trace.Encrypted},
		Example: `decrypt(env.DATA_KEY, encrypt(env.DATA_KEY, "x"))`, Is: `"x"`,
	},
	{
		Name: "decrypt", Doc: "the text that `encrypt` was given with the same secret, which is a secret where that was one; what it did not make is a failure",
		Params: []Param{param("secret", types.String), param("text", types.String)}, Result: types.Of(types.String),
		rule: decryptRule, labels: decryptedLabels, emit: emitDecrypt,
		Ways:    []trace.Way{trace.Encrypted, trace.Encrypted},
		Example: `decrypt(env.DATA_KEY, encrypt(env.DATA_KEY, "x")) == "x"`, Is: "true",
	},
	{
		Name: "totpValid", Fresh: true, Doc: "whether `digits` are those that an authenticator app shows now for `secret`, in base32 (RFC 6238: SHA-1, 30 seconds, 6 digits), " +
			"or showed a period ago, or will in one: keep those that were used, and limit how often they are tried",
		Params: []Param{param("secret", types.String), param("digits", types.String)}, Result: types.Of(types.Bool),
		labels: noLabels, emit: emitTOTP,
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `totpValid(env.TOTP_SECRET, "abcdef")`, Is: "false",
	},
}

// encryptedLabels are of what nobody can read: only a password stays one, as guesses can be tried on it.
func encryptedLabels(l types.Label) types.Label { return l &^ (types.Secret | types.Token) }

// decryptedLabels keep a value that was worth encrypting out of the log.
func decryptedLabels(l types.Label) types.Label {
	return encryptedLabels(l)&^types.Sealed | types.Private
}

// encryptRule seals a secret, which decryptRule opens again.
func encryptRule(c *checker, call *Expr) *Expr {
	return relabeled(keyRule(c, call), types.Secret, types.Sealed)
}

func decryptRule(c *checker, call *Expr) *Expr {
	return relabeled(keyRule(c, call), types.Sealed, types.Secret)
}

// relabeled gives a call one label where its text has another.
func relabeled(call *Expr, has, gets types.Label) *Expr {
	if call.Op == OpCall && call.Args[1].Type.Labels.Has(has) {
		call.Type.Labels |= gets
	}
	return call
}

// keyRule wants a variable of the environment for a key, which New checks and derives once.
func keyRule(c *checker, call *Expr) *Expr {
	key := call.Args[0]
	if key.Type.Kind == types.Unknown {
		return call.unlessUnknown()
	}
	if variable(key) == "" {
		return c.mistake(key, diag.FC401, quote(c.source(call))+": the key must be a secret of the environment", "write env.NAME")
	}
	return call.unlessUnknown()
}

// variable is the name of the secret variable that e is, or "".
func variable(e *Expr) string {
	name, ok := strings.CutPrefix(e.Key, "env.")
	if !ok || e.Op != OpRef || !e.Type.Labels.Has(types.Secret) {
		return ""
	}
	return name
}

func hasScopeRule(c *checker, call *Expr) *Expr {
	scopes, place := call.Args[0], quote(c.source(call))
	c.claim(scopes, types.Of(types.String), true)
	if v, ok := call.Args[1].Const(); ok && (constant.StringVal(v) == "" || strings.ContainsAny(constant.StringVal(v), " \t\r\n")) {
		return c.mistake(call.Args[1], diag.FC203, place+": want one scope, got "+quote(constant.StringVal(v)), "write hasScope(scopes, \"a\") && hasScope(scopes, \"b\")")
	}
	switch t := scopes.Type; {
	case t.Kind == types.String, t.Kind == types.Any, t.Kind == types.Unknown, t.Kind == types.Null:
	case t.Kind == types.List && (t.Elem.Kind == types.String && !t.Elem.Nullable || t.Elem.Kind == types.Any):
	default:
		return c.mistake(scopes, diag.FC206, place+": want string, list of string or any, got "+t.String(), "")
	}
	return call.unlessUnknown()
}

func inNetworkRule(c *checker, call *Expr) *Expr {
	for _, network := range call.Args[1:] {
		v, ok := network.Const()
		if !ok {
			continue
		}
		prefix, err := netip.ParsePrefix(constant.StringVal(v))
		if err == nil && prefix.Masked() == prefix {
			continue
		}
		return c.mistake(network, diag.FC203, quote(constant.StringVal(v))+" is no network: want an address and the bits that count, such as \"10.0.0.0/8\"",
			networkMend(constant.StringVal(v)))
	}
	return call.unlessUnknown()
}

// networkMend writes one address, or one of a network, as the network.
func networkMend(text string) string {
	prefix, err := netip.ParsePrefix(text)
	if addr, alone := netip.ParseAddr(text); err != nil && alone == nil && addr.Zone() == "" {
		prefix, err = addr.Prefix(addr.BitLen())
	}
	if err != nil {
		return ""
	}
	return "write " + quote(prefix.Masked().String())
}
