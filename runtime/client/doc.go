// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	auth.go error.go limit.go client.go request.go body.go refusal.go header.go labels.go response.go shown.go
//	transport.go

package client
