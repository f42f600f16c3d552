package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/schema"
)

// examples are the nodes that show what their types look like: a document, or an archive of golden/nodes and a document in it,
// and the node's id. All of them are compiled and run by tests.
var examples = []struct{ file, node string }{
	{"apps/assistant/flows/notes.flow.json", "in"},
	{"apps/webhooks/flows/stripe.flow.json", "in"},
	{"apps/assistant/flows/note.flow.json", "tool"},
	{"apps/accounts/flows/owner.flow.json", "in"},
	{"apps/auth/flows/me.flow.json", "auth"},
	{"apps/auth/flows/login.flow.json", "token"},
	{"apps/auth/flows/login.flow.json", "check"},
	{"apps/auth/flows/login.flow.json", "user"},
	{"apps/sessions/flows/login.flow.json", "save"},
	{"apps/todo/flows/who.flow.json", "limit"},
	{"apps/notify/flows/order.flow.json", "call"},
	{"apps/orders/flows/place-order.flow.json", "basket"},
	{"apps/accounts/flows/change-email.flow.json", "owner"},
	{"apps/organizations/flows/remove-member.flow.json", "may"},
	{"nodes/switch_kinds.txtar/event.flow.json", "on_size"},
	{"apps/oauth/flows/login.flow.json", "made"},
	{"apps/teams/flows/contacts.flow.json", "each"},
	{"apps/notify/flows/order.flow.json", "notify"},
	{"apps/notify/flows/order.flow.json", "again"},
	{"apps/teams/flows/members.flow.json", "changing"},
	{"apps/auth/flows/login.flow.json", "ok"},
	{"apps/todo/flows/who.flow.json", "known"},
}

// NodeExample returns a node of a type as it stands in a case that tests compile: the part of a document that holds the node and
// the wires that leave it, formatted as `flowc fmt` does. It returns "" for a type without an example.
func NodeExample(nodeType string) (string, error) {
	for _, e := range examples {
		d, err := readExample(e.file)
		if err != nil {
			return "", err
		}
		part, ok := d.around(e.node)
		if !ok {
			return "", fmt.Errorf("%s has no node %s", e.file, e.node)
		}
		if part.Nodes[0].Type == nodeType {
			return part.text()
		}
	}
	return "", nil
}

// drawn is what an example shows of a document.
type drawn struct {
	Nodes []drawnNode `json:"nodes"`
	Edges []drawnEdge `json:"edges,omitempty"`
}

// drawnNode is a node without its place on the canvas.
type drawnNode struct {
	ID   string          `json:"id"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

type drawnEdge struct {
	Source       string `json:"source"`
	SourceHandle string `json:"sourceHandle,omitempty"`
	Target       string `json:"target"`
	TargetHandle string `json:"targetHandle,omitempty"`
}

// readExample reads a document, which may be one of an archive.
func readExample(file string) (drawn, error) {
	var d drawn
	name := file
	if archive, _, ok := strings.Cut(file, ".txtar/"); ok {
		name = archive + ".txtar"
	}
	text, err := files.ReadFile(name)
	if err != nil {
		return d, fmt.Errorf("reading an example: %w", err)
	}
	if name != file {
		text = archived(text, path.Base(file))
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return d, fmt.Errorf("reading the example %s: %w", file, err)
	}
	return d, nil
}

// archived is the content of a file of an archive, or nothing.
func archived(archive []byte, name string) []byte {
	for _, f := range txtar.Parse(archive).Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// around is a node of d and the wires that leave it.
func (d drawn) around(id string) (drawn, bool) {
	var part drawn
	for _, n := range d.Nodes {
		if n.ID == id {
			part.Nodes = []drawnNode{n}
		}
	}
	for _, e := range d.Edges {
		if e.Source == id {
			part.Edges = append(part.Edges, e)
		}
	}
	return part, part.Nodes != nil
}

func (d drawn) text() (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // values stay as they were written
	if err := encoder.Encode(d); err != nil {
		return "", fmt.Errorf("writing an example: %w", err)
	}
	text, err := schema.Format(b.Bytes())
	if err != nil {
		return "", fmt.Errorf("writing an example: %w", err)
	}
	return string(text), nil
}
