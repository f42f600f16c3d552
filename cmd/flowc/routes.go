package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

func routesCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "routes [PATH…]",
		Short: "List the routes of workflows, with what protects them",
		Long: `Routes prints a table of every entry point: its method and path (its URL, where PUBLIC_URL is set), its workflow, what every caller has to pass before
something is done or answered with success, and what the workflow uses outside of itself, with the isolation of its transactions and
whose tokens are accepted, for whom.
"if" is followed by what Conditions ask of the caller. "partly" says that some of that is open to anybody; "public" that the
document says so on purpose.
"not proved" stands where it can't be followed what a statement does (FC217).

It fails where the workflows have errors: what is wrong can't be said to be protected.`,
		RunE: func(_ *cobra.Command, paths []string) error { return listRoutes(c, paths) },
	}
}

func listRoutes(c *console.Console, paths []string) error {
	programs, _, err := project.ProgramsOf(c, paths)
	if err != nil {
		return err
	}
	return writeRoutes(c.Out, routeRows(programs))
}

// routeRow is a line of the table.
type routeRow struct{ method, path, workflow, protection, touches string }

func routeRows(programs []*ir.Program) []routeRow {
	var rows []routeRow
	for _, p := range programs {
		for _, w := range p.Workflows {
			if len(w.Flows) == 0 {
				continue
			}
			server := project.PublicURL(project.HomeOf(filepath.Dir(w.File.Name)))
			for _, f := range w.Flows {
				if !f.Called() {
					rows = append(rows, routeRowOf(f, server))
				}
			}
		}
	}
	return rows
}

// routeRowOf is the line of an entry point of the server at a URL, which is "" where nobody knows it yet.
func routeRowOf(f *ir.Flow, server string) routeRow {
	served := f.Entry.Route()
	r := routeRow{
		method: served.Method, path: server + strings.TrimSuffix(served.Path, "{$}"), workflow: f.Workflow.Name.Value,
		protection: facts.ProtectionOf(f).String(), touches: strings.Join(touched(f), ", "),
	}
	if served.Posted { // the form that ends a login, and nothing else
		r.method += ", POST"
	}
	if served.Tool != "" {
		r.path += " " + served.Tool
	}
	return r
}

// touched is what a flow uses outside of itself, each once, in execution order.
func touched(f *ir.Flow) []string {
	var list []string
	add := func(what string) {
		if !slices.Contains(list, what) {
			list = append(list, what)
		}
	}
	for _, s := range f.Steps {
		if callee := s.Callee(); callee != nil {
			for _, what := range touched(callee) {
				add(what)
			}
		}
		t := s.Node.Template
		if s.Node.Known() && t.Region.Transaction != nil {
			add("transaction (" + string(facts.IsolationOf(s.Node)) + ")")
		}
		if !s.Node.Known() || t.Effect.Touches == nil {
			continue
		}
		for _, what := range t.Effect.Touches(ir.NewPass(s)) {
			add(what)
		}
		if facts.Unproved(s.Node) != "" {
			list = append(list, fmt.Sprintf("what %s does (not proved)", s.Node.Name.Value))
		}
	}
	return list
}

// writeRoutes prints the table, sorted by path and method.
func writeRoutes(w io.Writer, rows []routeRow) error {
	slices.SortStableFunc(rows, func(a, b routeRow) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method))
	})
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "METHOD\tPATH\tWORKFLOW\tPROTECTION\tTOUCHES\n")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.method, r.path, r.workflow, r.protection, cmp.Or(r.touches, "nothing"))
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing the routes: %w", err)
	}
	return nil
}
