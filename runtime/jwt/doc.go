// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	balancer.go published.go verifier.go jwks_key.go preset.go rules.go jwks.go claims.go jwks_set.go key.go
//	algorithm.go bearer.go doubt.go foreign.go jwks_fetch.go object.go pem.go roca.go signer.go token.go typed.go

package jwt
