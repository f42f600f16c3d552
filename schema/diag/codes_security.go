package diag

// Guards, secrets, labels and sinks.
var (
	FC401 = add(Code{
		Name: "FC401", Severity: Error, Title: "secret written on a node",
		Doc: "A secret field takes exactly `{{env.NAME}}`; so does whatever a request to another service proves itself with: the " +
			"headers Authorization and Cookie, any header named as tokens and keys are, the user and password of a URL. What is " +
			"written into a document ends in version control, on canvases and in logs; change the value as well.",
	})
	FC402 = add(Code{
		Name: "FC402", Severity: Error, Title: "secret, password or hash in an answer or a claim",
		Doc: "A Response's body, headers and cookies reach the caller, and whoever holds a token can read its " +
			"claims. Secrets, passwords and hashes must not go there; nor a hash to another service, in whatever part of a request: " +
			"it can be guessed at there. A column holds what any statement of the folder stores there, whatever it is called.\n\n" +
			"Nor may a statement compare them by their order, by a pattern or by a part with what the caller sends: `password_hash LIKE " +
			"{{guess}}` gives him nothing of it, and after some hundred requests he knows it all. Compare them as a whole, by `=`.",
	})
	FC403 = add(Code{
		Name: "FC403", Severity: Error, Title: "password stored or sent without a Hash node",
		Doc: "Whoever reads a database, a store or a request to another service must not learn a password from it. Put a " +
			"Hash node before it and store the hash; sha256 is not enough, being fast to guess. PostgreSQL's `crypt({{password}}, " +
			"gen_salt('bf'))` makes such a hash too, and `password_hash = crypt({{password}}, password_hash)` compares with one. " +
			"Nor is it compared with what is stored, as it is or hashed fast: a Hash, mode verify, checks it.\n\n" +
			"What a Hash takes is a password whatever its field is called, and so is what a caller sends for the column of one: " +
			"`password_hash`, or whichever a Hash checks against.",
	})
	FC404 = add(Code{
		Name: "FC404", Severity: Warning, Title: "API Endpoint with an unprotected effect",
		Doc: "Anyone can make this endpoint change something, or read what is stored, whatever the status of the answer: no guard " +
			"(Auth, JWT verify, Hash verify, a session that is found by the hash of its token, a Code node with codeGuard) stands on " +
			"the way. Where that is meant, set `endpointPublic`. Where middleware of your own service logs users in, the guard is a Code " +
			"node with codeGuard whose function takes the user from the context.\n\n" +
			"A guard lets in who shows something that others do not have. Verifying what is there whoever calls is none: an environment " +
			"variable, a constant, a token that was signed on the way or is stored under what the caller may choose, also where it stands " +
			"in for what he has not sent.",
	})
	FC405 = add(Code{
		Name: "FC405", Severity: Warning, Title: "webhook that verifies no sender",
		Doc: "An address is no secret: it stands in logs and in other services' settings, and whoever knows it can send " +
			"anything. Share a secret with the sender, or verify its signature with a Code node right behind the Webhook.",
	})
	FC406 = add(Code{
		Name: "FC406", Severity: Error, Title: "signature verification that is not directly after its Webhook",
		Doc: "A signature is over the bytes that were sent, and nothing may be done with them before it is verified. The " +
			"Code node that verifies it is the only target of its Webhook, and runs before the payload is decoded.",
	})
	FC407 = add(Code{
		Name: "FC407", Severity: Warning, Title: "secret or token in a URL, or sent over plain http",
		Doc: "URLs are kept by logs, proxies and histories on the way: a secret or token belongs into a header or the body. " +
			"Over plain http, everybody on the way reads all of it. An environment value that begins the URL is its " +
			"address, not a secret in it. Behind that a variable is a secret where its name says token, secret, key or " +
			"password, where the parameter is named for one, or where it is one elsewhere. Where a service takes its token in " +
			"the URL alone, list the variable in `inUrl` of `names` in defaults.json.\n\n" +
			"The password of a caller in the query or the path of a request is as open: a GET takes its fields from there " +
			"where nothing else is said.",
	})
	FC408 = add(Code{
		Name: "FC408", Severity: Warning, Title: "outgoing host chosen by the caller",
		Doc: "Whoever calls this endpoint makes this server call any other one in its name. Private addresses are refused " +
			"when it runs; everything else is not. Look the address up by an id, or take it from an environment variable. Where " +
			"he may say it, write out what he may say, with `oneof` or in a Condition: `startsWith(url, 'https://example.com/')`, with the " +
			"slash that ends the host.\n\n" +
			"A redirect whose Location the caller chooses sends people who trust this site to another one. Begin it with the " +
			"host (`{{env.PUBLIC_URL}}/{{path}}`) or with a first segment (`/docs/{{page}}`): `/{{path}}` is not enough, as " +
			"`//evil.example` is a host.\n\n" +
			"A link with a token that is mailed leads to the host that it begins with: not the header Host, or what a proxy writes in one, as callers " +
			"write them too, but `{{env.PUBLIC_URL}}/reset#{{token}}`.\n\n" +
			"In a header by which a browser decides what to trust and to load (`Content-Security-Policy`, `Link`, and their like), " +
			"or a proxy what to send in place of the answer (`X-Accel-Redirect`), a caller writes nothing that is not escaped: " +
			"`; script-src *` behind what stands there counts as much. Nor does he choose what a page loads or where it leads: the " +
			"address of a script, a frame or a form, what a script or a style sheet imports, the `location`. Nor of what type a file is that " +
			"others are shown: what he uploads as `text/html` runs as a page of this site.",
	})
	FC409 = add(Code{
		Name: "FC409", Severity: Warning, Title: "unknown user answered otherwise than a wrong password, or faster",
		Doc: "A Hash verify takes long on purpose, also where a Call leads to it. Where `notFound` of the row that it checks against leads to a Response without " +
			"one, the time of the answer tells who has an account. Leave `notFound` unwired: Hash takes `invalid` for a row that is " +
			"not there, at the cost of a real check. Where rows of several SQL nodes meet before it, lead `notFound` of the last one, as `missing` of Local Storage, " +
			"through a Hash verify whose hashAgainst is {{null}}. A Condition on the row that answers before the Hash tells the same: ask it " +
			"below `valid`. Below another guard nobody can ask about others, and nothing is found; nor where an unknown user is " +
			"signed up, and told so.\n\n" +
			"What is answered tells the same: 404 or \"no such user\" where a wrong password is a 401. Both lead to one Response, or to two that say the same.",
	})
	FC410 = add(Code{
		Name: "FC410", Severity: Error, Title: "SQL placeholder inside quotes or in place of an identifier",
		Doc: "A placeholder becomes a bound parameter, which stands for a whole value. Inside quotes it would be " +
			"text, and a table or column can't be a parameter.",
	})
	FC411 = add(Code{
		Name: "FC411", Severity: Error, Title: "Auth node, cookie or redirect on an MCP tool's path",
		Doc: "An assistant is no browser: it calls a tool with a scoped token of its own, which is checked before the " +
			"workflow runs. It sends no other credentials and no cookies, keeps none, and follows no redirect. Let the " +
			"tool join the workflow behind what is for HTTP only.",
	})
	FC412 = add(Code{
		Name: "FC412", Severity: Warning, Title: "secret environment variable written to SQL or Local Storage",
		Doc: "A secret that is written down is in every backup and goes on working there after it was changed in the " +
			"environment. Read it from the environment where it is needed; what is no secret is named PUBLIC_*. Under the key of an " +
			"hmacSha256 nothing can be read back: that is no secret written down.",
	})
	FC413 = add(Code{
		Name: "FC413", Severity: Warning, Title: "tokens of different purpose that can't be told apart",
		Doc: "Tokens that are good for different times are for different purposes: one to call with, one to refresh with, one to " +
			"reset a password with. Signed with one secret by one algorithm, and for no audience or the same, each is taken for any other. Give " +
			"one of them a jwtAudience of its own, and name it where that token is verified; or a secret of its own. One that is answered, or " +
			"set as a cookie, and one that is sent to another service, in a mail say, or kept for whoever sends it, are for different purposes " +
			"too; so are two that are sent in other links, and two that are made for one subject in one execution. Calls are followed.\n\n" +
			"So are tokens under whose hashes the same is stored in Local Storage, with one prefix: a token to reset a password with opens a " +
			"session. Give each its prefix, or store a kind that is looked at. In a table, so are those whose hashes stand in one column, where " +
			"nothing in their rows tells which. Where something does, who looks a token up asks for it: `AND kind = 'reset'`.\n\n" +
			"And a variable has one purpose: with the key that signs tokens, whoever it is shared with or sent to signs them too, and what " +
			"callers are let in by is no secret of a webhook.",
	})
	FC414 = add(Code{
		Name: "FC414", Severity: Warning, Title: "password checked with other rounds than hashes are made with",
		Doc: "Where there is no such user, a Hash verify takes the time of its own hashAlgorithm and hashRounds; where there is one, " +
			"that of the stored hash. Where the project makes hashes with others, the time tells who has an account. Hashes that are " +
			"older than a change are made anew where needsRehash says so.",
	})
	FC415 = add(Code{
		Name: "FC415", Severity: Warning, Title: "what looks like a credential, written out",
		Doc: "A document ends in version control, on canvases and in logs. A long literal under the name of a password, a token or " +
			"a key, the constant key of an hmacSha256 or a totpValid, a text that a password is compared with, the password of a URL, and " +
			"anywhere what has the form of a JWT, of a private key in PEM, or of the keys of well-known services, are likely secrets.",
	})
	FC416 = add(Code{
		Name: "FC416", Severity: Warning, Title: "part of a text that says who may, where all of it counts",
		Doc: "`contains(groups, \"editors\")` holds for the text \"noneditors\" too, `contains(email, \"@example.com\")` for " +
			"ann@example.com.evil.test, and `contains(\"admin,owner\", role)` for the role \"min\", and for none at all. What a token says of its " +
			"bearer, and a column of roles, scopes, groups or permissions that a condition asks, is compared as a whole: by `==`, by `hasScope` where " +
			"spaces part a text, as an element of a list otherwise; a list is declared in authClaims. An address of a domain " +
			"ends in `\"@example.com\"`, with the `@`. What is enclosed on both sides is an element as well: `contains(\",\" + groups + \",\", \",editors,\")`. " +
			"A statement is asked the same: `roles LIKE '%admin%'` finds \"nonadmin\", `',' || roles || ',' LIKE '%,admin,%'` does not.",
	})
	FC417 = add(Code{
		Name: "FC417", Severity: Warning, Title: "token that can be guessed",
		Doc: "A row, or a value of Local Storage, that is found by the hash of what a caller shows says who he is. What he shows has to be " +
			"what nobody else can make or guess: `randomToken(32)`. Made of an address, of the time or of the number of a row, it is known; of " +
			"`randomCode(6, \"0123456789\")` there are a million, and whoever tries long enough finds the one of somebody. A code that people type " +
			"is good where it is looked up behind a Rate Limit, or where its row counts the attempts and its look-up asks how many they were. So " +
			"is that of an authenticator (`totpValid`). What a guard compares is not what anybody stores: the hash that a caller sends is of what he knows. " +
			"Calls are followed.",
	})
	FC418 = add(Code{
		Name: "FC418", Severity: Warning, Title: "a cookie that lets others act for its owner",
		Doc: "A browser sends cookies with whatever a page has it send, and the password that its user has typed for HTTP Basic. What a " +
			"POST, PUT, PATCH or DELETE below a guard that reads one of them does, pages of other origins can't have done: a GET, any link " +
			"can, but for what only counts or notes a visit. And a cookie that holds a token is for the browser alone: a script of the page reads one without HttpOnly, whoever is on " +
			"the way one without Secure, and one with SameSite=None is sent from every page. What stands in it no caller chooses: a session that " +
			"somebody else has begun and knows would be its owner's from the login on. Nor is one kept under the token that a browser has sent before it. " +
			"A cookie that `==` compares with a header or a field of the body (double submit) is none of these: scripts read it, and no page of " +
			"another origin can send it twice.",
	})
	FC419 = add(Code{
		Name: "FC419", Severity: Warning, Title: "somebody taken for whom he only names",
		Doc: "Who somebody is has to be shown: by a password, a token that he was given, a code that was sent to him. An e-mail address or an id " +
			"that a caller sends shows nothing, as anybody knows it, nor does the row that is found by it. A token that is signed for it and answered, " +
			"a session that is opened for it, a password that is set for it are for whoever asks: also below a guard that has shown another one, as a " +
			"token to reset a password with has whose it is in its row, and is sent to the address in his. Take who it is from what was shown. What is asked of him " +
			"as a right, a role say, is nothing that he gives himself at the sign-up or in his row. A token that the project signs for everybody who has " +
			"a password says who calls, and not that he may act for others: ask for his role (`authRequire`, a Condition, a row of his).\n\n" +
			"Nor does he say himself what he may, or where he comes from: a Condition on a header `X-Role`, a cookie `admin` or `X-Forwarded-For` lets on " +
			"whoever writes that, `or(role, \"admin\") == \"admin\"` whoever has no role at all. The claim `email` of a provider with whom anybody signs " +
			"up is what somebody has written there; `email` of the Auth is null unless it is verified. Nor is a right what a user writes at the provider: " +
			"`user_metadata` of Supabase, `unsafe_metadata` of Clerk, `custom:` attributes of Cognito.",
	})
	FC420 = add(Code{
		Name: "FC420", Severity: Warning, Title: "limit that holds nobody",
		Doc: "A Rate Limit counts by its key, and whoever varies the key begins anew. A header such as X-Forwarded-For holds what a caller writes: " +
			"`request.ip` is what a proxy of yours says, where TRUSTED_PROXIES names it. `request.id` and what is random are of one request. Before a " +
			"password is checked, a key that also has what nobody asks about (a header User-Agent, a device's name) limits nobody who guesses; nor " +
			"does an address in whatever spelling, where it is looked up in one: `logins:{{lower(email)}}`.",
	})
	FC426 = add(Code{
		Name: "FC426", Severity: Warning, Title: "guard that rests on a row that nothing chooses",
		Doc: "A query of one row without a WHERE gives whichever row comes first, whoever calls. Where its `notFound`, a Condition on it or a password " +
			"checked against it refuses callers, one row in the table lets every caller in, or the first user's right or password counts for all. " +
			"Find the row by what the caller proves. An aggregate, and a setting that a 403 says is closed for all, are no such rows.",
	})
	FC427 = add(Code{
		Name: "FC427", Severity: Warning, Title: "rate limit keyed by a text that the look-up folds",
		Doc: "A Rate Limit counts each spelling of its key by itself: `a@x`, `A@x` and `a@X` have three budgets. Where a node behind it takes these " +
			"for one, by `lower(email)` or a column of COLLATE NOCASE or citext, a caller who varies the capitals of one account is never limited. " +
			"Write the key in the spelling of the look-up: `codes:{{lower(email)}}`.",
	})
	FC428 = add(Code{
		Name: "FC428", Severity: Warning, Title: "issuer that serves strangers",
		Doc: "Anybody gets a token of GitHub Actions or Google, and any pod one of its cluster, with the audience that it asks for: an audience never says whose it is. " +
			"Compare `repository_owner_id`, `repository_id` or `sub`; `hd`, `azp` or `sub`; `namespace` or `sub` with a literal or a variable, in authRequire " +
			"or by authClient. The keys of Entra sign for every tenant: name those that are meant in authTenant. Access tokens of Cognito name no audience, " +
			"only the client: set authClient. Who may sign up in a pool of Cognito, Clerk, Supabase, Firebase or Auth0 is a setting of that pool, " +
			"which nothing here can see: close it where not everybody is meant.",
	})
	FC430 = add(Code{
		Name: "FC430", Severity: Warning, Title: "subject of two issuers",
		Doc: "A subject is unique at its issuer only: `7` at one is another user than `7` at the other. Where the outputs `valid` of nodes " +
			"with different issuers meet, a row that is found by `sub` alone, or a key of Local Storage, is that of both users, and who may " +
			"choose a subject at one takes over an account of the other. Tie it to `issuer` too, `WHERE sub = {{input.sub}} AND issuer = {{input.issuer}}`, " +
			"or give each branch a Set with a prefix of its own. Nodes that name the same key, or the same issuer, are one issuer.",
	})
)
