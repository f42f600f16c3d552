package guards

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var UnknownSenders = rule.Rule{Code: diag.FC405, Run: unknownSenders, Needs: ir.Guessed}

func unknownSenders(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		if !VerifiesNobody(p, f) {
			return
		}
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span:    f.Entry.ID.Span,
			Message: fmt.Sprintf("%s %q verifies no sender: anyone who knows its address can send anything", f.Entry.Template.Title, f.Entry.ID.Value),
			Hint:    "set webhookSecret, or connect it to a Code node that verifies the signature, such as webhook.GitHub",
		})
	})
}

// VerifiesNobody reports whether a flow begins with a Webhook, continues from there, and verifies no sender.
func VerifiesNobody(p *rule.Pass, f *ir.Flow) bool {
	return f.Entry.Route().Hook && p.Trusts(f.Steps[0]) && len(f.Steps) > 1 && !slices.ContainsFunc(f.Steps, tellsCallers)
}

// tellsCallers reports whether a step is a guard, or may be one: its type is unknown, or a field of it was refused, or
// misspelt.
func tellsCallers(s *ir.Step) bool {
	return s.Guards() || s.Node.Template == nil || s.Node.Refused() || s.Node.HasUnknown()
}

var SharedAndSigned = rule.Rule{Code: diag.FC213, Run: sharedAndSigned}

// sharedAndSigned reports a Webhook that asks for a shared secret too, of a sender that signs and sends none: whatever it sends is a
// 401. The one verifier that is for any sender is left out.
func sharedAndSigned(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		verifier, secret := f.Verifier(), f.Entry.Fields["webhookSecret"]
		if verifier == nil || secret == nil {
			return
		}
		fn := verifier.Node.Function()
		if fn.Package != templates.Webhook || fn.Name == "HMAC" {
			return
		}
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span:    secret.JSON.Span,
			Message: fmt.Sprintf("%q verifies a signature, but the Webhook also requires a shared secret, which a sender that signs does not send: each delivery gets a 401", verifier.Node.ID.Value),
			Hint:    "remove \"webhookSecret\": the verifier has the secret of the signature",
		})
	})
}

// onlyTarget reports whether all wires of a Webhook lead to a step, which is wired twice then (FC308).
func onlyTarget(s *ir.Step) bool {
	wires := s.Flow.Entry.Wires
	return s.Flow.Entry.Route().Hook && len(wires) > 1 && !slices.ContainsFunc(wires, func(w *ir.Wire) bool { return w.To != s.Node })
}

var LateVerification = rule.Rule{Code: diag.FC406, Run: lateVerification, Needs: ir.Guessed}

func lateVerification(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if !s.Node.Verifies() || s.Flow.Verifier() == s || onlyTarget(s) {
			return
		}
		d := diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: fmt.Sprintf("%s %q verifies a signature, but is not the only target of its Webhook", s.Node.Template.Title, s.Node.ID.Value),
			Hint:    "connect the Webhook to it alone, and its output to the other targets",
		}
		if entry := s.Flow.Entry; !entry.Route().Hook {
			d.Message = fmt.Sprintf("%s %q verifies the signature of a Webhook, but %q, which leads to it, is not a Webhook",
				s.Node.Template.Title, s.Node.ID.Value, entry.ID.Value)
			d.Hint = "put it directly behind a Webhook"
		}
		p.ReportNode(s.Node, d)
	})
}
