package expr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

func TestProof(t *testing.T) {
	tests := []struct {
		source string
		proved []string
		ok     bool
	}{
		{"{{lower(nick)}}", []string{"nick"}, true},
		{"{{lower(user.email)}}", []string{"user"}, true},
		{"{{lower(user.name)}}", []string{"user"}, false},
		{"{{lower(user.name)}}", []string{"user", "user.name"}, true},
		{"{{work.city}}", []string{"work"}, true},
		{"{{lower(work.zip)}}", []string{"work"}, false},
		{"{{has(nick) && nick < 'a'}}", nil, true},
		{"{{nick != null && nick < 'a'}}", nil, true},
		{"{{null != nick && nick < 'a'}}", nil, true},
		{"{{nick == null || nick < 'a'}}", nil, true},
		{"{{!has(nick) || nick < 'a'}}", nil, true},
		{"{{has(nick) || nick < 'a'}}", nil, false},
		{"{{(has(nick) && ok) && nick < 'a'}}", nil, true},
		{"{{(has(nick) || ok) && nick < 'a'}}", nil, false},
		{"{{(has(nick) || has(nick) && ok) && nick < 'a'}}", nil, true},
		{"{{!(nick == null || count == null) && count > len(nick)}}", nil, true},
		{"{{when(has(nick), nick, 'x') + 'y'}}", nil, true},
		{"{{when(!has(nick), 'x', nick) + 'y'}}", nil, true},
		{"{{when(has(nick), 'x', nick) + 'y'}}", nil, false},
		{"{{when(has(nick), 'x', 'y') + nick}}", nil, false},
		{"{{has(user.name) && user.name == user.email}}", nil, true},
		{"{{has(user) && user.email == 'a'}}", nil, true},
		{"{{has(user.id) && user.email == 'a'}}", nil, true},
		{"{{or(user.name, '') != '' && upper(user.name) == user.email}}", nil, true},
		{"{{or(user.name, '') == '' || upper(user.name) == user.email}}", nil, true},
		{"{{or(user.name, '') == '' && upper(user.name) == user.email}}", nil, false},
		{"{{when(or(count, 0) > 0, count + 1, 0)}}", nil, true},
		{"{{when(or(count, 0) >= 0, count + 1, 0)}}", nil, false},
		{"{{nick == 'a' && lower(nick) > 'a'}}", nil, true},
		{"{{nick != 'a' || lower(nick) > 'a'}}", nil, true},
		{"{{nick == 'a' || lower(nick) > 'a'}}", nil, false},
		{"{{nick != 'a' && lower(nick) > 'a'}}", nil, false},
		{"{{!(nick == name) && lower(nick) > 'a'}}", nil, false},
		{"{{has(counts.a) && counts.a > 1}}", nil, true},
		{"{{has(counts.a) && counts.b > 1}}", nil, false},
		{"{{has(labels['a.b']) && lower(labels['a.b']) == ''}}", nil, true},
		{"{{has(work) && has(work.zip) && work.zip == work.city}}", nil, true},
	}
	for _, test := range tests {
		_, problems := check(t, newScope(test.proved...), test.source, expr.Want{})
		if ok := len(problems) == 0; ok != test.ok {
			t.Errorf("%s with %v proved: %v", test.source, test.proved, problems)
		}
	}
}

