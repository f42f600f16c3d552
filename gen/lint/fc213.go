package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc213 is reported while a document is read.
var fc213 = Rule{Rule: diag.Rule{
	Code: "FC213", Severity: diag.Warning, Title: "field that means nothing",
	Doc: "Another setting of the node makes the field void. Remove it, or change that setting.",
}}
