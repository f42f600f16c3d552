package studio_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/studio"
)

type object = map[string]any

// node is a node of a document that a test makes.
func node(id, kind string, x, y int, data object) object {
	return object{"id": id, "type": kind, "position": object{"x": x, "y": y}, "data": data}
}

func wire(from, output, to string) object {
	return object{"source": from, "sourceHandle": output, "target": to}
}

// document writes a workflow of the test's own.
func document(t testing.TB, dir, stem, about string, nodes, edges []object) {
	t.Helper()
	text, err := json.Marshal(object{
		"version": 1, "id": strings.Repeat("x", 20) + stem, "name": stem, "description": about, "nodes": nodes, "edges": edges,
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, stem+".flow.json"), string(text))
}

// looked is a page on a project of documents alone.
func looked(t testing.TB, dir string) *bench {
	t.Helper()
	page := studio.New(studio.Config{Dir: dir, Base: "http://127.0.0.1:9", Key: key, Now: time.Now})
	page.Check()
	return serveAlone(t, page)
}

// naughtyProject has the naughty strings in every place of its documents.
func naughtyProject(t testing.TB) *bench {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(naughty); i += 4 {
		path := fmt.Sprintf("/n%d", i)
		var nodes, edges []object
		nodes = append(nodes,
			node("in", "apiEndpoint", 0, 0, object{"endpointMethod": "GET", "endpointPath": path, "endpointPublic": true}),
			node("ok", "response", 480, 0, object{"responseStatus": 200, "responseBody": naughty[i]}))
		for n, text := range naughty[i:min(i+4, len(naughty))] {
			nodes = append(nodes,
				node("s"+text, "set", 240, 120*n, object{"name": text, "setValues": object{text: text}, text: text}),
				object{"id": text, "type": "note", "position": object{"x": 0, "y": 200 + 120*n}, "data": object{"text": text}})
			edges = append(edges, wire("in", "out", "s"+text), wire("s"+text, text, "ok"))
		}
		document(t, dir, fmt.Sprintf("n%d", i), naughty[i], nodes, append(edges, wire("in", "out", "ok")))
	}
	return looked(t, dir)
}

// largeProject has a workflow of 300 nodes.
func largeProject(t testing.TB) *bench {
	t.Helper()
	dir := t.TempDir()
	nodes := []object{node("in", "apiEndpoint", 0, 0, object{"endpointMethod": "GET", "endpointPath": "/large", "endpointPublic": true})}
	var edges []object
	last := "in"
	for i := range 300 {
		id := fmt.Sprintf("n%d", i)
		nodes = append(nodes, node(id, "set", 240*(1+i%20), 110*(i/20), object{"setValues": object{"value": i}}))
		edges = append(edges, wire(last, "out", id))
		last = id
	}
	nodes = append(nodes, node("ok", "response", 0, 1700, object{"responseStatus": 204}))
	document(t, dir, "large", "Three hundred nodes.", nodes, append(edges, wire(last, "out", "ok")))
	return looked(t, dir)
}

// mistakes is a project with mistakes of several kinds.
func mistakes(t testing.TB) *bench {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	document(t, dir, "login", "Exchange an e-mail and a password for a token.", []object{
		node("in", "apiEndpoint", 0, 0, object{"endpointMethod": "POST", "endpointPath": "/login"}),
		node("user", "sql", 260, 0, object{"sqlMode": "one", "sqlQuery": "SELECT id FROM users WHERE email = {{emial.x}}"}),
		node("check", "hash", 520, 0, object{"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{user.password_hash}}"}),
		node("ok", "response", 780, 0, object{"responseStatus": 200}),
		node("why", "note", 260, 160, object{"text": "The row holds the hash of the password. It never leaves."}),
	}, []object{wire("in", "out", "user"), wire("user", "out", "check"), wire("check", "valid", "ok")})
	return looked(t, dir)
}
