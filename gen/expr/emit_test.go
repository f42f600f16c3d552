package expr_test

import (
	"fmt"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/types"
)

// emission is the Go that an expression becomes.
type emission struct {
	source string
	want   *expr.Want // nil for a place that takes everything
	golang string     // the statements; use(…) takes the expression. "" where it only has to compile
}

var emissions = []emission{
	{source: "plain", golang: `use("plain")`},
	{source: "{{name}}", golang: `use(in.Name)`},
	{source: "{{default + auth.type}}", golang: `use(in.Def + in.Auth.Type)`},
	{source: "hi {{name}}, {{age}}", golang: `use("hi " + in.Name + ", " + strconv.FormatInt(in.Age, 10))`},
	{source: "{{ratio}} {{ok}} {{at}} {{took}} {{5}}", golang: `use(rt.FormatFloat(in.Ratio) + " " + strconv.FormatBool(in.Ok) + " " + rt.FormatTime(in.At) + " " + rt.FormatDuration(in.Took) + " " + "5")`},
	{source: "{{null}}", want: &expr.Want{Type: types.Of(types.String).OrNull()}, golang: `use(nil)`},
	{source: "{{1 + 2 * 3}}", golang: `use(7)`},

	{source: "{{age + 1}}", golang: "sum, err := rt.Add(in.Age, 1)\nif err != nil {\n\treturn err\n}\nuse(sum)"},
	{source: "{{age - n * 2}}", golang: "product, err := rt.Mul(in.N, 2)\nif err != nil {\n\treturn err\n}\ndifference, err := rt.Sub(in.Age, product)\nif err != nil {\n\treturn err\n}\nuse(difference)"},
	{source: "{{age / 2 + 1}}", golang: "sum, err := rt.Add(in.Age/2, 1)\nif err != nil {\n\treturn err\n}\nuse(sum)"},
	{source: "{{age % 10}}", golang: `use(in.Age % 10)`},
	{source: "{{age / -1}}", golang: "quotient, err := rt.Div(in.Age, -1)\nif err != nil {\n\treturn err\n}\nuse(quotient)"},
	{source: "{{age % n}}", golang: "rest, err := rt.Mod(in.Age, in.N)\nif err != nil {\n\treturn err\n}\nuse(rest)"},
	{source: "{{-age}}", golang: "negative, err := rt.Neg(in.Age)\nif err != nil {\n\treturn err\n}\nuse(negative)"},
	{source: "{{(ratio + 1) * (ratio - age)}}", golang: "product, err := rt.MulFloat(in.Ratio+1.0, in.Ratio-float64(in.Age))\nif err != nil {\n\treturn err\n}\nuse(product)"},
	{source: "{{age - (1.5 - age)}}", golang: `use(float64(in.Age) - (1.5 - float64(in.Age)))`},
	{source: "{{ratio - age - 1}}", golang: `use(in.Ratio - float64(in.Age) - 1.0)`},
	{source: "{{ratio + ratio}}", golang: "sum, err := rt.AddFloat(in.Ratio, in.Ratio)\nif err != nil {\n\treturn err\n}\nuse(sum)"},
	{source: "{{ratio - 1e300}}", golang: "difference, err := rt.SubFloat(in.Ratio, 1e+300)\nif err != nil {\n\treturn err\n}\nuse(difference)"},
	{source: "{{ratio * 0.5 + age}}", golang: `use(in.Ratio*0.5 + float64(in.Age))`},
	{source: "{{ratio * 2}}", golang: "product, err := rt.MulFloat(in.Ratio, 2.0)\nif err != nil {\n\treturn err\n}\nuse(product)"},
	{source: "{{ratio / 0.5}}", golang: "quotient, err := rt.DivFloat(in.Ratio, 0.5)\nif err != nil {\n\treturn err\n}\nuse(quotient)"},
	{source: "{{age / 0.5}}", golang: `use(float64(in.Age) / 0.5)`},
	{source: "{{-(-ratio)}}", golang: `use(-(-in.Ratio))`},
	{source: "{{-(ratio - -2)}}", golang: `use(-(in.Ratio - -2.0))`},
	{source: "{{ratio / 2}}", golang: `use(in.Ratio / 2.0)`},
	{source: "{{1 / ratio}}", golang: "quotient, err := rt.DivFloat(1.0, in.Ratio)\nif err != nil {\n\treturn err\n}\nuse(quotient)"},
	{source: "{{name + (name + 'x')}}", golang: `use(in.Name + in.Name + "x")`},

	{source: "{{name == 'a'}}", golang: `use(in.Name == "a")`},
	{source: "{{age <= 18.5}}", golang: `use(float64(in.Age) <= 18.5)`},
	{source: "{{token == name}}", golang: `use(rt.Equal(in.Token, in.Name))`},
	{source: "{{env.KEY != name}}", golang: `use(!rt.Equal(in.EnvKEY, in.Name))`},
	{source: "{{body.x == 5}}", golang: `use(in.Body.At("x").Equal(int64(5)))`},
	{source: "{{'a' != body.x}}", golang: `use(!in.Body.At("x").Equal("a"))`},
	{source: "{{body.token == name}}", golang: `use(rt.EqualText(in.Body.At("token"), in.Name))`},
	{source: "{{body.x == env.KEY}}", golang: `use(rt.EqualText(in.Body.At("x"), in.EnvKEY))`},
	{source: "{{at == until}}", golang: `use(in.At.Equal(in.Until))`},
	{source: "{{at < until}}", golang: `use(in.At.Before(in.Until))`},
	{source: "{{at >= now()}}", golang: `use(!in.At.Before(exec.Now()))`},
	{source: "{{raw == raw}}", golang: `use(bytes.Equal(in.Raw, in.Raw))`},
	{source: "{{body.at > at}}", golang: "at, err := in.Body.At(\"at\").Time()\nif err != nil {\n\treturn err\n}\nuse(at.After(in.At))"},
	{source: "{{!(ok && name == 'a')}}", golang: `use(!(in.Ok && in.Name == "a"))`},
	{source: "{{!(name == 'a')}}", golang: `use(in.Name != "a")`},
	{source: "{{(ok || age > 1) && ok}}", golang: `use((in.Ok || in.Age > 1) && in.Ok)`},
	{source: "{{ok || age > 1 && ok}}", golang: `use(in.Ok || in.Age > 1 && in.Ok)`},
	{source: "{{ok || (age > 1 || ok)}}", golang: `use(in.Ok || in.Age > 1)`},
	{source: "{{name != 'a' || name != 'b' || name != 'c'}}", golang: `use(in.Name != "a" || !(in.Name == "b") || !(in.Name == "c"))`},
	{source: "{{name == 'a' && (age > 1 && 'b' == name)}}", golang: `use(in.Name == "a" && in.Age > 1 && !("b" != in.Name))`},
	{source: "{{name != 'a' && name != 'b'}}", golang: `use(in.Name != "a" && in.Name != "b")`},
	{source: "{{ok || age > 1 || ok}}", golang: `use(in.Ok || in.Age > 1)`},
	{source: "{{ok && ok}}", golang: `use(in.Ok)`},
	{source: "{{!!ok}}", golang: `use(in.Ok)`},
	{source: "{{has(name) && has(age)}}", golang: `use(true)`},
	{source: "{{name == null || age == null}}", golang: `use(false)`},
	{source: "{{has(nick) && name != null && has(age)}}", golang: `use(in.Nick != nil)`},
	{source: "{{(has(name) && has(age)) || (has(name) && ok)}}", golang: `use(true)`},
	{source: "{{(has(name) && ok) || ok}}", golang: `use(in.Ok)`},
	{source: "{{ok && !has(name) && age > 1}}", golang: `use(in.Ok && false)`},
	{source: "{{or(null, null)}}", golang: `use(nil)`},
	{source: "{{ok == (age > 1)}}", golang: `use(in.Ok == (in.Age > 1))`},
	{source: "{{ok && age + 1 > 5}}", golang: "ok := in.Ok\nif ok {\n\tsum, err := rt.Add(in.Age, 1)\n\tif err != nil {\n\t\treturn err\n\t}\n\tok = sum > 5\n}\nuse(ok)"},
	{source: "{{ok || body.x}}", golang: "ok := in.Ok\nif !ok {\n\tx, err := in.Body.At(\"x\").Bool()\n\tif err != nil {\n\t\treturn err\n\t}\n\tok = x\n}\nuse(ok)"},

	{source: "{{has(nick)}}", golang: `use(in.Nick != nil)`},
	{source: "{{!has(nick)}}", golang: `use(in.Nick == nil)`},
	{source: "{{nick == null}}", golang: `use(in.Nick == nil)`},
	{source: "{{null != body.x}}", golang: `use(!in.Body.At("x").IsNull())`},
	{source: "{{has(user.email)}}", golang: `use(userFound)`},
	{source: "{{!has(user)}}", golang: `use(!userFound)`},
	{source: "{{has(user.name)}}", golang: `use(in.User.Name != nil)`},
	{source: "{{has(name)}}", golang: `use(true)`},
	{source: "{{has(counts.a)}}", golang: `use(rt.Lookup(in.Counts, "a") != nil)`},
	{source: "{{has(counts.a) && counts.a > 1}}", golang: `use(rt.Lookup(in.Counts, "a") != nil && in.Counts["a"] > 1)`},
	{source: "{{has(nick) && nick == 'a'}}", golang: `use(in.Nick != nil && *in.Nick == "a")`},
	{source: "{{has(work) && work.city == 'a'}}", golang: `use(in.Work != nil && in.Work.City == "a")`},
	{source: "{{has(since) && since < at}}", golang: `use(in.Since != nil && in.Since.Before(in.At))`},
	{source: "{{user.email}}", golang: `use(rt.Ptr(userFound, in.User.Email))`},
	{source: "{{user.name}}", golang: `use(in.User.Name)`},
	{source: "{{member.email}}", golang: `use(rt.Ptr(memberFound, in.Member.Email))`},
	{source: "{{has(member.email) && member.email == 'a'}}", golang: `use(memberFound && in.Member.Email == "a")`},
	{source: "{{user}}", golang: `use(rt.Ptr(userFound, in.User))`},
	{source: "{{or(nick, 'x')}}", golang: `use(rt.Or(in.Nick, "x"))`},
	{source: "{{or(count, 5)}}", golang: `use(rt.Or(in.Count, 5))`},
	{source: "{{or(name, 'x')}}", golang: `use(in.Name)`},
	{source: "{{or(null, 'x')}}", golang: `use("x")`},
	{source: "{{or(nick, user.name)}}", golang: `use(cmp.Or(in.Nick, in.User.Name))`},
	{source: "{{or(nick, null)}}", golang: `use(in.Nick)`},
	{source: "{{or(user.email, 'x')}}", golang: `use(rt.When(userFound, in.User.Email, "x"))`},
	{source: "{{or(user.id, 5)}}", golang: `use(rt.When(userFound, in.User.ID, 5))`},
	{source: "{{or(nick, uuid())}}", golang: "var nick string\nif in.Nick != nil {\n\tnick = *in.Nick\n} else {\n\tnick = rt.UUID()\n}\nuse(nick)"},
	{source: "{{or(user.email, uuid())}}", golang: "value := rt.Ptr(userFound, in.User.Email)\nvar email string\nif value != nil {\n\temail = *value\n} else {\n\temail = rt.UUID()\n}\nuse(email)"},
	{source: "{{or(body.x, 5)}}", golang: "value := in.Body.At(\"x\")\nvar x int64\nif !value.IsNull() {\n\tnumber, err := value.Int()\n\tif err != nil {\n\t\treturn err\n\t}\n\tx = number\n} else {\n\tx = 5\n}\nuse(x)"},
	{source: "{{or(body.x, data.y)}}", golang: ``},
	{source: "{{or(body.x, count)}}", golang: ``},
	{source: "{{or(count, 1.5)}}", golang: "var count *float64\nif in.Count != nil {\n\tcount = new(float64(*in.Count))\n}\nuse(rt.Or(count, 1.5))"},
	{source: "{{or(work, home)}}", golang: ``},
	{source: "{{when(has(since), since < until, true)}}", golang: `use(in.Since == nil || in.Since.Before(in.Until))`},
	{source: "{{when(ok, age > 1, false)}}", golang: `use(in.Ok && in.Age > 1)`},
	{source: "{{when(ok && age > 1, true, n > 1)}}", golang: `use(in.Ok && in.Age > 1 || in.N > 1)`},
	{source: "{{when(ok || age > 1, false, n > 1)}}", golang: `use(!(in.Ok || in.Age > 1) && in.N > 1)`},
	{source: "one\ntwo {{name}}\n", golang: "use(`one\ntwo ` + in.Name + \"\\n\")"},
	{source: "{{when(ok, 1, 2)}}", golang: `use(rt.When[int64](in.Ok, 1, 2))`},
	{source: "{{when(ok, name, 'x')}}", golang: `use(rt.When(in.Ok, in.Name, "x"))`},
	{source: "{{when(ok, name, null)}}", golang: ``},
	{source: "{{when(ok, nick, null)}}", golang: `use(rt.When[*string](in.Ok, in.Nick, nil))`},
	{source: "{{when(has(nick), nick, 'x')}}", golang: "var nick string\nif in.Nick != nil {\n\tnick = *in.Nick\n} else {\n\tnick = \"x\"\n}\nuse(nick)"},
	{source: "{{when(ok, age + 1, 0)}}", golang: "var number int64\nif in.Ok {\n\tsum, err := rt.Add(in.Age, 1)\n\tif err != nil {\n\t\treturn err\n\t}\n\tnumber = sum\n} else {\n\tnumber = 0\n}\nuse(number)"},
	{source: "{{when(ok, home, body)}}", golang: ``},
	{source: "{{when(ok, body.x, null)}}", golang: ``},

	{source: "{{tags[1]}}", golang: "item, err := rt.Item(in.Tags, 1)\nif err != nil {\n\treturn err\n}\nuse(item)"},
	{source: "{{body.a['b-c'][0][name]}}", golang: `use(in.Body.At("a").At("b-c").Index(0).At(in.Name))`},
	{source: "{{labels.x}}", golang: `use(in.Labels["x"])`},
	{source: "{{counts[name]}}", golang: `use(rt.Lookup(in.Counts, in.Name))`},
	{source: "{{people[0].zip}}", golang: "item, err := rt.Item(in.People, 0)\nif err != nil {\n\treturn err\n}\nuse(item.Zip)"},

	{source: "{{len(name)}}", golang: `use(rt.Len(in.Name))`},
	{source: "{{len(tags)}}", golang: `use(int64(len(in.Tags)))`},
	{source: "{{len(body)}}", golang: "length, err := in.Body.Len()\nif err != nil {\n\treturn err\n}\nuse(length)"},
	{source: "{{min(age, 5)}}", golang: `use(min(in.Age, 5))`},
	{source: "{{max(at, until)}}", golang: `use(rt.Latest(in.At, in.Until))`},
	{source: "{{contains(name, 'a')}}", golang: `use(strings.Contains(in.Name, "a"))`},
	{source: "{{contains(nums, 1)}}", golang: `use(slices.Contains(in.Nums, 1))`},
	{source: "{{contains(items, 1)}}", golang: `use(rt.ContainsValue(in.Items, int64(1)))`},
	{source: "{{contains(body, 'a')}}", golang: "contains, err := in.Body.Contains(\"a\")\nif err != nil {\n\treturn err\n}\nuse(contains)"},
	{source: "{{startsWith(name, 'a') || endsWith(name, 'b')}}", golang: `use(strings.HasPrefix(in.Name, "a") || strings.HasSuffix(in.Name, "b"))`},
	{source: "{{matches(name, '^a')}}", golang: `use(pattern.MatchString(in.Name))`},
	{source: "{{trim(lower(upper(name)))}}", golang: `use(strings.TrimSpace(strings.ToLower(strings.ToUpper(in.Name))))`},
	{source: "{{join(split(name, ','), ';')}}", golang: `use(strings.Join(strings.Split(in.Name, ","), ";"))`},
	{source: "{{join(body.tags, ',')}}", golang: "tags, err := rt.As[[]string](in.Body.At(\"tags\"))\nif err != nil {\n\treturn err\n}\nuse(strings.Join(tags, \",\"))"},
	{source: "{{replace(name, 'a', 'b')}}", golang: `use(strings.ReplaceAll(in.Name, "a", "b"))`},
	{source: "{{string(age)}}", golang: `use(strconv.FormatInt(in.Age, 10))`},
	{source: "{{string(raw)}}", golang: "raw, err := rt.ParseText(in.Raw)\nif err != nil {\n\treturn err\n}\nuse(raw)"},
	{source: "{{int(name)}}", golang: "name, err := rt.ParseInt(in.Name)\nif err != nil {\n\treturn err\n}\nuse(name)"},
	{source: "{{int(ratio * 1)}}", golang: "number, err := rt.FloatToInt(in.Ratio * 1.0)\nif err != nil {\n\treturn err\n}\nuse(number)"},
	{source: "{{int(ok)}}", golang: `use(rt.When[int64](in.Ok, 1, 0))`},
	{source: "{{float(ok) + float(age)}}", golang: `use(rt.When[float64](in.Ok, 1, 0) + float64(in.Age))`},
	{source: "{{float(name)}}", golang: "name, err := rt.ParseFloat(in.Name)\nif err != nil {\n\treturn err\n}\nuse(name)"},
	{source: "{{bool(age) && bool(name)}}", golang: ``},
	{source: "{{json(5)}}", golang: "json, err := rt.ToJSON(int64(5))\nif err != nil {\n\treturn err\n}\nuse(json)"},
	{source: "{{parseJson(name).a}}", golang: "value, err := rt.ParseJSON(in.Name)\nif err != nil {\n\treturn err\n}\nuse(value.At(\"a\"))"},
	{source: "{{base64(name) + base64url(raw) + hex(name)}}", golang: `use(base64.StdEncoding.EncodeToString([]byte(in.Name)) + base64.RawURLEncoding.EncodeToString(in.Raw) + hex.EncodeToString([]byte(in.Name)))`},
	{source: "{{urlEncode(name)}}", golang: `use(url.QueryEscape(in.Name))`},
	{source: "{{sha256(raw) + hmacSha256(env.KEY, name)}}", golang: `use(rt.SHA256(string(in.Raw)) + rt.HMACSHA256(in.EnvKEY, in.Name))`},
	{source: "{{randomToken(32)}}", golang: "random, err := rt.RandomToken(exec, 32)\nif err != nil {\n\treturn err\n}\nuse(random)"},
	{source: "{{parseTime(name)}}", golang: "parsed, err := rt.ParseTime(in.Name)\nif err != nil {\n\treturn err\n}\nuse(parsed)"},
	{source: "{{addDuration(at, '15m')}}", golang: "later, err := rt.AddDuration(in.At, 15*time.Minute)\nif err != nil {\n\treturn err\n}\nuse(later)"},
	{source: "{{addDuration(now(), '250ms')}}", golang: `use(exec.Now().Add(250 * time.Millisecond))`},
	{source: "{{addDuration(now(), '-15m')}}", golang: `use(exec.Now().Add(-15 * time.Minute))`},
	{source: "{{addDuration(at, '-2w')}}", golang: "later, err := rt.AddDuration(in.At, -14*24*time.Hour)\nif err != nil {\n\treturn err\n}\nuse(later)"},
	{source: "{{addDuration(now(), '-1h')}}", golang: `use(exec.Now().Add(-time.Hour))`},
	{source: "{{addDuration(now(), '1m')}}", golang: `use(exec.Now().Add(time.Minute))`},
	{source: "{{addDuration(now(), '1d')}}", golang: `use(exec.Now().Add(24 * time.Hour))`},
	{source: "{{addDuration(now(), duration('7d'))}}", golang: `use(exec.Now().Add(7 * 24 * time.Hour))`},
	{source: "{{took > duration('-2h')}}", golang: `use(in.Took > -2*time.Hour)`},
	{source: "{{addDuration(now(), took)}}", golang: `use(exec.Now().Add(in.Took))`},
	{source: "{{addDuration(at, duration(name))}}", golang: "duration, err := rt.ParseDuration(in.Name)\nif err != nil {\n\treturn err\n}\n" +
		"later, err := rt.AddDuration(in.At, duration)\nif err != nil {\n\treturn err\n}\nuse(later)"},
	{source: "{{formatTime(at, '15:04', name)}}", golang: "location, err := zone.Named(in.Name)\nif err != nil {\n\treturn err\n}\nuse(in.At.In(location).Format(\"15:04\"))"},
	{source: "{{startOf(now(), 'day', name)}}", golang: "location, err := zone.Named(in.Name)\nif err != nil {\n\treturn err\n}\nuse(zone.StartOf(exec.Now(), zone.Day, location))"},
	{source: "{{unix(addDuration(now(), '2w'))}}", golang: `use(exec.Now().Add(14 * 24 * time.Hour).Unix())`},

	{source: "{{map(people, or(item.zip, item.city))}}", golang: "mapped := make([]string, 0, len(in.People))\nfor _, item := range in.People {\n\tmapped = append(mapped, rt.Or(item.Zip, item.City))\n}\nuse(mapped)"},
	{source: "{{filter(nums, item > 2)}}", golang: "kept := in.Nums[:0:0]\nfor _, item := range in.Nums {\n\tif item > 2 {\n\t\tkept = append(kept, item)\n\t}\n}\nuse(kept)"},
	{source: "{{map(tags, 1)}}", golang: "mapped := make([]int64, 0, len(in.Tags))\nfor range in.Tags {\n\tmapped = append(mapped, 1)\n}\nuse(mapped)"},
	{source: "{{filter(people, has(item.zip) && item.zip != '1')}}", golang: "kept := in.People[:0:0]\nfor _, item := range in.People {\n\tif item.Zip != nil && *item.Zip != \"1\" {\n\t\tkept = append(kept, item)\n\t}\n}\nuse(kept)"},
	{source: "{{has(first(people)) && first(people).city == 'Rome'}}", golang: "use(rt.First(in.People) != nil && rt.First(in.People).City == \"Rome\")"},
	{source: "{{or(last(tags), 'none')}}", golang: `use(rt.Or(rt.Last(in.Tags), "none"))`},
	{source: "{{first(items)}}", golang: `use(rt.Deref(rt.First(in.Items)))`},
	{source: "{{sort(unique(tags))}}", golang: `use(slices.Sorted(slices.Values(rt.Unique(in.Tags))))`},
	{source: "{{sort(map(tags, at))}}", golang: ""},
	{source: "{{sum(nums)}}", golang: "sum, err := rt.Sum(in.Nums)\nif err != nil {\n\treturn err\n}\nuse(sum)"},
	{source: "{{keys(counts)}}", golang: `use(rt.Keys(in.Counts))`},
	{source: "{{csv(people)}}", golang: "table := rt.NewTable(\"city\", \"zip\")\nfor _, row := range in.People {\n\ttable.Row(row.City, row.Zip)\n}\nuse(table.String())"},
	{source: "{{round(ratio)}}", golang: "rounded, err := rt.FloatToInt(math.Round(in.Ratio))\nif err != nil {\n\treturn err\n}\nuse(rounded)"},
	{source: "{{abs(ratio)}}", golang: `use(math.Abs(in.Ratio))`},
	{source: "{{substring(name, 1, age)}}", golang: `use(rt.Substring(in.Name, 1, in.Age))`},
	{source: "{{htmlEscape(name)}}", golang: `use(html.EscapeString(in.Name))`},
	{source: "{{formatTime(at, '02.01.2006', 'Europe/Berlin') + formatTime(now(), '15:04', 'UTC')}}", golang: `use(in.At.In(inZone).Format("02.01.2006") + exec.Now().UTC().Format("15:04"))`},
	{source: "{{startOf(at, 'week', 'UTC')}}", golang: `use(zone.StartOf(in.At, zone.Week, time.UTC))`},
	{source: "{{randomCode(6, '0123456789')}}", golang: `use(rt.RandomCode(6, "0123456789"))`},
	{source: "{{present(nick) && !present(name)}}", golang: `use(in.Ok && !in.Ok)`},
	{source: "{{hasScope(nick, 'a') && hasScope(tags, 'b') && hasScope(body.scope, 'c')}}", golang: `use(rt.HasScope(rt.Deref(in.Nick), "a") && slices.Contains(in.Tags, "b") && in.Body.At("scope").HasScope("c"))`},
	{source: "{{inNetwork(name, '10.0.0.0/8')}}", golang: "inside, err := rt.InNetwork(in.Name, \"10.0.0.0/8\")\nif err != nil {\n\treturn err\n}\nuse(inside)"},
	{source: "{{encrypt(env.KEY, name)}}", golang: `use(key.Encrypt(in.Name))`},
	{source: "{{decrypt(env.KEY, name)}}", golang: "decrypted, err := key.Decrypt(exec, in.Name)\nif err != nil {\n\treturn err\n}\nuse(decrypted)"},
	{source: "{{totpValid(env.KEY, name)}}", golang: "valid, err := rt.ValidTOTP(in.EnvKEY, in.Name, exec.Now())\nif err != nil {\n\treturn err\n}\nuse(valid)"},

	{source: "{{int(body.x)}}", golang: "x, err := in.Body.At(\"x\").ToInt()\nif err != nil {\n\treturn err\n}\nuse(x)"},
	{source: "{{string(body.x)}}", golang: "x, err := in.Body.At(\"x\").Text()\nif err != nil {\n\treturn err\n}\nuse(x)"},
	{source: "{{body.x}}", want: &expr.Want{Type: text}, golang: "x, err := in.Body.At(\"x\").Text()\nif err != nil {\n\treturn err\n}\nuse(x)"},
	{source: "{{body.x}}", want: &expr.Want{Type: types.Of(types.Int).OrNull()}, golang: "value := in.Body.At(\"x\")\nvar x *int64\nif !value.IsNull() {\n\tnumber, err := value.Int()\n\tif err != nil {\n\t\treturn err\n\t}\n\tx = new(number)\n}\nuse(x)"},
	{source: "{{body}}", want: &expr.Want{Type: types.ListOf(anything)}, golang: "body, err := in.Body.List()\nif err != nil {\n\treturn err\n}\nuse(body)"},
	{source: "{{age}}", want: &expr.Want{Type: float}, golang: `use(float64(in.Age))`},
	{source: "{{5}}", want: &expr.Want{Type: anything}, golang: `use(rt.ValueOf(int64(5)))`},
	{source: "{{null}}", want: &expr.Want{Type: anything}, golang: `use(rt.Value{})`},
	{source: "{{user.email}}", want: &expr.Want{Type: anything, Rows: true}, golang: `use(rt.ValueOf(rt.Ptr(userFound, in.User.Email)))`},
	{source: "{{count}}", want: &expr.Want{Text: true, Type: types.Of(types.String).OrNull()}, golang: "var count *string\nif in.Count != nil {\n\tcount = new(strconv.FormatInt(*in.Count, 10))\n}\nuse(count)"},
	{source: "{{user.password_hash}}", want: &expr.Want{Type: text, ZeroNull: true, Rows: true}, golang: `use(in.User.PasswordHash)`},
	{source: "{{user.name}}", want: &expr.Want{Type: text, ZeroNull: true, Rows: true}, golang: `use(rt.Deref(in.User.Name))`},
	{source: "{{null}}", want: &expr.Want{Type: text, ZeroNull: true}, golang: `use("")`},
	{source: "{{count}}", want: &expr.Want{Type: text, Text: true, ZeroNull: true}, golang: `use(strconv.FormatInt(rt.Deref(in.Count), 10))`},
	{source: "{{user.meta.x}}", want: &expr.Want{Type: text, ZeroNull: true, Rows: true}, golang: "value := in.User.Meta.At(\"x\")\nvar x string\nif !value.IsNull() {\n\ttext, err := value.Text()\n\tif err != nil {\n\t\treturn err\n\t}\n\tx = text\n}\nuse(x)"},
}

func TestEmission(t *testing.T) {
	var functions []jen.Code
	for i, test := range emissions {
		w := expr.Want{Type: orNull, Rows: true}
		if test.want != nil {
			w = *test.want
		}
		e, problems := check(t, newScope(), test.source, w)
		if len(problems) > 0 {
			t.Errorf("%s: %v", test.source, problems)
			continue
		}
		if got := body(t, emit(e)); test.golang != "" && got != test.golang {
			t.Errorf("%s\n got\n%s\nwant\n%s", test.source, got, test.golang)
		}
		if test.golang == "use(nil)" {
			continue // nil has no type of its own
		}
		f := jen.Func().Id(fmt.Sprint("f", i)).Params(jen.Id("exec").Op("*").Qual(runtimePath, "Exec")).Error()
		functions = append(functions, f.Add(emit(e)).Line())
	}
	typeCheck(t, functions)
}
