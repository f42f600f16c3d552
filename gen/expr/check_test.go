package expr_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

func TestTypes(t *testing.T) {
	tests := []struct{ source, want string }{
		{"plain", "string"},
		{"", "string"},
		{"{{name}}", "string"},
		{"{{age}}", "int"},
		{"age is {{age}}", "string"},
		{"{{nick}}", "string?"},
		{"{{null}}", "null"},
		{"{{true}}", "bool"},
		{"{{1.5}}", "float"},
		{"{{default}}", "string"},
		{"{{auth.type}}", "string"},
		{"{{(auth).sub}}", "string"},
		{`{{auth["sub"]}}`, "string"},
		{"{{home}}", "{city: string, zip: string?}"},
		{"{{body.type.default}}", "any"},
		{`{{body["line-items"][0]}}`, "any"},
		{"{{body[name]}}", "any"},
		{"{{counts.a}}", "int?"},
		{`{{labels["x"]}}`, "string?"},
		{"{{tags[0]}}", "string"},
		{"{{people[0].zip}}", "string?"},
		{`{{request.headers["x-name"]}}`, "string?"},
		{"{{user.email}}", "string?"},
		{"{{user.meta.a}}", "any"},
		{"{{user}}", "{id: int, email: string, name: string?, password_hash: string, meta: any}?"},
		{"{{age + 1}}", "int"},
		{"{{age + 1.5}}", "float"},
		{"{{1 + ratio}}", "float"},
		{"{{name + name}}", "string"},
		{"{{body.n + 1}}", "int"},
		{"{{body.s + 'x'}}", "string"},
		{"{{7 / 2}}", "int"},
		{"{{-ratio}}", "float"},
		{"{{age == 1.5}}", "bool"},
		{"{{body.x == 'a'}}", "bool"},
		{"{{body.x == null}}", "bool"},
		{"{{nick != null}}", "bool"},
		{"{{at < until}}", "bool"},
		{"{{body.at < at}}", "bool"},
		{"{{raw == raw}}", "bool"},
		{"{{!ok && (age > 1 || body.ok)}}", "bool"},
		{"{{or(nick, name)}}", "string"},
		{"{{or(nick, null)}}", "string?"},
		{"{{or(name, nick)}}", "string"},
		{"{{or(body.x, 1)}}", "int"},
		{"{{or(body.x, count)}}", "int?"},
		{"{{or(body.x, data.y)}}", "any"},
		{"{{or(count, 1.5)}}", "float"},
		{"{{or(work, home)}}", "any"},
		{"{{or(user.email, 'x')}}", "string"},
		{"{{when(ok, 1, 2.5)}}", "float"},
		{"{{when(ok, nick, name)}}", "string?"},
		{"{{when(ok, name, null)}}", "string?"},
		{"{{when(ok, body.x, 1)}}", "any"},
		{"{{when(ok, home, home)}}", "any"},
		{"{{min(1, age, 2.5)}}", "float"},
		{"{{max(at, until)}}", "time"},
		{"{{len(name)}}", "int"},
		{"{{len(nums)}}", "int"},
		{"{{len(body)}}", "int"},
		{"{{contains(tags, 'a')}}", "bool"},
		{"{{contains(items, 1)}}", "bool"},
		{"{{split(name, ',')}}", "list<string>"},
		{"{{join(body.tags, ',')}}", "string"},
		{"{{string(at)}}", "string"},
		{"{{int(body.x)}}", "int"},
		{"{{json(user.meta)}}", ""},
		{"{{json(home)}}", "string"},
		{"{{parseJson(name).a}}", "any"},
		{"{{addDuration(now(), '15m')}}", "time"},
		{"{{addDuration(now(), '-15m')}}", "time"},
		{"{{addDuration(now(), took)}}", "time"},
		{"{{addDuration(at, duration(name))}}", "time"},
		{"{{addDuration(at, body.length)}}", "time"},
		{"{{formatTime(at, '2006', name)}}", "string"},
		{"{{startOf(at, 'day', name)}}", "time"},
		{"{{took > duration('2h')}}", "bool"},
		{"{{unix(at)}}", "int"},
		{"{{sha256(raw)}}", "string"},
		{"{{string(raw)}}", "string"},
		{"{{randomToken(32)}}", "string"},
		{"{{loose}}", "any?"},
		{"{{loose.x}}", "any?"},
		{"{{or(loose, 'x')}}", "string"},
		{"{{or(loose, null)}}", "any?"},
		{"{{or(loose, data)}}", "any"},
		{"{{or(body.x, loose)}}", "any?"},
		{"{{loose[0][name]}}", "any?"},
		{"{{when(ok, loose, 1)}}", "any?"},
		{"{{when(ok, nick, data)}}", "any?"},
		{"{{when(has(loose), string(loose), 'x')}}", "string"},
		{"{{when(loose.n == null, 1, loose.n + 1)}}", "int"},
		{"{{json(loose)}}", "string"},
		{"{{broken.x + 1}}", "int"},
		{"{{broken}}", "unknown"},
	}
	for _, test := range tests {
		w := expr.Want{Type: orNull, Rows: true}
		e, problems := check(t, newScope(), test.source, w)
		if test.want == "" {
			if len(problems) == 0 {
				t.Errorf("%s is %v, want a problem", test.source, e.Type)
			}
			continue
		}
		if len(problems) > 0 || e.Type.String() != test.want {
			t.Errorf("%s is %v, want %s %v", test.source, e.Type, test.want, problems)
		}
	}
}

