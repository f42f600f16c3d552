package lint

import "github.com/flowc-dev/flowc/schema/diag"

// fc208 is reported while a document is read.
var fc208 = Rule{Rule: diag.Rule{
	Code: "FC208", Severity: diag.Error, Title: "Code function missing or with a wrong signature",
	Doc: "A Code node calls `func(ctx context.Context, in In) (Out, error)`, where In and Out are structs and may be left " +
		"out; to verify a Webhook, `func(ctx context.Context, r *runtime.WebhookRequest, in In) error`. Their fields are " +
		"of the types that workflows have: string, bool, int64, float64, []byte, time.Time, time.Duration, runtime.Value, " +
		"structs, slices, maps by string, and pointers where null may be.",
}}
