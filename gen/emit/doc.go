// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	package.go constructor.go lacks.go emit.go reuse.go split.go call.go page.go region.go request.go function.go
//	refs.go variables.go shapes.go types.go live.go blame.go simplify.go workflow.go file.go comment.go imports.go
//	lines.go step.go names.go value.go statements.go

package emit
