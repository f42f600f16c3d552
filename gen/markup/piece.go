package markup

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Piece is a part of a page: literal HTML, a placeholder, or one that repeats what it holds.
type Piece struct {
	expr.Part
	Each   *expr.Each
	Inside []*Piece // of each
	Wrong  bool     // it means to repeat something, and was reported
	Script bool     // the placeholder is a value of JavaScript, and no text
	quoted bool     // the placeholder is a value of JavaScript, or in a text of it
	Loads  string   // what loads from where the placeholder says; "" where it chooses no host
	Runs   string   // where its text is run; "" where it is not
	Leads  bool     // it is run only before another text
	Field  string   // of the struct that holds its value; in Go
}

// Chosen returns the problem (FC408) of a placeholder that chooses from where the page loads something, or nil.
func (p *Piece) Chosen(e *expr.Expr) []expr.Problem {
	if p.Loads == "" || p.Runs != "" || e == nil || !e.Type.AllLabels().Has(types.Caller) {
		return nil
	}
	return []expr.Problem{{
		Code: diag.FC408PageAddress, Start: p.Start, End: p.End, Message: fmt.Sprintf("the caller chooses the address that %s loads or leads to", p.Loads),
		Hint: expr.SettleHost,
	}}
}

// Run returns the problem (FC210) of a placeholder whose text would be run, or nil: numbers and the like are none, and
// JSON is a value in a script.
func (p *Piece) Run(e *expr.Expr) []expr.Problem {
	hint := `write it into an attribute of its own, such as data-name="…", and have the script read that`
	switch {
	case e == nil:
		return nil
	case p.Runs == "":
		return nil
	case strings.HasPrefix(p.Runs, templateOf):
		if !mayHoldBraces(e) {
			return nil
		}
		hint = "put it into an element with " + unread[strings.TrimPrefix(p.Runs, templateOf)] + ", or give it to the library as data, by json(…) in a script"
	case sinkHints[p.Runs] != "":
		if !HoldsText(e) && !(p.Runs == scriptRuns && isCall(e, "htmlEscape")) {
			return nil
		}
		hint = sinkHints[p.Runs]
	case isMarkupAttribute(p.Runs) && isCall(e, "json") && HoldsText(e):
	case isPlainValue(e) && !(p.Runs == pageInside && isCall(e, "json")):
		return nil
	}
	return []expr.Problem{{
		Code: diag.FC210, Start: p.Start, End: p.End, Message: fmt.Sprintf("a placeholder can't stand in %s: nothing escapes a text there", p.Runs), Hint: hint,
	}}
}
