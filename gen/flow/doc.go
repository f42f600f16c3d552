// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	order.go crossing.go path.go dominate.go region.go flow.go drawing.go sequence.go reference.go walk.go

package flow
