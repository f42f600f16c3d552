// Package lint holds the rules about whole programs, and runs them.
//
// It may be imported by gen, golden and cmd.
package lint

import (
	"slices"
	"sync"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/parallel"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Run runs every rule on the folders of a project, side by side: rules read programs and change nothing of them.
func Run(folders []*rule.Folder) diag.List {
	graph := sync.OnceValue(func() *values.Graph { return values.Of(sources(folders)) })
	who := sync.OnceValue(func() rule.Persons { return rule.PersonsOf(graph()) })
	list := slices.Concat(parallel.Map(looks(folders), func(l rule.Look) diag.List { return l.Run(graph, who) })...)
	return slices.DeleteFunc(slices.Clone(list), func(d diag.Diagnostic) bool { return asksBeside(list, d) })
}

// looks are those of every rule, in the order in which their diagnostics come.
func looks(folders []*rule.Folder) []rule.Look {
	var all []rule.Look
	for _, r := range rules() {
		if r.Wide {
			all = append(all, rule.Look{Rule: r, Folders: folders, Workflows: workflows(folders)})
			continue
		}
		for _, f := range folders {
			all = append(all, rule.Look{Rule: r, Folder: f, Workflows: f.Program.Workflows})
		}
	}
	return all
}

// asksBeside reports whether a diagnostic asks for a declaration (FC212) of what is to be left out (FC402), at the same
// place.
func asksBeside(list diag.List, d diag.Diagnostic) bool {
	return d.Code == diag.FC212 && slices.ContainsFunc(list, func(o diag.Diagnostic) bool {
		return o.Code.Name == diag.FC402.Name && o.File == d.File && o.Span.Start <= d.Span.Start && d.Span.End <= o.Span.End
	})
}

// sources are what the graph of values is made of.
func sources(folders []*rule.Folder) []values.Source {
	list := make([]values.Source, len(folders))
	for i, f := range folders {
		list[i] = values.Source{Program: f.Program, Tables: f.Tables}
	}
	return list
}

// workflows are those of all folders.
func workflows(folders []*rule.Folder) []*ir.Workflow {
	var all []*ir.Workflow
	for _, f := range folders {
		all = append(all, f.Program.Workflows...)
	}
	return all
}
