package schema

import (
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// ignores reads the lint.ignore of the document or of a node's data. Entries that are not
// whole are reported and left out.
func (p *parser) ignores(owner *Value) []Ignore {
	lint := owner.Get("lint")
	if lint == nil || !p.checkKey(lint, "lint", Object) {
		return nil
	}
	p.checkKeys(lint, lintKeys)
	list := lint.Get("ignore")
	if list == nil || !p.checkKey(list, "ignore", Array) {
		return nil
	}
	var all []Ignore
	for _, item := range list.Items {
		if i, ok := p.readIgnore(item); ok {
			all = append(all, i)
		}
	}
	return all
}

func (p *parser) readIgnore(v *Value) (Ignore, bool) {
	if !p.checkKind(v, `entry of "ignore"`, Object) {
		return Ignore{}, false
	}
	p.checkKeys(v, ignoreKeys)
	rule, ruleOK := p.requiredString(v, "rule")
	reason, reasonOK := p.requiredString(v, "reason")
	if reasonOK && strings.TrimSpace(reason.Value) == "" {
		p.report(diag.FC003, reason.Span, "say why the rule does not apply here", `"reason" is empty`)
		reasonOK = false
	}
	return Ignore{Rule: rule, Reason: reason, Span: v.Span}, ruleOK && reasonOK
}
