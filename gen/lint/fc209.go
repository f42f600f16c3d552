package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc209 is reported while a document is read.
var fc209 = Rule{Rule: diag.Rule{
	Code: "FC209", Severity: diag.Error, Title: "SQL that does not prepare",
	Doc: "The statement does not prepare against schema.sql, is more than one statement, or is given a parameter of " +
		"another type than that of the column beside it. It is prepared at compile time, in SQLite's language. So is a write that " +
		"can't work: a NOT NULL column that an INSERT leaves out, though nothing else gives it a value, or that is given NULL.",
}}
