// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	rules.go reached.go wildcards.go guards.go pieces.go limits_folded.go named_asked.go written.go subjects.go
//	unchosen.go lost_updates.go limits.go tells.go secrets.go hosts.go passwords.go pasted_files.go unlisted.go
//	pasted_languages.go cookies_kept.go named_rights.go named.go named_mailed.go passwords_stored.go hosts_links.go
//	named_claimed.go defaults.go retries.go named_tokens.go tokens_sql.go tokens_stored.go tokens.go
//	tokens_written.go named_shown.go cookies.go tokens_totp.go pasted_lines.go stored_pages.go lookups.go urls.go
//	leaving.go paths.go tokens_goes.go tokens_weak.go named_unverified.go sql.go borders.go references.go braces.go
//	compared.go credentials.go parts.go credentials_compared.go credentials_known.go granted.go ignore.go names.go
//	passwords_asked.go passwords_told.go pasted.go pasted_sql.go purposes.go refusals.go regions.go reuse.go
//	routes.go storage.go strangers.go taken.go tokens_lookup.go tokens_where.go tokens_random.go transactions.go
//	variables.go webhooks.go pasted_operators.go loose.go leftovers.go lists.go lint.go declare.go follow.go
//	literal.go optional.go persons.go origins.go

package lint
