package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestVoidLimits wants a limit to be told that whoever it is for gets around, and no other one.
func TestVoidLimits(t *testing.T) {
	const login = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"email": {"type": "string", "required": true}, "device": {"type": "string", "required": true}, "kind": {"type": "string", "required": true, "validate": "oneof=web app"}, "password": {"type": "string", "required": true}}}
		u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{EMAIL}}"}
		h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
		l rateLimit {"limitKey": "logins:KEY", "limitRate": "5/1m"}
		many response {"responseStatus": 429}
		no response {"responseStatus": 401}
		l:limited -> many
		h:invalid -> no
		u -> h:valid -> ok
		`
	for _, c := range []struct{ name, email, key, want string }{
		{"the address", "email", "{{request.ip}}", ""},
		{"what is asked for", "email", "{{email}}", ""},
		{"a digest of what is asked for", "email", "{{sha256(email)}}", ""},
		{"what is asked for by its digest", "sha256(email)", "{{email}}", ""},
		{"both", "email", "{{request.ip}}:{{lower(email)}}", ""},
		{"one spelling", "lower(email)", "{{lower(trim(email))}}", ""},
		{"one of a few", "email", "{{kind}}:{{request.ip}}", ""},
		{"a day", "email", "{{request.ip}}:{{formatTime(now(), '2006-01-02', 'UTC')}}", ""},
		{"a header that proxies write", "email", "{{or(request.headers['X-Forwarded-For'], request.ip)}}", `counts by X-Forwarded-For, which every caller can choose`},
		{"the first of it", "email", "{{split(or(request.headers['x-forwarded-for'], ''), ',')[0]}}", `counts by X-Forwarded-For, which every caller can choose`},
		{"the program that calls", "email", "{{request.ip}}:{{or(request.headers['user-agent'], '')}}", `can be evaded: its key contains "headers.user-agent", which a caller can change freely`},
		{"a device that nobody knows", "email", "{{device}}", `can be evaded: its key contains "device"`},
		{"the request", "email", "{{request.id}}", `never limits: each request has a key of its own`},
		{"what is random", "email", "{{uuid()}}", `never limits: each request has a key of its own`},
		{"any spelling", "lower(email)", "{{email}}", `can be evaded: each spelling of "email" has a count of its own`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("EMAIL", c.email, "KEY", c.key).Replace(login)
			var want, twice []string
			if c.want != "" {
				want = []string{`FC420 l: rate limit "l" ` + c.want}
			}
			if strings.HasPrefix(c.want, "counts by") || strings.HasPrefix(c.want, "never") {
				twice = want // whatever else there is
			}
			checkRule(t, diag.FC420, want, text+"in -> l:allowed -> u")
			checkRule(t, diag.FC420, twice, text+`k rateLimit {"limitKey": "tries:{{request.ip}}", "limitRate": "5/1m"}
				k:limited -> many
				in -> k:allowed -> l:allowed -> u`)
		})
	}
	t.Run("of those who are known", func(t *testing.T) {
		checkRule(t, diag.FC420, nil, `g auth {}
			l rateLimit {"limitKey": "calls:{{g.sub}}:{{name}}", "limitRate": "5/1m"}
			many response {"responseStatus": 429}
			no response {"responseStatus": 401}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"name": {"type": "string", "required": true}}}
			in -> g:valid -> l:allowed -> ok
			g:invalid -> no
			l:limited -> many`)
	})
}
