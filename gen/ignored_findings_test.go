package gen_test

import (
	"strings"
	"testing"
)

// TestIgnoredFindings ignores a finding by its code and by its slug, and reports an ignore of another finding or of none.
func TestIgnoredFindings(t *testing.T) {
	const (
		drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"url": {"type": "string", "required": true}}}
		a api {"apiUrl": "{{url}}", "lint": {"ignore": [{"rule": "RULE", "reason": "a browser of our own"}]}}
		in -> a -> ok`
		host = `FC408 a: the caller chooses the host that "a" calls`
	)
	for rule, want := range map[string][]string{
		"FC408":                {},
		"FC408/server-request": {},
		"FC408/open-redirect":  {host, `FC508 a: ignore of "FC408/open-redirect" matches nothing`},
		"FC408/nothing":        {host, `FC508 a: there is no rule "FC408/nothing" to ignore`},
	} {
		t.Run(rule, func(t *testing.T) {
			got := told(lintDrawn(t, strings.Replace(drawing, "RULE", rule, 1)))
			if len(got) != len(want) {
				t.Fatalf("found %q, want %q", got, want)
			}
			for i := range want {
				if !strings.HasPrefix(got[i], want[i]) {
					t.Errorf("found %q, want %q", got[i], want[i])
				}
			}
		})
	}
}
