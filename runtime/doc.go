// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	each.go environ.go exec_name.go fork.go server.go limits.go handler.go body_multipart.go retry.go record.go
//	subflow.go webhook.go endpoint.go decoder_scalar.go expr_trust.go collections.go decoder_list.go body.go rerun.go
//	owntime.go postback.go crossorigin.go check.go cors.go unknown.go value_object.go value_codec.go
//	value_explicit.go expr_convert.go expr_list.go body_json.go answer.go deadline.go expr_crypto.go expr_lines.go
//	expr_number.go expr_url.go routes.go connection.go foreign.go header_syntax.go failure.go invalid.go problem.go
//	record_text.go record_markup.go identity.go public.go record_execution.go webhook_request.go app.go alone.go
//	body_coding.go rejection.go code.go record_node.go record_pairs.go studio.go log.go log_house.go answer_bytes.go
//	answer_page.go answer_limits.go cookie.go drift.go mask_parts.go mask_decode.go webhook_payload.go plan.go
//	mask_values.go record_values.go mask_labels.go observe.go mask_line.go decoder.go expr_table.go observers.go
//	mask_seen.go mask_match.go record_answer.go switch.go exec.go file.go value.go transaction.go position.go
//	record_named.go body_room.go admission.go middleware.go exec_request.go proxies.go setup.go environment.go
//	config_error.go date.go wrong.go error.go mask_read.go mask_forms.go exec_id.go document.go expr_csv.go wire.go
//	value_convert.go expr_null.go expr_xml.go generation.go length.go log_lines.go mask_controls.go mask_live.go
//	once.go plain.go

// Package runtime is what generated handlers call: configuration, the HTTP server, requests and answers, the execution
// log, and the functions of expressions. Generated code imports it as rt; it imports nothing of flowc but runtime/*.
package runtime
