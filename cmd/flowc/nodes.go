package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

func nodesCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "nodes [TYPE]",
		Short: "List the node types, or describe one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listNodes(c)
			}
			t, err := nodeType(args[0])
			if err != nil {
				return err
			}
			describeNode(c, t)
			return nil
		},
	}
}

func listNodes(c *console) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, t := range all.Templates() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.Type, t.Title, t.Doc)
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
	if near := diag.Nearest(name, known); near != "" {
		return nil, fmt.Errorf("there is no node type %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("there is no node type %q; there are %s", name, strings.Join(known, ", "))
}

func describeNode(c *console, t *templates.Template) {
	kind := ""
	if t.Entry {
		kind = ", an entry point"
	}
	c.printf("%s (%s)%s\n\n%s\n", t.Type, t.Title, kind, t.Doc)
	if len(t.Fields) > 0 {
		c.printf("\nFields (* must be given):\n")
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		c.printf("\n  %s: %s\n      %s\n", starred(f.Name, f.Required), shape(f), strings.Join(remarks(f), " "))
	}
	if len(t.Outputs) > 0 {
		c.printf("\nOutputs (* must be wired):\n")
	}
	for _, o := range t.Outputs {
		c.printf("\n  %s\n      %s\n", starred(o.Name, o.Required), strings.Join(append([]string{o.Doc}, when(o.When)...), " "))
	}
}

func starred(name string, star bool) string {
	if star {
		return name + "*"
	}
	return name
}

// shape is what a field takes, in a few words.
func shape(f *templates.Field) string {
	names := map[templates.Shape]string{
		templates.Text: "text", templates.Choice: strings.Join(f.Enum, " | "), templates.Int: "int", templates.Bool: "bool",
		templates.Duration: "duration", templates.Size: "bytes", templates.Secret: "secret", templates.Expr: "expression",
		templates.Cond: "condition", templates.Object: "name -> value", templates.JSON: "JSON", templates.Query: "SQL",
		templates.URL: "URL", templates.Key: "key",
		templates.Func: "Go function", templates.Inputs: "name -> value",
		templates.Types: "name -> type", templates.Fields: "name -> field", templates.List: "list of texts",
		templates.Cookies: "list of cookies",
	}
	if f.Shape == templates.Int && f.Max > 0 {
		return fmt.Sprintf("%d to %d", f.Min, f.Max)
	}
	return names[f.Shape]
}

// remarks are sentences on a field: its documentation, default, and when it means something.
func remarks(f *templates.Field) []string {
	texts := []string{f.Doc}
	if f.Default != "" {
		texts = append(texts, fmt.Sprintf("Default %s.", f.Default))
	}
	texts = append(texts, when(f.When)...)
	if len(f.Later) > 0 {
		texts = append(texts, fmt.Sprintf("Not built yet: %s.", strings.Join(f.Later, ", ")))
	}
	return texts
}

func when(w templates.When) []string {
	var conditions []string
	for part := &w; part != nil; part = part.Also {
		if part.Field != "" {
			conditions = append(conditions, fmt.Sprintf("%s is %s", part.Field, strings.Join(part.Values, " or ")))
		}
		if part.Absent != "" {
			conditions = append(conditions, part.Absent+" is not given")
		}
	}
	if len(conditions) == 0 {
		return nil
	}
	return []string{"Only where " + strings.Join(conditions, " and ") + "."}
}
