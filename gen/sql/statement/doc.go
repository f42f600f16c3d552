// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	merge.go parse_change.go alike.go hashing_trigger.go schema_alter.go resolve_change.go faults.go routine_watch.go
//	schema_drop.go schema_derived.go schema_learn.go schema_shared.go schema_table.go resolve_from.go
//	resolve_value.go engines.go parse_call.go always.go places.go routine_tells.go routine_variables.go strangers.go
//	schema_column.go key.go schema_trigger.go resolve.go statement.go tells.go described.go counts.go hashes.go
//	locks.go functions.go parse_from.go conditions.go compared.go schema_keys.go parse_expr.go spell.go each.go
//	parse_query.go routine_deed.go reacts.go endless.go schema_routine.go everything.go kinds.go parse_word.go
//	domain.go explained.go schema.go nulls.go facts.go schema_named.go schema_concern.go parse.go searched.go
//	signatures.go scope.go tree.go comparison.go value.go

package statement
