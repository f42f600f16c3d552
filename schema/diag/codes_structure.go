package diag

// Nodes and wires.
var (
	FC101 = add(Code{
		Name: "FC101", Severity: Error, Title: "unknown node type",
		Doc: "The `type` of a node is unknown to flowc. `flowc nodes` lists the types.",
	})
	FC102 = add(Code{
		Name: "FC102", Severity: Error, Title: "wire from or to a node that does not exist",
		Doc: "The `source` or `target` of a wire is not the id of a node. The wire is ignored, and nodes behind it are not checked " +
			"further until it is fixed.",
	})
	FC103 = add(Code{
		Name: "FC103", Severity: Error, Title: "wire from an output that the node does not have",
		Doc: "The `sourceHandle` of a wire is not an output of its source node in the node's current mode. An absent or null " +
			"`sourceHandle` means `out`.",
	})
	FC104 = add(Code{
		Name: "FC104", Severity: Error, Flow: true, Title: "cycle",
		Doc: "Wires lead back to a node that has already run. A workflow only runs forward, so that every request gets an answer. " +
			"For the same reason a workflow can't call itself, directly or through others. Use a For each or a Retry to repeat work.",
	})
	FC105 = add(Code{
		Name: "FC105", Severity: Error, Title: "no entry point",
		Doc: "Nothing starts the workflow. Add an entry point, such as an API Endpoint.",
	})
	FC106 = add(Code{
		Name: "FC106", Severity: Error, Flow: true, Title: "wire into an entry point",
		Doc: "An execution starts at an entry point, so no wire can lead into one. Remove the wire.",
	})
	FC107 = add(Code{
		Name: "FC107", Severity: Warning, Flow: true, Title: "node that no entry point reaches",
		Doc: "The node never runs: no wire leads to it from an entry point, or only from an output that is never taken, such as `done` " +
			"of a region in which every branch answers. A workflow that starts with a Subflow never runs if no Call of the folder names it.\n\n" +
			"Of several nodes that are wired to each other, only the first is reported. An output that is reported as not connected " +
			"probably misses its wire to this node, so the node is not reported as well.",
	})
)
