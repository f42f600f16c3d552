package code

import (
	"cmp"

	"github.com/flowc-dev/flowc/templates"
)

// signings is how those sign whose webhooks the ready verifiers of runtime/webhook verify.
var signings = map[string]templates.Signing{
	"GitHub": {
		Signed:  "$BODY",
		Headers: []string{"X-Hub-Signature-256: sha256=$SIGNATURE", "X-GitHub-Event: ping", "X-GitHub-Delivery: $NOW"},
	},
	"Shopify": {
		Signed: "$BODY", Base64: true,
		Headers: []string{"X-Shopify-Hmac-Sha256: $SIGNATURE", "X-Shopify-Webhook-Id: $NOW"},
	},
	"Slack": {
		Signed:  "v0:$NOW:$BODY",
		Headers: []string{"X-Slack-Request-Timestamp: $NOW", "X-Slack-Signature: v0=$SIGNATURE"},
	},
	"Standard": {
		Signed: "msg_$NOW.$NOW.$BODY", Base64: true, Base64Key: true,
		Headers: []string{"Webhook-Id: msg_$NOW", "Webhook-Timestamp: $NOW", "Webhook-Signature: v1,$SIGNATURE"},
	},
	"Stripe": {
		Signed:  "$NOW.$BODY",
		Headers: []string{"Stripe-Signature: t=$NOW,v1=$SIGNATURE"},
	},
}

// signing is how the sender signs whom the node verifies, nil where that is not known.
func signing(p templates.Pass) *templates.Signing {
	fn := p.Function("codeFunction")
	if fn.Package != templates.Webhook {
		return nil
	}
	how, ok := signings[fn.Name]
	if fn.Name == "HMAC" {
		how, ok = plainSigning(p)
	}
	if !ok {
		return nil
	}
	how.Key, how.Hash = "secret", cmp.Or(how.Hash, "sha256")
	return &how
}

// plainSigning is that of webhook.HMAC, whose input says how.
func plainSigning(p templates.Pass) (templates.Signing, bool) {
	header := p.Literal("codeInput", "header")
	return templates.Signing{
		Hash: p.Literal("codeInput", "algorithm"), Signed: "$BODY", Base64: p.Literal("codeInput", "encoding") == "base64",
		Headers: []string{header + ": $SIGNATURE"},
	}, header != ""
}
