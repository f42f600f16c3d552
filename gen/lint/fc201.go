package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc201 is reported while a document is read.
var fc201 = Rule{Rule: diag.Rule{
	Code: "FC201", Severity: diag.Error, Title: "required field missing",
	Doc: "A node lacks a field without which it means nothing.",
}}
