// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	alter.go read.go table.go column.go constraints.go learned.go drop.go derived.go routine.go references.go key.go
//	view.go trigger.go names.go kinds.go concerning.go domain.go written.go schema.go script.go

package ddl
