// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	follow.go extract.go here.go hover.go fix.go locate.go complete_names.go complete_sql.go trial.go complete.go
//	complete_cte.go rename.go refs.go complete_plain.go place.go project.go inputs.go fix_name.go assist.go tables.go
//	value.go preset.go statement.go

package assist
