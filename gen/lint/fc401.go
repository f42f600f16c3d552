package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc401 is reported while a document is read.
var fc401 = Rule{Rule: diag.Rule{
	Code: "FC401", Severity: diag.Error, Title: "secret written on a node",
	Doc: "A secret field takes exactly `{{env.NAME}}`. What is written into a document ends in version " +
		"control, on canvases and in logs; change the value as well.",
}}
