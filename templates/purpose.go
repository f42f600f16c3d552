package templates

// Purpose is what a secret is for.
type Purpose uint8

// The purposes.
const (
	AnyPurpose     Purpose = iota // not known, or that of a database, say
	SignsTokens                   // by which tokens are signed and verified
	LetsCallersIn                 // what callers show: keys, passwords
	SharedWithOne                 // what the sender of a Webhook shows
	VerifiesSender                // by which the sender of a Webhook signs
	SignsTexts                    // a key of hmacSha256
	SentAway                      // what another service is sent
)

// String is the verb phrase of messages: "signs tokens".
func (p Purpose) String() string {
	return [...]string{
		"is a secret", "signs tokens", "lets callers in", "authenticates the sender of a webhook",
		"signs a webhook", "is the key of hmacSha256", "is sent to another service",
	}[p]
}
