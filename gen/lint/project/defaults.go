package project

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/secrets"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var UnmatchedRows = rule.Rule{Code: diag.FC508Names, Run: unmatchedRows}

// unmatchedRows reports the rows of "names" that match nothing.
func unmatchedRows(p *rule.Pass) {
	if p.Defaults == nil {
		return
	}
	var read []string
	for _, w := range p.Workflows {
		read = append(read, facts.Variables(w)...)
	}
	unread := "no workflow of the folder reads that variable"
	unmatched(p, secrets.PublicRow, p.Defaults.Public, read, unread)
	unmatched(p, secrets.SecretRow, p.Defaults.Secret, read, unread)
	unmatched(p, secrets.InURLRow, p.Defaults.InURL, urlVariables(p), "no workflow of the folder puts that variable into a URL")
	unmatched(p, secrets.NotHashRow, p.Defaults.NotHash, hashColumns(p), "no table has such a column of hashes")
}

// unmatched reports the rows that are none of the names that there are.
func unmatched(p *rule.Pass, key string, rows []schema.Text, names []string, why string) {
	for _, r := range rows {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, r.Value) }) {
			continue
		}
		p.Report(diag.Diagnostic{
			File: p.Defaults.File, Span: r.Span, Message: fmt.Sprintf("%q in %q matches nothing: %s", r.Value, key, why),
			Hint: cmp.Or(diag.DidYouMean(strings.TrimPrefix(r.Value, "env."), names), "remove it"),
		})
	}
}

// urlVariables are the variables with secrets that a folder puts into URLs.
func urlVariables(p *rule.Pass) []string {
	var names []string
	secrets.Leaving(p, types.Secret, func(_ *ir.Step, f *templates.Field, c secrets.Carried) {
		if f.Sink == templates.Address {
			names = append(names, c.Reads...)
		}
	})
	return names
}

// hashColumns are the columns of the folder's schemas whose names say that they hold hashes: "files.hash".
func hashColumns(p *rule.Pass) []string {
	var names []string
	for _, t := range p.Tables {
		for _, c := range t.Columns {
			if label.IsHash(c.Name) {
				names = append(names, t.Name+"."+c.Name)
			}
		}
	}
	return names
}

var DisputedVariables = rule.Rule{Code: diag.FC510, Run: disputedVariables, Wide: true}

// disputedVariables reports variables that one folder says everybody may know, and another one that reads them does
// not.
func disputedVariables(p *rule.Pass) {
	for _, f := range p.Folders {
		if f.Defaults == nil {
			continue
		}
		for _, r := range f.Defaults.Public {
			if slices.Contains(f.Program.Naming.Public, r.Value) {
				continue
			}
			p.Report(diag.Diagnostic{
				File: f.Defaults.File, Span: r.Span,
				Message: fmt.Sprintf("env.%s is public here, and not in each folder that reads it: it stays a secret", r.Value),
				Hint:    fmt.Sprintf("write it into %q there too, or remove it here", secrets.PublicRow),
				Related: otherwise(p, f, r.Value),
			})
		}
	}
}

// otherwise is the place in another folder, or in the same one, that keeps a variable from being public.
func otherwise(p *rule.Pass, here *rule.Folder, variable string) []diag.Related {
	for _, f := range p.Folders {
		if f.Defaults != nil {
			if r := secrets.RowOf(f.Defaults.Secret, variable); r != nil {
				return []diag.Related{{File: f.Defaults.File, Span: r.Span, Message: "here it is said to be a secret"}}
			}
			if secrets.RowOf(f.Defaults.Public, variable) != nil {
				continue
			}
		}
		if at := readingIn(f, variable); at != nil && f != here {
			return []diag.Related{{File: at.node.Workflow.File, Span: at.span, Message: "here it is read"}}
		}
	}
	return nil
}

// readingIn is a place where a folder reads a variable, or nil.
func readingIn(f *rule.Folder, variable string) *reading {
	p := &rule.Pass{Folder: f, Workflows: f.Program.Workflows, Rule: &NearVariables}
	var found *reading
	p.Nodes(func(s *ir.Step) {
		list := readings(s)
		i := slices.IndexFunc(list, func(r reading) bool { return r.name == variable })
		if i >= 0 && found == nil {
			found = &list[i]
		}
	})
	return found
}
