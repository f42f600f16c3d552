// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	each.go environ.go exec_name.go fork.go server.go limits.go code.go handler.go body_multipart.go retry.go
//	record.go subflow.go webhook.go endpoint.go decoder_scalar.go decoder_list.go value_as.go body.go rerun.go
//	owntime.go postback.go crossorigin.go check.go cors.go unknown.go value_object.go value_codec.go
//	value_explicit.go value_json.go body_json.go deadline.go routes.go connection.go foreign.go failure.go invalid.go
//	problem.go record_text.go record_markup.go identity.go public.go record_execution.go webhook_request.go app.go
//	alone.go random.go body_coding.go record_node.go record_pairs.go studio.go log_house.go answer_bytes.go
//	answer_page.go answer.go answer_limits.go cookie.go drift.go webhook_payload.go plan.go record_values.go
//	decoder.go observers.go record_answer.go switch.go mask_values.go rejection.go exec.go file.go value_table.go
//	transaction.go observe.go position.go record_named.go value.go body_room.go admission.go middleware.go
//	mask_seen.go exec_request.go proxies.go setup.go log.go environment.go config_error.go date.go exec_id.go
//	document.go generation.go length.go log_lines.go once.go plain.go wrong.go error.go wire.go value_convert.go

// Package runtime is what generated handlers call: configuration, the HTTP server, requests and answers, and the
// execution log. Generated code imports it as rt; it imports nothing of flowc but runtime/*. The functions of
// expressions are package fn.
package runtime
