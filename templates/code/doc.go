// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	code.go check.go strength.go delivery.go hmac.go labels.go signing.go says.go

package code