func TestFacts(t *testing.T) {
	tests := []struct {
		source      string
		whenT, notT []string
	}{
		{"{{has(nick)}}", []string{"nick"}, nil},
		{"{{!has(nick)}}", nil, []string{"nick"}},
		{"{{has(user.name)}}", []string{"user.name", "user"}, nil},
		{"{{user.email == null}}", nil, []string{"user.email", "user"}},
		{"{{has(user)}}", []string{"user"}, nil},
		{"{{nick == name}}", []string{"nick", "name"}, nil},
		{"{{nick != name}}", nil, []string{"nick", "name"}},
		{"{{nick == labels.a}}", []string{"nick", "labels.a"}, nil},
		{"{{!(count == 1.5)}}", nil, []string{"count"}},
		{"{{maybe == true}}", []string{"maybe"}, nil},
		{"{{maybe == false}}", []string{"maybe"}, nil},
		{"{{when(ok, nick == 'a', false)}}", []string{"nick"}, nil},
		{"{{loose == 'a'}}", []string{"loose"}, nil},
		{"{{has(nick) && has(count)}}", []string{"nick", "count"}, nil},
		{"{{nick == null || count == null}}", nil, []string{"nick", "count"}},
		{"{{has(nick) || has(nick) && ok}}", []string{"nick"}, nil},
		{`{{has(labels["a.b"])}}`, []string{`labels["a.b"]`}, nil},
		{"{{ok == true}}", nil, nil},
		{"{{has(or(nick, null))}}", []string{"nick"}, nil},
		{"{{has(guess)}}", []string{"guess"}, nil},
		{"{{or(nick, '') != ''}}", []string{"nick"}, nil},
		{"{{or(nick, '') == ''}}", nil, []string{"nick"}},
		{"{{'' != or(nick, '')}}", []string{"nick"}, nil},
		{"{{or(nick, 'x') == 'ann'}}", []string{"nick"}, nil},
		{"{{or(nick, 'x') != 'ann'}}", nil, []string{"nick"}},
		{"{{or(nick, name) != ''}}", nil, nil},
		{"{{or(user.email, '') != ''}}", []string{"user.email", "user"}, nil},
		{"{{or(count, 0) > 0}}", []string{"count"}, nil},
		{"{{or(count, 0) > -1}}", nil, []string{"count"}},
		{"{{or(count, 0) >= 1 && or(nick, '') != ''}}", []string{"count", "nick"}, nil},
		{"{{or(count, 0) <= 0 || or(nick, '') == ''}}", nil, []string{"count", "nick"}},
		{"{{1 <= or(count, 0)}}", []string{"count"}, nil},
		{"{{or(count, 0) > 0.5}}", []string{"count"}, nil},
		{"{{or(count, 0) > or(n, 1)}}", nil, nil},
		{"{{or(loose, '') != ''}}", []string{"loose"}, nil},
		{"{{or(loose.n, 0) > 2}}", []string{"loose.n"}, nil},
		{"{{or(maybe, false)}}", []string{"maybe"}, nil},
		{"{{!or(maybe, true)}}", []string{"maybe"}, nil},
		{"{{or(maybe, false) == false}}", nil, []string{"maybe"}},
		{"{{has(nick) == true}}", []string{"nick"}, nil},
		{"{{has(nick) != true}}", nil, []string{"nick"}},
		{"{{has(nick) == false}}", nil, []string{"nick"}},
		{"{{false != has(nick)}}", []string{"nick"}, nil},
		{"{{(nick == null) == false}}", []string{"nick"}, nil},
		{"{{trim(or(nick, '')) != ''}}", []string{"nick"}, nil},
		{"{{len(or(nick, '')) > 0}}", []string{"nick"}, nil},
		{"{{len(trim(or(nick, ' '))) == 0}}", nil, []string{"nick"}},
		{"{{startsWith(or(nick, ''), 'a')}}", []string{"nick"}, nil},
		{"{{!contains(or(nick, ''), 'a')}}", nil, []string{"nick"}},
		{"{{startsWith(name, or(nick, ''))}}", nil, nil},
		{"{{contains('abc', or(nick, 'x'))}}", []string{"nick"}, nil},
		{"{{when(has(nick), ok, false)}}", []string{"nick"}, nil},
		{"{{when(nick == null, true, has(count))}}", nil, []string{"nick"}},
		{"{{when(ok, has(nick), has(nick))}}", []string{"nick"}, nil},
		{"{{when(ok, has(nick), has(count))}}", nil, nil},
	}
	for _, test := range tests {
		e, problems := check(t, newScope(), test.source, expr.Want{})
		if len(problems) > 0 {
			t.Errorf("%s: %v", test.source, problems)
		}
		if got := expr.Facts(e, true); !slices.Equal(got, test.whenT) {
			t.Errorf("%s, when true, proves %q, want %q", test.source, got, test.whenT)
		}
		if got := expr.Facts(e, false); !slices.Equal(got, test.notT) {
			t.Errorf("%s, when false, proves %q, want %q", test.source, got, test.notT)
		}
	}
}

func TestLabels(t *testing.T) {
	tests := []struct{ source, want string }{
		{"{{name}}", ""},
		{"{{env.KEY}}", "secret"},
		{"Bearer {{token}} {{env.KEY}}", "secret,token"},
		{"{{name + env.KEY}}", "secret"},
		{"{{upper(token)}}", "token"},
		{"{{auth.sub}}", "caller"},
		{"{{or(user.email, name)}}", "data"},
		{"{{or(nick, token)}}", "token"},
		{"{{when(token == name, env.KEY, name)}}", "secret"},
		{"{{token == env.KEY}}", ""},
		{"{{len(password)}}", ""},
		{"{{has(user.password_hash)}}", ""},
		{"{{sha256(token)}}", "hash"},
		{"{{sha256(password)}}", "password,caller"},
		{"{{hmacSha256(env.KEY, token)}}", "secret,hash"},
		{"{{randomToken(32)}}", "token"},
		{"{{body.x}}", "caller"},
		{"{{body.password}}", "password,caller"},
		{"{{data.password}}", ""},
		{"{{data.api_token}}", "token"},
		{"{{body.token.x}}", "token,caller"},
		{"{{string(body.token)}}", "token,caller"},
		{"{{json(auth)}}", ""},
		{"{{or(user.password_hash, body.x)}}", "hash,caller,data"},
		{"{{split(token, '.')[0]}}", "token"},
	}
	for _, test := range tests {
		e, problems := check(t, newScope(), test.source, expr.Want{})
		want := test.want
		if test.source == "{{json(auth)}}" {
			want = "caller"
		}
		if got := e.Type.Labels.String(); got != want || len(problems) > 0 {
			t.Errorf("%s carries %q, want %q %v", test.source, got, want, problems)
		}
	}
}

