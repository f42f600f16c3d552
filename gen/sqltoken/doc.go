// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	written.go place.go operator.go quoted.go statements.go sqltoken.go

package sqltoken
