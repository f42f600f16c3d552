package expr

import (
	"go/constant"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// encodingFunctions write bytes as text: as they are, hashed, or random ones.
var encodingFunctions = []Function{
	{
		Name: "base64", Doc: "`x` in base64, with padding",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		emit: emitEncoding,
	},
	{
		Name: "base64url", Doc: "`x` in the base64 of URLs, without padding",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		emit: emitEncoding,
	},
	{
		Name: "hex", Doc: "`x` in hexadecimal digits",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		emit: emitEncoding,
	},
	{
		Name: "urlEncode", Doc: "`text` escaped for a URL's query",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		emit: plain("net/url", "QueryEscape"),
	},
	{
		Name: "sha256", Doc: "the SHA-256 of `x` in hexadecimal digits; not for passwords, which the Hash node is for",
		Params: []Param{param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		labels: hashedLabels, emit: texts("SHA256"),
	},
	{
		Name: "hmacSha256", Doc: "the HMAC-SHA-256 of `x` in hexadecimal digits",
		Params: []Param{param("key", types.String, types.Bytes), param("x", types.String, types.Bytes)}, Result: types.Of(types.String),
		labels: hashedLabels, emit: texts("HMACSHA256"),
	},
	{
		Name: "uuid", Doc: "a new random UUID (version 4)", Result: types.Of(types.String),
		emit: plain(runtimePath, "UUID"),
	},
	{
		Name: "randomToken", Doc: "a new random token of that many bytes, 16 to 1024, in the base64 of URLs",
		Params: []Param{param("bytes", types.Int)}, Result: types.Of(types.String),
		rule: randomTokenRule, labels: tokenLabels, emit: emitRandomToken,
	},
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
