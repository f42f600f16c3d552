package expr

import "github.com/flowc-dev/flowc/schema/diag"

// The codes that this package reports; workflow.md says what each finds.
const (
	codeValue     = "FC203"
	codeReference = "FC204"
	codeType      = "FC206"
	codeSyntax    = "FC210"
)

// Problem is a mistake in a string of the document.
type Problem struct {
	Code       string // "FC206"
	Message    string // as diag.Diagnostic.Message
	Hint       string // what to do, imperative; empty where we do not know
	Start, End int    // half-open range of byte offsets of the decoded string
	Related    []diag.Related
}
