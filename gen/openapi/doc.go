// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	request.go response.go openapi.go schema.go security.go tag.go

package openapi
