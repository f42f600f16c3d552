// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	rows.go rights.go assignments.go claims.go users.go identities.go mails.go tokens.go callers.go subjects.go
//	substrings.go verification.go

// Package accounts holds the rules about who the caller is and what they may do: accounts, claims and rights that
// nothing proves.
package accounts
