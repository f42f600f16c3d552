// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	redirect.go begins.go strength.go isolation.go credential.go telling.go weaker.go writtenout.go protection.go
//	answer.go conditions.go facts.go functions.go proved.go reuse.go transaction.go unproved.go variables.go ways.go
//	rows.go

package facts
