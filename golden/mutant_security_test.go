package golden_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
)

// securityOperators are the mistakes that let somebody in, or let something out.
func securityOperators() []operator {
	return []operator{
		{"answer with a secret", answerSecret, true},
		{"claim a secret", claimSecret, false},
		{"store a password", storePassword, false},
		{"let a member of an object out", memberOut, false},
		{"send a password", sendPassword, false},
		{"store a secret", storeSecret, false},
		{"put a secret into a URL", secretInURL, false},
		{"send a secret in plain text", plainHTTP, false},
		{"let the caller choose the host", callerHost, false},
		{"lose a guard", loseGuard, true},
		{"forget that an endpoint is public", forgetPublic, true},
		{"refuse with another status", wrongRefusal, false},
		{"verify no sender", verifyNobody, false},
		{"do something before the sender is verified", beforeVerifying, false},
	}
}

// secretsAt are expressions that may be read at a node and must not come out: variables and, of what has run before,
// passwords, hashes and so on.
func (d *draft) secretsAt(n *schema.Node) []string {
	list := []string{"env.JWT_SECRET", `"key: " + env.API_KEY`, "base64(env.JWT_SECRET)"}
	for _, e := range d.passwords() {
		list = append(list, e, "upper("+e+")", `when(1 == 1, `+e+`, "")`)
	}
	for _, other := range d.doc.Nodes {
		name := other.Name.Value
		if other == n || d.around(n.ID.Value, other.ID.Value) {
			continue
		}
		if q := other.Field("sqlQuery"); q != nil && strings.HasPrefix(q.Text, "SELECT") && strings.Contains(q.Text, "password_hash") && d.takesMain(other, n) {
			list = append(list, name+".password_hash", name)
		}
		if mode := other.Field("hashMode"); mode != nil && mode.Text == "hash" {
			list = append(list, name+".hash")
		}
	}
	return list
}

// takesMain reports whether a node is only reached by the main output of another one, where there is a row.
func (d *draft) takesMain(other, n *schema.Node) bool {
	return !d.reached(n.ID.Value, func(e *schema.Edge) bool { return e.Source.Value != other.ID.Value || e.Handle.Value != "out" })
}

// passwords are the request's fields that hold one.
func (d *draft) passwords() []string {
	var list []string
	for _, n := range d.doc.Nodes {
		for _, e := range expressions(n) {
			if strings.TrimPrefix(e.text, nest+".") == "password" && !slices.Contains(list, e.text) {
				list = append(list, e.text)
			}
		}
	}
	return list
}

// answerSecret puts secrets into every part of a Response. Of a row that may not be there, that it may not is said first.
func answerSecret(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if n.Type.Value != "response" {
			continue
		}
		for _, s := range d.secretsAt(n) {
			list = append(list, d.setField(n, "responseBody", `{"a": `+quoted("{{"+s+"}}")+`}`, "FC402 FC206"))
			if d.named(s) == nil { // a whole row is no text
				list = append(list,
					d.setField(n, "responseBody", quoted("it is {{"+s+"}}"), "FC402 FC206"),
					d.setField(n, "responseHeaders", `{"X-Key": `+quoted("{{"+s+"}}")+`}`, "FC402 FC206"),
					d.setField(n, "responseCookies", `[{"name": "a", "value": `+quoted("{{"+s+"}}")+`}]`, "FC402 FC206"))
			}
		}
	}
	return d.possible(list)
}

// possible leaves out bodies of answers that have none.
func (d *draft) possible(list []mutant) []mutant {
	return slices.DeleteFunc(list, func(m mutant) bool {
		n := d.node(m.want[0].node)
		status := n.Field("responseStatus")
		return status != nil && status.Text == "204" && strings.Contains(m.what, "responseBody")
	})
}

