// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	start.go start_build.go build.go generate.go target.go imports.go lacking.go session.go standin.go needs.go
//	engines.go module.go kept.go programs.go diff.go directive.go program.go package.go built.go document.go prove.go
//	schema.go dotenv.go overlay.go service.go watch.go folder.go tables.go migrations.go project.go place.go
//	dotenv_set.go migrations_next.go write.go plain.go public.go secrets.go

package project
