package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc505 is reported while generated code is compared.
var fc505 = Rule{Rule: diag.Rule{
	Code: "FC505", Severity: diag.Error, Title: "generated code is missing, stale or left over",
	Doc: "The committed Go is not what the documents say. Run `flowc generate` and commit the result. Only " +
		"`flowc generate --check` reports it.",
}}
