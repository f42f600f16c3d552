package secrets

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/runtime/label"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// knownKeys reports text in the form of a known key wherever it stands in a document, notes and descriptions included,
// but where FC401 or this rule has reported it.
func knownKeys(p *rule.Pass, w *ir.Workflow) {
	reported := reportedSecrets(p.Values(), w)
	w.Root.Walk(func(v *schema.Value) {
		if v.Kind != schema.String || reported[v.Span] {
			return
		}
		what := "text in the format of a known key"
		start, end := label.FindKey([]byte(v.Text), 0)
		if end == 0 {
			what = "the password of a URL"
			start, end = passwordInURL(v.Text)
		}
		if end == 0 {
			return
		}
		d := diag.Diagnostic{File: w.File, Span: v.Within(w.File, start, end), Message: what + " is written as a literal", Hint: changeIt}
		if d.Node = idAt(w, d.Span); !overlaps(p.Found, d) {
			p.Report(d)
		}
	})
}

// urlWithPassword matches a URL with a name and a password before its host, which has no placeholder in it.
var urlWithPassword = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#@:"'<>{}]*:([^\s/?#@"'<>{}]+)@`)

// examples are passwords that show where one stands.
var examples = regexp.MustCompile(`(?i)^(user|username|pass|passwd|password|pw|pwd|secret|x+|\*+|\.+|…|%s|\$.*)$`)

// passwordInURL finds the first password that a URL holds; end is 0 where there is none, or one that only shows its
// place.
func passwordInURL(text string) (start, end int) {
	if !strings.Contains(text, "://") {
		return 0, 0
	}
	for _, at := range urlWithPassword.FindAllStringSubmatchIndex(text, -1) {
		if !examples.MatchString(text[at[2]:at[3]]) {
			return at[2], at[3]
		}
	}
	return 0, 0
}

// builtKeys reports expressions that make a text in the form of a known key of parts that have it not.
func builtKeys(p *rule.Pass, s *ir.Step, t *ir.Typed) {
	holdsKey := func(e *expr.Expr) bool {
		return slices.ContainsFunc(facts.Written(p.Values(), e).Texts, label.HoldsKey)
	}
	if t.Expr == nil || t.Tree.JSON.Kind != schema.String || label.HoldsKey(t.Tree.JSON.Text) || !holdsKey(t.Expr) {
		return
	}
	t.Expr.Walk(func(e *expr.Expr) {
		if e.Op != expr.OpRef && e.Op != expr.OpField && holdsKey(e) && !slices.ContainsFunc(e.Args, holdsKey) {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End), Message: "this builds a text in the format of a known key", Hint: changeIt,
			})
		}
	})
}

// reportedSecrets are the strings of a document that FC401 reports where they are no variables.
func reportedSecrets(g *values.Graph, w *ir.Workflow) map[diag.Span]bool {
	reported := map[diag.Span]bool{}
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			for _, c := range credentialsOf(g, s) {
				reported[c.value.Tree.JSON.Span] = true
			}
		}
	}
	for _, n := range w.Nodes {
		if n.Template == nil || !n.Reached {
			continue
		}
		for i := range n.Template.Fields {
			secretPlaces(n, &n.Template.Fields[i], reported)
		}
	}
	return reported
}

// secretPlaces adds the places for secrets in a field to places.
func secretPlaces(n *ir.Node, f *templates.Field, places map[diag.Span]bool) {
	v := n.Field(f.Name)
	switch {
	case v == nil:
	case f.Shape == templates.Secret:
		places[v.Span] = true
	case f.Shape == templates.Inputs:
		for _, m := range v.Members {
			if field, _ := n.Function().In.Field(m.Key); field.Type.Labels.Has(types.Secret) {
				places[m.Value.Span] = true
			}
		}
	}
}

// idAt is the id of the node, or of the note, that a place is in, "" where it is in none.
func idAt(w *ir.Workflow, at diag.Span) string {
	for _, n := range w.Root.Get("nodes").Items {
		if id := n.Get("id"); id != nil && n.Span.Start <= at.Start && at.End <= n.Span.End {
			return id.Text
		}
	}
	return ""
}

// overlaps reports whether a diagnostic of the list is about part of what d is about.
func overlaps(list diag.List, d diag.Diagnostic) bool {
	for _, other := range list {
		if other.File == d.File && other.Span.Start < d.Span.End && d.Span.Start < other.Span.End {
			return true
		}
	}
	return false
}
