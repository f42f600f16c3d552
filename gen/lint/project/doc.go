// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	defaults.go clashes.go names.go wildcards.go routes.go variables.go

// Package project holds the rules about a project as a whole: routes, names, variables and defaults.json.
package project