func claimSecret(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if d.field(n, "jwtClaims").Name != "jwtClaims" || n.Field("jwtClaims") == nil {
			continue
		}
		for _, s := range d.secretsAt(n) {
			if d.named(s) != nil {
				s += ".password_hash"
			}
			list = append(list, d.setField(n, "jwtClaims", `{"sub": "1", "a": `+quoted("{{"+s+"}}")+`}`, "FC402 FC206"))
		}
	}
	return list
}

// storePassword puts the password where its hash is stored, and into Local Storage.
func storePassword(d *draft) []mutant {
	var list []mutant
	for _, password := range d.passwords() {
		for _, n := range d.doc.Nodes {
			for _, e := range expressions(n) {
				if strings.HasSuffix(e.text, ".hash") && strings.HasSuffix(e.within, "sqlQuery") {
					for _, text := range []string{password, "trim(" + password + ")", "base64(" + password + ")", "sha256(" + password + ")"} {
						list = append(list, mutant{
							what: text + " in " + n.ID.Value, files: d.with(e.replaced(text)), want: at("FC403", n.ID.Value, "/data/sqlQuery"),
						})
					}
				}
			}
			if v := n.Field("storageValue"); v != nil {
				list = append(list, d.setField(n, "storageValue", `{"a": "{{`+password+`}}"}`, "FC403"), d.setField(n, "storageValue", `"{{`+password+`}}"`, "FC403"))
			}
		}
	}
	return list
}

// sendPassword adds a call that sends what must not be sent, between the entry point and what follows.
func sendPassword(d *draft) []mutant {
	var list []mutant
	for _, password := range d.passwords() {
		for _, data := range []string{
			`"apiBody": {"a": "{{` + password + `}}"}`, `"apiBody": "{{` + password + `}}"`, `"apiHeaders": {"X-A": "{{` + password + `}}"}`,
			`"apiBody": {"a": ["{{upper(` + password + `)}}"]}`,
		} {
			list = append(list, d.calling(`"apiUrl": "https://example.com/a", "apiMethod": "POST", `+data, "FC403"))
		}
	}
	return list
}

// calling adds an API node right behind the entry point, where a mistake is wanted. It makes none where others call the workflow:
// that what is added is unprotected would be a mistake in each of them.
func (d *draft) calling(data, codes string) mutant {
	if d.node(d.entry()).Type.Value == "subflow" {
		return mutant{}
	}
	return mutant{what: "calls {" + data + "}", files: d.adding("api", data), want: at(codes, "newcomer", "/data")}
}

// adding is the project with a node more, right behind the entry point.
func (d *draft) adding(kind, data string) fileSet {
	return d.chaining(addition{"newcomer", kind, data})
}

// addition is a node to add.
type addition struct{ id, kind, data string }

// chaining is the project with nodes more, one behind the other, right behind the entry point.
func (d *draft) chaining(list ...addition) fileSet {
	wires := d.parts(d.edges())
	for i, e := range d.doc.Edges {
		if e.Source.Value == d.entry() {
			wires[i] = wireText(d.entry(), "out", list[0].id)
			for n, a := range list {
				target := e.Target.Value
				if n+1 < len(list) {
					target = list[n+1].id
				}
				wires = append(wires, wireText(a.id, "out", target))
			}
			break
		}
	}
	nodes := d.publicNodes()
	for _, a := range list {
		nodes = append(nodes, fmt.Sprintf(`{"id": %q, "type": %q, "data": {%s}}`, a.id, a.kind, a.data))
	}
	return d.with(d.join(d.nodes(), nodes), d.join(d.edges(), wires))
}

// publicNodes are the nodes, with an entry point that anybody may call: that what is added right behind it is unprotected would
// be another mistake.
func (d *draft) publicNodes() []string {
	nodes := d.parts(d.nodes())
	for i, v := range d.nodes().Items {
		if v.Get("id").Text == d.entry() && v.Get("type").Text == "apiEndpoint" && v.Get("data").Get("endpointPublic") == nil {
			nodes[i] = strings.Replace(nodes[i], `"endpointMethod"`, `"endpointPublic": true, "endpointMethod"`, 1)
		}
	}
	return nodes
}

