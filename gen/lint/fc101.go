package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc101 is reported while a document is read.
var fc101 = Rule{Rule: diag.Rule{
	Code: "FC101", Severity: diag.Error, Title: "unknown node type",
	Doc: "A node has a `type` that flowc does not know. `flowc nodes` lists the types.",
}}
