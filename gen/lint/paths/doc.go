// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	borders.go calls.go retries.go regions.go enums.go paths.go refusals.go transactions.go

// Package paths holds the rules about the order of execution: answers on every path, refusals, regions, Calls and
// transactions.
package paths
