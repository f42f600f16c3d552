// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	line.go parts.go decode.go cursor.go controls.go labels.go match.go forms.go span.go

// Package mask masks secrets in the log: by their labels, and by their values in every form.
package mask
