// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	level.go view.go place.go route.go graph.go across.go handle.go text.go region.go svg.go

package graph
