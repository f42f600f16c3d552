// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	account_other.go localpg.go cluster.go account_unix.go memory_linux.go memory_other.go

package localpg
