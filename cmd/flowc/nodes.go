package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

func nodesCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "nodes [TYPE]",
		Short: "List the node types, or describe one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listNodes(c)
			}
			switch args[0] {
			case schema.NoteType:
				c.Printf("%s", aboutNotes)
				return nil
			case schema.FrameType:
				c.Printf("%s", aboutFrames)
				return nil
			}
			t, err := nodeType(args[0])
			if err != nil {
				return err
			}
			describeNode(c, t)
			return exampleOf(c, t)
		},
	}
}

// aboutNotes and aboutFrames describe the types of nodes that no workflow runs.
const aboutNotes = `note (Note)

Text on the canvas. It is kept and moved like any node, and means nothing: its data may hold anything, such as
{"text": "ask Ann before this is changed"}, wires at it are ignored, and no Go is made of it.
`

const aboutFrames = `group (Frame)

A frame around nodes, as React Flow saves it: they name it in "parentId", and their positions are relative to it. It is kept, and means
nothing: its data may hold anything, wires at it are ignored, and no Go is made of it.
`

func listNodes(c *console.Console) error {
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, t := range all.Templates() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.Type, t.Title, t.Summary())
	}
	return w.Flush()
}

func nodeType(name string) (*templates.Template, error) {
	var known []string
	for _, t := range all.Templates() {
		if t.Type == name {
			return t, nil
		}
		known = append(known, t.Type)
	}
	return nil, unknown("node type", name, known)
}

func describeNode(c *console.Console, t *templates.Template) {
	kind := ""
	if t.Entry != nil {
		kind = ", an entry point"
	}
	c.Printf("%s (%s)%s\n\n%s\n", t.Type, t.Title, kind, t.Doc)
	if len(t.Fields) > 0 {
		c.Printf("\nFields (* must be given):\n")
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		c.Printf("\n  %s: %s\n      %s\n", starred(f.Name, f.Required), f.Takes(), remarks(f))
	}
	if len(t.Outputs) > 0 || t.Further != nil {
		c.Printf("\nOutputs (* must be wired):\n")
	}
	if t.Further != nil {
		c.Printf("\n  …\n      %s\n", t.Docs.Further)
	}
	for i := range t.Outputs {
		o := &t.Outputs[i]
		c.Printf("\n  %s\n      %s\n", starred(o.Name, o.Required), o.About())
	}
}

// exampleOf prints a node of the type as a document holds it.
func exampleOf(c *console.Console, t *templates.Template) error {
	example, err := golden.NodeExample(t.Type)
	if err != nil || example == "" {
		return err
	}
	c.Printf("\nExample, with the wires that leave it:\n\n")
	for line := range strings.Lines(example) {
		c.Printf("  %s", line)
	}
	return nil
}

func starred(name string, star bool) string {
	if star {
		return name + "*"
	}
	return name
}

// remarks are sentences on a field: what it means, and its default.
func remarks(f *templates.Field) string {
	if f.Default == "" {
		return f.About()
	}
	return fmt.Sprintf("%s Default %s.", f.About(), f.Default)
}
