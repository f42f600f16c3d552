package diag

// Fields, references, types and statements.
var (
	FC201 = add(Code{
		Name: "FC201", Severity: Error, Title: "required field missing",
		Doc: "A node lacks a field that it can't work without. Add the field.",
	})
	FC202 = add(Code{
		Name: "FC202", Severity: Error, Title: "unknown field",
		Doc: "A node's data has a key that its type does not define. Unknown keys are rejected, because an ignored typo would leave " +
			"the default in effect.\n\n`flowc fix` corrects a key that resembles exactly one known field.",
	})
	FC203 = add(Code{
		Name: "FC203", Severity: Error, Title: "value not allowed",
		Doc: "A value is outside of what its field allows: an enum, bounds, a duration, a method, a path pattern, " +
			"a validate tag, a Local Storage key, a URL.\n\n`flowc fix` corrects a duration in other words, such as `15 min`.",
	})
	FC204 = add(Code{
		Name: "FC204", Severity: Error, Title: "reference to something that does not exist",
		Doc: "A name in an expression is not a node, a field of the request, a field of an earlier node or a function. " +
			"`flowc explain expressions` lists the names that an expression can use.",
	})
	FC205 = add(Code{
		Name: "FC205", Severity: Error, Flow: true, Title: "reference to a node that has not run on every path",
		Doc: "An expression can read a node only if that node has run on **every** path to the reader; the message lists a path on which " +
			"it has not. Read it further down its own branch, or bring the value through `input` or a Set.",
	})
	FC206 = add(Code{
		Name: "FC206", Severity: Error, Title: "type mismatch",
		Doc: "A value has another type than its place requires, or may be missing where a value is required. Convert it (`string(x)`, " +
			"`int(x)`), give it a fallback (`or(x, 0)`), or check that it exists with a Condition on `has(x)`.",
	})
	FC207 = add(Code{
		Name: "FC207", Severity: Error, Flow: true, Title: "ambiguous reference",
		Doc: "More than one node supplies the field. Qualify it with the name of the node.",
	})
	FC208 = add(Code{
		Name: "FC208", Severity: Error, Title: "Code function missing or with a wrong signature",
		Doc: "A Code node calls `func(ctx context.Context, in In) (Out, error)`, where In and Out are structs and may be left " +
			"out; to verify a Webhook, `func(ctx context.Context, r *runtime.WebhookRequest, in In) error`.\n\nTheir fields have " +
			"types that workflows know: string, bool, int64, float64, []byte, time.Time, time.Duration, runtime.Value, " +
			"structs, slices, maps with string keys, and pointers where null is possible. A field may also be an int; the elements of " +
			"slices, maps and pointers are int64.",
	})
	FC209 = add(Code{
		Name: "FC209", Severity: Error, Title: "SQL that does not prepare",
		Doc: "The statement does not prepare against schema.sql in SQLite, consists of several statements, or has a parameter of " +
			"another type than the column it is compared with. The same code reports writes that always fail: an INSERT without a value for a NOT " +
			"NULL column that has no default, or with NULL for it.\n\n" +
			"If there is a schema.postgres.sql, a statement for both engines has to prepare in both and return the same types. A " +
			"statement for PostgreSQL alone has PostgreSQL's types. For a statement of both, a column is nullable, NOT NULL, UNIQUE or " +
			"without a default if either schema says so.",
	})
	FC210 = add(Code{
		Name: "FC210", Severity: Error, Title: "expression or placeholder that can't stand here",
		Doc: "Between `{{` and `}}` stands a Go expression of names, selectors, indexes, literals, operators, parentheses and " +
			"flowc's functions (`flowc explain expressions`); anything else is an error.\n\n" +
			"Placeholders are escaped for the language around them. Where no escape is safe, a text would run as code (XSS), so " +
			"they are rejected there: scripts that evaluate text (`eval`, `innerHTML`, `javascript:`), the scheme of a URL, " +
			"`srcdoc`, attributes and templates of page libraries (`x-data`, `@click`, `hx-on:click`, Vue), and languages without a " +
			"safe escape. Numbers and booleans are allowed there, and `json(…)` as a whole value, without quotes, in JavaScript, YAML, TOML " +
			"and GraphQL.",
	})
	FC211 = add(Code{
		Name: "FC211", Severity: Warning, Title: "SQL without schema.sql",
		Doc: "Without a schema.sql or schema.postgres.sql beside the workflows, all columns have type `any`: names, types and null are " +
			"not checked, and a misspelled column fails only at run time. Add the schema or migrations.",
	})
	FC212 = add(Code{
		Name: "FC212", Severity: Warning, Title: "undeclared request field used below a guard",
		Doc: "Below a guard, a name that is not declared may be a typo that silently became a field of the " +
			"request, which the caller controls. Declare the fields on the entry point.\n\n`flowc fix` declares all inferred " +
			"fields with their types. Review them: a typo is among them, if there is one.",
	})
	FC213 = add(Code{
		Name: "FC213", Severity: Warning, Title: "field has no effect",
		Doc: "Another setting of the node makes the field ineffective. The endpoint is not public if a guard protects everything behind " +
			"`endpointPublic`; a sender that signs its requests does not send `webhookSecret` as well. Remove the field, or change the " +
			"other setting.",
	})
	FC214 = add(Code{
		Name: "FC214", Severity: Warning, Title: "unique column set by the caller, `conflict` not connected",
		Doc: "An INSERT or UPDATE sets a UNIQUE or PRIMARY KEY column to a value of the request. The second caller who sends that value " +
			"gets a 500, though nothing is broken. Connect `conflict`, whose field `column` names the column, or write ON CONFLICT.\n\n" +
			"Not reported inside a Try/Catch or Retry, and after the answer.",
	})
	FC215 = add(Code{
		Name: "FC215", Severity: Warning, Title: "UPDATE or DELETE without WHERE",
		Doc: "One request changes or deletes every row of a table: the statement has no WHERE, or one that is true for all rows, " +
			"such as `id = id`, `1 = 1` or, for a NOT NULL column, `id IS NOT NULL`. Restrict it, as in " +
			"`WHERE owner = {{auth.sub}}`. If all rows are intended, write `WHERE true`.",
	})
	FC216 = add(Code{
		Name: "FC216", Severity: Warning, Title: "reference without braces",
		Doc: "A text looks like a reference to an earlier node without its braces: `user.email` instead of " +
			"`{{user.email}}`. Or it has the syntax of another language: `${user.email}`, `$email`, `#{email}`, `<%= email %>`, " +
			"`{% if email %}`, or `{id}` and `:id` as a whole text or in a URL; in SQL as a whole quoted text. It is sent, stored or returned " +
			"literally. Put braces around it; if the text is intended, write `{{\"user.email\"}}`.",
	})
	FC217 = add(Code{
		Name: "FC217", Severity: Note, Title: "SQL statement that is not proved",
		Doc: "flowc can't analyze the statement and assumes the worst: each of its columns may be null and is as secret as any column or " +
			"parameter in it. `--strict` ignores this note; `flowc routes` shows it beside each route.\n\n" +
			"A statement for PostgreSQL is proved if schema.postgres.sql exists and `flowc generate` finds a PostgreSQL: the server " +
			"at `FLOWC_POSTGRES_URL`, or binaries on this machine, which it starts briefly. Commit its answers, flows.postgres.json. " +
			"The message names the file and the line of a table that flowc or the server can't read.\n\n" +
			"JSON has neither infinity nor NaN: in a NOT NULL column they become the greatest or least value of its type. " +
			"Make the column nullable to get null.",
	})
	FC218 = add(Code{
		Name: "FC218", Severity: Warning, Title: "name that changes from the request's field to a node's",
		Doc: "If an entry point declares no fields, a bare name is a field of the request until a node has run that has a field of " +
			"the same name; from there on it is the node's. `{{email}}` is the caller's value in one node and a stored column in the next, " +
			"and an UPDATE writes back the value just read. Declare the fields of the entry point: a declared field " +
			"is the request's everywhere. If the node's field is intended, write `{{user.email}}`.",
	})
	FC219 = add(Code{
		Name: "FC219", Severity: Warning, Title: "value pasted into another language",
		Doc: "A value is concatenated into JSON, HTML, a query, a header or a script without its escapes, so a caller's text becomes " +
			"part of that language (injection): `\", \"role\": \"admin` in a name adds a member, `' OR '1' = '1` in one finds all rows.\n\n" +
			"Placeholders are escaped where the text is written as the body itself. Anywhere else:\n\n" +
			"- JSON: build the object in a Set and write `json(name)`; in SQL `json_object('name', {{name}})`\n" +
			"- HTML and mails: `htmlEscape(…)`; in a page's script a value stands in `json(…)`, and is shown by `textContent`\n" +
			"- headers and URLs: `responseDownload`, `responseCookies`, `urlEncode(…)`\n" +
			"- SQL, GraphQL, shells: pass parameters, `variables` or arguments\n" +
			"- document databases: declare the field `\"string\"`, as `{\"$ne\": null}` is an operator\n\n" +
			"JSON, HTML, XML, URLs, forms, SQL, CSV, shells, GraphQL, mails and files by their names are known. The query languages of other " +
			"services, spreadsheets' formulas, the mentions of chat services and what a script does with a name are not: pass values there " +
			"as their documentation says.",
	})
	FC220 = add(Code{
		Name: "FC220", Severity: Warning, Title: "comparison that is never true for null",
		Doc: "In SQL a comparison with NULL is never true, so no row matches: `= NULL` finds nothing, and neither does " +
			"`LIKE '%' || {{words}} || '%'` if `words` is left out. Write `IS NULL`. For a placeholder that may be null write " +
			"`coalesce({{words}}, '')` or `({{since}} IS NULL OR at >= {{since}})`, or require the field.\n\n" +
			"`column = {{value}}` is not reported: no match for a missing value is what one expects.",
	})
	FC221 = add(Code{
		Name: "FC221", Severity: Warning, Title: "column renamed to another column",
		Doc: "`SELECT id email FROM users` returns one column, `id`, named `email`: a comma is missing. If the name is intended, write " +
			"`id AS email`.",
	})
	FC224 = add(Code{
		Name: "FC224", Severity: Warning, Title: "path wildcard that nothing reads",
		Doc: "`/orders/{id}` addresses one order. If no node reads `id`, all orders get the same answer or the same change; usually a " +
			"WHERE is missing. Read `{{id}}`, or remove the wildcard from the path.\n\n" +
			"Not reported for a tail (`{rest...}`), and for a workflow that does nothing but answer.",
	})
)
