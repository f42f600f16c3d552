package tokens

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var WeakTokens = rule.Rule{Code: diag.FC417Guessable, Run: weakTokens, Needs: ir.Proved}

// What is random of a token, in bits.
const (
	wantedBits  = 56   // with a million tokens and a thousand attempts each second, years until one is found
	limitedBits = 16   // enough for the few attempts that a limit allows
	unknownBits = 1024 // unknown, or more than enough
)

// weakTokens reports a guessable text whose hash authenticates: its holder is accepted as the user that it was issued
// to.
func weakTokens(p *rule.Pass) {
	places := PlacesOf(p)
	p.Nodes(func(s *ir.Step) {
		for _, stored := range storedProofs(p.Values(), s) {
			found, known := places[stored.place]
			if !known || stored.bits >= wantedBits || found.limited && stored.bits >= limitedBits {
				continue
			}
			reportWeak(p, s, stored, found.by[0])
		}
	})
}

// PlacesOf are the places in which guards look for what callers show.
func PlacesOf(p *rule.Pass) map[string]Proofs {
	places := map[string]Proofs{}
	p.Steps(func(s *ir.Step) {
		for _, place := range provedBy(p.Values(), s) {
			of := places[place]
			places[place] = Proofs{by: append(of.by, s), limited: (of.limited || len(of.by) == 0) && limited(s)}
		}
	})
	return places
}

// Proofs are the steps that authenticate a caller by what is stored in a place.
type Proofs struct {
	by      []*ir.Step
	limited bool // each of them, in how often it is tried
}

// provedBy are the places in which a guard looks for the hash of what a caller shows: a column, or a prefix of keys.
func provedBy(g *values.Graph, s *ir.Step) []string {
	if s.Node.Template == nil || !s.FoundBySecret() || !s.Guards() {
		return nil
	}
	if s.Node.Key() != "" {
		return []string{"key " + s.Node.Key()}
	}
	query, params := s.Query()
	if query.Statement == nil {
		return nil
	}
	var list []string
	for _, e := range query.Statement.Equal() {
		if e.Param > 0 && e.Param <= len(params) && rule.DigestOf(g, params[e.Param-1].Expr) != nil {
			list = append(list, ColumnPlace(e.Column.Table, e.Column.Name))
		}
	}
	return list
}

func ColumnPlace(table, column string) string { return strings.ToLower(table + "." + column) }

// storedProof is how random a text is whose hash a step stores in a place.
type storedProof struct {
	place string
	random
}

func storedProofs(g *values.Graph, s *ir.Step) []storedProof {
	var list []storedProof
	for _, stored := range HashesStored(s) {
		for _, calls := range Ways(s.Flow, MaxCalls) {
			for _, token := range (made{g, s, calls, stored.Hash}).digested() {
				list = append(list, storedProof{stored.Place, token.randomness()})
			}
		}
	}
	return list
}

// StoredHash is what a step stores in a place in which tokens may be looked for.
type StoredHash struct {
	Place string
	Hash  *expr.Expr
}

func HashesStored(s *ir.Step) []StoredHash {
	var list []StoredHash
	query, params := s.Query()
	if query.Statement != nil {
		for _, change := range query.Statement.Changes {
			for _, a := range change.Assigned {
				if a.Param > 0 && a.Param <= len(params) {
					list = append(list, StoredHash{ColumnPlace(change.Table, a.Column), params[a.Param-1].Expr})
				}
			}
		}
	}
	key := s.Node.Shaped(templates.Key)
	if s.Node.Key() == "" || key == nil || s.Node.Template.Store.Keeps == nil || !s.Kept().Stores || s.Value[key.Field.Name] == nil {
		return list
	}
	for _, item := range s.Value[key.Field.Name].Items {
		list = append(list, StoredHash{"key " + s.Node.Key(), item.Expr})
	}
	return list
}

// limited reports whether a step is behind a limit of attempts, in its workflow or in each that calls it: a Rate Limit,
// or a count of them that its statement asks.
func limited(s *ir.Step) bool {
	return namesAttempts(rule.QueryText(s)) || behindLimit(s, MaxCalls)
}

// namesAttempts reports whether a statement counts, or asks, how often something was tried.
func namesAttempts(text string) bool { return knowledge.Names.Attempts.In(text) }

// behindLimit reports whether every way to a step passes a Rate Limit, also one that a Call leads to.
func behindLimit(s *ir.Step, left int) bool {
	if left == 0 {
		return false
	}
	for d, out := range s.Dominators() {
		if slices.ContainsFunc(d.Outs, func(out *ir.Out) bool { return out.Name == "limited" }) {
			return true
		}
		if callee := d.Callee(); callee != nil && out != nil && allLimited(callee.ReturnsBy(out.Name), left-1) {
			return true
		}
	}
	return allLimited(s.Flow.Callers(), left-1)
}

func allLimited(steps []*ir.Step, left int) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s *ir.Step) bool { return !behindLimit(s, left) })
}

func reportWeak(p *rule.Pass, s *ir.Step, stored storedProof, by *ir.Step) {
	bits := stored.bits
	message := fmt.Sprintf("%q identifies the caller by this token, which is made of values that others know", by.Node.ID.Value)
	if bits > 0 {
		message = fmt.Sprintf("%q identifies the caller by this token, which has only %s: a caller can guess one of them",
			by.Node.ID.Value, inWords(bits))
	}
	hint := "make it with randomToken(32)"
	if bits >= limitedBits {
		hint += fmt.Sprintf("; if people type it, put a Rate Limit before %q, or count attempts in its row and check the count", by.Node.ID.Value)
	}
	related := []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "looked up here"}}
	if at := stored.at.Node; at.Workflow != s.Node.Workflow {
		related = append(related, diag.Related{File: at.Workflow.File, Span: at.ID.Span, Message: "made here"})
	}
	p.ReportNode(s.Node, diag.Diagnostic{Span: s.Node.ID.Span, Message: message, Hint: hint, Related: related})
}

// inWords is about how many values so many bits have.
func inWords(bits float64) string {
	n := math.Exp2(bits)
	if n < 1e15 {
		return fmt.Sprintf("%.0f values", n)
	}
	return fmt.Sprintf("2^%.0f values", bits)
}
