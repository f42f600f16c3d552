package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc102 is reported while a document is read.
var fc102 = Rule{Rule: diag.Rule{
	Code: "FC102", Severity: diag.Error, Title: "wire from or to a node that does not exist",
	Doc: "A wire's `source` or `target` names no node. The wire is left out; what lies beyond is not checked " +
		"further until it is mended.",
}}
