// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	files.go texts.go languages.go lines.go operators.go references.go braces.go declarations.go parts.go sql.go

// Package texts holds the rules about values in texts: braces, and the languages that a value is pasted into.
package texts
