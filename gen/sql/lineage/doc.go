// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	merge.go schema_alter.go schema_table.go schema_column.go statement.go reacts.go resolve_change.go
//	hashing_trigger.go schema_keys.go schema_drop.go schema_derived.go schema_learn.go schema_shared.go key.go
//	compared.go spell.go resolve_from.go functions.go routine_deed.go routine_watch.go hashes.go routine_leaks.go
//	endless.go schema_trigger.go resolve_value.go always.go schema_routine.go everything.go faults.go kinds.go
//	places.go resolve_with.go strangers.go resolve.go locks.go facts.go conditions.go routine_variables.go leaks.go
//	described.go schema_named.go schema_concern.go alike.go domain.go scope.go schema.go

package lineage
