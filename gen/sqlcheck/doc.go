// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	script.go check.go tables.go columns.go params.go infer.go call.go with.go list.go resolve.go parse_change.go
//	locate.go phrases.go foreign.go parse_from.go repeats.go statement.go parse.go parse_list.go schema.go
//	decltype.go refuses.go kept.go sqlcheck.go tree.go

package sqlcheck
