package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/graph"
)

func graphCommand(c *console.Console) *cobra.Command {
	g := drawing{Console: c}
	cmd := &cobra.Command{
		Use:   "graph FILE",
		Short: "Draw a workflow",
		Long: `Graph draws a workflow as SVG, as Mermaid (which GitHub and GitLab show in Markdown) or as DOT (Graphviz). What only
known callers reach has a thick green line, and so have the wires that let them through; what a Try/Catch, a Retry, a
Transaction or a For each protects has a frame. Several wires of one output are numbered in the order of execution. With
--direction down it is as narrow as a pull request.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return g.run(args[0]) },
	}
	cmd.Flags().StringVarP(&g.output, "output", "o", "", "write to this file")
	cmd.Flags().StringVar(&g.format, "format", "", strings.Join(graph.Formats, ", ")+" (default svg, or what the name of the output says)")
	cmd.Flags().StringVar(&g.direction, "direction", graph.Directions[0], "where an execution goes: "+strings.Join(graph.Directions, ", "))
	return cmd
}

type drawing struct {
	*console.Console
	output, format, direction string
}

func (d drawing) run(path string) error {
	format, err := d.chosen()
	if err != nil {
		return err
	}
	if !slices.Contains(graph.Directions, d.direction) {
		return fmt.Errorf("--direction %s: there is %s", d.direction, strings.Join(graph.Directions, ", "))
	}
	w, problems, err := readWorkflow(path)
	if err != nil {
		return err
	}
	if w == nil {
		if err := d.Report(problems); err != nil {
			return err
		}
		return console.ErrProblems
	}
	var picture bytes.Buffer
	if err := graph.Draw(&picture, w, graph.Style{Format: format, Direction: d.direction}); err != nil {
		return err
	}
	if d.output != "" {
		return project.WriteTo(d.output, picture.Bytes())
	}
	d.Printf("%s", picture.Bytes())
	return nil
}

// chosen is the format that was asked for, by its name or that of the output.
func (d drawing) chosen() (string, error) {
	switch extension := filepath.Ext(d.output); {
	case d.format != "" && !slices.Contains(graph.Formats, d.format):
		return "", fmt.Errorf("--format %s: there is %s", d.format, strings.Join(graph.Formats, ", "))
	case d.format != "":
		return d.format, nil
	case extension == ".mmd" || extension == ".mermaid":
		return "mermaid", nil
	case extension == ".dot" || extension == ".gv":
		return "dot", nil
	case extension == ".svg" || extension == "":
		return "svg", nil
	}
	return "", fmt.Errorf("-o %s: no picture is drawn for that ending; it is .svg, .mmd, .mermaid, .dot or .gv, or --format says what it is", d.output)
}
