// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	columns.go query.go join.go limits.go document.go arguments.go drift.go transaction_statement.go transaction.go
//	second.go statement.go db.go older.go clock.go day.go lost.go refusal.go misfit.go tables.go prepared.go shape.go
//	list.go errors.go conflict.go given.go handle.go sqlite.go transaction_series.go postgres.go migrations.go
//	assign.go column.go equip.go shown.go pool.go sqlite_pool.go text.go transaction_error.go

package database
