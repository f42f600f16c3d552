package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc205 is reported while a document is read.
var fc205 = Rule{Rule: diag.Rule{
	Code: "FC205", Severity: diag.Error, Title: "reference to a node that has not run on every path",
	Doc: "A node may be read only where it has run on **every** path to the reader; the message names a path " +
		"on which it has not. Read it further down one branch, or bring the value through `input` or a Set.",
}}
