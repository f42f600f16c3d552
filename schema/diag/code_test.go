package diag_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// The codes of workflow.md, Diagnostics. They are never reused, and their severity is what people rely on.
const (
	errorCodes = `FC001 FC002 FC003 FC004 FC005 FC006 FC101 FC102 FC103 FC104 FC105 FC106 FC201 FC202 FC203 FC204 FC205 FC206 FC207 FC208
		FC209 FC210 FC301 FC302 FC303 FC304 FC306 FC308 FC312 FC314 FC401 FC402 FC403 FC406 FC410 FC411 FC429 FC501 FC502 FC503 FC504 FC505 FC506`
	warningCodes = `FC107 FC211 FC212 FC213 FC214 FC215 FC216 FC218 FC219 FC220 FC221 FC224 FC305 FC307 FC309 FC310 FC311 FC313 FC315 FC316 FC317 FC404 FC405 FC407 FC408 FC409 FC412 FC413 FC414 FC415 FC416 FC417 FC418 FC419 FC420 FC426 FC427 FC428 FC430 FC508 FC509 FC510`
	noteCodes    = `FC217`
)

// TestCodes holds the codes to these, each with what `flowc explain` says of it.
func TestCodes(t *testing.T) {
	var got []string
	for _, c := range diag.Codes() {
		got = append(got, c.Name)
		want := diag.Error
		if strings.Contains(warningCodes, c.Name) {
			want = diag.Warning
		}
		if strings.Contains(noteCodes, c.Name) {
			want = diag.Note
		}
		if c.Severity != want || c.Title == "" || c.Doc == "" {
			t.Errorf("%s is a %s, want a %s; %q: %q", c.Name, c.Severity, want, c.Title, c.Doc)
		}
	}
	for _, c := range diag.Codes() {
		for _, f := range c.Findings {
			if diag.FindCode(strings.ToLower(f.String())) != f || f.Severity != c.Severity || f.Title == "" || f.Doc == "" {
				t.Errorf("%s is not found by its name, or lacks a text: %+v", f, f)
			}
		}
	}
	want := slices.Sorted(slices.Values(strings.Fields(errorCodes + " " + warningCodes + " " + noteCodes)))
	if !slices.Equal(got, want) {
		t.Errorf("the codes are\n%v\nwant\n%v", got, want)
	}
}
