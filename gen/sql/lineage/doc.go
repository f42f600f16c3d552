// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	merge.go statement.go read.go reacts.go resolve_change.go compared.go spell.go resolve_from.go functions.go
//	routine_deed.go routine_watch.go routine_leaks.go shares.go triggers.go resolve_value.go always.go everything.go
//	faults.go kinds.go places.go resolve_with.go strangers.go resolve.go locks.go facts.go conditions.go
//	routine_variables.go leaks.go scope.go schema.go

package lineage
