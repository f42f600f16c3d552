// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	github.go json.go codes_document.go codes_paths.go findings.go codes_project.go codes_security.go
//	codes_structure.go codes_values.go text.go excerpt.go sarif.go problem.go code.go list.go pointer.go diag.go
//	file.go nearest.go sarif_log.go

package diag
