package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc204 is reported while a document is read.
var fc204 = Rule{Rule: diag.Rule{
	Code: "FC204", Severity: diag.Error, Title: "reference to something that does not exist",
	Doc: "A name in an expression is neither a node, nor a field of the request, nor a field of a node before, " +
		"nor a function. `flowc explain expressions` lists what a name may be.",
}}
