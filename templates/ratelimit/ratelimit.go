// Package ratelimit is the node type Rate limit: a number of requests pass for each key, the others get a Retry-After.
//
// It is imported by templates/all only.
package ratelimit

import (
	"cmp"
	"embed"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "rateLimit",
	Title: "Rate limit",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupGuard, Icon: []string{
		"M5.6 18.8a8.5 8.5 0 1 1 12.8 0",
		"M12 13.2l3.9-4.6",
		"M12 12.6a0.6 0.6 0 1 0 0 1.2a0.6 0.6 0 1 0 0 -1.2",
		"M9.5 18.8h5",
	}, Says: says},
	Docs: templates.DocsSpec{Also: []string{"throttle", "limit"}, Words: []string{"quota", "429"}},
	Doc: "Limits how many requests pass for each key (GCRA). limitBurst pass at once from rest, then one " +
		"each period divided by the count of limitRate. The count is exact across all processes with the " +
		"same STORAGE_URL. A 429 carries Retry-After, from any Response. Where a password is checked or a " +
		"mail is sent, limit both the caller (`tries:{{request.ip}}`) and the account " +
		"(`logins:{{lower(email)}}`), before the account is looked up, so that the answer reveals nothing. " +
		"The starter accounts does so.",
	Fails: true, Passing: true,
	Fields: []templates.Field{
		{Name: "limitKey", Shape: templates.Key, Required: true, Sink: templates.Stored,
			Doc: "What is limited: a literal (`signups`), or a literal prefix with `:` and then placeholders " +
				"(`login:{{request.ip}}`). An IPv6 address counts as its network of 64 bits, which belongs " +
				"to one caller. Keys are separate from those of Local Storage. Nodes with the same key share " +
				"one limit, and need the same rate (FC509)."},
		{Name: "limitRate", Shape: templates.Text, Required: true, Doc: "A count and a period: `10/1m`. That " +
			"many pass in a period on average."},
		{Name: "limitBurst", Shape: templates.Int, Min: 1, Max: maxBurst,
			Doc: "How many pass at once from rest. Without it, that is the count of limitRate."},
		{Name: "limitHeaders", Shape: templates.Bool, Default: "true",
			Doc: "Whether answers below it carry `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers)."},
	},
	Outputs: []templates.Output{
		{Name: "allowed", Required: true, Doc: "The request passes. remaining is how many more pass at once, " +
			"resetsIn the seconds until the limit is as it was at rest.",
			Fields: []types.Field{types.F("remaining", types.Of(types.Int)), types.F("resetsIn", types.Of(types.Int))}},
		{Name: "limited", Class: templates.Limited, Required: true,
			Reply: templates.Reply{Status: http.StatusTooManyRequests, Body: `{"error": "too many requests", "retryAfter": "{{.retryAfter}}"}`},
			Doc: "The limit is reached: status 429, " +
				"and the seconds until the next request passes.",
			Fields: []types.Field{
				{Name: "status", Go: "Status()", Type: types.Of(types.Int)},
				types.F("retryAfter", types.Of(types.Int)),
			}},
	},
	Needs: templates.NeedsSpec{
		Variables: func(templates.Pass) []string { return []string{"STORAGE_URL"} },
		Engines:   func(templates.Pass) []string { return []string{templates.Redis, templates.SQLite} },
	},
	Answer: templates.AnswerSpec{Headers: headers},
	Store: templates.StoreSpec{
		Keeps: func(p templates.Pass) templates.Kept { return templates.Kept{Stores: true, Apart: true, Pace: pace(p)} },
	},
	Effect: templates.EffectSpec{
		Touches: func(p templates.Pass) []string {
			return []string{fmt.Sprintf("limit %s (%s)", p.Text("limitKey"), p.Text("limitRate"))}
		},
	},
	Guard: templates.GuardSpec{Strengths: strengths},
	Check: check,
	Emit:  emit,
}

// Bounds: those of a store's count, in microseconds since 1970.
const (
	maxBurst  = 1_000_000
	maxCount  = 1_000_000
	maxPeriod = 366 * 24 * time.Hour
	maxAhead  = 10 * maxPeriod // that a burst may take until it is at rest
)

