package facts

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Variables are the environment variables that a workflow reads, sorted.
func Variables(w *ir.Workflow) []string {
	var names []string
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			names = append(names, VariablesOf(s)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// VariablesOf are the environment variables that a step reads: those of its Secret fields and of its expressions, and
// those that its node type reads by a name of its own. They are sorted.
func VariablesOf(s *ir.Step) []string {
	var names []string
	for _, secret := range Secrets(s) {
		names = append(names, secret.Variable)
	}
	for _, v := range s.Node.Given() {
		if v.Field.Env && s.Node.Applies(v.Field.When) {
			names = append(names, namedIn(v)...)
		}
	}
	for _, v := range s.Value {
		v.Walk(func(t *ir.Typed) { names = append(names, variablesIn(t.Expr)...) })
	}
	if t := s.Node.Template; s.Node.Known() && t.Needs.Variables != nil {
		names = append(names, t.Needs.Variables(ir.NewPass(s))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Hosts are the environment variables whose values are the beginning of an address that a step calls.
func Hosts(s *ir.Step) []string {
	var names []string
	for _, v := range s.Node.Given() {
		if v.Field.Shape != templates.URL || v.Field.Sink != templates.Address || !s.Node.Applies(v.Field.When) {
			continue
		}
		first, _, _ := strings.Cut(v.JSON.Text, "}}")
		if name := templates.Variable(first + "}}"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Opens are the packages whose Open New calls for the workflow.
func Opens(w *ir.Workflow) []string {
	var paths []string
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			if t := s.Node.Template; s.Node.Known() && t.Needs.Opens != nil {
				paths = append(paths, t.Needs.Opens(ir.NewPass(s)))
			}
		}
	}
	return paths
}

// Engines are the packages of the engines that the databases and stores of a folder's workflows may be opened with,
// sorted.
func Engines(p *ir.Program) []string {
	var paths []string
	for _, w := range p.Workflows {
		for _, f := range w.Flows {
			for _, s := range f.Steps {
				if t := s.Node.Template; s.Node.Known() && t.Needs.Engines != nil {
					paths = append(paths, t.Needs.Engines(ir.NewPass(s))...)
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Secret is a place that takes a secret, and the variable that it takes it from.
type Secret struct {
	Name     string // of the field, or of the entry of a function's input
	Variable string // "JWT_SECRET"
	Purpose  templates.Purpose
	JSON     *schema.Value // nil for a default
}

// namedIn are the variables of a field whose texts may be one each.
func namedIn(v *ir.Value) []string {
	var names []string
	for _, text := range v.List {
		if name := templates.Variable(text); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Secrets are a step's places for secrets that mean something, in the order of their declaration.
func Secrets(s *ir.Step) []Secret {
	var list []Secret
	for _, v := range s.Node.Given() {
		switch {
		case !s.Node.Applies(v.Field.When):
		case v.Field.Shape == templates.Secret && v.Text != "":
			list = append(list, Secret{v.Field.Name, v.Text, v.Field.Purpose, v.JSON})
		case v.Field.Shape == templates.Inputs:
			list = append(list, secretInputs(s.Node, v.Tree)...)
		}
	}
	return list
}

// secretInputs are the secrets that a node's function takes.
func secretInputs(n *ir.Node, input *ir.Tree) []Secret {
	var list []Secret
	purpose := templates.AnyPurpose
	if n.Function().Package == templates.Webhook {
		purpose = templates.VerifiesSender
	}
	for i, key := range input.Keys {
		field, _ := n.Function().In.Field(key)
		if name := templates.Variable(input.Items[i].JSON.Text); name != "" && field.Type.Labels.Has(types.Secret) {
			list = append(list, Secret{key, name, purpose, input.Items[i].JSON})
		}
	}
	return list
}

// proxiesVariable says whom the runtime believes what a caller's address is.
const proxiesVariable = "TRUSTED_PROXIES"

func variablesIn(e *expr.Expr) []string {
	var names []string
	e.Walk(func(e *expr.Expr) {
		if e.Ref == nil {
			return
		}
		switch src, _ := e.Ref.Data.(ir.Source); {
		case src.Kind == ir.FromEnv:
			names = append(names, src.Name)
		case src.Kind == ir.FromRequest && src.Name == "ip":
			names = append(names, proxiesVariable)
		}
	})
	return names
}
