package diag

// Nodes and wires.
var (
	FC101 = add(Code{
		Name: "FC101", Severity: Error, Title: "unknown node type",
		Doc: "A node has a `type` that flowc does not know. `flowc nodes` lists the types.",
	})
	FC102 = add(Code{
		Name: "FC102", Severity: Error, Title: "wire from or to a node that does not exist",
		Doc: "A wire's `source` or `target` names no node. The wire is left out; what lies beyond is not checked " +
			"further until it is mended.",
	})
	FC103 = add(Code{
		Name: "FC103", Severity: Error, Title: "wire from an output that the node does not have",
		Doc: "A wire's `sourceHandle` is no output of its source in the mode that the node is in. Absent or null " +
			"it means `out`.",
	})
	FC104 = add(Code{
		Name: "FC104", Severity: Error, Flow: true, Title: "cycle",
		Doc: "Wires lead back to a node that has run. A workflow runs forward only: every request must come to an " +
			"answer. Nor can a workflow call itself, or one that calls it.",
	})
	FC105 = add(Code{
		Name: "FC105", Severity: Error, Title: "no entry point",
		Doc: "Nothing starts the workflow. Add an entry point, such as an API Endpoint.",
	})
	FC106 = add(Code{
		Name: "FC106", Severity: Error, Flow: true, Title: "wire into an entry point",
		Doc: "An execution starts at an entry point; nothing leads into one.",
	})
	FC107 = add(Code{
		Name: "FC107", Severity: Warning, Flow: true, Title: "node that no entry point reaches",
		Doc: "The node never runs: no wire leads to it from an entry point. Of nodes that are wired to each other, the " +
			"first is reported, and for each output without a wire that is an error, one is not: that is the wire which is missing. Or a " +
			"wire does lead to it, of an output that is never taken: `done` of a region in which everything answers. Of a workflow " +
			"that is there to be called, no Call of the folder names it.",
	})
)
