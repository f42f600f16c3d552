// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	describe.go join.go postgres.go pool.go session.go column.go cursor.go transaction.go watch.go

package postgres
