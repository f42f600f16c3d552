// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	metadata.go tool.go endpoint.go guard.go problem.go origin.go words.go result.go message.go caller.go
//	discovery.go server.go issuer.go schema.go constraint.go refusal.go search.go version.go

package mcp
