package diag

// What each path must have, and what never comes about.
var (
	FC301 = add(Code{
		Name: "FC301", Severity: Error, Flow: true, Title: "`invalid` output not wired",
		Doc: "What happens to a caller that is not let through must be said: wire `invalid`, usually to a Response " +
			"with status 401.",
	})
	FC302 = add(Code{
		Name: "FC302", Severity: Error, Flow: true, Title: "required output not wired",
		Doc: "A request that takes this output would never be answered. Wire it. After an answer, where nobody waits for one, a " +
			"branch may end there: it is for `invalid` alone that something has to be said everywhere.",
	})
	FC303 = add(Code{
		Name: "FC303", Severity: Error, Flow: true, Title: "path that ends without a Response",
		Doc: "Every execution answers exactly once. On the path that the message names, none does: lead its end to " +
			"a Response; in a workflow that others call, to a Return.",
	})
	FC304 = add(Code{
		Name: "FC304", Severity: Error, Flow: true, Title: "path with more than one Response",
		Doc: "A Response answers and ends its branch. What is wired to its own `out` runs after the answer, and " +
			"can't answer again.",
	})
	FC305 = add(Code{
		Name: "FC305", Severity: Warning, Title: "refusal answered as something else",
		Doc: "A caller who is not let through should learn it by the status: 401, 403, 404 or 429, or by a redirect to an address that the " +
			"caller does not choose, such as that of the login. A 503 is for an identity provider that is down. What is limited, a request " +
			"that can't be read, and a look-up by the caller's own token that finds nothing are no success either: programs act on the " +
			"status. Any other `notFound`, and `conflict`, are the workflow's own affair. Another guard on the way ends the search.",
	})
	FC306 = add(Code{
		Name: "FC306", Severity: Error, Flow: true, Title: "wire that crosses the border of a region",
		Doc: "A region is what the output `try` alone leads to. Nothing enters or leaves it by a wire of its own: its ends go on " +
			"at `done`, its failures at `catch` or `failed`. Wire `done` to what should follow.",
	})
	FC307 = add(Code{
		Name: "FC307", Severity: Warning, Flow: true, Title: "output that can never be taken",
		Doc: "Nothing in the region can fail, so what handles its failure at `catch` or `failed` never runs; a Call fails where the " +
			"workflow does that it calls. Or a node can't take an output for what its fields say: `replayed` where no delivery is " +
			"remembered, `notFound` where there always is a row, `conflict` where no unique or foreign key can refuse the statement, " +
			"one way of a Condition that asks whether a value is there which is never null, a case of a Switch, or what " +
			"a Condition asks the request for and it never has: what the field's `validate` does not let through, another method or another path.",
	})
	FC308 = add(Code{
		Name: "FC308", Severity: Error, Flow: true, Title: "branch that can never run, or shares a node",
		Doc: "Several wires on one output are a sequence: a branch that ends without an answer goes on with the " +
			"next. A branch after one that always answers never runs; two branches that share a node would run it twice.",
	})
	FC309 = add(Code{
		Name: "FC309", Severity: Warning, Flow: true, Title: "effect that a Retry would repeat",
		Doc: "When a later node of its region fails, a Retry runs the whole region again: what was inserted is inserted twice, what " +
			"was sent is sent twice. It is found where doing it twice is more than doing it once: an INSERT without ON CONFLICT, a " +
			"column computed from itself, increment, take and storageIfAbsent, a POST or PATCH without an `Idempotency-Key`; and " +
			"where a later node calls a service, a database, a store or a function, whose failure may pass. Move it ahead of the " +
			"Retry, or behind its `done`. The last node that can fail is no finding: it fails alone.",
	})
	FC310 = add(Code{
		Name: "FC310", Severity: Warning, Flow: true, Title: "what a transaction should not hold",
		Doc: "A transaction holds the database, and on SQLite everybody who writes waits for it: a call of another service, a hash and " +
			"the delay of a Retry belong ahead of it or behind its `done`. What an API node, Local Storage or another database has " +
			"done, no rollback takes back: do it behind `done`, when it is certain.",
	})
	FC311 = add(Code{
		Name: "FC311", Severity: Warning, Flow: true, Title: "write that its own answer takes back",
		Doc: "A Response with a status from 400 on takes back what its transaction did. That is meant where a later statement " +
			"shows that the first can't stay. It is found where nothing else can come of the write, where a guard after it has " +
			"not let the caller through: a counter of failed attempts, a row of who tried, and where a Condition or Switch after it " +
			"reads nothing of the region: decide that ahead of it. Else move the write out of the region, or set `transactionKeep`.",
	})
	FC312 = add(Code{
		Name: "FC312", Severity: Error, Flow: true, Title: "end that does not fit its entry point",
		Doc: "A Response answers a request: a workflow that others call ends with a Return, and answers where it is called. A Return " +
			"ends nothing below an entry point that serves requests. And a Subflow is the only entry point of its workflow: others " +
			"call that, whatever serves requests beside it gets a workflow of its own. An end inside of a For each ends all of it, which " +
			"it can't where several items are done at the same time: yield what it is about, and end behind `done`.",
	})
	FC313 = add(Code{
		Name: "FC313", Severity: Warning, Flow: true, Title: "Retry that has no time to try again",
		Doc: "The entry point's timeout is the time of all attempts together. Where the first call may take as long as its " +
			"`apiTimeout` says, or the wait before the second attempt is as long, the second could not begin in time. Shorten " +
			"`apiTimeout` or leave it out, so that each attempt gets its share; shorten the wait; or give the entry point more time.",
	})
	FC314 = add(Code{
		Name: "FC314", Severity: Error, Flow: true, Title: "regions that can't be inside of one another",
		Doc: "A database has one transaction at a time for an execution: the one around it does what the inner one would. What is " +
			"to be taken back alone goes into a Try/Catch inside. And it does one thing after the other: no For each inside does several " +
			"items at the same time.",
	})
)
