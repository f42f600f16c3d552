package code

import (
	"cmp"

	"github.com/flowc-dev/flowc/runtime/sender"
	"github.com/flowc-dev/flowc/templates"
)

// signing is how the sender signs whom the node verifies, nil where that is not known.
func signing(p templates.Pass) *sender.Signing {
	fn := p.Function("codeFunction")
	if fn.Package != templates.Webhook {
		return nil
	}
	how, ok := plainSigning(p) // of a verifier that is no service's
	if known := sender.Named(fn.Name); known != nil {
		how, ok = known.Signing, true
	}
	if !ok {
		return nil
	}
	how.Key, how.Hash = "secret", cmp.Or(how.Hash, "sha256")
	return &how
}

// plainSigning is that of webhook.HMAC, whose input says how.
func plainSigning(p templates.Pass) (sender.Signing, bool) {
	header := p.Literal("codeInput", "header")
	return sender.Signing{
		Hash: p.Literal("codeInput", "algorithm"), Signed: "$BODY", Base64: p.Literal("codeInput", "encoding") == "base64",
		Headers: []string{header + ": $SIGNATURE"},
	}, header != ""
}
