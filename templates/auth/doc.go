// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	auth.go emit_oauth.go issuer.go strength.go emit.go oauth.go login.go strangers.go touches.go provider.go says.go

package auth
