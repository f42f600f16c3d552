package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/flowc-dev/flowc/gen/ir"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/templates"
)

// need is an environment variable with who reads it.
type need struct {
	name     string
	fallback string   // what holds where it is not set; "" where it must be set
	by       []string // workflows with their nodes: "login (token)"; the server itself where there is none
	doc      string
}

// required reports whether a server does not start without the variable.
func (n need) required() bool { return n.fallback == "" }

// needs lists what the workflows of a project read, sorted by name, and after that what only the server itself does.
func (p *service) needs() []need {
	reads := readings{}
	for _, f := range p.folders {
		for _, w := range f.analysis.Program.Workflows {
			reads.of(w)
		}
	}
	var all []need
	for _, name := range slices.Sorted(maps.Keys(reads)) {
		all = append(all, reads[name].need(name))
	}
	for _, v := range rt.KnownVariables() {
		if v.Server && reads[v.Name] == nil {
			all = append(all, need{name: v.Name, fallback: v.Default, doc: v.Doc})
		}
	}
	return all
}

// readings is who reads a variable, by its name.
type readings map[string]*reading

type reading struct {
	nodes map[string][]string // workflow -> nodes, in the order of execution
	doc   string              // of the first field that holds it
}

// of adds what a workflow reads.
func (r readings) of(w *ir.Workflow) {
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			for _, name := range s.Variables() {
				if r[name] == nil {
					r[name] = &reading{nodes: map[string][]string{}}
				}
				r[name].add(w.Name.Value, s.Node, name)
			}
		}
	}
}

func (r *reading) add(workflow string, n *ir.Node, variable string) {
	if !slices.Contains(r.nodes[workflow], n.Name.Value) {
		r.nodes[workflow] = append(r.nodes[workflow], n.Name.Value)
	}
	for i := range n.Template.Fields {
		field := &n.Template.Fields[i]
		if v := n.Fields[field.Name]; r.doc == "" && field.Shape == templates.Secret && v != nil && v.Text == variable {
			r.doc = field.Doc
		}
	}
}

func (r *reading) need(name string) need {
	n := need{name: name, doc: r.doc}
	for _, workflow := range slices.Sorted(maps.Keys(r.nodes)) {
		n.by = append(n.by, fmt.Sprintf("%s (%s)", workflow, strings.Join(r.nodes[workflow], ", ")))
	}
	for _, v := range rt.KnownVariables() {
		if v.Name == name {
			n.fallback, n.doc = v.Default, v.Doc
		}
	}
	return n
}

// writeNeeds prints a table: each variable, where it is set, and who reads it.
func writeNeeds(w io.Writer, needs []need, vars map[string]rt.Variable) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  VARIABLE\tSET IN\tREAD BY\n")
	for _, n := range needs {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", n.name, whereSet(n, vars), cmp.Or(strings.Join(n.by, ", "), "the server"))
	}
	return t.Flush()
}

const notSet = "not set"

// whereSet says where a variable is set. In production a secret may come from a file, which dotenv does not override.
func whereSet(n need, vars map[string]rt.Variable) string {
	v := vars[n.name]
	if v.From != "environment" && environmentName(vars) == "production" && vars[n.name+"_FILE"].Value != "" {
		return "the file of " + n.name + "_FILE"
	}
	switch {
	case v.From != "":
		return v.From
	case n.required():
		return notSet
	}
	return "default: " + n.fallback
}
