package lint

// rules returns all rules about whole programs, by code. What an earlier stage finds has a code (schema/diag) and no
// rule.
func rules() []*Rule {
	return []*Rule{
		&reachedRule,            // FC107
		&missingRowsRule,        // FC206
		&withoutSchemaRule,      // FC211
		&inferredBelowGuardRule, // FC212
		&publicBehindGuardRule,  // FC213
		&sharedAndSignedRule,    // FC213
		&unhandledConflictsRule, // FC214
		&unlimitedChangesRule,   // FC215
		&withoutBracesRule,      // FC216
		&notProvedRule,          // FC217
		&takenNamesRule,         // FC218
		&pastedRule,             // FC219
		&voidComparisonsRule,    // FC220
		&otherNamesRule,         // FC221
		&unreadWildcardsRule,    // FC224
		&invalidWiredRule,       // FC301
		&requiredWiredRule,      // FC302
		&answeredRule,           // FC303
		&answeredOnceRule,       // FC304
		&refusalStatusRule,      // FC305
		&bordersRule,            // FC306
		&impossibleRule,         // FC307
		&sequencesRule,          // FC308
		&repeatedEffectsRule,    // FC309
		&heldOrKeptRule,         // FC310
		&takenBackRule,          // FC311
		&misplacedEndsRule,      // FC312
		&retriesInTimeRule,      // FC313
		&nestedRule,             // FC314
		&lostUpdatesRule,        // FC315
		&leftoversRule,          // FC316
		&endlessListsRule,       // FC317
		&literalCredentialsRule, // FC401
		&leaksRule,              // FC402
		&tellsRule,              // FC402
		&piecesRule,             // FC402
		&plainPasswordsRule,     // FC403
		&comparedPasswordsRule,  // FC403
		&unhashedPasswordsRule,  // FC403
		&unprotectedRule,        // FC404
		&unknownSendersRule,     // FC405
		&lateVerificationRule,   // FC406
		&secretsInURLsRule,      // FC407
		&passwordsInURLsRule,    // FC407
		&chosenHostsRule,        // FC408
		&storedPagesRule,        // FC408
		&fastUnknownsRule,       // FC409
		&overHTTPRule,           // FC411
		&storedSecretsRule,      // FC412
		&alikeTokensRule,        // FC413
		&sharedSecretsRule,      // FC413
		&alikeKeysRule,          // FC413
		&alikeRowsRule,          // FC413
		&otherRoundsRule,        // FC414
		&likelyCredentialsRule,  // FC415
		&partsRule,              // FC416
		&weakTokensRule,         // FC417
		&writtenProofsRule,      // FC417
		&guessedCodesRule,       // FC417
		&looseCookiesRule,       // FC418
		&namedUsersRule,         // FC419
		&claimedRightsRule,      // FC419
		&unverifiedClaimsRule,   // FC419
		&namedRightsRule,        // FC419
		&writtenClaimsRule,      // FC419
		&voidLimitsRule,         // FC420
		&unchosenRowsRule,       // FC426
		&foldedKeysRule,         // FC427
		&strangersRule,          // FC428
		&grantedTokensRule,      // FC429
		&sharedSubjectsRule,     // FC430
		&routesRule,             // FC501
		&identitiesRule,         // FC502
		&storageKeysRule,        // FC503
		&goNamesRule,            // FC504
		&publicSecretsRule,      // FC506
		&unmatchedRowsRule,      // FC508
		&sharedLimitsRule,       // FC509
		&nearVariablesRule,      // FC510
		&disputedVariablesRule,  // FC510
	}
}
