// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	callback.go access.go bearer.go google.go github.go introspect.go idtoken.go login.go directory.go opaque.go
//	oauth.go apple.go party.go metadata.go identity.go call.go params.go provider.go state.go

package oauth