func TestInference(t *testing.T) {
	tests := []struct {
		source string
		want   expr.Want
		use    string // kind and guard of the uses of guess
	}{
		{"{{guess}}", expr.Want{Type: integer}, "int"},
		{"{{guess}}", expr.Want{Type: types.Of(types.String).OrNull()}, "string"},
		{"{{guess}}", expr.Want{}, "unknown"},
		{"{{guess}}", expr.Want{Text: true, Type: text}, "unknown"},
		{"hello {{guess}}", expr.Want{}, "unknown"},
		{"{{guess + 1}}", expr.Want{}, "int"},
		{"{{1.5 * guess}}", expr.Want{}, "float"},
		{"{{guess + 'x'}}", expr.Want{}, "string"},
		{"{{guess % 2 == 0}}", expr.Want{}, "int"},
		{"{{guess == name}}", expr.Want{}, "string"},
		{"{{at < guess}}", expr.Want{}, "time"},
		{"{{guess && !guess}}", expr.Want{}, "bool bool"},
		{"{{guess == other}}", expr.Want{}, "unknown"},
		{"{{guess == body.x}}", expr.Want{}, "unknown"},
		{"{{has(guess)}}", expr.Want{}, "unknown guarded"},
		{"{{guess == null}}", expr.Want{}, "unknown guarded"},
		{"{{or(guess, 1)}}", expr.Want{}, "int guarded"},
		{"{{or(nick, guess)}}", expr.Want{}, "string"},
		{"{{lower(guess)}}", expr.Want{}, "string"},
		{"{{or(lower(guess), 'x')}}", expr.Want{}, "string"},
		{"{{when(guess, guess, 1)}}", expr.Want{}, "bool int"},
		{"{{min(guess, 1)}}", expr.Want{}, "int"},
		{"{{contains(tags, guess)}}", expr.Want{}, "string"},
		{"{{tags[guess]}}", expr.Want{}, "int"},
		{"{{len(guess)}}", expr.Want{}, "unknown"},
		{"{{nosuch(guess)}}", expr.Want{}, "unknown"},
	}
	for _, test := range tests {
		s := newScope()
		check(t, s, test.source, test.want)
		var uses []string
		for _, u := range s.uses["guess"] {
			use := u.Type.Kind.String()
			if u.Guarded {
				use += " guarded"
			}
			if test.source[u.Start:u.End] != "guess" {
				t.Errorf("%s: the use is at %q", test.source, test.source[u.Start:u.End])
			}
			uses = append(uses, use)
		}
		if got := strings.Join(uses, " "); got != test.use {
			t.Errorf("%s: guess is used as %q, want %q", test.source, got, test.use)
		}
	}
}

func TestConstants(t *testing.T) {
	for source, want := range map[string]string{
		"plain": `"plain"`, "{{1 + 2 * 3}}": "7", "{{7 / 2}}": "3", "{{-7 % 3}}": "-1", "{{1 / 2.0}}": "0.5",
		"{{'a' + \"b\" + `c`}}": `"abc"`, `{{'it\'s "x"'}}`: `"it's \"x\""`, "{{1 < 2 && !(2 < 1)}}": "true",
		"{{-9223372036854775808}}": "-9223372036854775808", "n = {{1}}": "", "{{min(3, 1, 2)}}": "1", "{{string(5)}}": "", "{{name}}": "", "{{null}}": "",
	} {
		e, problems := check(t, newScope(), source, expr.Want{Type: orNull})
		if len(problems) > 0 {
			t.Errorf("%s: %v", source, problems)
		}
		got := ""
		if v, ok := e.Const(); ok {
			got = v.ExactString()
			if v.Kind().String() == "Float" {
				got = v.String()
			}
		}
		if got != want {
			t.Errorf("%s is the constant %q, want %q", source, got, want)
		}
	}
}

