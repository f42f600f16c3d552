// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	format.go defaults.go jsonschema.go parse.go read.go edges.go nodes.go frame.go lint.go syntax.go keys.go
//	place.go schema.go identity.go new.go syntax_meant.go value.go

package schema
