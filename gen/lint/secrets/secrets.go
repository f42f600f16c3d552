package secrets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var Leaks = rule.Rule{Code: diag.FC402Leak, Run: leaks}

// unanswerable are the labels that must not leave.
const unanswerable = types.Secret | types.Password | types.Hash

func leaks(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			var labels types.Label
			switch {
			case f.Sink == templates.Answer, f.Sink == templates.Claim:
				labels = unanswerable
			case f.Sink == templates.Sent, f.Sink == templates.Address:
				labels = types.Hash // FC403 and FC407 report the others
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) { leak(p, s, f, t, labels) })
		}
	})
}

func leak(p *rule.Pass, s *ir.Step, f *templates.Field, t *ir.Typed, labels types.Label) {
	c := t.Carrier(labels)
	if c == nil {
		return
	}
	where := map[templates.Sink]string{
		templates.Answer:  "an answer, which the caller reads",
		templates.Claim:   "a claim, which the bearer of the token can read",
		templates.Sent:    "a request to another service",
		templates.Address: "the URL of a request to another service",
	}[f.Sink]
	carried := LabelText(c.Type.AllLabels() & labels)
	var related []diag.Related
	related = append(related, paths.Givers(p, s, t, labels)...)
	for _, n := range storedBy(p, c, labels) {
		related = append(related, diag.Related{File: n.Workflow.File, Span: n.ID.Span, Message: fmt.Sprintf("%q stores it", n.ID.Value)})
	}
	text := t.Tree.JSON.Text[c.Start:c.End]
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, c.Start, c.End),
		Message: fmt.Sprintf("\"%s\" puts a %s into %s", text, carried, where) + columnReason(p, c, labels),
		Hint:    cmp.Or(publicHint(text), signedHint(text), leakHint(c.Type)+namesHint(p, c)) + keepHint(p, c, labels),
		Related: related,
	})
}

// columnReason names a column of which a value is made and says why it counts as a secret: what is stored there, or its
// name; "" where it is of none.
func columnReason(p *rule.Pass, e *expr.Expr, labels types.Label) string {
	columns := p.Values().ReadColumns(e)
	for _, read := range columns {
		if by := p.Program.Naming.Column(read.Column) & labels; by != 0 {
			return fmt.Sprintf(": column %s holds a %s by its name", columnName(read.Column), LabelText(by))
		}
	}
	for _, read := range columns {
		if nodes := p.Program.Storing(read.Column, labels, read.Reader); len(nodes) > 0 {
			return fmt.Sprintf(": column %s holds the %s that %q stores", columnName(read.Column),
				LabelText(e.Type.AllLabels()&labels), nodes[0].ID.Value)
		}
	}
	return ""
}

// storedBy returns the nodes that have given columns of which a value is made such labels, each once.
func storedBy(p *rule.Pass, e *expr.Expr, labels types.Label) []*ir.Node {
	var list []*ir.Node
	for _, read := range p.Values().ReadColumns(e) {
		for _, n := range p.Program.Storing(read.Column, labels, read.Reader) {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// leakHint says what to do about a value that must not leave, or an object that holds one.
func leakHint(t types.Type) string {
	if t.Elem != nil {
		t = t.Elem.With(t.Labels)
	}
	if t.Kind != types.Object || t.Labels&unanswerable != 0 {
		return "leave it out"
	}
	return "list the fields that you need, one by one"
}

// namesHint says how the project says that a name means something else, where what must not leave does so by its name
// alone; or "".
func namesHint(p *rule.Pass, e *expr.Expr) string {
	switch labels := e.Type.AllLabels() & unanswerable; {
	case labels == types.Secret && ir.SourceOf(p.Values().Plain(e)).Kind == ir.FromEnv:
		return publicHints(secretVariables(p, e))
	case labels == types.Hash && len(storedBy(p, e, types.Hash)) == 0:
		return notHashHint(p, p.Values().ReadColumns(e))
	}
	return ""
}

// signedHint says how a caller is given what is signed, where an HMAC was meant for that, or "".
func signedHint(text string) string {
	if !strings.HasPrefix(text, "hmacSha256(env.") {
		return ""
	}
	return "leave it out; for a signed link that expires, use the token of a JWT node, and verify it by another one"
}

// publicHint says how an environment variable is written that everybody may know, where it is written in small letters.
func publicHint(text string) string {
	name, env := strings.CutPrefix(text, "env.")
	if upper := strings.ToUpper(name); env && upper != name && strings.HasPrefix(upper, "PUBLIC_") {
		return "write env." + upper + ", if it is no secret"
	}
	return ""
}

var StoredSecrets = rule.Rule{Code: diag.FC412, Run: storedSecrets}

func storedSecrets(p *rule.Pass) {
	Leaving(p, types.Secret, func(s *ir.Step, f *templates.Field, c Carried) {
		if f.Sink != templates.Stored || !rule.Writes(s, f) || c.keyed {
			return
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: c.Span, Message: fmt.Sprintf("secret %q is stored", c.Text),
			Hint: "read it from the environment where you need it" + publicHints(c.Reads), Related: c.Given,
		})
	})
}

var PublicSecrets = rule.Rule{Code: diag.FC506, Run: publicSecrets}

func publicSecrets(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, v := range facts.Secrets(s) {
			if v.JSON == nil || p.Program.Naming.Variable(v.Variable).Has(types.Secret) && !saysPublic(p, v.Variable) {
				continue
			}
			d := diag.Diagnostic{
				Span:    v.JSON.Span,
				Message: fmt.Sprintf("%q takes a secret, but the name of env.%s says that it is public", v.Name, v.Variable),
				Hint:    fmt.Sprintf("rename the variable, for example to env.%s", strings.TrimPrefix(v.Variable, "PUBLIC_")),
			}
			if !strings.HasPrefix(v.Variable, "PUBLIC_") {
				d.Message = fmt.Sprintf("%q takes a secret, but defaults.json says that env.%s is public", v.Name, v.Variable)
				d.Hint = fmt.Sprintf("remove %q from %q there", v.Variable, PublicRow)
			}
			p.ReportNode(s.Node, d)
		}
	})
}
