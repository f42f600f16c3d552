package serve

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
)

// sender is a service that signs the webhooks that it sends, as far as a shell can do the same.
type sender struct {
	secret string // the variable of the secret that it signs with
	how    signing
}

// signing is how a service signs, in the shell variables BODY for what it sends, NOW for the time and SIGNATURE.
type signing struct {
	headers []string // that it sends
	signed  string   // what is signed
	encoded string   // what makes text of the signature, behind openssl in a pipe
}

// What makes text of a signature: openssl writes digits behind a name, or with -binary bytes.
const (
	asDigits = "| sed 's/^.* //'"
	asBase64 = "-binary | openssl base64 -A"
)

// signings are the functions of runtime/webhook whose signature openssl makes of one secret.
func signings(function string) (signing, bool) {
	switch function {
	case "webhook.GitHub":
		return signing{[]string{"X-Hub-Signature-256: sha256=$SIGNATURE", "X-GitHub-Event: ping", "X-GitHub-Delivery: $NOW"}, "$BODY", asDigits}, true
	case "webhook.Stripe":
		return signing{[]string{"Stripe-Signature: t=$NOW,v1=$SIGNATURE"}, "$NOW.$BODY", asDigits}, true
	case "webhook.Slack":
		return signing{[]string{"X-Slack-Request-Timestamp: $NOW", "X-Slack-Signature: v0=$SIGNATURE"}, "v0:$NOW:$BODY", asDigits}, true
	case "webhook.Shopify":
		return signing{[]string{"X-Shopify-Hmac-Sha256: $SIGNATURE", "X-Shopify-Webhook-Id: $NOW"}, "$BODY", asBase64}, true
	}
	return signing{}, false
}

// senderOf is who a step verifies a webhook to come from, or nil.
func senderOf(s *ir.Step) *sender {
	function := s.Node.Fields["codeFunction"]
	if function == nil || s.Node.Loose {
		return nil
	}
	how, ok := signings(function.Text)
	for _, secret := range s.Secrets() {
		if ok && secret.Name == "secret" {
			return &sender{secret: secret.Variable, how: how}
		}
	}
	return nil
}

// signed makes commands of a curl line that send body with its signature.
func (s *sender) signed(curl, body string) string {
	sign := fmt.Sprintf(`SIGNATURE=$(printf %%s "%s" | openssl dgst -sha256 -hmac "$%s" %s)`, s.how.signed, s.secret, s.how.encoded)
	for _, header := range s.how.headers {
		curl += fmt.Sprintf(` -H "%s"`, header)
	}
	curl += ` -H 'Content-Type: application/json' -d "$BODY"`
	return strings.Join([]string{"NOW=$(date +%s); BODY=" + Quote(body), sign, curl}, "\n  ")
}
