package lint

import (
	"github.com/flowc-dev/flowc/gen/lint/accounts"
	"github.com/flowc-dev/flowc/gen/lint/guards"
	"github.com/flowc-dev/flowc/gen/lint/hosts"
	"github.com/flowc-dev/flowc/gen/lint/passwords"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/project"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/secrets"
	"github.com/flowc-dev/flowc/gen/lint/sql"
	"github.com/flowc-dev/flowc/gen/lint/storage"
	"github.com/flowc-dev/flowc/gen/lint/texts"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
)

// rules returns all rules about whole programs, by code. What an earlier stage finds has a code (schema/diag) and no
// rule.
func rules() []*rule.Rule {
	return []*rule.Rule{
		&reachedRule,                 // FC107
		&sql.MissingRows,             // FC206
		&sql.WithoutSchema,           // FC211
		&texts.InferredBelowGuard,    // FC212
		&guards.PublicBehindGuard,    // FC213
		&guards.SharedAndSigned,      // FC213
		&sql.UnhandledConflicts,      // FC214
		&sql.UnlimitedChanges,        // FC215
		&texts.WithoutBraces,         // FC216
		&sql.NotProved,               // FC217
		&project.TakenNames,          // FC218
		&texts.Pasted,                // FC219
		&sql.VoidComparisons,         // FC220
		&sql.OtherNames,              // FC221
		&project.UnreadWildcards,     // FC224
		&paths.InvalidWired,          // FC301
		&paths.RequiredWired,         // FC302
		&paths.Answered,              // FC303
		&paths.AnsweredOnce,          // FC304
		&paths.RefusalStatus,         // FC305
		&paths.Borders,               // FC306
		&paths.Impossible,            // FC307
		&paths.Sequences,             // FC308
		&paths.RepeatedEffects,       // FC309
		&paths.HeldOrKept,            // FC310
		&paths.TakenBack,             // FC311
		&paths.MisplacedEnds,         // FC312
		&paths.RetriesInTime,         // FC313
		&paths.Nested,                // FC314
		&storage.LostUpdates,         // FC315
		&sql.Leftovers,               // FC316
		&sql.EndlessLists,            // FC317
		&secrets.LiteralCredentials,  // FC401
		&secrets.Leaks,               // FC402
		&secrets.Oracles,             // FC402
		&secrets.Pieces,              // FC402
		&passwords.PlainPasswords,    // FC403
		&passwords.ComparedPasswords, // FC403
		&passwords.UnhashedPasswords, // FC403
		&guards.Unprotected,          // FC404
		&guards.UnknownSenders,       // FC405
		&guards.LateVerification,     // FC406
		&hosts.SecretsInURLs,         // FC407
		&secrets.PasswordsInURLs,     // FC407
		&hosts.ChosenHosts,           // FC408
		&hosts.StoredPages,           // FC408
		&passwords.FastUnknowns,      // FC409
		&project.OverHTTP,            // FC411
		&secrets.StoredSecrets,       // FC412
		&tokens.AlikeTokens,          // FC413
		&tokens.SharedSecrets,        // FC413
		&tokens.AlikeKeys,            // FC413
		&tokens.AlikeRows,            // FC413
		&passwords.OtherRounds,       // FC414
		&secrets.LikelyCredentials,   // FC415
		&accounts.Parts,              // FC416
		&tokens.WeakTokens,           // FC417
		&tokens.WrittenProofs,        // FC417
		&tokens.GuessedCodes,         // FC417
		&guards.LooseCookies,         // FC418
		&accounts.NamedUsers,         // FC419
		&accounts.ClaimedRights,      // FC419
		&accounts.UnverifiedClaims,   // FC419
		&accounts.NamedRights,        // FC419
		&accounts.WrittenClaims,      // FC419
		&storage.VoidLimits,          // FC420
		&accounts.UnchosenRows,       // FC426
		&storage.FoldedKeys,          // FC427
		&guards.Strangers,            // FC428
		&tokens.GrantedTokens,        // FC429
		&accounts.SharedSubjects,     // FC430
		&project.Routes,              // FC501
		&project.Identities,          // FC502
		&storage.StorageKeys,         // FC503
		&project.GoNames,             // FC504
		&secrets.PublicSecrets,       // FC506
		&project.UnmatchedRows,       // FC508
		&storage.SharedLimits,        // FC509
		&project.NearVariables,       // FC510
		&project.DisputedVariables,   // FC510
	}
}
