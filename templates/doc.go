// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	tag_compared.go request.go tag_others.go describe.go bearer.go keyset.go validate.go template.go strength.go
//	tag_unmet.go handing.go header.go problem.go setcookie.go storagekey.go variable.go wrap.go step.go pass.go
//	bytes.go reply.go class.go face.go format.go function.go member.go purpose.go reuse.go span.go tag_mend.go
//	when.go variant.go

package templates
