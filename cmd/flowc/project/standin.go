package project

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// standIn returns a document whose routes are those of another one, as far as they can be read, and answer that it is
// being drawn (RFC 9457); nil where none can be read.
func standIn(d *diag.File, all []*templates.Template) []byte {
	w, _ := schema.Parse(d)
	answer := answering(all)
	if w == nil || answer == nil {
		return nil
	}
	name := w.Name.Value
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(d.Name), DocumentSuffix)
	}
	const id = "beingDrawn"
	var nodes, edges []any
	for _, n := range w.Nodes {
		for _, t := range all {
			if t.Type == n.Type.Value && t.Entry != nil && t.Entry.Route != nil {
				nodes = append(nodes, map[string]any{"id": n.ID.Value, "type": t.Type, "data": addressOf(n, t)})
				edges = append(edges, map[string]any{"source": n.ID.Value, "target": id})
			}
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	problem := map[string]any{
		"title": http.StatusText(http.StatusServiceUnavailable), "status": http.StatusServiceUnavailable, "detail": name + " is being drawn",
	}
	body, err := json.Marshal(problem)
	if err != nil {
		return nil
	}
	reply := templates.Reply{Status: http.StatusServiceUnavailable, Body: string(body), Media: "application/problem+json"}
	nodes = append(nodes, map[string]any{"id": id, "type": answer.Type, "data": answer.Answer.Born(templates.New{Output: "out", Reply: reply})})
	text, err := json.Marshal(map[string]any{"version": 1, "id": w.ID.Value, "name": name, "nodes": nodes, "edges": edges})
	if err != nil {
		return nil
	}
	return text
}

// answering is the node type that answers a request, nil where there is none.
func answering(all []*templates.Template) *templates.Template {
	for _, t := range all {
		if t.Answer.Ends && t.Answer.Born != nil && t.Reuse == nil {
			return t
		}
	}
	return nil
}

// addressOf are the settings of an entry point that say where it is.
func addressOf(n *schema.Node, t *templates.Template) map[string]any {
	data := map[string]any{}
	for _, f := range t.Fields {
		v := n.Field(f.Name)
		if v != nil && v.Kind == schema.String && !f.Header && (f.Shape == templates.Text || f.Shape == templates.Choice && f.Required) {
			data[f.Name] = v.Text
		}
	}
	return data
}

// errUnsettled is of a project with a mistake that is not of one workflow.
var errUnsettled = fmt.Errorf("a mistake is not of one workflow")