func TestProblems(t *testing.T) {
	tests := []struct{ source, want string }{
		{"{{nobody}}", `FC204 2:8 "nobody" does not exist`},
		{"é {{auth.emial}}", `FC204 10:15 "auth" has no field "emial", it has email, sub, type (did you mean "email"?)`},
		{"{{name.x}}", `FC204 7:8 "name" is a string and has no field "x"`},
		{"{{nick.x}}", `FC206 2:6 "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"{{work.city}}", `FC206 2:6 "work" may be missing (use when(has(work), work.…, …), or a Condition on has(work))`},
		{"{{lowr(name)}}", `FC204 2:6 "lowr" is not a function (did you mean "lower"?)`},
		{"{{lower()}}", `FC206 2:9 "lower()": want 1 argument, got none (write lower(text string) string, such as lower("Ann"))`},
		{"{{min(1)}}", `FC206 2:8 "min(1)": want at least 2 arguments, got 1 (write min(a int, float, string, time or any, b int, float, string, time or any, …) the type of all, such as min(3, 1, 2))`},
		{"{{lower(age)}}", `FC206 8:11 "lower(age)": want string, got int (convert it: string(age))`},
		{"{{age + 1 + name}}", `FC206 2:9 "age + 1 + name": want string, got int (convert it: string(age + 1))`},
		{"{{name + 1}}", `FC206 2:6 "name + 1": want number, got string (convert one: string(1) or int(name))`},
		{"{{name - age}}", `FC206 2:6 "name - age": want number, got string (convert it: int(name) or float(name))`},
		{"{{ratio % 2}}", `FC206 2:7 "ratio % 2": want int, got float (convert it: int(ratio))`},
		{"{{nick + 'x'}}", `FC206 2:6 "nick + 'x'": "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"{{body.a == data.b}}", `FC206 2:18 "body.a == data.b": both operands are any (convert one: string(body.a), int(body.a), float(body.a) or bool(body.a))`},
		{"{{body.a + data.b}}", `FC206 2:17 "body.a + data.b": both operands are any (convert one: string(body.a), int(body.a), float(body.a) or bool(body.a))`},
		{"{{nick < 'a'}}", `FC206 2:6 "nick < 'a'": "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"{{name == 1}}", `FC206 10:11 "name == 1": want string, got int (convert it: string(1))`},
		{"{{home == home}}", `FC206 2:6 "home == home": want int, float, string, time, duration, bool or bytes, got {city: string, zip: string?}`},
		{"{{ok < ok}}", `FC206 2:4 "ok < ok": want int, float, string, time or duration, got bool`},
		{"{{null < null}}", `FC206 2:6 "null < null": want a value, got null; FC206 9:13 "null < null": want a value, got null`},
		{"{{null[0]}}", `FC206 2:6 "null": want a value, got null`},
		{"{{!age}}", `FC206 3:6 "!age": want bool, got int (convert it: bool(age))`},
		{"{{ok && age}}", `FC206 8:11 "ok && age": want bool, got int (convert it: bool(age))`},
		{"{{-name}}", `FC206 3:7 "-name": want number, got string (convert it: int(name) or float(name))`},
		{"{{age / 0}}", `FC206 2:9 "age / 0": division by zero`},
		{"{{1 % 0}}", `FC206 2:7 "1 % 0": division by zero`},
		{"{{9223372036854775807 + 1}}", `FC206 2:25 "9223372036854775807 + 1" overflows int`},
		{"{{9223372036854775808}}", `FC206 2:21 "9223372036854775808" overflows int`},
		{"{{tags['x']}}", `FC204 7:10 "tags" is a list and has no field "x"`},
		{"{{tags[name]}}", `FC206 7:11 index of "tags": want int, got string (convert it: int(name))`},
		{"{{tags[-1]}}", `FC206 7:9 "-1" is a negative index (write last(tags) for the last one)`},
		{"{{split(name, ',')[-2]}}", `FC206 19:21 "-2" is a negative index`},
		{"{{home[name]}}", `FC206 7:11 "home" is an object: want literal text as its index`},
		{"{{name[0]}}", `FC206 7:8 "name" is a string and has no index (write substring(name, 0, 1))`},
		{"{{body[data.x]}}", `FC206 7:13 "data.x": want int or string as index, got any (convert it: int(data.x) or string(data.x))`},
		{"hi {{nick}}", `FC206 5:9 "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"hi {{user.email}}", `FC206 5:15 "user.email" may be missing, as the row "user" may be (use or(user.email, ""), or a Condition on has(user))`},
		{"hi {{user.meta.x}}", `FC206 5:16 "user.meta.x" may be missing, as the row "user" may be (use or(user.meta.x, …), or a Condition on has(user))`},
		{"hi {{loose}}", `FC206 5:10 "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{lower(loose)}}", `FC206 8:13 "lower(loose)": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{lower(loose.x)}}", `FC206 8:15 "lower(loose.x)": "loose.x" may be missing (use or(loose.x, …), or a Condition on has(loose.x))`},
		{"{{string(loose)}}", `FC206 9:14 "string(loose)": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{loose + 1}}", `FC206 2:7 "loose + 1": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{user.email == 'a'}}", `FC206 2:12 "user.email == 'a'": "user.email" may be missing, as the row "user" may be (use or(user.email, ""), or a Condition on has(user))`},
		{"{{loose < 'a'}}", `FC206 2:7 "loose < 'a'": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{at < loose}}", `FC206 7:12 "at < loose": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{ok && loose}}", `FC206 8:13 "ok && loose": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{addDuration(loose, '1m')}}", `FC206 14:19 "addDuration(loose, '1m')": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"hi {{tags}}", `FC206 5:9 "tags": want string, got list<string> (convert it: json(tags))`},
		{"hi {{null}}", `FC206 5:9 "null": want string, got null`},
		{"hi {{raw}}", `FC206 5:8 "raw": want string, got bytes (convert it: string(raw), or base64(raw) where it may be no text)`},
		{"{{matches(name, '(')}}", "FC203 16:19 \"(\" is not a regular expression: error parsing regexp: missing closing ): `(`"},
		{"{{matches(name, name)}}", `FC206 16:20 "matches(name, name)": want pattern as a literal (write it out: it is checked before anything runs)`},
		{"{{addDuration(at, '15x')}}", `FC203 18:23 "'15x'" is not a duration: want a positive count and one of ms, s, m, h, d, w, or that with a - before it`},
		{"{{addDuration(at, '--1m')}}", `FC203 18:24 "'--1m'" is not a duration: want a positive count and one of ms, s, m, h, d, w, or that with a - before it`},
		{"{{addDuration(at, name)}}", `FC206 18:22 "addDuration(at, name)": want duration, or a text that is written out, got string (write duration(name))`},
		{"{{addDuration(at, len(name))}}", `FC206 18:27 "addDuration(at, len(name))": want duration or string, got int (write duration(string(len(name)) + "m"): of so many minutes)`},
		{"{{duration('soon')}}", `FC203 2:18 "duration('soon')" always fails`},
		{"{{randomToken(8)}}", `FC203 14:15 "randomToken(8)": want 16 to 1024 bytes, got 8`},
		{"{{or(name, 1)}}", `FC206 2:13 "or(name, 1)": want values of one type, got string and int`},
		{"{{when(ok, 'a', 1)}}", `FC206 2:18 "when(ok, 'a', 1)": want values of one type, got string and int`},
		{"{{or(home, false)}}", `FC206 2:17 "or(home, false)": want values of one type, got {city: string, zip: string?} and bool`},
		{"{{or(people, 'none')}}", `FC206 2:20 "or(people, 'none')": want values of one type, got list<{city: string, zip: string?}> and string`},
		{"{{when(ok, home, people)}}", `FC206 2:24 "when(ok, home, people)": want values of one type, got {city: string, zip: string?} and list<{city: string, zip: string?}>`},
		{"{{when(nick, 1, 2)}}", `FC206 7:11 "when(nick, 1, 2)": "nick" may be missing (use or(nick, …), or a Condition on has(nick))`},
		{"{{contains(nums, 'a')}}", `FC206 17:20 "contains(nums, 'a')": want int, got string (convert it: int('a'))`},
		{"{{contains(people, 'a')}}", `FC206 11:17 "contains(people, 'a')": want list of string, int, float, bool or any, got list<{city: string, zip: string?}>`},
		{"{{join(nums, ',')}}", `FC206 7:11 "join(nums, ',')": want list<string>, got list<int>`},
		{"{{string(tags)}}", `FC206 9:13 "string(tags)": want string, int, float, bool, time, duration, bytes or any, got list<string> (convert it: json(tags))`},
		{"{{int(raw)}}", `FC206 6:9 "int(raw)": want int, string, float, bool or any, got bytes (convert it: int(string(raw)))`},
		{"{{contains(raw, 'x')}}", `FC206 11:14 "contains(raw, 'x')": want string, list or any, got bytes (convert it: string(raw), or base64(raw) where it may be no text)`},
		{"{{first(raw)}}", `FC206 8:11 "first(raw)": want list or any, got bytes`},
		{"{{int(home)}}", `FC206 6:10 "int(home)": want int, string, float, bool or any, got {city: string, zip: string?}`},
		{"{{contains(home, 'a')}}", `FC206 11:15 "contains(home, 'a')": want string, list or any, got {city: string, zip: string?} (name the field that is meant: home.city or home.zip)`},
		{"{{min(tags, 1)}}", `FC206 6:10 "min(tags, 1)": want int, float, string, time or any, got list<string>`},
		{"{{at - at}}", `FC206 2:4 "at - at": want number, got time (write addDuration(at, "1d"), or "-1d"; unix(at) is its seconds)`},
		{"{{at + took}}", `FC206 2:4 "at + took": want number, got time (write addDuration(at, "1d"), or "-1d"; unix(at) is its seconds)`},
		{"{{len(page)}}", `FC206 6:10 "len(page)" is the same for every page: the number of its members (write page.count)`},
		{"{{keys(tags)}}", `FC206 7:11 "keys(tags)": want map or any, got list<string>`},
		{"{{json(nick)}}", `FC206 7:11 "json(nick)": "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"{{lower(nobody) + lower(age)}}", `FC204 8:14 "nobody" does not exist; FC206 24:27 "lower(age)": want string, got int (convert it: string(age))`},
		{"{{max(body.a, data.b)}}", `FC206 2:21 "max(body.a, data.b)": all values are any (convert one with int, float or string)`},
		{"{{has(1, 2)}}", `FC206 2:11 "has(1, 2)": want 1 argument, got 2 (write has(x) bool, such as has(null))`},
	}
	for _, test := range tests {
		_, problems := check(t, newScope(), test.source, expr.Want{Type: orNull, Rows: true})
		if got := strings.Join(problems, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	what := `field "f"`
	nullable := types.Of(types.String).OrNull()
	tests := []struct {
		source string
		want   expr.Want
		result string // the type, or the problem
	}{
		{"{{age}}", expr.Want{Type: text, What: what}, `FC206 2:5 field "f": want string, got int (convert it: string(age))`},
		{"{{name}}", expr.Want{Type: integer, What: what}, `FC206 2:6 field "f": want int, got string (convert it: int(name))`},
		{"5", expr.Want{Type: integer, What: what}, `FC206 0:1 field "f": want int, got string`},
		{"{{name}}", expr.Want{Type: instant, What: what}, `FC206 2:6 field "f": want time, got string (convert it: parseTime(name))`},
		{"{{age}}", expr.Want{Type: float}, "float"},
		{"{{age}}", expr.Want{Text: true}, "string"},
		{"{{at}}", expr.Want{Text: true, Type: text}, "string"},
		{"{{count}}", expr.Want{Text: true, Type: nullable}, "string?"},
		{"{{tags}}", expr.Want{Text: true, What: what}, `FC206 2:6 field "f": want string, got list<string> (convert it: json(tags))`},
		{"{{age}}", expr.Want{Type: anything}, "any"},
		{"{{nick}}", expr.Want{Type: anything}, "any?"},
		{"{{body.x}}", expr.Want{Type: text}, "string"},
		{"{{body.x}}", expr.Want{Type: nullable}, "string?"},
		{"{{len(home)}}", expr.Want{}, "int"},
		{"{{body.x}}", expr.Want{Type: types.ListOf(text)}, "list<string>"},
		{"{{body.x}}", expr.Want{}, "any"},
		{"{{loose}}", expr.Want{Type: anything}, "any?"},
		{"{{loose}}", expr.Want{Type: nullable}, "string?"},
		{"{{loose}}", expr.Want{Type: text, ZeroNull: true}, "string"},
		{"{{loose}}", expr.Want{Type: boolean, What: what}, `FC206 2:7 field "f": "loose" may be missing (use or(loose, …), or a Condition on has(loose))`},
		{"{{nick}}", expr.Want{What: what}, `FC206 2:6 field "f": "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"{{nick}}", expr.Want{Type: text, What: what}, `FC206 2:6 field "f": "nick" may be missing (use or(nick, ""), or a Condition on has(nick))`},
		{"{{nick}}", expr.Want{Type: nullable}, "string?"},
		{"{{name}}", expr.Want{Type: nullable}, "string"},
		{"{{null}}", expr.Want{Type: nullable}, "string?"},
		{"{{null}}", expr.Want{Type: text, What: what}, `FC206 2:6 field "f": want string, got null`},
		{"{{null}}", expr.Want{Type: text, ZeroNull: true}, "string"},
		{"{{nick}}", expr.Want{Type: text, ZeroNull: true}, "string"},
		{"{{body.hash}}", expr.Want{Type: text, ZeroNull: true}, "string"},
		{"{{user.meta.hash}}", expr.Want{Type: text, ZeroNull: true, Rows: true}, "string"},
		{"{{user.password_hash}}", expr.Want{Type: text, ZeroNull: true, Rows: true}, "string"},
		{"{{user.password_hash}}", expr.Want{Type: text, ZeroNull: true, What: what}, `FC206 2:20 field "f": "user.password_hash" may be missing, as the row "user" may be (use or(user.password_hash, ""), or a Condition on has(user))`},
		{"{{or(user.email, null)}}", expr.Want{Type: orNull}, "string?"},
		{"{{or(user.meta, null)}}", expr.Want{Type: anything}, "any"},
		{"{{or(nick, user.email)}}", expr.Want{Type: orNull, What: what}, `FC206 2:22 field "f": "or(nick, user.email)" may be missing, as the row "user" may be (use or(or(nick, user.email), ""), or a Condition on has(user))`},
		{"{{or(body.x, user.meta)}}", expr.Want{Type: anything, What: what}, `FC206 2:23 field "f": "or(body.x, user.meta)" may be missing, as the row "user" may be (use or(or(body.x, user.meta), …), or a Condition on has(user))`},
		{"{{or(name, user.email)}}", expr.Want{Type: text}, "string"},
		{"{{count}}", expr.Want{Type: text, ZeroNull: true, What: what}, `FC206 2:7 field "f": want string, got int (convert it: string(count))`},
		{"{{user.email}}", expr.Want{Type: nullable, Rows: true}, "string?"},
		{"{{user.email}}", expr.Want{Type: orNull, What: what}, `FC206 2:12 field "f": "user.email" may be missing, as the row "user" may be (use or(user.email, ""), or a Condition on has(user))`},
		{"{{user.meta}}", expr.Want{Type: orNull, What: what}, `FC206 2:11 field "f": "user.meta" may be missing, as the row "user" may be (use or(user.meta, …), or a Condition on has(user))`},
		{"{{when(ok, user.email, null)}}", expr.Want{Type: orNull, What: what}, `FC206 2:28 field "f": "when(ok, user.email, null)" may be missing, as the row "user" may be (use or(when(ok, user.email, null), ""), or a Condition on has(user))`},
	}
	for _, test := range tests {
		e, problems := check(t, newScope(), test.source, test.want)
		got := strings.Join(problems, "; ")
		if got == "" {
			got = e.Type.String()
		}
		if got != test.result {
			t.Errorf("%s in %+v\n got %s\nwant %s", test.source, test.want, got, test.result)
		}
	}
}

func TestPartsAreCheckedForThemselves(t *testing.T) {
	template, _ := expr.Parse("WHERE id = {{age}}")
	e, problems := template.Parts[1].Check(newScope(), expr.Want{Type: integer})
	if len(problems) > 0 || !e.Type.Equal(integer) || e.Start != 13 || e.End != 16 {
		t.Errorf("got %v at %d:%d with %v", e.Type, e.Start, e.End, lines(problems))
	}
}
