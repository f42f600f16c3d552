package diag

// Fields, references, types and statements.
var (
	FC201 = add(Code{
		Name: "FC201", Severity: Error, Title: "required field missing",
		Doc: "A node lacks a field without which it means nothing.",
	})
	FC202 = add(Code{
		Name: "FC202", Severity: Error, Title: "unknown field",
		Doc: "A node's data holds a key that its type does not have. Unknown keys are refused, so that a typing " +
			"mistake does not pass as a default.\n\n`flowc fix` mends a key that can only be a misspelling of one other.",
	})
	FC203 = add(Code{
		Name: "FC203", Severity: Error, Title: "value not allowed",
		Doc: "A value is outside of what its field allows: an enum, bounds, a duration, a method, a path pattern, " +
			"a validate tag, a Local Storage key, a URL.\n\n`flowc fix` mends a duration in other words, such as `15 min`.",
	})
	FC204 = add(Code{
		Name: "FC204", Severity: Error, Title: "reference to something that does not exist",
		Doc: "A name in an expression is neither a node, nor a field of the request, nor a field of a node before, " +
			"nor a function. `flowc explain expressions` lists what a name may be.",
	})
	FC205 = add(Code{
		Name: "FC205", Severity: Error, Flow: true, Title: "reference to a node that has not run on every path",
		Doc: "A node may be read only where it has run on **every** path to the reader; the message names a path " +
			"on which it has not. Read it further down one branch, or bring the value through `input` or a Set.",
	})
	FC206 = add(Code{
		Name: "FC206", Severity: Error, Title: "type mismatch",
		Doc: "A value meets a place of another type, or null may stand where null can't. Convert it (`string(x)`, " +
			"`int(x)`), give it a fallback (`or(x, 0)`), or prove that it is there with a Condition on `has(x)`.",
	})
	FC207 = add(Code{
		Name: "FC207", Severity: Error, Flow: true, Title: "ambiguous reference",
		Doc: "More than one node supplies the field. Qualify it with the node's name.",
	})
	FC208 = add(Code{
		Name: "FC208", Severity: Error, Title: "Code function missing or with a wrong signature",
		Doc: "A Code node calls `func(ctx context.Context, in In) (Out, error)`, where In and Out are structs and may be left " +
			"out; to verify a Webhook, `func(ctx context.Context, r *runtime.WebhookRequest, in In) error`. Their fields are " +
			"of the types that workflows have: string, bool, int64, float64, []byte, time.Time, time.Duration, runtime.Value, " +
			"structs, slices, maps by string, and pointers where null may be. A field of its own may be an int too, where a slice, a " +
			"map and a pointer hold int64.",
	})
	FC209 = add(Code{
		Name: "FC209", Severity: Error, Title: "SQL that does not prepare",
		Doc: "The statement does not prepare against schema.sql, is more than one statement, or is given a parameter of " +
			"another type than that of the column beside it. It is prepared at compile time, in SQLite's language. So is a write that " +
			"can't work: a NOT NULL column that an INSERT leaves out, though nothing else gives it a value, or that is given NULL.\n\n" +
			"Where there is a schema.postgres.sql, a statement that PostgreSQL runs too has to prepare there, and to return what can be " +
			"read as what SQLite returns. One for PostgreSQL alone has the types that it has there. For one that both run, both schemas " +
			"count: a column is null-able, NOT NULL, UNIQUE or without a default where it is so in either.",
	})
	FC210 = add(Code{
		Name: "FC210", Severity: Error, Title: "expression that does not parse",
		Doc: "Between `{{` and `}}` stands a Go expression: names, selectors, index, literals, operators, " +
			"parentheses and calls of flowc's functions. Anything else is refused where it stands. `flowc explain expressions` lists them.\n\n" +
			"So is a placeholder where nothing escapes a text for what reads it: in a script that runs texts or reads them as HTML " +
			"(`eval`, `innerHTML`, a `javascript:` address), in the scheme of an address before another one (`{{kind}}:{{value}}`), in the page that `srcdoc` holds, " +
			"in an attribute or a template that a library of the page runs (`x-data`, `@click`, `hx-on:click`, the element that Vue is mounted on), " +
			"in a language that is no JavaScript. Numbers and truth values may stand there, and `json(…)` where nothing reads the text in it as HTML or runs it: " +
			"in JavaScript, YAML, TOML and GraphQL as a value of its own, without quotes.",
	})
	FC211 = add(Code{
		Name: "FC211", Severity: Warning, Title: "SQL without schema.sql",
		Doc: "Without a schema.sql or schema.postgres.sql beside the workflows, columns are `any`: names, types and null are not checked, " +
			"and a misspelt column is found only when it runs.",
	})
	FC212 = add(Code{
		Name: "FC212", Severity: Warning, Title: "undeclared request field used below a guard",
		Doc: "Below a guard, a field that is only inferred may be a misspelt name that silently became part of the " +
			"request. Declare the fields on the entry point.\n\n`flowc fix` writes down all that are inferred, with their types. Read " +
			"them: a misspelt name is among them then.",
	})
	FC213 = add(Code{
		Name: "FC213", Severity: Warning, Title: "field that means nothing",
		Doc: "Another setting of the node makes the field void; `endpointPublic`, that a guard stands before all that the endpoint " +
			"does and answers; `webhookSecret`, that the sender signs and sends no secret, so that nothing of it comes in. Remove it, or change that setting.",
	})
	FC214 = add(Code{
		Name: "FC214", Severity: Warning, Title: "unique column given by the caller, `conflict` not wired",
		Doc: "An INSERT or UPDATE gives a UNIQUE or PRIMARY KEY column what the caller sent. The second one to send it gets a 500, " +
			"though nothing is broken. Wire `conflict`, whose field `column` says which one it was, or write ON CONFLICT. Where a " +
			"Try/Catch or a Retry handles the failure, and after the answer, nothing is found.",
	})
	FC215 = add(Code{
		Name: "FC215", Severity: Warning, Title: "UPDATE or DELETE without WHERE",
		Doc: "A statement that a request runs changes or deletes every row of a table: it has no WHERE, or one that leaves out no row, as " +
			"`id = id`, `1 = 1` and, of a NOT NULL column, `id IS NOT NULL` are. Say which ones it means: " +
			"`WHERE owner = {{auth.sub}}`. Where all are meant, `WHERE true` says so.",
	})
	FC216 = add(Code{
		Name: "FC216", Severity: Warning, Title: "reference without braces",
		Doc: "A text is exactly what a reference to a node before would be, without the braces: `user.email` in place of " +
			"`{{user.email}}`; or a reference stands in the form of another language, `${user.email}`, `$email`, `#{email}`, `<%= email %>`, `{% if email %}` " +
			"or, as all of a text or in an address, `{id}` and `:id`; in SQL, as all of a quoted text. It is sent, stored or answered as these letters. Put braces around it; a text that is really meant so " +
			"can be written `{{\"user.email\"}}`.",
	})
	FC217 = add(Code{
		Name: "FC217", Severity: Note, Title: "statement that is not proved",
		Doc: "A statement for PostgreSQL is proved where schema.postgres.sql stands beside the workflows and `flowc generate` finds a " +
			"PostgreSQL: the server that `FLOWC_POSTGRES_URL` names, or the binaries of this machine, which it starts for a moment. What it " +
			"says is kept in flows.postgres.json, to be committed. Until then a misspelt name in it is found when it runs.\n\nOne that can't be followed is taken for the worst: each of its columns may be null, and carries the labels of every column " +
			"and parameter in it. JSON has neither infinity nor NaN: a column that is NOT NULL and gets one of them, by its DEFAULT or as a " +
			"statement writes it, is read as the greatest or least value of its type; let it be null. This is said once for a folder, and by `flowc routes` beside each route; `--strict` does not mind. " +
			"A table of which the schema says what flowc does not read, or what a server lacks something for, is not proved either: " +
			"the message names the file and the line.",
	})
	FC218 = add(Code{
		Name: "FC218", Severity: Warning, Title: "name of a node's field that the request was to have",
		Doc: "Where an entry point declares no fields, a name by itself is a field of the request, until a node has run that has a field of " +
			"that name: from there on it is that one's. So `{{email}}` may be what the caller sent in one node and a stored column in the next, " +
			"and an UPDATE that sets a column to what was just read of it changes nothing. Declare the entry point's fields: a declared field " +
			"is the request's wherever its name stands. Where the node's field is meant, name the node: `{{user.email}}`.",
	})
	FC219 = add(Code{
		Name: "FC219", Severity: Warning, Title: "value pasted into JSON, HTML or a query",
		Doc: "A text that is JSON around its placeholders is built as JSON where it is a body. Anywhere else it is a text: what a placeholder holds " +
			"stands in it as it is, and `\", \"role\": \"admin` in a name adds a member. The same goes for what `+` puts together, `||` of SQL, and " +
			"what stands in the query of an address. " +
			"Write the object itself, under a name that a Set gives it, and `json(name)` where a text is wanted; in SQL `json_object('name', {{name}})`. " +
			"In lines of JSON (NDJSON) each is a `json(…)`.\n\nSo is HTML that is put together before it becomes a mail: what stands in " +
			"the body's own text is escaped, a caller's text under a name is not, but for htmlEscape. And so are CSV, calendars, events, forms, " +
			"mails and multipart that a Set or `+` makes before they are the body, and a text in a parameter of a header: write a file's name " +
			"in `responseDownload`, a cookie in `responseCookies`, and `urlEncode(…)` in the query of a `Location`.\n\n" +
			"What a service reads out of a text in a language of its own (SQL, GraphQL, Cypher, a filter, a script, a shell's line, the headers of a mail) " +
			"it takes values beside: parameters, `variables`, `params`, arguments. Pasted in, a value may be more of that text. So it is in the query of an " +
			"address (`?q=title:{{name}} AND public:true`): who is called takes its escapes off before it reads that. HTML that is encoded with base64 as a mail " +
			"or a file is read as it was: htmlEscape what it is made of. So are a file of CSV, YAML or XML, which its name tells, and a line of a shell.\n\n" +
			"Some services read more out of a plain value: a spreadsheet a formula out of a cell that begins with `=` (`USER_ENTERED`; write `RAW`), Slack and Discord " +
			"a call for everybody out of a message, Telegram a link out of Markdown, a database of documents an operator out of an object where a text is meant " +
			"(`{\"$ne\": null}`; declare the field `\"string\"`). And a text that a script of a page is given under a name, and makes HTML of: give it to `textContent`.",
	})
	FC220 = add(Code{
		Name: "FC220", Severity: Warning, Title: "comparison that null makes void",
		Doc: "In SQL a comparison with NULL is neither true nor false, and a row that has to meet it is not found: `= NULL` finds nothing, " +
			"nor does `LIKE '%' || {{words}} || '%'` where `words` is left out. Write `IS NULL`; and of a placeholder that may be null say " +
			"what is meant then: `coalesce({{words}}, '')`, `({{since}} IS NULL OR at >= {{since}})`, or a field that is required.\n\n" +
			"Of `column = {{value}}` nothing is said: what is not there is not found, as it should be.",
	})
	FC221 = add(Code{
		Name: "FC221", Severity: Warning, Title: "column under the name of another one",
		Doc: "`SELECT id email FROM users` has one column: `id`, under the name `email`. A comma is missing. Where the name is meant, " +
			"`id AS email` says so.",
	})
	FC224 = add(Code{
		Name: "FC224", Severity: Warning, Title: "path wildcard that nothing reads",
		Doc: "A request to `/orders/{id}` names one order. Where no node reads `id`, every order gets the same answer, or the same change: " +
			"a WHERE was forgotten. Read `{{id}}`, or take the wildcard out of the path. A tail (`{rest...}`) may be there only to match, and a " +
			"workflow that does nothing but answer may serve all paths alike.",
	})
)
