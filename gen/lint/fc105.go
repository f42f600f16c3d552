package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc105 is reported while a document is read.
var fc105 = Rule{Rule: diag.Rule{
	Code: "FC105", Severity: diag.Error, Title: "no entry point",
	Doc: "Nothing starts the workflow. Add an entry point, such as an API Endpoint.",
}}
