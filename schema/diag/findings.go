package diag

// The findings of codes that stand for several mistakes, in the order of their codes. Reports name these variables.
var (
	FC402Leak = FC402.finding("leak", "secret, password or hash in an answer, a claim or a request",
		"The value reaches someone who must not have it: the caller by an answer, the bearer by a claim, another service by "+
			"a request. The message names the column or the variable, and how it is known to be confidential.\n\n"+
			"Leave the value out, or select other columns.")
	FC402SQLOracle = FC402.finding("sql-oracle", "statement that compares a part of a secret with the request",
		"A comparison by order, by pattern or in part answers one question about the secret per request: a key of 21 "+
			"characters is known after some hundred requests. It makes no difference what the answer holds, as long as it "+
			"differs.\n\n"+
			"Compare the secret as a whole, by `=`; check a password by a Hash verify.")
	FC402Oracle = FC402.finding("oracle", "expression that compares a part of a secret with the request",
		"`startsWith(env.API_KEY, guess)`, `env.API_KEY < guess` and a Switch on one character of a hash answer one question "+
			"about the secret per request, whatever follows.\n\n"+
			"Compare the secret as a whole, by `==`, or look the caller's value up in a list of secrets.")

	FC403Plain = FC403.finding("plain", "password stored or sent as it is, or under a fast hash",
		"A password in a database or a request belongs to everyone who reads that. A fast hash such as sha256 is guessed at "+
			"billions of passwords per second.\n\n"+
			"Put a Hash node before it, and store the hash.")
	FC403Compared = FC403.finding("compared", "password compared with a stored value",
		"Where a password is compared with what is stored, the stored value is the password itself, or a fast hash of it.\n\n"+
			"Store the hash that a Hash node makes, and check the password by a Hash node, mode verify.")
	FC403FastHash = FC403.finding("fast-hash", "column of password hashes that takes something else",
		"The column is one of password hashes, since a Hash verify checks against it or its name says so. Another value in it "+
			"is a password that a reader of the database learns or guesses, or one that nobody can log in with.\n\n"+
			"Make the value by a Hash node, mode hash.")

	FC407SecretInURL = FC407.finding("secret-in-url", "secret or token in a URL",
		"Logs, proxies and histories keep URLs.\n\n"+
			"Send the value in a header or the body. If a service takes its token only in the URL, list the variable under "+
			"`inUrl` of `names` in defaults.json.")
	FC407PlainHTTP = FC407.finding("plain-http", "secret sent over plain http",
		"Everyone on the network between both services reads plain http, and can change it.\n\n"+
			"Use `https://`. Addresses of this machine are not reported.")
	FC407PasswordInURL = FC407.finding("password-in-url", "password that callers send in a URL",
		"A GET takes its fields from the query and the path, which browsers, proxies and logs keep.\n\n"+
			"Let the endpoint be a POST, or declare the field with `\"in\": \"body\"`.")

	FC408ServerRequest = FC408.finding("server-request", "request to a host that the caller chooses",
		"The caller makes this server call any service in its own name (server-side request forgery). Private addresses are "+
			"refused at run time, all others are not.\n\n"+
			"Look the address up by an id, take the host from the environment, or list the values by `oneof`.")
	FC408OpenRedirect = FC408.finding("open-redirect", "redirect to a host that the caller chooses",
		"A link to this site then leads to another one, which looks like this one and asks for a password. `/{{path}}` is no "+
			"protection: `//evil.example` is a host.\n\n"+
			"Begin the address with a host (`{{env.PUBLIC_URL}}/`) or a first segment (`/docs/{{page}}`), or look it up by an id.")
	FC408LinkHost = FC408.finding("link-host", "link with a token whose host the caller chooses",
		"The user who opens the link gives the token to that host: the caller who asked for the mail resets the password.\n\n"+
			"Begin the link with `{{env.PUBLIC_URL}}/`.")
	FC408Header = FC408.finding("header", "header that the caller writes into, and a browser or a proxy obeys",
		"`Content-Security-Policy`, `Link` and the headers of CORS decide what browsers load and send, `X-Accel-Redirect` which "+
			"file a proxy answers with. What a caller adds to one takes effect.\n\n"+
			"Choose among constants by `when(…)`, or escape the value by `urlEncode(…)`.")
	FC408PageAddress = FC408.finding("page-address", "address in a page that the caller chooses",
		"A page loads scripts, styles and frames from the addresses in it, and leads its readers to others.\n\n"+
			"Look the address up by an id, or begin it with a host from the environment.")
	FC408OwnPage = FC408.finding("own-page", "what a caller sent or stored, returned as a page of this site",
		"Scripts in it run with the rights of the users who open it (stored cross-site scripting).\n\n"+
			"Let browsers save it (`responseDownload`), or allow only types without scripts, such as image/png.")

	FC409AnswerTime = FC409.finding("answer-time", "unknown user answered before a Hash verify",
		"A Hash verify takes a tenth of a second on purpose. An answer without one comes so much sooner that the time reveals "+
			"whether there is such a user.\n\n"+
			"Leave `notFound` of the row unconnected: Hash takes `invalid` for a missing row, after a real check.")
	FC409DifferentAnswer = FC409.finding("different-answer", "unknown user answered otherwise than a wrong password",
		"Status and body reveal whether there is such a user, however long both answers take.\n\n"+
			"Lead both cases to one Response.")

	FC413SameKey = FC413.finding("same-key", "tokens of different purpose that are signed alike",
		"Both tokens have one secret, one algorithm and no audience (or the same): what verifies one accepts the other.\n\n"+
			"Give one of them a jwtAudience, and require it where that token is verified.")
	FC413SameVariable = FC413.finding("same-variable", "one variable with two purposes",
		"A party that has the value for one purpose, such as the sender of a webhook, can use it for the other, such as signing "+
			"tokens of this service.\n\n"+
			"Use two variables.")
	FC413SamePrefix = FC413.finding("same-prefix", "tokens of different purpose under one prefix of Local Storage",
		"The look-up finds the token of one purpose in place of the other: a link to confirm an address resets a password.\n\n"+
			"Use another prefix for one of them, or store the purpose and check it.")
	FC413SameColumn = FC413.finding("same-column", "tokens of different purpose in one column",
		"The look-up finds the token of one purpose in place of the other: a link to confirm an address resets a password.\n\n"+
			"Store the purpose in a column and check it (`AND kind = 'reset'`), or use two tables.")

	FC416Expression = FC416.finding("expression", "authorization decided by a substring in an expression",
		"`contains(groups, \"editors\")` holds for \"noneditors\", `contains(email, \"@example.com\")` for "+
			"ann@example.com.evil.test.\n\n"+
			"Compare by `==`, by `hasScope`, or as an element of a list; check a domain by `endsWith`, with the `@`.")
	FC416SQL = FC416.finding("sql", "authorization decided by a substring in a statement",
		"`roles LIKE '%admin%'` holds for \"nonadmin\".\n\n"+
			"Compare by `=`, or enclose the part on both sides: `',' || roles || ',' LIKE '%,admin,%'`.")

	FC417Guessable = FC417.finding("guessable", "stored token that is made of what others know",
		"The token lets its holder in. One made of an address, the time or an id is known to others, and a short code has too "+
			"few values.\n\n"+
			"Make it by `randomToken(32)`, and store its hash.")
	FC417UnlimitedCode = FC417.finding("unlimited-code", "code of six digits without a limit of attempts",
		"A code of an authenticator app has a million values, and three of them are valid at a time: without a limit a caller "+
			"tries them all.\n\n"+
			"Put a Rate Limit before the check, keyed by the user.")
	FC417WrittenHash = FC417.finding("written-hash", "hash of a token that callers choose",
		"A caller who stores a hash of their choice where tokens are looked up knows the token to it, and is let in.\n\n"+
			"Make the token here, by `randomToken(32)`, and store the hash of that.")

	FC418Attributes = FC418.finding("attributes", "cookie with a token that scripts, other sites or plain http can use",
		"The cookie lets its holder in. Without `httpOnly` each script of the page reads it, without `sameSite` other sites send "+
			"it along, without `secure` it travels over plain http.\n\n"+
			"Leave these attributes as they are by default.")
	FC418GetChanges = FC418.finding("get-changes", "GET that changes data below a cookie",
		"Browsers send the cookie along with a link or an image of any page (cross-site request forgery).\n\n"+
			"Let the endpoint be a POST.")
	FC418PlantedSession = FC418.finding("planted-session", "session whose token was there before the login",
		"An attacker who has planted the token in the browser, or chosen the value of the cookie, shares the session "+
			"(session fixation).\n\n"+
			"Make a new token at each login, by `randomToken(32)`.")

	FC419ClaimedUser = FC419.finding("claimed-user", "user whom the caller only names",
		"The workflow opens a session for a user, or changes what belongs to one, whom a field of the request names. Nothing on "+
			"the way proves that the caller is that user: everyone can name anyone.\n\n"+
			"Check a password or a token first, or take the user from the guard.")
	FC419Address = FC419.finding("address", "token that is sent to an address of the caller's choice",
		"The token is one of the user whom the request names, and the address comes from the request too: the caller gets the "+
			"token of any user.\n\n"+
			"Send it to the address in the user's row.")
	FC419ClaimedRight = FC419.finding("claimed-right", "right that the request claims",
		"Every caller can set headers, cookies and fields: a check of one proves nothing.\n\n"+
			"Read the right from a verified token or from the user's row.")
	FC419GivenRight = FC419.finding("given-right", "right that callers give themselves",
		"A statement stores a role that the caller chooses, or a token carries it, and another step authorizes by it.\n\n"+
			"Write the role as a constant, list the allowed values by `oneof`, or let only those store it who may.")
	FC419UnverifiedClaim = FC419.finding("unverified-claim", "claim that the provider may not have verified",
		"Users write such a claim themselves at some providers: one with the address of another user is let in as that user.\n\n"+
			"Check that it was verified (`email_verified`), or identify users by their subject.")
	FC419WrittenClaim = FC419.finding("written-claim", "claim that users write themselves",
		"The provider lets users edit this part of their token, so that everyone can give themselves the right.\n\n"+
			"Read the right from a part that only administrators write, or from a table.")

	FC501Clash = FC501.finding("clash", "two endpoints with one route",
		"A request that matches both routes, neither of which is more specific, could go to either.\n\n"+
			"Change a method or a path.")
	FC501Tool = FC501.finding("tool", "two MCP tools of one name",
		"An assistant calls tools by their names.\n\n"+
			"Rename one of them.")
	FC501Reserved = FC501.finding("reserved", "route that the server uses itself",
		"The server answers there itself: health checks, MCP tools, descriptions of the service.\n\n"+
			"Choose another path.")

	FC508Ignore = FC508.finding("ignore", "ignore that matches nothing",
		"Nothing that it names is reported there: the mistake was fixed, or the code never existed.\n\n"+
			"Remove the ignore.")
	FC508Names = FC508.finding("names", "name in defaults.json that matches nothing",
		"No variable, column or claim of the folder has that name: it was renamed or misspelt, and the row has no effect.\n\n"+
			"Correct the name, or remove it.")
)
