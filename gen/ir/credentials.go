package ir

import "strings"

// provesIn reports whether a caller proves itself in that header of the request: Authorization, or one that a node of
// the workflow looks into. What stands there is a token for every entry point, as it may be sent to each.
func (w *Workflow) provesIn(header string) bool {
	if strings.EqualFold(header, "Authorization") {
		return true
	}
	for _, n := range w.Nodes {
		for _, v := range n.Fields {
			if v.Field.Header && n.applies(v.Field.When) && strings.EqualFold(header, v.Text) {
				return true
			}
		}
	}
	return false
}
