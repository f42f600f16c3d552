package golden_test

import (
	"fmt"
	"slices"
	"strings"
)

// entryPoint is an entry point of a random workflow as a caller knows it.
type entryPoint struct {
	node, method, path string

	hook         bool   // a Webhook: the payload may be JSON, a form or a text
	secretHeader string // of a Webhook, where its shared secret goes; "" where it has none
	scheme       string // of a Webhook, how its sender signs; "" where nothing verifies that
}

// The ways in which senders of random Webhooks sign, as newVerifier sets them up.
const (
	hexSHA256    = "sha256 hex"
	base64SHA512 = "sha512 base64"
	hexSHA1      = "sha1 hex"
	ownSum       = "sum" // the project's own, of randomCode
)

// kindsOfEntries decides how a workflow is entered: by API Endpoints, by Webhooks, or by both.
func (g *generator) kindsOfEntries() []string {
	const api, hook = "apiEndpoint", "webhook"
	return pick(g.r, []string{api}, []string{api}, []string{api, api}, []string{hook}, []string{hook},
		[]string{hook, hook}, []string{hook, hook, hook}, []string{api, hook}, []string{hook, api, hook})
}

// addEntries adds the entry points. All of them lead to first, Webhooks by way of a node that verifies the sender or not.
func (g *generator) addEntries(kinds []string, method string, declared bool, first string) {
	verifier, scheme := "", ""
	for i, kind := range kinds {
		data := map[string]any{}
		if declared {
			data[fieldsOf(kind)] = g.declarations()
		}
		if kind == "apiEndpoint" {
			g.endpoint(data, method, fmt.Sprintf("/%s/%d", g.name, i), first)
			continue
		}
		target := first
		if g.r.IntN(2) == 0 {
			if verifier == "" {
				verifier, scheme = g.newVerifier(first)
			}
			target = verifier
		}
		e := g.webhook(data, method, i, target)
		if e.hook = true; target == verifier {
			e.scheme = scheme
		}
		g.entries = append(g.entries, e)
	}
}

func fieldsOf(kind string) string {
	if kind == "webhook" {
		return "webhookFields"
	}
	return "endpointFields"
}

// declarations are the fields of a request as an entry point declares them.
func (g *generator) declarations() map[string]any {
	fields := map[string]any{}
	for _, v := range g.fields {
		fields[v.expr] = map[string]any{"type": v.typ, "required": !v.null, "in": v.in}
	}
	return fields
}

func (g *generator) endpoint(data map[string]any, method, path, first string) {
	data["endpointMethod"], data["endpointPath"] = method, path
	if g.r.IntN(2) == 0 {
		data["endpointPublic"] = true
	}
	if g.r.IntN(4) == 0 {
		data["endpointCorsOrigins"] = []string{"https://app.example.com"}
	}
	id := g.add("apiEndpoint", data)
	g.wire(id, "", first)
	g.entries = append(g.entries, entryPoint{node: id, method: method, path: path})
}

// webhook adds a Webhook, with or without a shared secret. The first may do without a path of its own.
func (g *generator) webhook(data map[string]any, method string, i int, target string) entryPoint {
	data["webhookMethod"] = method
	e := entryPoint{method: method, path: "/webhooks/" + g.id()}
	if i > 0 || g.r.IntN(2) == 0 {
		path := fmt.Sprintf("/%d", i)
		data["webhookPath"] = path
		e.path += path
	}
	switch g.r.IntN(4) {
	case 0:
		data["webhookSecret"], e.secretHeader = "{{env.HOOK_SECRET}}", "X-Webhook-Secret"
	case 1:
		data["webhookSecret"], e.secretHeader = "{{env.HOOK_SECRET}}", "X-Hook-Token"
		data["webhookSecretHeader"] = e.secretHeader
	}
	if g.r.IntN(4) == 0 {
		data["webhookTimeout"], data["webhookMaxBody"] = "20s", "64KiB"
	}
	e.node = g.add("webhook", data)
	g.wire(e.node, "", target)
	return e
}

// newVerifier adds the Code node that verifies who sent a Webhook's request: it must come right after the Webhook, and
// the payload is not there yet.
func (g *generator) newVerifier(first string) (id, scheme string) {
	input := map[string]any{"secret": "{{env.HOOK_SECRET}}"}
	function := "webhook.HMAC"
	switch scheme = pick(g.r, hexSHA256, base64SHA512, hexSHA1, ownSum); scheme {
	case ownSum:
		function = "verifySum"
		if g.r.IntN(2) == 0 {
			input["note"] = "{{" + scope(nil).expr(g.r, "string", 1) + "}}"
		}
	default:
		input["header"] = "X-Signature"
		if algorithm, encoding, _ := strings.Cut(scheme, " "); scheme != hexSHA256 || g.r.IntN(2) == 0 {
			input["algorithm"], input["encoding"] = algorithm, encoding
		}
		if g.r.IntN(3) == 0 {
			input["once"] = true
		}
		if g.r.IntN(2) == 0 {
			input["previousSecret"] = "{{env.OLD_HOOK_SECRET}}"
		}
	}
	id = g.add("code", map[string]any{"codeFunction": function, "codeInput": input})
	g.wire(id, "", first)
	if g.r.IntN(2) == 0 {
		g.wire(id, "invalid", g.response(scope{{expr: id + ".reason", typ: "string"}, {expr: id + ".status", typ: "int"}}))
	}
	return id, scheme
}

// payload is what only a workflow that Webhooks alone enter may read. A body with a password in it must not leave the workflow.
func payload(fields scope) scope {
	secret := slices.ContainsFunc(fields, func(v fieldValue) bool { return v.hidden })
	return scope{
		{expr: "request.body", typ: "any", hidden: secret}, {expr: "request.body.f0", typ: "any", hidden: secret},
		{expr: "request.body.none.deeper", typ: "any", hidden: secret},
		{expr: "request.rawBody", typ: "bytes", hidden: secret},
	}
}
