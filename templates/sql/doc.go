// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	sql.go emit.go columns.go misfit.go never.go result.go says.go

package sql
