// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	fix.go meaning.go project.go queries.go names.go functions.go documentschema.go migrated.go writes.go proofs.go
//	schemas.go gen.go outdated.go

package gen
