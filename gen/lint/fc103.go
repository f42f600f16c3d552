package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc103 is reported while a document is read.
var fc103 = Rule{Rule: diag.Rule{
	Code: "FC103", Severity: diag.Error, Title: "wire from an output that the node does not have",
	Doc: "A wire's `sourceHandle` is no output of its source in the mode that the node is in. Absent or null " +
		"it means `out`.",
}}
