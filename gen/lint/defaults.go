package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// The names of defaults.json that hints name.
const (
	publicRow  = "public"
	secretRow  = "secret"
	notHashRow = "notHash"
	inURLRow   = "inUrl"
)

// rowHint says how the project says that a name means something else.
func rowHint(when, row, name string) string {
	return fmt.Sprintf("; %s write %q into %q of \"names\" in defaults.json", when, name, row)
}

// notHashHint says how the project says that the only column that a value is made of is no hash of a password, or "".
func notHashHint(p *Pass, columns []values.ReadColumn) string {
	if len(columns) != 1 || columns[0].Table == "" {
		return ""
	}
	column := columns[0].Column
	before, _ := strings.CutSuffix(column.Name, "hash")
	if label.IsPassword(before) || !p.Program.Naming.Column(column).Has(types.Hash) {
		return ""
	}
	return rowHint("if it is not the hash of a password,", notHashRow, columnName(column))
}

// inURLHint says how the project says that the only variable in an expression may stand in a URL, or "".
func inURLHint(c carried) string {
	if len(c.reads) != 1 {
		return ""
	}
	return rowHint("if the service takes it only there,", inURLRow, c.reads[0])
}

// publicHints says both ways to say that everybody may know a variable, whose name does not say that it holds a
// secret; or "".
func publicHints(variables []string) string {
	if len(variables) != 1 || strings.HasPrefix(variables[0], "PUBLIC_") || label.SaysSecret(variables[0]) {
		return ""
	}
	name := variables[0]
	return rowHint("if it is no secret, name it PUBLIC_"+name+", or", publicRow, name)
}

// saysPublic reports whether the folder's own defaults.json says that everybody may know a variable.
func saysPublic(p *Pass, variable string) bool {
	return p.Defaults != nil && row(p.Defaults.Public, variable) != nil
}

// row returns the row of a text, or nil.
func row(rows []schema.Text, text string) *schema.Text {
	i := slices.IndexFunc(rows, func(r schema.Text) bool { return r.Value == text })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

var unmatchedRowsRule = Rule{Code: diag.FC508Names, Run: unmatchedRows}

// unmatchedRows reports the rows of "names" that match nothing.
func unmatchedRows(p *Pass) {
	if p.Defaults == nil {
		return
	}
	var read []string
	for _, w := range p.workflows {
		read = append(read, facts.Variables(w)...)
	}
	unread := "no workflow of the folder reads that variable"
	unmatched(p, publicRow, p.Defaults.Public, read, unread)
	unmatched(p, secretRow, p.Defaults.Secret, read, unread)
	unmatched(p, inURLRow, p.Defaults.InURL, urlVariables(p), "no workflow of the folder puts that variable into a URL")
	unmatched(p, notHashRow, p.Defaults.NotHash, hashColumns(p), "no table has such a column of hashes")
}

// unmatched reports the rows that are none of the names that there are.
func unmatched(p *Pass, key string, rows []schema.Text, names []string, why string) {
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
func urlVariables(p *Pass) []string {
	var names []string
	leaving(p, types.Secret, func(_ *ir.Step, f *templates.Field, c carried) {
		if f.Sink == templates.Address {
			names = append(names, c.reads...)
		}
	})
	return names
}

// hashColumns are the columns of the folder's schemas whose names say that they hold hashes: "files.hash".
func hashColumns(p *Pass) []string {
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

var disputedVariablesRule = Rule{Code: diag.FC510, Run: disputedVariables, Wide: true}

// disputedVariables reports variables that one folder says everybody may know, and another one that reads them does
// not.
func disputedVariables(p *Pass) {
	for _, f := range p.folders {
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
				Hint:    fmt.Sprintf("write it into %q there too, or remove it here", publicRow),
				Related: otherwise(p, f, r.Value),
			})
		}
	}
}

// otherwise is the place in another folder, or in the same one, that keeps a variable from being public.
func otherwise(p *Pass, here *Folder, variable string) []diag.Related {
	for _, f := range p.folders {
		if f.Defaults != nil {
			if r := row(f.Defaults.Secret, variable); r != nil {
				return []diag.Related{{File: f.Defaults.File, Span: r.Span, Message: "here it is said to be a secret"}}
			}
			if row(f.Defaults.Public, variable) != nil {
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
func readingIn(f *Folder, variable string) *reading {
	p := &Pass{Folder: f, workflows: f.Program.Workflows, rule: &nearVariablesRule}
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
