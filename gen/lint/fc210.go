package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc210 is reported while a document is read.
var fc210 = Rule{Rule: diag.Rule{
	Code: "FC210", Severity: diag.Error, Title: "expression that does not parse",
	Doc: "Between `{{` and `}}` stands a Go expression: names, selectors, index, literals, operators, " +
		"parentheses and calls of flowc's functions. Anything else is refused where it stands. `flowc explain expressions` lists them.",
}}
