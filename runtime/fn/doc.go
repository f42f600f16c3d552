// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	time.go convert.go totp.go crypto.go lines.go csv.go guard.go header.go list.go null.go number.go text.go url.go
//	xml.go

// Package fn holds the functions of expressions, as generated code calls them. They need nothing but their arguments, and
// their errors quote none of these: callers may see them. Functions of values of unknown shape are methods of
// runtime.Value, or stand beside it.
package fn
