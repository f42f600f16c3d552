package diag

// What the folders of a project share, and what surrounds them.
var (
	FC501 = add(Code{
		Name: "FC501", Severity: Error, Title: "conflicting routes",
		Doc: "Two entry points have the same route, two patterns match the same requests and neither is more specific, or a route is " +
			"reserved: /mcp, /webhooks/, /healthz, /readyz. The server would not start. Change the path or the method of one.\n\nAll workflow " +
			"folders of a project share one server. A project is the nearest parent folder with a main.go, .env.example or go.mod.",
	})
	FC502 = add(Code{
		Name: "FC502", Severity: Error, Title: "two workflows with one id",
		Doc: "Two workflows of a project have the same id, usually because a file was copied. The id is the identity of a workflow; " +
			"the URL of a webhook is derived from it. Copy a workflow with `flowc duplicate`, which writes a new id.\n\n" +
			"`flowc fix` keeps one and gives the others new ids: those whose file names contain the name of the one " +
			"(`login-copy` of `login`), else all but the first by name. Review the diff: a Webhook with a new id has a new URL.",
	})
	FC503 = add(Code{
		Name: "FC503", Severity: Error, Title: "Local Storage key with two types, or inside the prefix of another",
		Doc: "All workflows of a project share one Local Storage, whichever folder they are in. A key has one type in all of them, else " +
			"one workflow reads what another stored as something else. A key that begins with the prefix of another key could " +
			"become equal to one of its keys. Rename one of them.",
	})
	FC504 = add(Code{
		Name: "FC504", Severity: Error, Title: "generated Go names that collide",
		Doc: "Names of workflows and nodes become Go names of one package. Two equal ones, the name of a hand-written declaration, " +
			"or a Go keyword would not compile. Rename one of them.",
	})
	FC505 = add(Code{
		Name: "FC505", Severity: Error, Title: "missing, stale or leftover generated code",
		Doc: "The committed Go differs from what the workflows generate, or flows.postgres.json differs from the answers of PostgreSQL. " +
			"Run `flowc generate` and commit the result. Only `flowc generate --check` reports this.",
	})
	FC506 = add(Code{
		Name: "FC506", Severity: Error, Title: "public variable in a secret field",
		Doc: "A secret field reads a variable that counts as public. The values of variables named PUBLIC_* may appear in answers, logs " +
			"and URLs, and so would the secret; those listed in `public` of `names` in defaults.json may appear in answers and URLs. Rename " +
			"the variable. For the public key of a signature choose a name without the prefix as well, such as JWT_KEY.",
	})
	FC508 = add(Code{
		Name: "FC508", Severity: Warning, Title: "exception that matches nothing",
		Doc: "An entry of `lint.ignore` suppresses no finding: it is out of date, or names a rule that can't be ignored (errors FC0xx to " +
			"FC3xx). Or an entry of `names` in defaults.json names a variable that no workflow of the folder reads or puts into a URL, or a " +
			"column of hashes that no table has. Remove or correct the entry; a stale exception would hide the next mistake.",
	})
	FC509 = add(Code{
		Name: "FC509", Severity: Warning, Title: "rate limit with two rates for one key",
		Doc: "Rate Limit nodes with the same `limitKey` share one counter in all workflows of a project. If their `limitRate` or `limitBurst` " +
			"differ, each request counts at the rate of the node that it passes: the limits are tighter than written, and one request " +
			"at the slower rate may block all others for that long. Use one rate everywhere, or one key for each rate: `minute:{{request.ip}}` " +
			"and `hour:{{request.ip}}`, one after the other, enforce a limit a minute and a limit an hour.",
	})
	FC510 = add(Code{
		Name: "FC510", Severity: Warning, Title: "environment variable with two spellings, or public in only one folder",
		Doc: "A variable is read in one place only, and its name differs from that of another variable by one letter, missing or " +
			"swapped: `JWT_SECRT` beside `JWT_SECRET`. A deployment that sets the intended one leaves this one unset.\n\n" +
			"Or one folder lists a variable in `public` of `names` in its defaults.json, and another folder that reads it does not. A " +
			"variable has one value for the whole program: it is public only if every folder that reads it lists it.",
	})
)
