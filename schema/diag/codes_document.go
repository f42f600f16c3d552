package diag

// The form of a document: JSON, keys, ids and names.
var (
	FC001 = add(Code{
		Name: "FC001", Severity: Error, Title: "not JSON",
		Doc: "The file is not one JSON document (RFC 8259) in UTF-8: a character is misplaced, the text ends too early, something " +
			"follows the document, arrays and objects nest deeper than 128 levels, or the file exceeds 16 MiB or a million values.\n\n" +
			"Only the first such mistake is reported; the document is not checked further.",
	})
	FC002 = add(Code{
		Name: "FC002", Severity: Error, Title: "unknown key",
		Doc: "A key of the document, a node, a wire or `lint` is neither part of the format nor saved by a canvas. Most often it is a " +
			"typo; ignoring it would lose its value silently.\n\nKeys that begin with `x-` are always allowed and never read. " +
			"`flowc fix` corrects a key that resembles exactly one known key.",
	})
	FC003 = add(Code{
		Name: "FC003", Severity: Error, Title: "wrong JSON type or shape",
		Doc: "A value has a different JSON type than the format requires, or a required key is missing.\n\n" +
			"After such a mistake in `nodes` or `edges` the document is not checked further.",
	})
	FC004 = add(Code{
		Name: "FC004", Severity: Error, Title: "duplicate key, node id or node name",
		Doc: "An object has the same key twice, or two nodes share an id or a name. JSON readers disagree on which of two equal keys " +
			"counts; wires refer to nodes by id and expressions by name, so both must be unique. Rename or remove one.",
	})
	FC005 = add(Code{
		Name: "FC005", Severity: Error, Title: "unsupported version",
		Doc: "`version` is the version of the document format. This flowc reads version 1.\n\nThe document is not checked further.",
	})
	FC006 = add(Code{
		Name: "FC006", Severity: Error, Title: "missing or malformed workflow id, name or file name",
		Doc: "`id` is the stable identity of the workflow; it survives renaming and is part of webhook URLs: " +
			"at least 20 characters of a-z and 0-9. `name` becomes a Go name: a letter, then letters, digits, spaces, `_` and `-`. " +
			"The file is `<stem>.flow.json`; the stem begins with a-z and contains a-z, 0-9 and `-`. The stem `flows` is reserved for the " +
			"package's own file.",
	})
)
