package lint

import (
	"fmt"
	"go/constant"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var weakTokensRule = Rule{Code: diag.FC417, Run: weakTokens, Needs: ir.Proved}

// What is random of a token, in bits.
const (
	wantedBits  = 56   // a million of them, and a thousand tries each second: years until one is found
	limitedBits = 16   // nobody guesses it in the few attempts that he has
	unknownBits = 1024 // or enough of them
)

// weakTokens reports what is stored under the hash of a text that others can guess, where whoever shows that text is taken for who
// was given it.
func weakTokens(p *Pass) {
	places := map[string]proofs{}
	p.Steps(func(s *ir.Step) {
		for _, place := range provedBy(s) {
			of := places[place]
			places[place] = proofs{by: append(of.by, s), limited: (of.limited || len(of.by) == 0) && limited(s)}
		}
	})
	p.Nodes(func(s *ir.Step) {
		for _, stored := range storedProofs(s) {
			found, known := places[stored.place]
			bits := randomness(s, stored.token)
			if !known || bits >= wantedBits || found.limited && bits >= limitedBits {
				continue
			}
			reportWeak(p, s, stored, found.by[0], bits)
		}
	})
}

// proofs are the steps that take whoever shows what is stored in a place for somebody.
type proofs struct {
	by      []*ir.Step
	limited bool // each of them, in how often it is tried
}

// provedBy are the places in which a guard looks for the hash of what a caller shows: a column, or a prefix of keys.
func provedBy(s *ir.Step) []string {
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
	for _, e := range query.Statement.Equal {
		if e.Param > 0 && e.Param <= len(params) && digested(s, params[e.Param-1].Expr) != nil {
			list = append(list, columnPlace(e.Column.Table, e.Column.Name))
		}
	}
	return list
}

func columnPlace(table, column string) string { return strings.ToLower(table + "." + column) }

// storedProof is the text whose hash a step stores in a place.
type storedProof struct {
	place string
	token *expr.Expr
}

func storedProofs(s *ir.Step) []storedProof {
	var list []storedProof
	query, params := s.Query()
	if query.Statement != nil {
		for _, change := range query.Statement.Changes {
			for _, a := range change.Assigned {
				if a.Param == 0 || a.Param > len(params) {
					continue
				}
				if token := digested(s, params[a.Param-1].Expr); token != nil {
					list = append(list, storedProof{columnPlace(change.Table, a.Column), token})
				}
			}
		}
	}
	key := s.Node.Shaped(templates.Key)
	if s.Node.Key() == "" || key == nil || s.Node.Template.Keeps == nil || !s.Kept().Stores || s.Value[key.Field.Name] == nil {
		return list
	}
	for _, item := range s.Value[key.Field.Name].Items {
		if token := digested(s, item.Expr); token != nil {
			list = append(list, storedProof{"key " + s.Node.Key(), token})
		}
	}
	return list
}

// digested is what an expression is the SHA-256 or the HMAC of, or nil.
func digested(s *ir.Step, e *expr.Expr) *expr.Expr {
	e = unwrapped(s, e)
	if e == nil || e.Op != expr.OpCall || e.Name != "sha256" && e.Name != "hmacSha256" {
		return nil
	}
	return unwrapped(s, e.Args[len(e.Args)-1])
}

// unwrapped is an expression without conversions, and without the names that Sets give it.
func unwrapped(s *ir.Step, e *expr.Expr) *expr.Expr {
	for e != nil {
		next := s.Unwrapped(e)
		if next == e {
			break
		}
		e = next
	}
	return e
}

// randomness is how many bits of a text nobody else knows; unknownBits where that can't be told.
func randomness(s *ir.Step, e *expr.Expr) float64 {
	e = unwrapped(s, e)
	if e == nil || e.Op == expr.OpBad || e.Type.AllLabels().Has(types.Confidential) {
		return unknownBits
	}
	if _, known := e.Const(); known {
		return 0
	}
	switch {
	case e.Op == expr.OpCall && e.Name == "randomCode":
		return codeBits(e)
	case e.Op == expr.OpCall && e.Name == "now":
		return 0
	case e.Op == expr.OpCall && (e.Fresh() || len(e.Args) == 0):
		return unknownBits
	case e.Op == expr.OpCall, e.Op == expr.OpText, e.Op == expr.OpBinary:
		bits := 0.0
		for _, arg := range e.Args {
			bits = min(bits+randomness(s, arg), unknownBits)
		}
		return bits
	case e.Op == expr.OpRef || e.Op == expr.OpField:
		return knownBits(s, e)
	}
	return unknownBits
}

// knownBits are those of what a caller sends, which others may know, and of the number of a row: none.
func knownBits(s *ir.Step, e *expr.Expr) float64 {
	labels := e.Type.AllLabels()
	if labels.Has(types.Caller) && !s.Flow.Called() || labels.Has(types.Data) && e.Type.Kind == types.Int {
		return 0
	}
	return unknownBits
}

// codeBits are those of randomCode(count, alphabet).
func codeBits(e *expr.Expr) float64 {
	count, known := e.Args[0].Const()
	alphabet, both := e.Args[1].Const()
	if !known || !both {
		return unknownBits
	}
	n, _ := constant.Float64Val(constant.ToFloat(count))
	return n * math.Log2(float64(utf8.RuneCountInString(expr.ConstText(alphabet))))
}

// limited reports whether a step is behind a limit of attempts: a Rate Limit, or a count of them that its statement or a Condition asks.
func limited(s *ir.Step) bool {
	for d := range s.Dominators() {
		if slices.ContainsFunc(d.Outs, func(out *ir.Out) bool { return out.Name == "limited" }) {
			return true
		}
	}
	text := strings.ToLower(queryText(s))
	return slices.ContainsFunc([]string{"attempt", "tries", "tried", "fail", "guess"}, func(word string) bool { return strings.Contains(text, word) })
}

func reportWeak(p *Pass, s *ir.Step, stored storedProof, by *ir.Step, bits float64) {
	message := fmt.Sprintf("%q takes whoever shows it for who was given it, and others know what it is made of", by.Node.ID.Value)
	if bits > 0 {
		message = fmt.Sprintf("%q takes whoever shows it for who was given it, and it is one of %s: who tries long enough finds one",
			by.Node.ID.Value, inWords(bits))
	}
	hint := "make it with randomToken(32)"
	if bits >= limitedBits {
		hint += "; where people type it, put a Rate Limit before " + fmt.Sprintf("%q", by.Node.ID.Value) + ", or count the attempts of a code in its row and ask for that"
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Message: message, Hint: hint,
		Related: []diag.Related{{File: by.Node.Workflow.File, Span: by.Node.ID.Span, Message: "looked up here"}},
	})
}

// inWords is about how many values so many bits have.
func inWords(bits float64) string {
	n := math.Exp2(bits)
	if n < 1e15 {
		return fmt.Sprintf("%.0f values", n)
	}
	return fmt.Sprintf("2^%.0f values", bits)
}