// storeSecret writes a variable into a column. Where that is no text, that it is none is said first.
func storeSecret(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		for _, e := range expressions(n) {
			if strings.HasSuffix(e.within, "/sqlQuery") && d.isValue(e) {
				list = append(list, mutant{
					what: "a secret in " + n.ID.Value, files: d.with(e.replaced("env.JWT_SECRET")), want: at("FC412 FC209", n.ID.Value, "/data/sqlQuery"),
				})
			}
		}
		if v := n.Field("storageValue"); v != nil {
			list = append(list, d.setField(n, "storageValue", `{"a": "{{env.JWT_SECRET}}"}`, "FC412"))
		}
	}
	return list
}

// isValue reports whether a parameter is written, and not compared: what is looked for is not stored.
func (d *draft) isValue(e expression) bool {
	before := e.value.Text[:e.start]
	return strings.HasPrefix(before, "INSERT") && !strings.Contains(before, "WHERE")
}

func secretInURL(d *draft) []mutant {
	var list []mutant
	if strings.HasPrefix(d.node(d.entry()).Type.Value, "webhook") {
		return nil // the call would stand before the verifier
	}
	for _, s := range []string{"env.API_KEY", `or(request.headers["Authorization"], "")`, `or(request.cookies["session"], "")`, "randomToken(16)", "base64url(env.API_KEY)"} {
		list = append(list,
			d.calling(`"apiUrl": `+quoted("https://example.com/a?key={{"+s+"}}"), "FC407"),
			d.calling(`"apiUrl": `+quoted("https://example.com/{{"+s+"}}/a"), "FC407"),
			d.calling(`"apiUrl": "https://example.com/a", "apiQuery": {"key": `+quoted("{{"+s+"}}")+`}`, "FC407"))
	}
	return list
}

func plainHTTP(d *draft) []mutant {
	var list []mutant
	if strings.HasPrefix(d.node(d.entry()).Type.Value, "webhook") {
		return nil
	}
	for _, header := range []string{`{"Authorization": "Bearer {{env.API_KEY}}"}`, `{"X-Key": "{{env.API_KEY}}"}`} {
		list = append(list, d.calling(`"apiUrl": "http://example.com/a", "apiHeaders": `+header, "FC407"))
	}
	return append(list, d.calling(`"apiUrl": "http://example.com/a", "apiMethod": "POST", "apiBody": {"a": "{{env.API_KEY}}"}`, "FC407"))
}

func callerHost(d *draft) []mutant {
	if strings.HasPrefix(d.node(d.entry()).Type.Value, "webhook") {
		return nil
	}
	var list []mutant
	for _, url := range []string{
		`https://{{or(request.query["host"], "a")}}/x`, `https://{{or(request.headers["X-Host"], "a")}}.example.com/x`, `{{or(request.query["url"], "https://a.example")}}`,
		`https://{{request.ip}}/x`,
	} {
		list = append(list, d.calling(`"apiUrl": `+quoted(url), "FC408"))
	}
	return list
}

// loseGuard leads the entry point to what a guard's valid output leads to.
func loseGuard(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if !d.guards(n) {
			continue
		}
		next := d.mainTarget(n)
		if next == "" {
			continue // a Call has no main output
		}
		for i, e := range d.doc.Edges {
			if e.Target.Value == n.ID.Value {
				list = append(list, mutant{
					what:  fmt.Sprintf("%s around %s", wireName(e), n.ID.Value),
					files: d.with(putText(d.edges().Items[i].Get("target"), next)),
					want: slices.Concat(d.atEntries("FC404 FC405"), at("FC107", n.ID.Value, ""), d.atReaders("FC205", n.ID.Value),
						d.atAny("FC204 FC206", n.ID.Value)), // what it gives is read, or a row that it checked against
				})
			}
		}
	}
	return list
}

