// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	script.go check.go tables.go columns.go params.go infer.go call.go with.go list.go resolve.go parse_change.go
//	locate.go parse_from.go parse_list.go checker.go parse.go phrases.go schema.go decltype.go foreign.go refuses.go
//	kept.go repeats.go statement.go result.go tree.go

package sqlite
