// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	code.go context.go piece.go loads.go runs.go sinks.go libraries.go place.go

package markup
