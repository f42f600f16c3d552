package golden_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
)

// trustOperators are the mistakes that make a guard none, a page that runs what callers send, and a document that holds a key.
func trustOperators() []operator {
	return []operator{
		{"weaken the condition of a guard", weakenGuard, true},
		{"break a text that is HTML or JSON", breakPage, true},
		{"let a cookie out", looseCookie, true},
		{"leave an audience empty", emptyAudience, false},
		{"write a credential out", writeCredential, true},
		{"compute what may be null", maybeNull, true},
	}
}

// hashCondition compares a column with the hash of what a caller has.
var hashCondition = regexp.MustCompile(`(\w*_hash) = (\{\{(?:sha256|hmacSha256)\(.*?\)\}\})`)

// weakenGuard makes the condition that finds a caller's row, or the key that finds his session, one that others meet too. Left
// out are entry points that anybody may call, and nodes that are not the only guard.
func weakenGuard(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if !d.guards(n) || d.isEntry(n.ID.Value) || d.public() || !d.matters(n) {
			continue
		}
		for _, name := range []string{"sqlQuery", "storageKey"} {
			v := n.Field(name)
			if v == nil {
				continue
			}
			for _, text := range slices.Concat(weakQueries(v.Text), weakKeys(v.Text)) {
				m := d.setField(n, name, quoted(text), "")
				m.want = d.atEntries("FC404")
				list = append(list, m)
			}
		}
	}
	return list
}

func weakQueries(q string) []string {
	var list []string
	if m := hashCondition.FindStringSubmatchIndex(q); m != nil {
		before, column, param, after := q[:m[0]], q[m[2]:m[3]], q[m[4]:m[5]], q[m[1]:]
		for _, weak := range []string{
			column + " LIKE " + param, column + " <> " + param, column + " >= " + param, "(" + column + " = " + param + " OR 1 = 1)",
			"NOT (" + column + " = " + param + ")", "lower(" + column + ") = " + param, column + " IN (" + param + ", '')",
			column + " = lower(" + param + ")", column + " IS NOT " + param, "CASE WHEN " + column + " = " + param + " THEN 1 ELSE 1 END",
			column + " = {{sha256(request.ip)}}", column + " = {{lower(request.path)}}", "(" + column + " = " + param + ") = (1 = 1)",
			"EXISTS (SELECT 1 WHERE " + column + " = " + param + ")", "user_id = 1 OR " + column + " = " + param,
		} {
			list = append(list, before+weak+after)
		}
	}
	return list
}

// weakKeys find what anybody could name.
func weakKeys(key string) []string {
	prefix, _, found := strings.Cut(key, ":{{sha256(")
	if !found {
		return nil
	}
	var list []string
	for _, e := range []string{
		`or(request.cookies["session"], "")`, `sha256(request.ip)`, `sha256("a" + or(request.cookies["session"], ""))`, `sha256(or(request.query["q"], ""))`,
		`sha256(or(request.cookies["session"], request.ip))`, `hmacSha256(request.ip, or(request.cookies["session"], ""))`, `lower(sha256(or(request.cookies["session"], "")))`,
	} {
		list = append(list, prefix+":{{"+e+"}}")
	}
	return list
}

// public reports whether an entry point says that anybody may call it.
func (d *draft) public() bool {
	return slices.ContainsFunc(d.doc.Nodes, func(n *schema.Node) bool { return n.Field("endpointPublic") != nil })
}

// matters reports whether what only this node guards changes something: no guard is drawn beside it.
func (d *draft) matters(n *schema.Node) bool {
	other := func(o *schema.Node) bool { return o != n && !d.isEntry(o.ID.Value) && d.guards(o) }
	return !slices.ContainsFunc(d.doc.Nodes, other) && slices.ContainsFunc(d.doc.Nodes, d.writes)
}

// breakPage gives each Response a body that is no page, or no JSON, where its placeholders are filled in.
func breakPage(d *draft) []mutant {
	bodies := map[string][]string{
		"text/html": {
			"<p>{{request.path</p>", "<p>request.path}}</p>", `<a href="{{request.path}}>x</a>`, "<script>var a = {{request.path}};", "<p>{{request.path}</p>",
			"<!-- {{request.path}}", "<p>${request.path}}</p>",
		},
		"application/json": {
			`{"a": "{{request.path}}"`, `{"a" "{{request.path}}"}`, `{"a": {{request.path}},}`, `{a: {{request.path}}}`, `{"a": {{request.path}}}}`,
			`["{{request.path}}"`, `{"a": {{request.path}} {{request.id}}}`,
		},
	}
	var list []mutant
	for _, n := range d.doc.Nodes {
		if n.Type.Value != "response" || n.Field("responseBody") == nil || n.Field("responseStatus") == nil {
			continue
		}
		for _, media := range sortedNames(bodies) {
			for _, body := range bodies[media] {
				status := d.raw(n.Field("responseStatus"))
				data := fmt.Sprintf(`{"responseStatus": %s, "responseContentType": %q, "responseBody": %s}`, status, media, quoted(body))
				list = append(list, mutant{
					what: n.ID.Value + " answers " + body, files: d.with(put(n.Data, data)), want: at("FC210", n.ID.Value, "/data/responseBody"),
				})
			}
		}
	}
	if !d.webhook() {
		for _, body := range bodies["application/json"] {
			list = append(list, d.calling(`"apiUrl": "https://example.com/a", "apiMethod": "POST", "apiBodyType": "json", "apiBody": `+quoted(body), "FC210"))
		}
	}
	return list
}

