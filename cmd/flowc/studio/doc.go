// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	trial.go ask.go info.go begin.go caught.go rows.go data.go workflows.go drafts.go requests.go variables.go
//	shelf.go defaults.go documents.go migration.go studio.go explain.go nodetypes.go send.go page.go build.go
//	logfile.go door.go running.go watch.go find.go state.go events.go socket.go executions.go problem.go record.go

package studio
