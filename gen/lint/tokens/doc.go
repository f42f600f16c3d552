// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	keys.go codes.go proofs.go rows.go interchange.go destinations.go grants.go lookups.go purposes.go strength.go
//	reach.go randomness.go

// Package tokens holds the rules about tokens: where they go, which may stand for one another, and how hard they are
// to guess.
package tokens
