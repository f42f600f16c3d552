// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	counts.go faults.go merge.go functions.go parse_from.go parse_word.go parse_call.go parse_change.go conditions.go
//	explained.go query.go nulls.go parameters.go parse_expr.go parse_query.go alike.go parse.go each.go searched.go
//	signatures.go expr.go tree.go

package tree
