package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc202 is reported while a document is read.
var fc202 = Rule{Rule: diag.Rule{
	Code: "FC202", Severity: diag.Error, Title: "unknown field",
	Doc: "A node's data holds a key that its type does not have. Unknown keys are refused, so that a typing " +
		"mistake does not pass as a default.\n\n`flowc fix` mends a key that can only be a misspelling of one other.",
}}
