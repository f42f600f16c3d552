package golden_test

// promise is what the runtime promises to who runs it, with the tests that show it: "runtime/jwt.TestAttacks".
type promise struct {
	text  string
	tests []string
}

// promises are those of the security reference, by heading. A test of the reference wants every test named to be there.
var promises = []struct {
	heading  string
	promises []promise
}{
	{"Tokens (RFC 7519, RFC 8725)", []promise{
		{"Exactly one algorithm is accepted, the node's: never `none` in any spelling, no HMAC under what is public of a key, no other of the table.",
			[]string{"golden/attacks.TestAttacks", "runtime/jwt.TestAttacks", "golden.TestAlgorithms"}},
		{"Form is strict: three parts, canonical base64url, no duplicate or differently cased keys, claims an object, numbers exact, at most 16 KiB and 128 deep, no `crit`, a `typ` that means a token.",
			[]string{"golden/attacks.TestAttacks", "runtime/jwt.TestDeepestClaims", "runtime/jwt.FuzzVerify"}},
		{"`exp` and `sub` are required; `exp`, `nbf` and `iat` are checked with the leeway; issuer and audience where the node names them.",
			[]string{"golden/attacks.TestAttacks", "runtime/jwt.TestLeeway"}},
		{"Keys are as long as their algorithm wants: HMAC secrets as the hash, RSA 2048 bits, the curve of the algorithm; else the server does not start.",
			[]string{"runtime/jwt.TestKeysThatAreRefused", "runtime/jwt.TestFormsOfKeys"}},
		{"Keys in a token's header are never used or fetched, and a `kid` is only looked up.",
			[]string{"golden/attacks.TestAttacks", "runtime/jwt.TestHeadersThatMeanNothing"}},
		{"Published keys: an unknown `kid` refetches at most once in 10 s, known keys go on while the provider is down, a rotated key is accepted after one fetch.",
			[]string{"runtime/jwt.TestUnknownKeysAreFetchedOnceInTenSeconds", "runtime/jwt.TestProviderDown", "runtime/jwt.TestPublishedKeys", "runtime/jwt.TestConcurrentTokensShareAFetch"}},
		{"The reason is the first that applies, in the order of the reference, and none gives claims away.",
			[]string{"golden/attacks.TestAttacks", "golden/attacks.TestAuthorizationHeader"}},
	}},
	{"Passwords", []promise{
		{"More than 72 bytes are refused into bcrypt, and never match one.", []string{"runtime/password.TestMoreThan72Bytes"}},
		{"Parameters have ceilings, and hashing has a number of places, so that neither a stored hash nor callers exhaust the machine.",
			[]string{"runtime/password.TestRefusedHashes", "runtime/password.TestParametersOutOfRange", "runtime/password.TestWaitingEndsWithTheExecution", "runtime/password.FuzzPHC"}},
		{"`$2x$`, `$argon2i$`, `$argon2d$` and anything else unknown is an error, never a panic and never a match.", []string{"runtime/password.TestRefusedHashes"}},
		{"An unknown user can't be told from a wrong password, by the answer or by the time.",
			[]string{"runtime/password.TestUnknownUserCostsTime", "runtime/password.TestUnknownUserCostsMemory", "runtime/password.BenchmarkUnknownUser", "runtime/basic.TestUnknownUserTakesAsLong"}},
	}},
	{"Keys and users of machines and staff", []promise{
		{"API keys and passwords are compared in constant time; lists that do not parse keep the server from starting, and quote nothing.",
			[]string{"runtime/apikey.TestCheck", "runtime/apikey.TestMalformedLists", "runtime/apikey.FuzzKeys", "runtime/basic.TestCheck", "runtime/basic.TestMalformedLists", "runtime/basic.FuzzUsers"}},
	}},
	{"Delegated identity (RFC 9700, OpenID Connect)", []promise{
		{"A token of another application does not log in: JWTs need our audience, opaque tokens an endpoint that names our client; userinfo never authenticates.",
			[]string{"runtime/oauth.TestAccessToken", "runtime/oauth.TestNoAudience", "runtime/oauth.TestIntrospection", "runtime/oauth.TestGoogleToken", "runtime/oauth.TestGitHubToken", "runtime/oauth.TestUserinfo"}},
		{"An ID token counts only from our own exchange of a code, with its nonce, audience, `azp` and issuer checked.",
			[]string{"runtime/oauth.TestOwnIDToken", "runtime/oauth.TestIDToken", "runtime/oauth.TestCallback", "golden/system.TestOAuthCallbackAttacks"}},
		{"PKCE with S256 always; state and nonce are bound to the browser by an encrypted cookie that replicas agree on; the redirect URI is exact, and nothing leads elsewhere.",
			[]string{"runtime/oauth.TestPKCE", "runtime/oauth.TestCookie", "runtime/oauth.TestReplicas", "runtime/oauth.TestLoginAddress", "runtime/oauth.TestOtherEndpoint", "runtime/oauth.FuzzCookie"}},
		{"Introspection fails closed, and is remembered for half a minute at most.",
			[]string{"runtime/oauth.TestIntrospectionFails", "runtime/oauth.TestConfirmedForAWhile", "runtime/oauth.TestConfirmedToItsEnd"}},
		{"A rotated key is accepted after one fetch, 1,000 unknown ones cause one, and known ones go on while the provider is down.",
			[]string{"runtime/oauth.TestRotatedKey", "runtime/oauth.TestUnknownKidFlood", "runtime/oauth.TestKeysDown", "golden/system.TestOAuthProviderDown"}},
		{"It works with a provider that we did not write.", []string{"golden/system.TestOAuthLogin", "golden/system.TestOAuthTokens", "golden/system.TestOAuthReplicas"}},
	}},
	{"Assistants (Model Context Protocol)", []promise{
		{"A token opens the tools of its scopes: others are neither listed nor called.", []string{"runtime/mcp.TestMatrix", "runtime/mcp.TestAccessTokens", "golden/system.TestMCPAccessTokens"}},
		{"Tokens are stored as hashes, end, and are revoked at once.",
			[]string{"runtime/mcptoken.TestOnlyHashesAreStored", "runtime/mcptoken.TestTokens", "runtime/mcp.TestRevocationIsAtOnce"}},
		{"A refusal says `invalid_token` or `insufficient_scope` and where to get a token, and nothing of why.",
			[]string{"runtime/mcp.TestChallenges", "runtime/mcp.TestMetadata", "runtime/mcp.TestTokensStayOut"}},
		{"Pages of other origins are refused, and messages are as strict and as limited as requests.",
			[]string{"runtime/mcp.TestOrigins", "runtime/mcp.TestMessages", "runtime/mcp.FuzzMessages"}},
		{"It works with clients that we did not write.", []string{"golden/system.TestMCPClient", "golden/system.TestMCPInspector", "golden/system.TestMCPConformance"}},
	}},
	{"Requests", []promise{
		{"JSON has no duplicate keys, exact case, valid UTF-8, exact numbers and at most 128 levels.",
			[]string{"runtime.TestDecodeRefusesBody", "runtime.TestDecodeAcceptsWhatOnlyLooksDeep", "runtime.FuzzDecode"}},
		{"No request is smuggled behind another where a proxy may have seen another end of its body.", []string{"runtime.TestNoRequestIsSmuggled"}},
		{"The address of a caller is that of the connection: headers of proxies, and those that name another method or path, are not believed.",
			[]string{"runtime.TestHeadersOfProxiesAreNotBelieved"}},
		{"Only of a proxy in TRUSTED_PROXIES is X-Forwarded-For believed, and of that list only what proxies have written; `Forwarded` is not read.",
			[]string{"runtime.TestTrustedProxies", "runtime.TestMalformedProxies", "golden/apps/ratelimit.TestEachCallerBehindAProxyCounts"}},
		{"An answer to who presented a secret, or one with a secret or a cookie in it, is kept by no cache, unless the workflow says how.",
			[]string{"runtime.TestAnswersToSecretsAreNotStored", "runtime.TestAttachCookie"}},
		{"Forms and payloads of webhooks are as strict.", []string{"runtime.TestDecodeForm", "runtime.TestWebhookPayload", "runtime.FuzzWebhookPayload"}},
		{"Every error is a problem (RFC 9457) without a stack, SQL, host or secret: those of the mux and the server too.",
			[]string{"runtime.TestFailureBecomesProblem", "runtime.TestUnknownRoutesAreProblems", "runtime.TestRefusalsOfTheServerAreProblems", "runtime.TestPanicsOfOtherRoutes"}},
		{"A 401 carries a challenge, and no other status does; 405 carries Allow; HEAD has no body.",
			[]string{"runtime.TestUnauthorizedHasChallenge", "runtime.TestUnknownRoutesAreProblems", "runtime.TestHeadHasNoBody", "runtime.TestHeadHasNoBodyOnASocket"}},
		{"What a caller sends is a value, never a template, and reaches SQL as bound parameters, URLs, headers and JSON by type.",
			[]string{"golden.TestRandomWorkflows", "runtime.TestPathSegment", "runtime/client.TestUnsendable", "golden.TestLint"}},
	}},
	{"Webhooks", []promise{
		{"The raw bytes are verified before anything is decoded, by each vendor's own rules: GitHub, Stripe, Slack, Shopify, Standard Webhooks and HMAC.",
			[]string{"golden/system.TestSenders", "runtime/webhook.TestVectors", "runtime/webhook.TestVerifiers", "runtime.TestWebhookIsVerifiedBeforeItIsDecoded", "runtime/webhook.FuzzVerify"}},
		{"A stale, tampered, wrongly keyed or repeated delivery is refused, and no node runs; two secrets allow rotation.",
			[]string{"golden/system.TestSenders", "golden/apps/webhooks.TestGitHubRefuses", "golden/apps/webhooks.TestGitHubReplay", "runtime/webhook.TestOnce", "runtime/webhook.TestOnceTellsDeliveriesApart"}},
		{"A shared secret is compared in constant time, before the payload is read.", []string{"runtime.TestWebhookSecret"}},
	}},
	{"Outgoing calls", []promise{
		{"A host that the caller chooses is refused where it resolves to a private, loopback, link-local or metadata address: at dial time, on every hop, past no proxy.",
			[]string{"runtime/client.TestGuard", "runtime/client.TestGuardKnowsEverySpelling", "runtime/client.TestGuardHasNoProxy", "runtime/client.TestRedirectToAPrivateAddress"}},
		{"Redirects are not followed unasked, and credentials stay with their origin.",
			[]string{"runtime/client.TestRedirectsAreNotFollowedUnasked", "runtime/client.TestSecretsStayWithTheirOrigin"}},
		{"Responses have a cap, also when compressed, and calls a time-out.",
			[]string{"runtime/client.TestHugeResponses", "runtime/client.TestCompressedResponse", "golden/apps/notify.TestOrderKeepsMemory"}},
	}},
	{"The log", []promise{
		{"Whatever carries the label secret, password, hash or token is masked, and so is every secret of the environment and all that the execution saw, in every encoding: also in errors, panics, groups, keys and libraries' records.",
			[]string{"golden/canaries.TestLogHoldsNoCanary", "golden/canaries.TestFailedStartHoldsNoCanary", "runtime.TestLogMasksByLabelWhateverHoldsIt", "runtime.TestLogMasksWhatAnExecutionSaw", "runtime.TestLogMasksSecretsOfTheEnvironment", "runtime.FuzzMask"}},
		{"Of a connection URL only its user is masked; short and public values stay.",
			[]string{"runtime.TestLogMasksOnlyTheUserOfAConnection", "runtime.TestLogKeepsWhatIsShortOrPublic"}},
		{"No value forges a line or commands a terminal.", []string{"runtime.TestLogLineCanNotBeForged", "runtime.TestLogHasNoTerminalCommands"}},
		{"Data is masked in the log alone, never on its way.", []string{"runtime.TestLogDoesNotChangeWhatItShows"}},
		{"Telemetry learns of failures only what the log would show.", []string{"runtime/otel.TestFailuresAreMasked", "runtime/otel.TestTraceGoesThrough"}},
	}},
	{"The environment", []promise{
		{"Secrets come from environment variables, dotenv files and, in production, the files of NAME_FILE, in that order.",
			[]string{"runtime.TestEnvironmentOrder", "runtime.TestSecretFile", "runtime.TestEnvironNamesWhereAVariableIsSet"}},
		{"A server starts with all that it needs or not at all, and one error lists everything that is missing, malformed or weak, without a value.",
			[]string{"runtime.TestOneErrorListsEverything", "runtime.TestMainNamesWhatIsMissing", "runtime.TestDotenvErrorShowsNoSecret", "cmd/flowc.TestScripts", "runtime.FuzzDotenv"}},
		{"A secret written on a node, a public variable in a secret's place, a secret in an answer, a URL or a database do not compile.",
			[]string{"golden.TestLint", "gen.TestSinks", "gen.TestLabels"}},
	}},
	{"Limits", []promise{
		{"Headers are read within 5 s and hold 32 KiB, bodies have a size and a deadline, and together a part of the memory.",
			[]string{"runtime.TestHeadersAreCapped", "runtime.TestSlowCallersAreCutOff", "runtime.TestBodyThatDoesNotArrive", "runtime.TestMemoryOfBodiesIsCapped", "runtime.TestUnreadBodyIsCutOff"}},
		{"2,000 slow connections stop nobody.", []string{"runtime.TestSlowCallersStopNobody"}},
		{"An execution has a deadline, and there is room for so many at once: who comes later is told 503 and when to come again.",
			[]string{"runtime.TestDeadline", "runtime.TestExecutionsAreCapped", "runtime.TestPlacesAreGivenBackWhateverHappens"}},
		{"A panic is a 500 for that request, and the process goes on.", []string{"runtime.TestFailureBecomesProblem", "runtime.TestPanicsOfOtherRoutes"}},
		{"Rows of a query are bounded.", []string{"runtime/database.TestEngines", "golden/apps/orders.TestListTooLong"}},
		{"Health and readiness are told on the server's address or on one of their own.", []string{"runtime.TestHealthAndReadiness", "runtime.TestHealthHasItsOwnAddress"}},
	}},
	{"Faults", []promise{
		{"A database or Redis that is down, slow, silent or cut off in the middle of an answer: 503 or 504 in time, recovery without a restart, nothing left running.",
			[]string{"golden/faults.TestPostgresFails", "golden/faults.TestRedisFails"}},
		{"A full disk is a 503 for who stores, and a read-only one keeps the server from starting.", []string{"golden/system.TestDiskFull", "golden/system.TestDiskReadOnly"}},
		{"`kill -9` loses nothing that was acknowledged.", []string{"golden/system.TestKillLosesNothing"}},
		{"SIGTERM finishes what runs, and what goes on after answers.",
			[]string{"golden/system.TestTerminateFinishesRequests", "golden/system.TestTerminateFinishesWorkAfterAnswers", "golden/system.TestTerminateUnderLoad"}},
		{"Goroutines, descriptors and memory stay flat for an hour: `go run ./golden/soak -for 1h`.", []string{"golden/soak.TestSoak", "golden/soak.TestJudge"}},
	}},
}
