// Package retry is the node type Retry: what may pass is tried again.
//
// It is imported by templates/all only.
package retry

import (
	"embed"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "retry",
	Title: "Retry",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupLogic, Icon: []string{
		"M20 13.2A8.1 8.1 0 1 1 17.9 6.4l2.6 2.4",
		"M20.5 3.8v5h-5",
	}},
	Docs: templates.DocsSpec{Words: []string{"again", "repeat", "attempt", "backoff"}},
	Doc: "Tries its region again after a failure that may pass. Those are transport errors, time-outs, 408, " +
		"425, 429, 5xx, and a database that is away or serializes. Any other failure ends it at once.",
	Region: templates.RegionSpec{
		Retries:  true,
		Attempts: "retryAttempts",
		Pause:    "retryDelay",
		Does:     "runs an attempt of %s",
		Suffix:   "Attempt",
	},
	Fields: []templates.Field{
		{Name: "retryAttempts", Shape: templates.Int, Default: "3", Min: 2, Max: 20, Doc: "How many " +
			"attempts, with the first."},
		{Name: "retryDelay", Shape: templates.Duration, Default: "1s", Doc: "The wait before the second attempt."},
		{Name: "retryBackoff", Shape: templates.Choice, Default: "exponential", Enum: []string{"fixed", "exponential"},
			Doc: "Whether the wait doubles each time, with full jitter, or stays the same."},
		{Name: "retryMaxDelay", Shape: templates.Duration, Default: "30s", When: templates.Is("retryBackoff", "exponential"),
			Doc: "The longest wait."},
		{Name: "retryOn", Shape: templates.List, Enum: []string{"conflict"},
			Doc: "Further failures that are tried again: `conflict`, a unique or foreign key that rejected a " +
				"statement. It is for a key that each attempt makes anew (`{{randomCode(8, " +
				"'abcdefgh23456789')}}`)."},
	},
	Outputs: []templates.Output{
		{Name: "try", Required: true, Role: templates.Try, Doc: "The region that is tried."},
		{Name: "done", Role: templates.Done, Doc: "What follows success. A branch below `failed` ends behind " +
			"the node."},
		{Name: "failed", Role: templates.Handler, Doc: "What follows the last failure. Without an edge, the failure continues outward. " + templates.OwnTime},
	},
	Emit: emit,
}

func emit(s templates.Step) {
	policy := s.Prepared(jen.Qual(templates.Runtime, "RetryPolicy"), jen.Qual(templates.Runtime, "RetryPolicy").Values(settings(s).Code()...))
	region := templates.Wrap(s)
	retry := jen.Qual(templates.Runtime, "Retry"+region.Suffix).Call(s.Exec(), policy, region.Func)
	if handle := s.Handle(); handle != nil {
		caught := s.Exec().Dot("Caught").Call(jen.Lit(s.Node()), jen.Err())
		s.CallElse(retry, append(append(s.Uncaught(), caught), handle...), region.Vars...)
	} else {
		s.Call(retry, region.Vars...)
	}
	s.Answered()
}

func settings(s templates.Step) *templates.Settings {
	d := &templates.Settings{
		{Name: "Attempts", Value: jen.Lit(int(s.Int("retryAttempts")))},
		{Name: "Delay", Value: templates.Span(s.Duration("retryDelay"))},
	}
	if s.Text("retryBackoff") == "exponential" {
		d.Set("Exponential", jen.True())
		d.Set("MaxDelay", templates.Span(s.Duration("retryMaxDelay")))
	}
	if len(s.List("retryOn")) > 0 { // there is one value
		d.Set("Conflicts", jen.True())
	}
	return d
}
