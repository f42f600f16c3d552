package code

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// The algorithms and encodings of webhook.HMAC: for any other it fails, at each request.
var (
	algorithms = []string{"sha1", "sha256", "sha384", "sha512"}
	encodings  = []string{"base64", "hex"}
)

// checkHMAC checks the settings of webhook.HMAC, which the request that it verifies must not choose.
func checkHMAC(p templates.Pass) {
	oneOf(p, "algorithm", algorithms)
	oneOf(p, "encoding", encodings)
	if header, ok := p.Written("codeInput", "header"); ok && !templates.IsHeaderName(header) {
		refuse(p, "header", fmt.Sprintf("%q is no header name (RFC 9110, 5.1)", header), "write the header in which the sender puts the signature, such as X-Signature")
	}
}

// oneOf wants an input of webhook.HMAC to be one of some words. One that is empty is the default.
func oneOf(p templates.Pass, input string, words []string) {
	text, written := p.Written("codeInput", input)
	switch {
	case written && text != "" && !slices.Contains(words, text):
		refuse(p, input, fmt.Sprintf("%q of \"codeInput\": want one of %s; got %q", input, strings.Join(words, ", "), text), meant(text, words))
	case p.Chosen("codeInput", input):
		refuse(p, input, fmt.Sprintf("%q of \"codeInput\": the sender of the request would choose how it is verified", input), "write one of "+strings.Join(words, ", "))
	}
}

// meant is the hint for a word that is written in another way: SHA-256.
func meant(text string, words []string) string {
	plain := strings.NewReplacer("-", "", "_", "", " ", "", "hmac", "").Replace(strings.ToLower(text))
	if slices.Contains(words, plain) {
		return fmt.Sprintf("write %q", plain)
	}
	return diag.DidYouMean(text, words)
}

func refuse(p templates.Pass, input, message, hint string) {
	p.Report(templates.Problem{Code: diag.FC203, Field: "codeInput", Key: input, Message: message, Hint: hint})
}
