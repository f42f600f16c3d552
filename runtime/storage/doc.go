// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	sqlite_commit.go postgres.go store.go storage.go limiter.go codec.go memory.go sqlite_open.go sqlite.go
//	counter.go group.go sweep.go delivery.go limiter_network.go key.go labels.go operation.go postgres_text.go

package storage
