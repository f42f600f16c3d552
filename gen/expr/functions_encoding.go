package expr

import (
	"go/constant"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// encodingFunctions write bytes as text: as they are, hashed, or random ones.
var encodingFunctions = []Function{
	{
		Name: "base64", Doc: "`x` in base64, with padding",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		form: padded, emit: emitEncoding,
		Ways:    []trace.Way{trace.Within},
		Example: `base64("Ann?")`, Is: `"QW5uPw=="`,
	},
	{
		Name: "base64url", Doc: "`x` in the base64 of URLs, without padding",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		form: unpadded, emit: emitEncoding,
		Ways:    []trace.Way{trace.Within},
		Example: `base64url("Ann?")`, Is: `"QW5uPw"`,
	},
	{
		Name: "hex", Doc: "`x` in hexadecimal digits",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		form: ofDigits, emit: emitEncoding,
		Ways:    []trace.Way{trace.Within},
		Example: `hex("Ann")`, Is: `"416e6e"`,
	},
	{
		Name: "urlEncode", Doc: "`text` escaped for a URL's query",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		form: ofQueries, emit: plain("net/url", "QueryEscape"),
		Ways:    []trace.Way{trace.Within},
		Example: `urlEncode("a b&c")`, Is: `"a+b%26c"`,
	},
	{
		Name: "sha256", Doc: "the SHA-256 of `x` in hexadecimal digits; not for passwords, which the Hash node is for",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		labels: hashedLabels, form: digest256, emit: texts("SHA256"),
		Ways:    []trace.Way{trace.Hashed},
		Example: `sha256("")`, Is: `"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"`,
	},
	{
		Name: "hmacSha256", Doc: "the HMAC-SHA-256 of `x` in hexadecimal digits",
		Params: []Param{param("key", types.String, types.Bytes), param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		labels: hashedLabels, form: digest256, emit: texts("HMACSHA256"),
		Ways:    []trace.Way{trace.Hashed, trace.Hashed},
		Example: `len(hmacSha256(env.DATA_KEY, "x"))`, Is: `64`,
	},
	{
		Name: "uuid", Fresh: true, Doc: "a new random UUID (version 4)", Result: types.Of(types.String),
		form: uuid4, emit: plain(fnPath, "UUID"),
		Example: `len(uuid())`, Is: `36`,
	},
	{
		Name: "randomToken", Fresh: true, Random: true, Doc: "a new random token of that many bytes, 16 to 1024, in the base64 of URLs",
		Params: []Param{param("bytes", types.Int)}, Result: types.Of(types.String),
		rule: randomTokenRule, labels: tokenLabels, form: unpadded, emit: emitRandomToken,
		Ways:    []trace.Way{trace.Compared},
		Example: `len(randomToken(32))`, Is: `43`,
	},
	{
		Name: "randomCode", Fresh: true, Random: true, Doc: "`count` random characters of `alphabet`, each as likely as the others: for people to type, such as an invitation. It is no token: " +
			"a short one can be guessed by trying",
		Params: []Param{{Name: "count", Kinds: []types.Kind{types.Int}, Literal: true}, {Name: "alphabet", Kinds: []types.Kind{types.String}, Literal: true}},
		Result: types.Of(types.String), rule: randomCodeRule, labels: noLabels, emit: plain(fnPath, "RandomCode"),
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `matches(randomCode(6, "0123456789"), "^[0-9]{6}$")`, Is: "true",
	},
}

// maxCode is how many characters a random code has at most.
const maxCode = 1024

func randomCodeRule(c *checker, call *Expr) *Expr {
	count, ok := call.Args[0].Const()
	alphabet, known := call.Args[1].Const()
	if !ok || !known {
		return call.unlessUnknown()
	}
	if n, _ := constant.Int64Val(count); n < 1 || n > maxCode {
		return c.mistake(call.Args[0], diag.FC203, quote(c.source(call))+": want 1 to 1024 characters, got "+count.ExactString(), "")
	}
	seen := map[rune]bool{}
	for _, r := range constant.StringVal(alphabet) {
		if seen[r] {
			return c.mistake(call.Args[1], diag.FC203, quote(c.source(call))+": the alphabet has "+quote(string(r))+" twice", "list each character once")
		}
		seen[r] = true
	}
	if len(seen) < 2 {
		return c.mistake(call.Args[1], diag.FC203, quote(c.source(call))+": want an alphabet of two characters or more", "list the characters that may stand in it: \"0123456789\"")
	}
	return call
}

// The sizes of a random token in bytes. Fewer could be guessed; runtime refuses the same.
const (
	minToken = 16
	maxToken = 1024
)

func randomTokenRule(c *checker, call *Expr) *Expr {
	v, ok := call.Args[0].Const()
	if !ok {
		return call.unlessUnknown()
	}
	if n, _ := constant.Int64Val(v); n < minToken || n > maxToken {
		return c.mistake(call.Args[0], diag.FC203, quote(c.source(call))+": want 16 to 1024 bytes, got "+v.ExactString(), "")
	}
	return call
}
