package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc203 is reported while a document is read.
var fc203 = Rule{Rule: diag.Rule{
	Code: "FC203", Severity: diag.Error, Title: "value not allowed",
	Doc: "A value is outside of what its field allows: an enum, bounds, a duration, a method, a path pattern, " +
		"a validate tag, a Local Storage key, a URL.\n\n`flowc fix` mends a duration in other words, such as `15 min`.",
}}
