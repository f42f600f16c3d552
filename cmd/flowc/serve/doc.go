// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	refresh.go child.go known.go httpfile.go httpfile_read.go filler.go environment.go httpfile_parts.go form.go
//	tools.go curl.go trial.go listen.go passing.go holder.go address.go site.go cookies.go phases.go preparation.go
//	sample.go server.go signing.go upload.go cut.go

package serve
