package diag

// The form of a document: JSON, keys, ids and names.
var (
	FC001 = add(Code{
		Name: "FC001", Severity: Error, Title: "not JSON",
		Doc: "The file is not one JSON document (RFC 8259) in UTF-8: a character does not belong there, the text ends too early, " +
			"something follows the document, arrays and objects are more than 128 levels deep, or the file is larger than 16 MiB or a million values.\n\n" +
			"Only the first such mistake is reported, and the document is not checked further.",
	})
	FC002 = add(Code{
		Name: "FC002", Severity: Error, Title: "unknown key",
		Doc: "A key of the document, a node, a wire or `lint` is neither part of the format nor something that a canvas saves. " +
			"It is most often a misspelling, and what it says would be lost silently.\n\nKeys that begin with `x-` are always allowed and never read. " +
			"`flowc fix` mends a key that can only be a misspelling of one other.",
	})
	FC003 = add(Code{
		Name: "FC003", Severity: Error, Title: "wrong JSON type or shape",
		Doc: "A value has another JSON type than the format asks for, or a key that the format needs is missing.\n\n" +
			"After such a mistake in `nodes` or `edges` the document is not checked further.",
	})
	FC004 = add(Code{
		Name: "FC004", Severity: Error, Title: "duplicate key, node id or node name",
		Doc: "JSON gives no meaning to a key that an object has twice: readers disagree on which value counts. " +
			"A node id is what wires name, and a node name is what expressions name, so each belongs to one node.",
	})
	FC005 = add(Code{
		Name: "FC005", Severity: Error, Title: "unsupported version",
		Doc: "`version` is the version of the document format, and this flowc reads version 1.\n\nThe document is not checked further.",
	})
	FC006 = add(Code{
		Name: "FC006", Severity: Error, Title: "workflow id, name or file name missing or malformed",
		Doc: "`id` is the workflow's stable identity, which outlives every renaming and stands in webhook URLs: " +
			"at least 20 characters of a-z and 0-9. `name` becomes a Go name: it begins with a letter and holds letters, digits, spaces, `_` and `-`. " +
			"The file is called `<stem>.flow.json`, where the stem begins with a-z and holds a-z, 0-9 and `-`; `flows` is taken by the package's own file.",
	})
)
