// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	verdict.go flow.go steps.go yields.go rows.go stored.go expression.go builder.go members.go text.go values.go

package values
