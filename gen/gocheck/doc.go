// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	signature.go shape.go functions.go command.go imports.go kept.go names.go

package gocheck
