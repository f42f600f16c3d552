package serve

import (
	"cmp"
	_ "embed" // of the entry point of a trial
	"encoding/json"
	"slices"

	"github.com/flowc-dev/flowc/gen/graph"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// cut is a document as it is run up to a node.
type cut struct {
	doc   object
	view  graph.View
	types []*templates.Template
}

type object = map[string]any

// CutAt returns a copy of a document in which the node leads to an answer. In a region that something follows the node
// ends its branch, and what the region leads to is the answer; regions around it yield nothing.
func CutAt(w *ir.Workflow, src []byte, node string) ([]byte, error) {
	c := cut{view: graph.Look(w), types: all.Templates()}
	if err := json.Unmarshal(src, &c.doc); err != nil {
		return nil, err
	}
	if behindAnswer(w, node) {
		c.stop(node) // an answer was sent before
		c.prune()
		return json.Marshal(c.doc)
	}
	end := node
	for around := c.node(node).Region; around != ""; around = c.node(around).Region {
		c.silence(around)
		if c.goesOn(around) {
			end = around
		}
	}
	for at := node; at != end; at = c.node(at).Region {
		c.stop(at)
	}
	c.answer(end)
	c.prune()
	return json.Marshal(c.doc)
}

// behindAnswer reports whether a node runs behind an answer.
func behindAnswer(w *ir.Workflow, node string) bool {
	return slices.ContainsFunc(w.Flows, func(f *ir.Flow) bool {
		return slices.ContainsFunc(f.Steps, func(s *ir.Step) bool { return s.After && s.Node.ID.Value == node })
	})
}

func (c *cut) node(id string) graph.ViewNode {
	i := slices.IndexFunc(c.view.Nodes, func(n graph.ViewNode) bool { return n.ID == id })
	if i < 0 {
		return graph.ViewNode{}
	}
	return c.view.Nodes[i]
}

func (c *cut) list(key string) []any { list, _ := c.doc[key].([]any); return list }

func textOf(of any, key string) string {
	members, _ := of.(object)
	value, _ := members[key].(string)
	return value
}

// unwire removes the wires of a node, but for those into its own region.
func (c *cut) unwire(id string) {
	c.doc["edges"] = slices.DeleteFunc(c.list("edges"), func(e any) bool {
		return textOf(e, "source") == id && c.node(textOf(e, "target")).Region != id
	})
}

// goesOn reports whether something follows the end of a node's region. Otherwise the answer is in the region.
func (c *cut) goesOn(id string) bool {
	return slices.ContainsFunc(c.view.Wires, func(w graph.ViewWire) bool {
		return w.From == id && c.output(c.node(id).Type, w.Output).Role == templates.Done
	})
}

// output is an output of a node type; one that the node names itself is known by its name alone.
func (c *cut) output(kind, name string) *templates.Output {
	for _, t := range c.types {
		for i := range t.Outputs {
			if t.Type == kind && t.Outputs[i].Name == name {
				return &t.Outputs[i]
			}
		}
	}
	return &templates.Output{Name: name, Class: templates.ClassOf(name)}
}

// silence removes what the ends of a node's region yield: it may be of nodes that do not run.
func (c *cut) silence(id string) {
	i := slices.IndexFunc(c.list("nodes"), func(n any) bool { return textOf(n, "id") == id })
	data, _ := c.list("nodes")[i].(object)["data"].(object)
	for _, t := range c.types {
		for _, end := range []*templates.Template{t.Region.AtEnd, t.Region.AtHandled} {
			if t.Type == c.node(id).Type && end != nil {
				for _, f := range end.Fields {
					delete(data, f.Name)
				}
			}
		}
	}
}

// idle is a node that does nothing. Its id is filled in.
//
//go:embed trial/idle.json
var idle []byte

// stop ends the branch at a node: outputs that must be connected lead to nodes that do nothing.
func (c *cut) stop(id string) {
	c.unwire(id)
	for _, out := range c.node(id).Outputs {
		if !out.Required || c.into(id, out.Name) {
			continue
		}
		node := object{}
		if json.Unmarshal(idle, &node) != nil {
			continue
		}
		node["id"] = hereStem + out.Name
		c.doc["nodes"] = append(c.list("nodes"), node)
		c.doc["edges"] = append(c.list("edges"), object{"source": id, "sourceHandle": out.Name, "target": node["id"]})
	}
}

// into reports whether an output leads into the node's own region.
func (c *cut) into(id, output string) bool {
	return slices.ContainsFunc(c.view.Wires, func(w graph.ViewWire) bool {
		return w.From == id && w.Output == output && c.node(w.To).Region == id
	})
}

// hereStem begins the ids of nodes that are in a cut alone.
const hereStem = "flowcHere"

// answer has the outputs of a node lead to answers of their own. A node that answers itself ends there.
func (c *cut) answer(id string) {
	n := c.node(id)
	wired := []string{}
	for _, w := range c.view.Wires {
		if w.From == id && c.node(w.To).Region != id {
			wired = append(wired, w.Output)
		}
	}
	c.unwire(id)
	if n.Answers {
		return
	}
	for i, out := range n.Outputs {
		if !c.into(id, out.Name) && (out.Required || slices.Contains(wired, out.Name) || i == 0) {
			c.end(id, n.Type, out.Name)
		}
	}
}

// end draws what answers behind an output: a Return where others call the workflow.
func (c *cut) end(id, kind, output string) {
	answering, name := c.answering(), hereStem+output
	born := c.output(kind, output).NewBehind(id)
	born.Reply.Body, born.Output = "", cmp.Or(output, "out")
	if born.Reply.Status < 300 {
		born.Reply.Status = 200
	}
	data := answering.Answer.Born(born)
	c.doc["nodes"] = append(c.list("nodes"), object{"id": name, "type": answering.Type, "data": data})
	c.doc["edges"] = append(c.list("edges"), object{"source": id, "sourceHandle": output, "target": name})
}

// answering is the node type that ends the workflow: one that others call returns.
func (c *cut) answering() *templates.Template {
	called := slices.ContainsFunc(c.list("nodes"), func(n any) bool {
		return slices.ContainsFunc(c.types, func(t *templates.Template) bool {
			return t.Type == textOf(n, "type") && t.Reuse != nil && t.Reuse.Called
		})
	})
	i := slices.IndexFunc(c.types, func(t *templates.Template) bool {
		return t.Answer.Ends && t.Answer.Born != nil && (t.Reuse != nil) == called
	})
	return c.types[i]
}

// prune removes what no entry point leads to any more.
func (c *cut) prune() {
	reached := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		if reached[id] {
			return
		}
		reached[id] = true
		for _, e := range c.list("edges") {
			if textOf(e, "source") == id {
				visit(textOf(e, "target"))
			}
		}
	}
	for _, n := range c.view.Nodes {
		if n.Entry {
			visit(n.ID)
		}
	}
	c.doc["nodes"] = slices.DeleteFunc(c.list("nodes"), func(n any) bool { return !reached[textOf(n, "id")] })
	c.doc["edges"] = slices.DeleteFunc(c.list("edges"), func(e any) bool { return !reached[textOf(e, "source")] })
}

