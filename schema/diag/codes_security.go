package diag

// Guards, secrets, labels and sinks.
var (
	FC401 = add(Code{
		Name: "FC401", Severity: Error, Title: "secret written on a node",
		Doc: "A document ends in version control, on canvases and in logs, and a secret in it is known to " +
			"everyone who sees one of them. A secret field takes exactly `{{env.NAME}}`; so do the headers " +
			"Authorization and Cookie, any header named as tokens and keys are, and the user and password of a " +
			"URL.\n\n" +
			"Move the value to an environment variable, and change it at its service: it has leaked.",
	})
	FC402 = add(Code{
		Name: "FC402", Severity: Error, Title: "secret, password or hash in an answer or a claim",
		Doc: "A Response's body, headers and cookies reach the caller, and the bearer of a token can read its " +
			"claims. A hash that is sent to another service can be guessed there. A column holds a secret if " +
			"its name says so or if any statement of the folder stores one there; the message says which.\n\n" +
			"A statement may not compare a secret with the request by order, by pattern or in part either: " +
			"`password_hash LIKE {{guess}}` reveals all of it within some hundred requests.\n\n" +
			"Leave the value out, select other columns, and compare secrets as a whole, by `=`.",
	})
	FC403 = add(Code{
		Name: "FC403", Severity: Error, Title: "password stored or sent without a Hash node",
		Doc: "A password that is stored, sent or compared as it is, or hashed by something as fast as sha256, " +
			"belongs to everyone who reads that database or request. The input of a Hash node is a password " +
			"whatever its field is called, and so is what a caller sends for a column of password hashes.\n\n" +
			"Put a Hash node before it and store the hash; check a password by a Hash node, mode verify. " +
			"PostgreSQL's `crypt({{password}}, gen_salt('bf'))` makes a good hash too, and `password_hash = " +
			"crypt({{password}}, password_hash)` checks one.",
	})
	FC404 = add(Code{
		Name: "FC404", Severity: Warning, Title: "API Endpoint with an unprotected effect",
		Doc: "Anyone can make this endpoint change something, or read stored data: no guard is on the way. " +
			"Guards are Auth, JWT verify, Hash verify, a session found by the hash of its token, and a Code " +
			"node with codeGuard. A check of a value that every caller has, such as an environment variable, a " +
			"constant or a token that the workflow has just signed, is none.\n\n" +
			"Put a guard before the step and connect its other output to a Response. If the endpoint is meant " +
			"for everyone, set `endpointPublic`. If middleware of your service logs users in, take the user " +
			"from the context in a Code node with codeGuard.",
	})
	FC405 = add(Code{
		Name: "FC405", Severity: Warning, Title: "webhook that verifies no sender",
		Doc: "The address of a webhook is no secret: it is in logs and in the settings of other services, and " +
			"anyone who knows it can send anything.\n\n" +
			"Share a secret with the sender (webhookSecret), or verify its signature in a Code node directly " +
			"behind the Webhook.",
	})
	FC406 = add(Code{
		Name: "FC406", Severity: Error, Title: "signature verification that is not directly after its Webhook",
		Doc: "A signature covers the bytes that were sent, and nothing may act on them before it is verified.\n\n" +
			"Make the Code node that verifies it the only target of the Webhook; it runs before the payload is " +
			"decoded.",
	})
	FC407 = add(Code{
		Name: "FC407", Severity: Warning, Title: "secret or token in a URL, or sent over plain http",
		Doc: "Logs, proxies and histories keep URLs, and everyone on the network reads plain http. The same " +
			"holds for a caller's password in the query or the path, where a GET takes its fields from. A " +
			"variable that begins a URL is its address and no secret; behind that a variable counts as one if " +
			"its name, or the name of its parameter, says token, secret, key or password, or if it is used as " +
			"one elsewhere.\n\n" +
			"Send it in a header or the body, over https. If a service takes its token only in the URL, list " +
			"the variable under `inUrl` of `names` in defaults.json.",
	})
	FC408 = add(Code{
		Name: "FC408", Severity: Warning, Title: "outgoing host chosen by the caller",
		Doc: "A caller who chooses the host of a request makes this server call any service in its own name; one " +
			"who chooses the Location of a redirect, the host of a mailed link or the script of a page sends " +
			"users who trust this site to another one. Private addresses are refused at run time, all others " +
			"are not. `/{{path}}` is no protection: `//evil.example` is a host.\n\n" +
			"Look the address up by an id, take the host from the environment " +
			"(`{{env.PUBLIC_URL}}/reset#{{token}}`), or begin with a first segment (`/docs/{{page}}`). If " +
			"callers may choose, list the values by `oneof` or check `startsWith(url, 'https://example.com/')` " +
			"in a Condition, with the slash.\n\n" +
			"The same holds for headers by which browsers decide what to load (`Content-Security-Policy`, " +
			"`Link`) and proxies what to send (`X-Accel-Redirect`): escape what a caller writes there. An " +
			"upload that is served as `text/html` runs as a page of this site.",
	})
	FC409 = add(Code{
		Name: "FC409", Severity: Warning, Title: "unknown user answered otherwise than a wrong password, or faster",
		Doc: "A Hash verify is slow on purpose. If an unknown user gets an answer without one, or another " +
			"answer, callers learn who has an account.\n\n" +
			"Leave `notFound` of the row unconnected: Hash takes `invalid` for a missing row, after a real " +
			"check. If it must be connected, lead it through a Hash verify whose hashAgainst is {{null}}. Check " +
			"other columns of the row below `valid`, and give both cases the same Response.\n\n" +
			"Calls are followed. Below another guard, and where an unknown user is signed up, nothing is " +
			"reported.",
	})
	FC410 = add(Code{
		Name: "FC410", Severity: Error, Title: "SQL placeholder inside quotes or in place of an identifier",
		Doc: "A placeholder becomes a bound parameter, which is a whole value. Inside quotes it would be text, " +
			"and no parameter can name a table or a column.\n\n" +
			"Write the placeholder without quotes. To choose among columns or tables, use a Switch with one SQL " +
			"node for each.",
	})
	FC411 = add(Code{
		Name: "FC411", Severity: Error, Title: "Auth node, cookie or redirect on an MCP tool's path",
		Doc: "An assistant is no browser: it calls a tool with a scoped token of its own, which is checked " +
			"before the workflow runs. It sends no other credentials, keeps no cookies and follows no " +
			"redirects.\n\n" +
			"Let the tool join the workflow behind the nodes that are for HTTP only.",
	})
	FC412 = add(Code{
		Name: "FC412", Severity: Warning, Title: "secret environment variable written to SQL or Local Storage",
		Doc: "A stored secret is in every backup, and it stays there after the variable was changed. The key of " +
			"an hmacSha256 cannot be read back and is not reported.\n\n" +
			"Read the variable where it is needed. If it is no secret, name it PUBLIC_*.",
	})
	FC413 = add(Code{
		Name: "FC413", Severity: Warning, Title: "tokens of different purpose that are interchangeable",
		Doc: "Tokens with one secret, one algorithm and no audience (or the same) are valid in place of each " +
			"other: a link to reset a password opens a session. Tokens differ in purpose if they have different " +
			"lifetimes, if one is returned and the other sent by mail, if they are parts of different links, or " +
			"if one execution signs both for one subject. Calls are followed.\n\n" +
			"Give one of them a jwtAudience, and require it where that token is verified.\n\n" +
			"The same holds for tokens whose hashes are under one prefix of Local Storage or in one column: use " +
			"another prefix, or store the purpose and check it (`AND kind = 'reset'`). It also holds for one " +
			"variable with two purposes, such as the key that signs tokens and the secret of a webhook: use " +
			"two.",
	})
	FC414 = add(Code{
		Name: "FC414", Severity: Warning, Title: "password checked with other rounds than hashes are made with",
		Doc: "For an unknown user a Hash verify takes the time of its own hashAlgorithm and hashRounds, for a " +
			"known one that of the stored hash. If these differ, the time reveals who has an account.\n\n" +
			"Set the same algorithm and rounds on the Hash nodes that make and check a password. Older hashes " +
			"are renewed where needsRehash is true.",
	})
	FC415 = add(Code{
		Name: "FC415", Severity: Warning, Title: "literal that looks like a credential",
		Doc: "A document ends in version control, on canvases and in logs. Likely secrets are: a long literal " +
			"under the name of a password, token or key, the constant key of an hmacSha256 or a totpValid, a " +
			"text that a password is compared with, the password of a URL, a JWT, a private key in PEM, and the " +
			"keys of well-known services.\n\n" +
			"Read it from an environment variable, and change it at its service. If it is no secret, ignore the " +
			"rule on this node, with the reason.",
	})
	FC416 = add(Code{
		Name: "FC416", Severity: Warning, Title: "authorization decided by a substring",
		Doc: "`contains(groups, \"editors\")` holds for \"noneditors\" too, `contains(email, \"@example.com\")` for " +
			"ann@example.com.evil.test, and `roles LIKE '%admin%'` for \"nonadmin\". Claims and columns named for " +
			"roles, scopes, groups or permissions have to be compared as a whole.\n\n" +
			"Compare by `==`, by `hasScope` if spaces separate the parts, or as an element of a list (declared " +
			"in authClaims). Check a domain by `endsWith(email, \"@example.com\")`, with the `@`. A part that is " +
			"enclosed on both sides is fine: `contains(\",\" + groups + \",\", \",editors,\")`, `',' || roles || ',' " +
			"LIKE '%,admin,%'`.",
	})
	FC417 = add(Code{
		Name: "FC417", Severity: Warning, Title: "token that can be guessed",
		Doc: "A row or stored value that is found by the hash of a token identifies the caller, so nobody else " +
			"may be able to make or guess that token. One made of an address, of the time or of an id is known, " +
			"and `randomCode(6, \"0123456789\")` has only a million values. Nor may callers store the hash that a " +
			"guard compares with.\n\n" +
			"Use `randomToken(32)`. A code that people type is fine behind a Rate Limit, or if its row counts " +
			"attempts and the look-up checks the count; the same holds for `totpValid`. Calls are followed.",
	})
	FC418 = add(Code{
		Name: "FC418", Severity: Warning, Title: "cookie that lets other sites act for its owner",
		Doc: "Browsers send cookies and HTTP Basic passwords with requests that any page triggers, and a GET " +
			"needs no more than a link. A script reads a cookie without HttpOnly, the network one without " +
			"Secure, and other sites use one with SameSite=None. If the caller chooses the value of a session " +
			"cookie, an attacker can plant a known one before the login.\n\n" +
			"Change data by POST, PUT, PATCH or DELETE; a GET that only counts a visit is fine. Set the cookie " +
			"by responseCookies with its defaults and a new value: `randomToken(32)` or a JWT.\n\n" +
			"A cookie that `==` compares with a header or a field of the body (double submit) is exempt.",
	})
	FC419 = add(Code{
		Name: "FC419", Severity: Warning, Title: "identity claimed but never proved",
		Doc: "Everyone knows an e-mail address or an id, so the row that it finds proves nothing: a token " +
			"signed, a session opened or a password set for that user is open to any caller. The same holds for " +
			"rights that callers give themselves: a header `X-Role`, a cookie `admin`, `or(role, \"admin\") == " +
			"\"admin\"`, a role chosen at the sign-up, a claim `email` that the provider did not verify, and what " +
			"users write at the provider (`user_metadata` of Supabase, `unsafe_metadata` of Clerk, `custom:` " +
			"attributes of Cognito).\n\n" +
			"Take the user from something that only they have: a password checked by Hash, or the row found by " +
			"the hash of a token that they were given, also when a password is reset. Below a guard take the id " +
			"from the guard. Read roles from a claim or a column that users cannot write (`authRequire`, a " +
			"Condition), and `email` from the Auth, which is null unless verified.",
	})
	FC420 = add(Code{
		Name: "FC420", Severity: Warning, Title: "rate limit keyed by a value the caller controls",
		Doc: "A Rate Limit counts by its key, and a caller who changes the key starts a new count. Every caller " +
			"can choose X-Forwarded-For and other headers, `request.id` is new in each request, and before a " +
			"password check a key with a device's name, or with an address in any spelling, does not limit " +
			"guessing.\n\n" +
			"Count by `request.ip`, which follows the proxies that TRUSTED_PROXIES names, and by the account in " +
			"the spelling of the look-up: `logins:{{lower(email)}}`.",
	})
	FC426 = add(Code{
		Name: "FC426", Severity: Warning, Title: "guard that depends on an arbitrary row",
		Doc: "A query of one row without a WHERE returns the first row, for every caller. If its `notFound`, a " +
			"Condition on it or a password checked against it refuses callers, one row lets everyone in, or the " +
			"rights of the first user hold for all.\n\n" +
			"Find the row by what the caller proves. Aggregates, and settings behind which a 403 says that " +
			"something is closed for all, are not reported.",
	})
	FC427 = add(Code{
		Name: "FC427", Severity: Warning, Title: "rate limit keyed by a text that the look-up folds",
		Doc: "A Rate Limit counts each spelling of its key separately: `a@x`, `A@x` and `a@X` have three " +
			"budgets. If a node behind it accepts them as one, by `lower(email)`, COLLATE NOCASE or citext, a " +
			"caller evades the limit by varying capitals.\n\n" +
			"Write the key in the spelling of the look-up: `codes:{{lower(email)}}`.",
	})
	FC428 = add(Code{
		Name: "FC428", Severity: Warning, Title: "issuer that serves strangers",
		Doc: "Anyone can get a token of GitHub Actions or Google, and any pod one of its cluster, with any " +
			"audience: an audience does not say whose token it is. The keys of Entra sign for every tenant. " +
			"Access tokens of Cognito name no audience, only the client.\n\n" +
			"Compare a claim that names you with a literal or a variable, in authRequire or by authClient: " +
			"`repository_owner_id`, `repository_id` or `sub` (GitHub); `hd`, `azp` or `sub` (Google); " +
			"`namespace` or `sub` (Kubernetes). Set authTenant for Entra, authClient for Cognito.\n\n" +
			"Whether strangers can sign up in a pool of Cognito, Clerk, Supabase, Firebase or Auth0 is a " +
			"setting of that pool, which flowc cannot see.",
	})
	FC429 = add(Code{
		Name: "FC429", Severity: Error, Title: "access token of a login outside of a call's credentials",
		Doc: "The access token that a login brings lets its holder act for the user at the provider, and at every API that trusts it. In an answer, " +
			"a page, a database, Local Storage, a URL or a body it is a copy that nobody revokes, and a host that a caller chooses keeps it. Send it by `apiAuth` " +
			"of an API node whose host is a literal or a variable. What it says is in `accessClaims`, once it is verified.",
	})
	FC430 = add(Code{
		Name: "FC430", Severity: Warning, Title: "subject of two issuers",
		Doc: "A subject is unique at its issuer only: `7` at one is another user than `7` at the other. If the " +
			"outputs `valid` of nodes with different issuers meet, a row or a key of Local Storage that is " +
			"found by `sub` alone belongs to both users, and who can choose a subject at one issuer takes over " +
			"an account of the other.\n\n" +
			"Look up by the issuer too, `WHERE sub = {{input.sub}} AND issuer = {{input.issuer}}`, or give each " +
			"branch a Set with its own prefix. Nodes with the same key or issuer count as one issuer.",
	})
)
