// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	tag_compared.go request.go tag_others.go describe.go bearer.go keyset.go validate.go template.go guard.go
//	tag_unmet.go handing.go header.go setcookie.go wrap.go step.go answer.go crypto.go effect.go field.go needs.go
//	output.go region.go store.go pass.go face.go format.go function.go reuse.go tag_mend.go entry.go literal.go

package templates