// trialID is the id of a document that is on no disk.
const trialID = "flowctrial0000000000000000"

// trialEntry is a document that calls another workflow. Its fields and its path are filled in.
//
//go:embed trial/entry.json
var trialEntry []byte

// CallOf returns a document that calls a workflow with what a request holds, and answers by each of its outputs.
func CallOf(w *ir.Workflow, src []byte, stem, path string) ([]byte, error) {
	doc, called := object{}, w.AsCalled()
	if err := json.Unmarshal(trialEntry, &doc); err != nil {
		return nil, err
	}
	given := object{}
	for _, f := range called.In.Fields {
		given[f.Name] = "{{" + f.Name + "}}"
	}
	nodes := doc["nodes"].([]any)
	in, call := nodes[0].(object)["data"].(object), nodes[1].(object)["data"].(object)
	in["endpointPath"], in["endpointFields"] = path, declaredOf(w, src)
	call["callWorkflow"], call["callInput"] = stem, given
	doc["id"] = trialID
	c := cut{doc: doc, types: all.Templates()}
	for _, r := range called.Returns {
		c.end("called", "", r.Output)
	}
	return json.Marshal(doc)
}

// declaredOf are the fields that a workflow declares which others call.
func declaredOf(w *ir.Workflow, src []byte) any {
	for _, n := range w.Nodes {
		if t := n.Template; t == nil || t.Reuse == nil || !t.Reuse.Called {
			continue
		}
		for _, f := range n.Template.Fields {
			if v := n.Field(f.Name); v != nil && f.Shape == templates.Fields {
				return json.RawMessage(src[v.Span.Start:v.Span.End])
			}
		}
	}
	return object{}
}
