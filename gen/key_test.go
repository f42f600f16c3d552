package gen_test

import (
	"strconv"
	"testing"
)

// TestKeyPrefixes holds the key of deletePrefix to whole parts of keys, and other keys to whole ones.
func TestKeyPrefixes(t *testing.T) {
	for _, c := range []struct{ operation, key, want string }{
		{"deletePrefix", "session:{{sub}}:", ""},
		{"deletePrefix", "session:{{sub}}:{{request.ip}}:", ""},
		{"deletePrefix", "session:", ""},
		{"deletePrefix", "session:{{sub}}", `FC203 s: "storageKey": what keys begin with ends in ":", so that it is whole parts of them`},
		{"deletePrefix", "session", `FC203 s: "storageKey": what keys begin with ends in ":"`},
		{"deletePrefix", "{{sub}}:", `FC203 s: "storageKey": want a literal prefix that ends in ":" before the first placeholder`},
		{"deletePrefix", ":", `FC203 s: "storageKey": want a literal prefix before the ":"`},
		{"deletePrefix", "session:{{sub}}-x:", `FC203 s: "storageKey": want nothing but placeholders after the prefix`},
		{"deletePrefix", "session:{{sub}}{{sub}}:", `FC203 s: "storageKey": want nothing but placeholders after the prefix`},
		{"deletePrefix", "flowc.limit:", `FC203 s: "storageKey": keys that begin with "flowc." are the runtime's own`},
		{"delete", "session:{{sub}}:", `FC203 s: "storageKey": want nothing but placeholders after the prefix`},
		{"delete", "session:", `FC203 s: "storageKey": "session:" is a prefix, with no placeholder after it`},
	} {
		t.Run(c.operation+" "+c.key, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			checkTold(t, want, `g auth {}
				s localStorage {"storageOperation": "`+c.operation+`", "storageKey": `+strconv.Quote(c.key)+`}
				no response {"responseStatus": 401}
				in -> g:valid -> s -> ok
				g:invalid -> no`)
		})
	}
}

// TestDeletePrefixIsAnEffect wants a guard before others' keys are deleted.
func TestDeletePrefixIsAnEffect(t *testing.T) {
	checkTold(t, []string{`FC404 in: Local Storage "s" changes data, and no guard is before it`}, `
		in apiEndpoint {"endpointMethod": "DELETE", "endpointPath": "/sessions/{id}"}
		s localStorage {"storageOperation": "deletePrefix", "storageKey": "session:{{id}}:"}
		in -> s -> ok`)
}
