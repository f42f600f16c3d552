// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	functions_number.go functions_time.go emit_trust.go functions_trust.go functions_conversion.go
//	functions_encoding.go functions_list.go functions_null.go call.go chains.go arithmetic.go zone.go
//	functions_text.go code.go lines.go operator.go xml.go chain.go each.go escaped.go grammar.go foreign.go url.go
//	emit_function.go emit_list.go emit_there.go emit_convert.go index.go foreign_call.go foreign_name.go decided.go
//	emit_known.go emit_null.go reference.go syntax.go function.go emit.go fit.go element.go convert.go
//	emit_operator.go ruledout.go certain.go null.go vetted.go check.go braces.go facts.go fold.go form.go made.go
//	infer.go way.go inspect.go refine.go expr.go template.go scan.go scope.go problem.go

// Package expr parses, checks and emits the expressions that stand in {{ }} in a workflow's strings.
// gen/ir, gen/lint, gen/emit and templates may import it.
package expr
