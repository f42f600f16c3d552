package diag

// What the folders of a project share, and what surrounds them.
var (
	FC501 = add(Code{
		Name: "FC501", Severity: Error, Title: "routes that clash",
		Doc: "Two entry points claim one route, or net/http's mux would refuse them together, or a route is " +
			"reserved: /mcp, /webhooks/, /healthz, /readyz. The server would not start. All folders of workflows of a project " +
			"share one server: a project is the nearest folder above them with a main.go, .env.example or go.mod.",
	})
	FC502 = add(Code{
		Name: "FC502", Severity: Error, Title: "two workflows with one id",
		Doc: "A workflow's id is its identity: a webhook's URL is made from it. A copied file needs an id of its " +
			"own: `flowc duplicate` gives it one. That holds for all folders of workflows of a project.\n\n`flowc fix` gives new ids to all but one: to those whose file names hold the " +
			"name of the one (`login` of `login-copy`), else to all but the first by name. Which file is the older one, nothing in " +
			"it tells: look at the diff before a Webhook moves to another URL.",
	})
	FC503 = add(Code{
		Name: "FC503", Severity: Error, Title: "one Local Storage key used with two types, or extending another",
		Doc: "What one workflow stores under a key, any other of the project reads, in whichever folder: all must take it for the " +
			"same. A key that begins with the prefix of another one could become equal to one of its keys.",
	})
	FC504 = add(Code{
		Name: "FC504", Severity: Error, Title: "generated Go names that collide",
		Doc: "Names of workflows and nodes become Go names of one package. Two that become the same one, a name " +
			"that hand-written Go of the package has, or a Go keyword, would not compile. Rename one of them.",
	})
	FC505 = add(Code{
		Name: "FC505", Severity: Error, Title: "generated code is missing, stale or left over",
		Doc: "The committed Go is not what the documents say, or flows.postgres.json is not what PostgreSQL says of them. Run " +
			"`flowc generate` and commit the result. Only `flowc generate --check` reports it.",
	})
	FC506 = add(Code{
		Name: "FC506", Severity: Error, Title: "public variable in a secret field",
		Doc: "What is named PUBLIC_* counts as known to everybody: it may be answered, logged and put into URLs; what is " +
			"listed in `public` of `names` in defaults.json may be all that but logged. A secret field takes a variable of " +
			"another name, and keeps its value from all that. A public key stands in such a field too, under a name of its " +
			"own, such as JWT_KEY.",
	})
	FC508 = add(Code{
		Name: "FC508", Severity: Warning, Title: "exception that matches nothing",
		Doc: "`lint.ignore` silences a rule, for a reason that is stated. One that silences nothing is out of date, or " +
			"names a rule that can't be ignored: errors FC0xx to FC3xx. So is a row of `names` in defaults.json: a " +
			"variable that no workflow of the folder reads, or puts into a URL, or a column of hashes that no table has.",
	})
	FC509 = add(Code{
		Name: "FC509", Severity: Warning, Title: "one limit with two rates",
		Doc: "Nodes with one limitKey share one count, in all workflows of a project. Where their limitRate or limitBurst differ, each that " +
			"passes is counted by the rate of the node where it does: the limits are narrower than what is written, and one that passes by " +
			"the slower rate may keep all others out for as long as that takes. Write one rate in all of them, or give each rate a key of its " +
			"own: `minute:{{request.ip}}` and `hour:{{request.ip}}`, one after the other, hold both a limit by the minute and one by the hour.",
	})
	FC510 = add(Code{
		Name: "FC510", Severity: Warning, Title: "environment variable under two spellings, or public in one folder alone",
		Doc: "A variable is read in one place, and its name is that of another one but for a letter inside of a word, left out or exchanged " +
			"with the next one: `JWT_SECRT` beside `JWT_SECRET`. Whoever sets the one that is meant has not set this one.\n\n" +
			"Or one folder lists it in `public` of `names` in its defaults.json, and another one that reads it does not. A " +
			"variable has one value for the whole program: it is public where each folder that reads it says so, and else " +
			"a secret.",
	})
)
