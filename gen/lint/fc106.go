package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc106 is reported while a document is read.
var fc106 = Rule{Rule: diag.Rule{
	Code: "FC106", Severity: diag.Error, Title: "wire into an entry point",
	Doc: "An execution starts at an entry point; nothing leads into one.",
}}
