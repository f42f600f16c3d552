// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	means.go body.go declared_cookies.go declared_members.go read_list.go read.go file.go jsontext.go subflow_link.go
//	build.go query_placeholders.go absence.go excluded.go cases.go builtin.go page.go query_list.go stored.go
//	check.go draw.go owntime.go unknown.go scope_elsewhere.go ends.go beyond.go subflow_given.go cookieguard.go
//	cookies.go tells.go parts.go ownvalue.go infer.go credentials.go kept.go declared.go secret.go storedin.go
//	each.go arrive.go url.go scope_hidden.go subflow_read.go subflow.go reuse.go cause.go sent.go within.go
//	carried.go query.go subflow_called.go unknown_path.go inputs.go function.go proof.go across.go alike.go
//	bodyscalar.go constant.go fixed.go gonames.go misread.go structure.go mistyped.go fields.go query_columns.go
//	scopes.go wholebody.go pass.go subflow_cause.go supplied.go key.go values.go origins.go scope.go order.go step.go
//	trust.go program.go naming.go value.go region.go builder.go

package ir
