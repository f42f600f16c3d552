// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	engines.go equalities.go key.go statement.go columns.go comparison.go conditions.go leak.go faults.go value.go

package statement
