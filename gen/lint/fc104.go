package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc104 is reported while a document is read.
var fc104 = Rule{Rule: diag.Rule{
	Code: "FC104", Severity: diag.Error, Title: "cycle",
	Doc: "Wires lead back to a node that has run. A workflow runs forward only: every request must come to an " +
		"answer.",
}}