// webhook reports whether the document begins at a Webhook, right behind which nothing may stand but its verifier.
func (d *draft) webhook() bool { return strings.HasPrefix(d.node(d.entry()).Type.Value, "webhook") }

// looseCookie lets others than the browser that it was made for have a cookie with a token.
func looseCookie(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		cookies := n.Field("responseCookies")
		if cookies == nil {
			continue
		}
		for i, cookie := range cookies.Items {
			if value := cookie.Get("value"); value == nil || !strings.Contains(value.Text, "oken}}") {
				continue
			}
			for _, member := range []string{`"sameSite": "None"`, `"secure": false`, `"httpOnly": false`, `"sameSite": "None", "secure": false`} {
				list = append(list, mutant{
					what: member + " of " + n.ID.Value, files: d.with(d.plus(cookie, member)),
					want: at("FC418 FC203", n.ID.Value, fmt.Sprintf("/data/responseCookies/%d", i)),
				})
			}
		}
	}
	return list
}

func emptyAudience(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, name := range []string{"authAudience", "jwtAudience"} {
			if v := n.Field(name); v != nil {
				list = append(list, d.setField(n, name, `""`, "FC203"), d.setField(n, name, `" "`, "FC203"))
			}
		}
	}
	return list
}

// writeCredential pastes what a console shows once into a call, or a Response.
func writeCredential(d *draft) []mutant {
	if d.webhook() {
		return nil
	}
	const call = `"apiUrl": "https://example.com/a", "apiMethod": "POST", `
	var list []mutant
	for _, data := range []string{
		call + `"apiHeaders": {"Authorization": "Bearer 4f1c9a7be2"}`, call + `"apiHeaders": {"Cookie": "session=4f1c9a7be2"}`,
		call + `"apiHeaders": {"X-Api-Key": "4f1c9a7be2d84410"}`, `"apiUrl": "https://ada:4f1c9a7be2@example.com/a"`,
	} {
		list = append(list, d.calling(data, "FC401"))
	}
	for _, data := range []string{
		call + `"apiBody": {"password": "correct-horse-battery"}`, call + `"apiBody": {"a": [{"client_secret": "4f1c9a7be2d84410"}]}`,
		call + `"apiQuery": {"api_key": "4f1c9a7be2d84410"}`, call + `"apiBody": {"note": "` + "sk_live_" + `4eC39HqLyjWDarjtT1zdp7dc"}`,
		call + `"apiHeaders": {"X-Note": "` + "ghp_" + `16C7e42F292c6912E7710c838347Ae178B4a"}`,
		call + `"apiBody": {"signature": "{{hmacSha256('4f1c9a7be2d84410', request.path)}}"}`,
	} {
		list = append(list, d.calling(data, "FC401 FC415"))
	}
	return list
}

// maybeNull adds a row with a column that may be null, of which no type is known, and what takes it for a text or a number.
func maybeNull(d *draft) []mutant {
	if d.webhook() || d.files.schemaOf() == "" {
		return nil
	}
	var list []mutant
	for _, column := range []string{"nullif({{request.path}}, '/')", "CASE WHEN {{request.path}} = '/' THEN 'a' END", "json_extract({{request.path}}, '$.a')", "1 / 0"} {
		for _, use := range []string{
			`"type": "api", "data": {"apiUrl": "https://example.com/{{mayBeNull.x}}"}`,
			`"type": "api", "data": {"apiUrl": "https://example.com/a", "apiHeaders": {"X-A": "{{mayBeNull.x}}"}}`,
			`"type": "localStorage", "data": {"storageOperation": "get", "storageKey": "a:{{mayBeNull.x}}"}`,
			`"type": "set", "data": {"setValues": {"a": "{{upper(mayBeNull.x)}}"}}`,
			`"type": "condition", "data": {"conditionExpression": "mayBeNull.x > 3"}`,
		} {
			row := `{"id": "mayBeNull", "type": "sql", "data": {"sqlMode": "one", "sqlQuery": ` + quoted("SELECT "+column+" AS x") + `}}`
			wires := append([]string{wireText(d.entry(), "out", "mayBeNull"), wireText("mayBeNull", "out", "newcomer")}, d.parts(d.edges())...)
			list = append(list, mutant{
				what: column + " in " + use, want: at("FC206", "newcomer", "/data"),
				files: d.with(d.join(d.nodes(), append(d.publicNodes(), row, `{"id": "newcomer", `+use+`}`)), d.join(d.edges(), wires)),
			})
		}
	}
	return list
}
