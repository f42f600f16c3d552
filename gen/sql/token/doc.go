// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	written.go place.go scan.go operator.go quoted.go statements.go token.go bytes.go

package token