// forgetPublic leaves out endpointPublic where it silences something.
func forgetPublic(d *draft) []mutant {
	var list []mutant
	for _, n := range d.doc.Nodes {
		if v := n.Field("endpointPublic"); v != nil && slices.ContainsFunc(d.doc.Nodes, d.writes) {
			list = append(list, d.setField(n, "endpointPublic", "false", "FC404"))
			list[len(list)-1].want = at("FC404", n.ID.Value, "")
		}
	}
	return list
}

// writes reports whether a node changes something, by what it is called.
func (d *draft) writes(n *schema.Node) bool {
	q := n.Field("sqlQuery")
	return q != nil && !strings.HasPrefix(q.Text, "SELECT") || n.Type.Value == "api" || n.Field("storageValue") != nil
}

// wrongRefusal answers with another status where a caller is not let through. Left out are answers that others get too.
func wrongRefusal(d *draft) []mutant {
	var list []mutant
	for _, e := range d.doc.Edges {
		n := d.node(e.Target.Value)
		if e.Handle.Value != "invalid" || d.isEntry(e.Source.Value) || n.Field("responseStatus") == nil || n.Field("lint") != nil {
			continue // an entry point refuses a request, and may answer it as it likes
		}
		for _, status := range []string{"200", "302", "400", "409", "500"} {
			m := d.setField(n, "responseStatus", status, "FC305")
			m.want = d.atAny("FC203 FC305", n.ID.Value) // a redirect says where to
			list = append(list, m)
		}
	}
	return list
}

// verifyNobody takes the verifier out of a Webhook's way.
func verifyNobody(d *draft) []mutant {
	var list []mutant
	for _, e := range d.doc.Edges {
		n := d.node(e.Target.Value)
		if e.Source.Value != d.entry() || d.node(d.entry()).Type.Value != "webhook" || n.Type.Value != "code" {
			continue
		}
		for i, v := range d.nodes().Items {
			if v.Get("id").Text == n.ID.Value {
				wires := append(d.wiresWithout(n.ID.Value), wireText(d.entry(), "out", d.mainTarget(n)))
				list = append(list, mutant{
					what: "without " + n.ID.Value, files: d.with(d.without(d.nodes(), i), d.join(d.edges(), wires)), want: at("FC405", d.entry(), ""),
				})
			}
		}
	}
	return list
}

// beforeVerifying puts a node between a Webhook and its verifier, or beside it.
func beforeVerifying(d *draft) []mutant {
	var list []mutant
	for i, e := range d.doc.Edges {
		n := d.node(e.Target.Value)
		if e.Source.Value != d.entry() || d.node(d.entry()).Type.Value != "webhook" || n.Type.Value != "code" {
			continue
		}
		added := `{"id": "newcomer", "type": "set", "data": {"setValues": {"a": 1}}}`
		between := append(replacedPart(d.parts(d.edges()), i, wireText(d.entry(), "out", "newcomer")), wireText("newcomer", "out", n.ID.Value))
		beside := append(d.parts(d.edges()), wireText(d.entry(), "out", "newcomer"))
		beforehand := append([]string{wireText(d.entry(), "out", "newcomer")}, d.parts(d.edges())...)
		for what, wires := range map[string][]string{"between": between, "after": beside, "before": beforehand} {
			list = append(list, mutant{
				what: "a node " + what, files: d.with(d.plus(d.nodes(), added), d.join(d.edges(), wires)), want: at("FC406 FC308", n.ID.Value, ""),
			})
			if what != "between" {
				list[len(list)-1].want = append(list[len(list)-1].want, atEdge("FC308", len(d.doc.Edges))...)
			}
		}
	}
	slices.SortFunc(list, func(a, b mutant) int { return strings.Compare(a.what, b.what) })
	return list
}
