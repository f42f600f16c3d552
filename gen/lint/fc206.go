package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc206 is reported while a document is read.
var fc206 = Rule{Rule: diag.Rule{
	Code: "FC206", Severity: diag.Error, Title: "type mismatch",
	Doc: "A value meets a place of another type, or null may stand where null can't. Convert it (`string(x)`, " +
		"`int(x)`), give it a fallback (`or(x, 0)`), or prove that it is there with a Condition on `has(x)`.",
}}
