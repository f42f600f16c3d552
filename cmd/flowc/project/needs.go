package project

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/templates"
)

// Need is an environment variable with who reads it.
type Need struct {
	Name     string
	Fallback string   // what holds where it is not set; "" where it must be set
	By       []string // workflows with their nodes: "login (token)"; the server itself where there is none
	Doc      string
}

// Required reports whether a server does not start without the variable.
func (n Need) Required() bool { return n.Fallback == "" }

// Needs lists what the workflows of a project read, sorted by name, and after that what only the server itself does.
func (p *Service) Needs() []Need {
	reads := readings{}
	for _, f := range p.Folders {
		for _, w := range f.Analysis.Program.Workflows {
			reads.of(w)
		}
	}
	var all []Need
	for _, name := range slices.Sorted(maps.Keys(reads)) {
		all = append(all, reads[name].need(name))
	}
	guest := p.guest()
	for _, v := range rt.KnownVariables() {
		if v.Server && reads[v.Name] == nil && !(guest && slices.Contains(ofServer, v.Name)) {
			all = append(all, Need{Name: v.Name, Fallback: v.Default, Doc: v.Doc})
		}
	}
	return all
}

// ofServer are the variables that a server of flowc's own reads, and no other.
var ofServer = []string{"DRAIN_DELAY", "HEALTH_LISTEN", "LISTEN"}

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
			for _, name := range facts.VariablesOf(s) {
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
		v := n.Fields[field.Name]
		if r.doc == "" && v != nil && (field.Shape == templates.Secret && v.Text == variable || field.Env && names(v.List, variable)) {
			r.doc = field.Doc
		}
	}
}

// names reports whether one of some texts is a variable and no more.
func names(texts []string, variable string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return templates.Variable(text) == variable })
}

func (r *reading) need(name string) Need {
	n := Need{Name: name, Doc: r.doc}
	for _, workflow := range slices.Sorted(maps.Keys(r.nodes)) {
		n.By = append(n.By, fmt.Sprintf("%s (%s)", workflow, strings.Join(r.nodes[workflow], ", ")))
	}
	for _, v := range rt.KnownVariables() {
		if v.Name == name {
			n.Fallback, n.Doc = v.Default, v.Doc
		}
	}
	return n
}

// WriteNeeds prints a table: each variable, where it is set, and who reads it.
func WriteNeeds(w io.Writer, needs []Need, vars map[string]rt.Variable) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "  VARIABLE\tSET IN\tREAD BY\n")
	for _, n := range needs {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", n.Name, WhereSet(n, vars), cmp.Or(strings.Join(n.By, ", "), "the server"))
	}
	return t.Flush()
}

// NotSet is what WhereSet says of a variable that must be set and is not.
const NotSet = "not set"

// WhereSet says where a variable is set. In production a secret may come from a file, which dotenv does not override.
func WhereSet(n Need, vars map[string]rt.Variable) string {
	v := vars[n.Name]
	if v.From != "environment" && EnvironmentName(vars) == "production" && vars[n.Name+"_FILE"].Value != "" {
		return "the file of " + n.Name + "_FILE"
	}
	switch {
	case v.From != "":
		return v.From
	case n.Required():
		return NotSet
	}
	return "default: " + n.Fallback
}

// EnvironmentName is the environment that a server would run in.
func EnvironmentName(vars map[string]rt.Variable) string {
	return cmp.Or(vars["FLOWC_ENV"].Value, "preview")
}