// rate reads limitRate, and says what is wrong with it.
func rate(text string) (count int64, period time.Duration, problem string) {
	digits, duration, _ := strings.Cut(text, "/")
	count, err := strconv.ParseInt(digits, 10, 64)
	period, wrong := types.ParseDuration(duration)
	switch {
	case err != nil || wrong != nil || strconv.FormatInt(count, 10) != digits:
		problem = "want a count and a period, such as \"10/1m\""
	case count < 1 || count > maxCount:
		problem = fmt.Sprintf("want a count from 1 to %d", maxCount)
	case period > maxPeriod:
		problem = "want a period of a year at most"
	case period < time.Duration(count)*time.Microsecond:
		problem = "want a microsecond at least for each"
	}
	return count, period, problem
}

// spoken matches a rate as people write it: 150 per hour, 10 requests/min, 5r/s, 3 every 10 seconds.
var spoken = regexp.MustCompile(`(?i)^\s*([0-9]+)\s*(?:requests?|reqs?|calls?|times|r|x)?\s*(?:/|per|an?|each|every|in)\s*([0-9]*)\s*([a-z]+)\s*$`)

// meant says how a rate is written that people write otherwise, or "".
func meant(text string) string {
	m := spoken.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	written := m[1] + "/" + types.MeantDuration(cmp.Or(m[2], "1")+m[3])
	if _, _, problem := rate(written); problem != "" {
		return ""
	}
	return fmt.Sprintf("write %q", written)
}

func check(p templates.Pass) {
	text := p.Text("limitRate")
	count, period, problem := rate(text)
	if p.Given("limitRate") && problem != "" {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "limitRate", Message: fmt.Sprintf("\"limitRate\": %s; got %q", problem, text),
			Hint: cmp.Or(meant(text), "write it like \"10/1m\": ten a minute, on average"),
		})
		return
	}
	if burst := p.Int("limitBurst"); count > 0 && burst > int64(maxAhead/(period/time.Duration(count))) {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "limitBurst",
			Message: fmt.Sprintf("\"limitBurst\": %d at once are more than ten years' worth of %q", burst, text), Hint: "lower it, or raise limitRate",
		})
	}
}

// pace says how many pass, "" where that was refused.
func pace(p templates.Pass) string {
	count, period, problem := rate(p.Text("limitRate"))
	if problem != "" {
		return ""
	}
	burst := count
	if p.Given("limitBurst") {
		burst = p.Int("limitBurst")
	}
	return fmt.Sprintf("%d at once and then one each %s", burst, period/time.Duration(count))
}

// strengths are how many pass on average, and how many at once.
func strengths(p templates.Pass) []templates.Strength {
	count, period, problem := rate(p.Text("limitRate"))
	if problem != "" {
		return nil
	}
	burst := count
	if p.Given("limitBurst") {
		burst = p.Int("limitBurst")
	}
	return []templates.Strength{
		{Lead: "it lets pass", Value: p.Text("limitRate"), Ranked: true, Rank: int64(period) / count},
		{Lead: "it lets pass at once", Value: strconv.FormatInt(burst, 10), Ranked: true, Rank: -burst},
	}
}

func headers(p templates.Pass) []templates.Header {
	list := []templates.Header{{Name: "Retry-After", Status: http.StatusTooManyRequests}}
	if p.Bool("limitHeaders") {
		list = append(list, templates.Header{Name: "RateLimit"}, templates.Header{Name: "RateLimit-Policy"})
	}
	return list
}

func emit(s templates.Step) {
	count, period, _ := rate(s.Text("limitRate"))
	config := &templates.Settings{
		{Name: "Name", Value: jen.Lit(name(s))},
		{Name: "Count", Value: jen.Lit(int(count))},
		{Name: "Period", Value: templates.Span(period)},
	}
	if s.Given("limitBurst") {
		config.Set("Burst", jen.Lit(int(s.Int("limitBurst"))))
	}
	if !s.Bool("limitHeaders") {
		config.Set("Silent", jen.True())
	}
	limiter := s.Prepared(
		jen.Op("*").Qual(templates.Storage, "Limiter"),
		jen.Qual(templates.Storage, "NewLimiter").Call(s.Setup(), jen.Qual(templates.Storage, "LimiterConfig").Values(config.Code()...)),
	)
	limit := s.Result(jen.Qual(templates.Storage, "Limit"), s.Differs("limited"))
	s.Call(limiter.Dot("Allow").Call(s.Exec(), templates.StorageKey(s, "limitKey")), limit)
	s.Early(jen.Op("!").Add(limit).Dot("Allowed"), "limited")
}

// name returns the name of the limit in the answer's headers: the literal of its key, which is public.
func name(s templates.Step) string { return strings.TrimSuffix(s.Text("limitKey"), ":") }
