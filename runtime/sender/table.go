package sender

// senders are sorted by their names. A new one is a row, and a function in runtime/webhook.
var senders = []Sender{
	{
		Name: "GitHub", Words: []string{"github"},
		Signing: Signing{
			Signed:  "$BODY",
			Headers: []string{"X-Hub-Signature-256: sha256=$SIGNATURE", "X-GitHub-Event: ping", "X-GitHub-Delivery: $NOW"},
		},
	},
	{
		Name: "Shopify", Words: []string{"shopify"},
		Signing: Signing{
			Signed: "$BODY", Base64: true,
			Headers: []string{"X-Shopify-Hmac-Sha256: $SIGNATURE", "X-Shopify-Webhook-Id: $NOW"},
		},
	},
	{
		Name: "Slack", Words: []string{"slack"},
		Signing: Signing{
			Signed:  "v0:$NOW:$BODY",
			Headers: []string{"X-Slack-Request-Timestamp: $NOW", "X-Slack-Signature: v0=$SIGNATURE"},
		},
	},
	{
		Name: "Standard", Own: "StandardSecret",
		Signing: Signing{
			Signed: "msg_$NOW.$NOW.$BODY", Base64: true, Base64Key: true,
			Headers: []string{"Webhook-Id: msg_$NOW", "Webhook-Timestamp: $NOW", "Webhook-Signature: v1,$SIGNATURE"},
		},
	},
	{
		Name: "Stripe", Words: []string{"stripe"},
		Signing: Signing{
			Signed:  "$NOW.$BODY",
			Headers: []string{"Stripe-Signature: t=$NOW,v1=$SIGNATURE"},
		},
	},
}
