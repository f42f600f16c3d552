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

// String is how messages say it: "the key of tokens".
func (p Purpose) String() string {
	return [...]string{
		"a secret", "the key that tokens are signed with", "what callers are let in by", "what the sender of a webhook is known by",
		"the key that a webhook is signed with", "the key of hmacSha256", "sent to another service",
	}[p]
}
