package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc207 is reported while a document is read.
var fc207 = Rule{Rule: diag.Rule{
	Code: "FC207", Severity: diag.Error, Title: "ambiguous reference",
	Doc: "More than one node supplies the field. Qualify it with the node's name.",
}}
