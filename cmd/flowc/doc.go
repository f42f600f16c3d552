// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	diff_project.go gomod.go init_folder.go main.go lint.go source.go env.go docs.go studio_begin.go version.go
//	init.go nodes.go explain.go mcp.go migrate.go migrate_baseline.go duplicate.go graph.go diff.go studio.go
//	usage.go dev.go call.go env_example.go explain_screen.go fix.go fmt.go generate.go keep.go migrate_database.go
//	new.go openapi.go revision.go routes.go schema.go

package main