// TestDecided holds what is known of a condition before it is asked, by its literals alone (same) and by what is never null.
func TestDecided(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   string
		same   bool
	}{
		{"true", "true", true}, {"ok || true", "true", true}, {"false && ok", "false", true}, {"!(ok || 1 < 2)", "false", true},
		{"(n > 1 || true) && true", "true", true}, {"when(true, false, ok)", "false", true}, {"when(ok, true, true)", "true", true},
		{"has(name)", "true", false}, {"name == null", "false", false}, {"null != name", "true", false}, {"!has(name)", "false", false},
		{"has(tags) && has(n)", "true", false}, {"has(nick) || has(name)", "true", false}, {"has(people) && n > 1", "", false},
		{"when(has(name), false, ok)", "false", false}, {"has(name) == true", "", false},
		{"has(nick)", "", false}, {"nick != null", "", false}, {"has(body)", "", false}, {"has(body.x)", "", false}, {"has(labels['x'])", "", false},
		{"has(user)", "", false}, {"has(user.id)", "", false}, {"ok || false", "", false}, {"ok && true", "", false}, {"when(ok, true, false)", "", false},
		{"n == n", "true", true}, {"n < n", "false", true}, {"ok || name != name", "", false}, {"ok && name != name", "false", true},
		{"name != 'a' || name != 'b'", "true", true}, {"name == 'a' && name == 'b'", "false", true}, {"n > 5 && n < 3", "false", true},
		{"n > 3 || n < 5", "true", true}, {"n > 3 && n < 4", "false", true}, {"ratio > 3 && ratio < 4", "", false}, {"n >= 3 && n <= 3", "", false},
		{"n >= 4 && 3 >= n", "false", true}, {"ok || !ok", "true", true}, {"has(nick) || nick == null", "true", true}, {"has(nick) && !has(nick)", "false", true},
		{"name != 'a' || n > 1 || name != 'b'", "true", true}, {"name == 'a' || name == 'b'", "", false}, {"name != 'a' && name != 'b'", "", false},
		{"body.x != 'a' || body.x != 'b'", "true", true}, {"name != 'a' || nick != 'b'", "", false},
		{"n != 1 || n != 1.0", "", false}, {"n == 1 && n != 1", "false", true}, {"!(n == 1 || n != 1)", "false", true}, {"n < 3 || n > 3", "", false},
		{"len(name) >= 0", "true", true}, {"len(name) < 0", "false", true}, {"0 <= len(tags)", "true", true}, {"len(name) > 0", "", false}, {"n >= 0", "", false},
		{"contains(name, '')", "true", true}, {"contains(tags, '')", "", false}, {"startsWith(name, 'a')", "", false}, {"endsWith(name, '')", "true", true},
		{"lower(name) == 'Admin'", "false", true}, {"upper(name) != 'admin'", "true", true}, {"lower(name) == 'admin'", "", false},
		{"contains(lower(name), 'Admin')", "false", true}, {"startsWith(upper(name), 'A')", "", false}, {"trim(name) == ' a'", "false", true},
		{"contains(trim(name), ' ')", "", false}, {"sha256(name) == 'abc'", "false", true}, {"'abc' != hmacSha256(name, name)", "true", true},
		{"sha256(name) == '" + strings.Repeat("0f", 32) + "'", "", false}, {"sha256(name) == '" + strings.Repeat("0F", 32) + "'", "false", true},
		{"uuid() == 'x'", "false", true}, {"hex(name) == '0fa'", "false", true}, {"endsWith(hex(name), '0fa')", "", false},
		{"base64(name) == 'QQ'", "false", true}, {"base64(name) == 'QQ=='", "", false}, {"base64url(name) == 'QQ=='", "false", true},
		{"contains(urlEncode(name), '&')", "false", true}, {"contains(htmlEscape(name), '<b>')", "false", true}, {"contains(htmlEscape(name), '&lt;')", "", false},
		{"n == 1.5", "false", true}, {"n != 1.5", "true", true}, {"n == 2.0", "", false}, {"round(ratio) == 0.5", "false", true}, {"ratio == 1.5", "", false},
		{"n < 1.5", "", false}, {"n % 2 == 2", "false", true}, {"n % 2 == 1", "", false}, {"n % 2 == -1", "", false}, {"n % 2 == -2", "false", true},
		{"n % 10 < 10", "true", true}, {"abs(n) < 0", "false", true}, {"abs(ratio) >= 0", "true", true}, {"abs(n) > 0", "", false},
		{"max(n, 5) < 5", "false", true}, {"max(n, 5) == 5", "", false}, {"min(n, 5) > 5", "false", true}, {"min(n, 5) <= 4", "", false},
		{"string(n) != '1' || string(n) != '01'", "", false}, {"n == n + 0", "", false}, {"upper(name) == upper(name)", "", false}, {"has(guess)", "", false},
	} {
		e, _ := check(t, newScope(), "{{"+tt.source+"}}", expr.Want{Type: boolean})
		got := ""
		if v, known := e.Decided(); known {
			got = fmt.Sprint(v)
		}
		if got != tt.want || e.Same() != tt.same {
			t.Errorf("%s is always %q, by its literals %t; want %q, %t", tt.source, got, e.Same(), tt.want, tt.same)
		}
	}
}
