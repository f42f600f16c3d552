package schema

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// NodeSchema is a node type as an editor should know it.
type NodeSchema struct {
	Type string             // as nodes[].type writes it
	Doc  string             // shown where the node's data is written
	Data *jsonschema.Schema // of the node's own fields; what every data may hold is added
}

// JSONSchema returns the JSON Schema (draft 7, which editors know best) of documents with nodes of these types:
// their shape, FC002 and FC003, and of values what a schema can say. definitions are what the fields refer to.
func JSONSchema(nodes []NodeSchema, definitions map[string]*jsonschema.Schema) ([]byte, error) {
	root := documentSchema(nodes)
	root.Definitions = map[string]*jsonschema.Schema{"lint": ignoringSchema()}
	for name, s := range definitions {
		root.Definitions[name] = s
	}
	for _, n := range nodes {
		root.Definitions["node-"+n.Type] = dataSchema(n)
	}
	return writeSchema(root)
}

func writeSchema(root *jsonschema.Schema) ([]byte, error) {
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing the JSON Schema: %w", err)
	}
	return append(text, '\n'), nil
}

func documentSchema(nodes []NodeSchema) *jsonschema.Schema {
	root := object("A workflow of flowc: nodes, and the wires between them.", map[string]*jsonschema.Schema{
		"$schema":     text("Where the JSON Schema of this document is, for editors."),
		"version":     {Const: jsonschema.Ptr[any](1), Description: "The version of the document format."},
		"id":          {Type: "string", Pattern: "^[a-z0-9]{20,}$", Description: "The workflow's stable identity, which webhook URLs hold. flowc new makes one."},
		"name":        {Type: "string", Pattern: "^[A-Za-z][A-Za-z0-9 _-]*$", Description: "For people, and for the names in generated Go."},
		"description": text("What the workflow is for."),
		"nodes":       {Type: "array", Items: nodeSchema(nodes)},
		"edges":       {Type: "array", Items: edgeSchema(), Description: "The wires. Their order is the order in which the targets of one output run."},
		"lint":        {Ref: "#/definitions/lint"},
	}, documentKeys, canvasKeys)
	root.Schema, root.Title = "http://json-schema.org/draft-07/schema#", "flowc workflow"
	root.Required = []string{"version", "id", "name", "nodes", "edges"}
	return root
}

func nodeSchema(nodes []NodeSchema) *jsonschema.Schema {
	kinds := []any{NoteType, FrameType}
	node := object("A node of the canvas.", nil, nodeKeys, canvasKeys)
	for _, n := range nodes {
		kinds = append(kinds, n.Type)
		node.AllOf = append(node.AllOf, &jsonschema.Schema{
			If: &jsonschema.Schema{
				Properties: map[string]*jsonschema.Schema{"type": {Const: jsonschema.Ptr[any](n.Type)}}, Required: []string{"type"},
			},
			Then: &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"data": {Ref: "#/definitions/node-" + n.Type}}},
		})
	}
	node.Properties["id"] = &jsonschema.Schema{Type: "string", MinLength: jsonschema.Ptr(1), Description: "What wires name; the node's name too, where data.name gives none."}
	node.Properties["type"] = &jsonschema.Schema{Type: "string", Enum: kinds, Description: "The node type. A note, and a group, which frames others, are for people alone."}
	node.Properties["data"] = &jsonschema.Schema{Type: "object", Description: "The fields of the node type."}
	node.Properties["position"] = &jsonschema.Schema{
		Type: "object", Required: []string{"x", "y"},
		Properties: map[string]*jsonschema.Schema{"x": {Type: "number"}, "y": {Type: "number"}},
	}
	node.Required = []string{"id", "type"}
	return node
}

func edgeSchema() *jsonschema.Schema {
	edge := object("A wire from an output of one node to another node.", map[string]*jsonschema.Schema{
		"id":           text("Means nothing."),
		"source":       text("The id of the node that the wire comes from."),
		"sourceHandle": {Types: []string{"string", "null"}, Description: "The output that it takes: \"out\" where absent."},
		"target":       text("The id of the node that it leads to."),
		"targetHandle": {Types: []string{"string", "null"}, Description: "Means nothing."},
	}, edgeKeys, slices.Concat(canvasKeys, canvasEdgeKeys))
	edge.Required = []string{"source", "target"}
	return edge
}

// ignoringSchema is of the lint of a document or a node's data.
func ignoringSchema() *jsonschema.Schema {
	entry := object("A rule that does not apply here.", map[string]*jsonschema.Schema{
		"rule":   {Type: "string", Pattern: "^FC[0-9]{3}(/[a-z-]+)?$", Description: "Its code, or one finding of it: FC408/open-redirect."},
		"reason": {Type: "string", Pattern: `\S`, Description: "Why it does not apply."},
	}, ignoreKeys, nil)
	entry.Required = ignoreKeys
	return object("What lint should not report.", map[string]*jsonschema.Schema{"ignore": {Type: "array", Items: entry}}, lintKeys, nil)
}

// dataSchema adds to a node type's own fields what every data may hold.
func dataSchema(n NodeSchema) *jsonschema.Schema {
	data := n.Data.CloneSchemas()
	own := data.PropertyOrder
	onlyKeys(data, append(slices.Clone(own), "name", "label", "lint"), nil)
	data.Type, data.Description = "object", n.Doc
	data.Properties["name"] = &jsonschema.Schema{Type: "string", MinLength: jsonschema.Ptr(1), Description: "What expressions call the node, instead of its id."}
	data.Properties["label"] = &jsonschema.Schema{Description: "What a canvas shows; means nothing."}
	data.Properties["lint"] = &jsonschema.Schema{Ref: "#/definitions/lint"}
	return data
}

// object is the schema of an object with known keys: its own, in that order, and those that a canvas may add.
func object(doc string, properties map[string]*jsonschema.Schema, own, canvas []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Description: doc, Properties: properties}
	onlyKeys(s, own, canvas)
	return s
}

// onlyKeys refuses all other keys, but for those that begin with "x-".
func onlyKeys(s *jsonschema.Schema, own, canvas []string) {
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	s.PropertyOrder = slices.Clone(own)
	for _, key := range canvas {
		if s.Properties[key] == nil {
			s.Properties[key] = &jsonschema.Schema{} // saved by a canvas
			s.PropertyOrder = append(s.PropertyOrder, key)
		}
	}
	s.PatternProperties = map[string]*jsonschema.Schema{"^x-": {}}
	s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}} // written as false
}

func text(doc string) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Description: doc} }
