// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	comparisons.go pieces.go urls.go credentials.go credential_comparisons.go known_keys.go secrets.go hints.go
//	literals.go sinks.go

// Package secrets holds the rules about secrets, hashes and tokens that leave, and about credentials written out.
package secrets
