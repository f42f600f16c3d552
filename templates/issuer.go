package templates

// Issuer is the one whose tokens a node verifies.
type Issuer struct {
	Key     string                  // that two nodes have in common which take the tokens of one issuer, as the document names it
	Name    string                  // of a provider, as the document names it; "" where it is described by hand
	Written func(claim string) bool // reports whether the user writes a claim; nil where nobody knows
}

// BearerIssuer is that of a node whose fields, which begin with prefix, say where the keys are.
func BearerIssuer(p Pass, prefix string) *Issuer {
	if p.Given(prefix + "JwksUrl") {
		return &Issuer{Key: p.Text(prefix + "JwksUrl")}
	}
	return &Issuer{Key: p.Text(prefix + "Secret")}
}
