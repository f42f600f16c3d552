package templates

// Signing is how a service signs the webhooks that it sends, for who tries a webhook without that service. $BODY is what
// it sends, $NOW the time in seconds, and $SIGNATURE the signature: an HMAC (RFC 2104) as text.
type Signing struct {
	Key       string   // the input that holds the secret
	Base64Key bool     // the key is what the secret holds in base64, behind whsec_
	Hash      string   // of the HMAC: sha1, sha256, sha384 or sha512
	Signed    string   // what is signed: "$NOW.$BODY"
	Base64    bool     // the signature is written in base64, else in hexadecimal digits
	Headers   []string // what goes along: "Stripe-Signature: t=$NOW,v1=$SIGNATURE"
}
