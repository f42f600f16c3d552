package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc410 is reported while a document is read.
var fc410 = Rule{Rule: diag.Rule{
	Code: "FC410", Severity: diag.Error, Title: "SQL placeholder inside quotes or in place of an identifier",
	Doc: "A placeholder becomes a bound parameter, which stands for a whole value. Inside quotes it would be " +
		"text, and a table or column can't be a parameter.",
}}
