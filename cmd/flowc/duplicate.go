package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func duplicateCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "duplicate FILE NAME",
		Short: "Copy a workflow under a fresh id",
		Long: `Duplicate copies a workflow's file within its folder, with another name and a fresh id, and so with another
webhook URL. The path of an API Endpoint and the name of an MCP tool stay: give the copy its own.`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return duplicate(c, args[0], args[1]) },
	}
}

func duplicate(c *console.Console, path, name string) error {
	places, err := project.FindPlaces([]string{path})
	if err != nil {
		return err
	}
	if len(places) != 1 || len(places[0].Only) != 1 {
		return fmt.Errorf("%s is a folder; duplicate wants a workflow's file", path)
	}
	src, err := project.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the workflow to copy: %w", err)
	}
	doc, problems := schema.Parse(diag.NewFile(project.Nearby(path), src))
	if problems.HasErrors() {
		if err := c.Report(problems); err != nil {
			return err
		}
		return console.ErrProblems
	}
	texts := []replacement{{doc.ID.Span, schema.NewID()}, {doc.Name.Span, name}}
	return writeDocument(c, filepath.Dir(path), name, withTexts(src, texts))
}

// replacement is another text for a JSON string of a document.
type replacement struct {
	span diag.Span // of the string, quotes included
	text string
}

func withTexts(src []byte, texts []replacement) []byte {
	slices.SortFunc(texts, func(a, b replacement) int { return a.span.Start - b.span.Start })
	var out []byte
	end := 0
	for _, t := range texts {
		out = append(out, src[end:t.span.Start]...)
		out = strconv.AppendQuote(out, t.text)
		end = t.span.End
	}
	return append(out, src[end:]...)
}
