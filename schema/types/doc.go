// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	members.go text.go duration.go goname.go types.go label.go name.go

package types
