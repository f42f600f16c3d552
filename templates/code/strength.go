package code

import "github.com/flowc-dev/flowc/templates"

// strengths returns the function that verifies the sender of a Webhook, and whether a delivery counts that is repeated,
// by the sender or by someone who has read it.
func strengths(p templates.Pass) []templates.Strength {
	fn := p.Function("codeFunction")
	if !fn.Verifies {
		return nil
	}
	list := []templates.Strength{{Lead: "senders are known by", Value: p.Text("codeFunction"), Told: true}}
	if fn.Package != templates.Webhook {
		return list
	}
	again := templates.Strength{Lead: "a delivery runs", Value: "as often as it comes", Ranked: true}
	if remembers(p) {
		again.Value, again.Rank = "once", 1
	}
	return append(list, again)
}
