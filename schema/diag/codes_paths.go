package diag

// What each path must have, and what never comes about.
var (
	FC301 = add(Code{
		Name: "FC301", Severity: Error, Flow: true, Title: "`invalid` output not connected",
		Doc: "The workflow does not define the answer to a rejected caller. Connect `invalid`, usually to a Response with status 401.",
	})
	FC302 = add(Code{
		Name: "FC302", Severity: Error, Flow: true, Title: "required output not connected",
		Doc: "A request that leaves the node by this output would never get an answer. Connect the output.\n\n" +
			"After the answer a branch may end anywhere, as no caller waits; only `invalid` must be connected there too.",
	})
	FC303 = add(Code{
		Name: "FC303", Severity: Error, Flow: true, Title: "path without a Response",
		Doc: "Every execution answers exactly once, and the path that the message lists never does: the caller would wait for nothing. " +
			"Connect its end to a Response, in a workflow that others call to a Return.",
	})
	FC304 = add(Code{
		Name: "FC304", Severity: Error, Flow: true, Title: "path with more than one Response",
		Doc: "A Response answers the request and ends its branch. Nodes behind its own `out` run after the answer and " +
			"can't answer again. Remove one of the two.",
	})
	FC305 = add(Code{
		Name: "FC305", Severity: Warning, Title: "rejection answered with another status",
		Doc: "A rejected caller gets a status that reports something else, such as success; clients act on the status. Answer 401, 403, " +
			"404 or 429, or redirect to an address that the caller does not choose, such as the login page; a 503 reports an identity provider " +
			"that is down. Exceeded limits, unreadable requests, and a failed lookup by the caller's own token are errors as well. Any other " +
			"`notFound`, and `conflict`, may have any status. Paths through another guard are not checked.",
	})
	FC306 = add(Code{
		Name: "FC306", Severity: Error, Flow: true, Title: "wire across the border of a region",
		Doc: "A region consists of the nodes that only the output `try` leads to. No wire enters or leaves it: its ends continue " +
			"at `done`, its failures at `catch` or `failed`. Connect `done` to the nodes that follow.",
	})
	FC307 = add(Code{
		Name: "FC307", Severity: Warning, Flow: true, Title: "output that is never taken",
		Doc: "No execution takes the output, so the nodes behind it never run:\n\n" +
			"- `catch` or `failed` of a region in which nothing can fail (a Call fails where its workflow does)\n" +
			"- `replayed` where no delivery is remembered\n" +
			"- `notFound` of a statement that always returns a row, `conflict` of one that no unique or foreign key can reject\n" +
			"- an output of a Condition whose result is fixed: a value that is never null, or one that the field's `validate`, the " +
			"method or the path of the request excludes; or such a case of a Switch\n\n" +
			"Remove the nodes behind it, or correct what the node compares.",
	})
	FC308 = add(Code{
		Name: "FC308", Severity: Error, Flow: true, Title: "branch that never runs, or shares a node",
		Doc: "Several wires from one output are a sequence: a branch that ends without an answer continues with the next branch. A branch " +
			"after one that always answers never runs, and a node that two branches share would run twice. Connect the end of the first branch " +
			"to the shared node, and remove the other wire.",
	})
	FC309 = add(Code{
		Name: "FC309", Severity: Warning, Flow: true, Title: "effect that a Retry repeats",
		Doc: "When a later node of its region fails, a Retry runs the whole region again: a row is inserted twice, a message is sent twice. " +
			"Move the node ahead of the Retry, or behind its `done`.\n\nReported are effects that add up: an INSERT without ON CONFLICT, a " +
			"column computed from itself, increment, take and storageIfAbsent, a POST or PATCH without an `Idempotency-Key`; and only if a later " +
			"node calls a service, a database, a store or a function. The last node that can fail is not reported.",
	})
	FC310 = add(Code{
		Name: "FC310", Severity: Warning, Flow: true, Title: "slow or irreversible step inside a transaction",
		Doc: "A transaction locks the database; on SQLite every other writer waits. A call of another service, a password hash and " +
			"the delay of a Retry make them wait for seconds. A rollback does not undo the effects of an API node, Local Storage or another " +
			"database. Move slow steps ahead of the transaction, and irreversible ones behind its `done`.",
	})
	FC311 = add(Code{
		Name: "FC311", Severity: Warning, Flow: true, Title: "write that its own answer rolls back",
		Doc: "A Response with a status of 400 or more rolls back its transaction, and with it this write: a counter of failed logins " +
			"would stay at zero. Move the write out of the region, or set `transactionKeep`.\n\nReported are writes that can have no other " +
			"outcome: behind a guard that rejected the caller, or before a Condition or Switch that reads nothing of the region; decide that " +
			"ahead of the region. A rollback after a later statement failed its check is intended.",
	})
	FC312 = add(Code{
		Name: "FC312", Severity: Error, Flow: true, Title: "end that does not match its entry point",
		Doc: "A Response answers a request, a Return ends a workflow that others call; neither replaces the other. A Subflow is the only " +
			"entry point of its workflow: move endpoints into a workflow of their own, with a Call.\n\nA Response or Return inside a For each " +
			"ends the whole loop, which is impossible where several items run in parallel: yield a value, and end behind `done`.",
	})
	FC313 = add(Code{
		Name: "FC313", Severity: Warning, Flow: true, Title: "Retry without time for a second attempt",
		Doc: "The timeout of the entry point covers all attempts together. The first call may use up all of it (its `apiTimeout`), or the " +
			"wait before the second attempt does, so the second attempt never starts. Shorten `apiTimeout`, or remove it so that each attempt " +
			"gets its share; shorten the wait; or raise the timeout of the entry point.",
	})
	FC314 = add(Code{
		Name: "FC314", Severity: Error, Flow: true, Title: "regions that can't be nested",
		Doc: "An execution has one transaction at a time on a database, so a second one inside would commit and roll back with the first. " +
			"To roll back a part alone, use a Try/Catch inside the transaction. A transaction also runs one statement after the " +
			"other: a For each inside it can't run items in parallel.",
	})
	FC315 = add(Code{
		Name: "FC315", Severity: Warning, Title: "lost update",
		Doc: "A column is set to a value computed from what the same execution read of it: `SELECT stock`, then `SET stock = " +
			"{{item.stock - 1}}`. Two requests at once read the same number, and one overwrites the change of the other: two items are sold, " +
			"and the stock is one less. Local Storage has the same gap between a get and a set of one key.\n\n" +
			"Let the statement compute it, `SET stock = stock - 1`, which also reads the newest value; or put both nodes in a Transaction with " +
			"the isolation `auto`; or add the version that was read to the WHERE. In Local Storage use `increment`.\n\nNot reported are " +
			"values passed on unchanged, rows that the transaction read FOR UPDATE, and a WHERE that compares what was read.",
	})
	FC316 = add(Code{
		Name: "FC316", Severity: Warning, Flow: true, Title: "refused request that has changed rows",
		Doc: "A statement changes rows, and a later one refuses the request: its `conflict` or `notFound` leads to a Response with a status " +
			"of 400 or more. Nothing takes the first change back: the caller reads that the order was refused, and the stock is one less. " +
			"Every retry takes one more.\n\nPut both statements in a Transaction, which a status of 400 or more rolls back; or move the " +
			"statement that may refuse ahead.\n\nNot reported are changes that found no row, those of guards, notes of the time, and a way " +
			"to the Response that changes rows itself.",
	})
	FC317 = add(Code{
		Name: "FC317", Severity: Warning, Title: "list without a bound",
		Doc: "A statement of the mode many reads all rows that it finds of a table to which requests add rows. The list grows with each " +
			"request, and takes more time and memory; beyond 1,000 rows, the default of `sqlMaxRows`, each call of it is a 500, and no " +
			"caller can do anything about that.\n\nRead a page: `ORDER BY id LIMIT 50`, with `WHERE id > {{after}}` for the next one. If it " +
			"is known how many rows there can be, set `sqlMaxRows` to that.\n\nNot reported are rows found by a whole unique key, one or " +
			"a list of them, aggregates, groups by a BOOLEAN, an enum or a column with a CHECK, and tables to which only migrations add rows, " +
			"or routes that only some of the users may call.",
	})
)
